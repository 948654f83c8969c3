"""What the machine did wrong is told apart from what bots did: kept with the match that it happened in.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from arena import seats
from arena.ledger import Ledger
from arena.matches import Ending, Kind, KindTimes, MachineTrouble, SeatTimes
from arena.table import Begun, RefereeGone, SeatFault, TableSpec, Update
from referee.audit import Holds, audit
from referee.record_file import read_records
from referee.rules.record import line_of
from tests.arena.cups import GAMES, PAIRS, cup
from tests.arena.referee_fake import SITTING, Rehearsal, all_well, deal, finished, lost
from tests.referee.recorded import recorded_game
from tests.referee.rules.test_record import thrown_in_record

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow


def noted(ledger: Ledger) -> list[tuple[MachineTrouble, int | None, str]]:
    """All faults of the machine, in the order of the matches."""
    return [
        (fault.kind, fault.deal, fault.sentence)
        for outcome in ledger.outcomes("test")
        for fault in outcome.machine_faults
    ]


async def test_void_deals_are_noted_with_the_deal_and_who_had_to_answer(ledger: Ledger, tmp_path: Path) -> None:
    def script(spec: TableSpec) -> Iterable[Update]:
        is_first = len(stage.referee.specs) == 1
        late = SeatFault(1, Ending.LATE, "", 0.4, "")
        yield Begun()
        for board in spec.boards:
            is_void = is_first and board.number == 3
            yield deal(board.number, is_void=is_void, faults=(late,) if is_void else ())
        yield finished()

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()

    ((kind, index, sentence),) = noted(ledger)
    assert (kind, index) == (MachineTrouble.VOID_DEAL, 2)
    assert "stood still while B had to answer; deal 3" in sentence
    assert all(not outcome.faults for outcome in ledger.outcomes("test"))
    (at,) = (fault.at for outcome in ledger.outcomes("test") for fault in outcome.machine_faults)
    assert datetime.fromisoformat(at).tzinfo is not None


async def test_the_record_of_a_match_with_void_deals_numbers_its_deals_in_the_match(
    ledger: Ledger, tmp_path: Path
) -> None:
    """Also where decks were thrown in, and though every sitting numbers its own deals from 1."""

    def script(spec: TableSpec) -> Iterable[Update]:
        is_first = len(stage.referee.specs) == 1
        yield Begun()
        for number, board in enumerate(spec.boards, start=1):
            records = tuple(recorded(spec, board.number, number, is_dealt_again=board.number == 2))
            yield deal(board.number, records=records, is_void=is_first and board.number in {2, 4})
        yield finished()

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()

    for path in stage.files.records.iterdir():
        content = path.read_bytes()
        assert audit(io.BytesIO(content)) == Holds(5)
        read = [(record.board, record.deal) for record in read_records(io.BytesIO(content))]
        assert read == [(1, 1), (2, 2), (2, 2), (3, 3), (4, 4)]
    assert len(stage.referee.specs) == 3


async def test_times_of_several_sittings_are_joined_by_kind_of_decision(ledger: Ledger, tmp_path: Path) -> None:
    """Counts and totals are added, percentiles weighed by decisions; what one sitting alone had stays as it was."""
    bids = KindTimes(Kind.BID, 1, 0.5, 0.5, 0.5, 0.5)
    first = SeatTimes(4, 4.0, 1.0, 1.0, 1.0, (bids, KindTimes(Kind.FOLLOW, 3, 3.5, 1.0, 2.0, 3.0)))
    second = SeatTimes(1, 2.0, 2.0, 2.0, 2.0, (KindTimes(Kind.FOLLOW, 1, 2.0, 2.0, 2.0, 2.0),))

    def script(spec: TableSpec) -> Iterable[Update]:
        is_first = len(spec.boards) > 1
        yield Begun()
        for board in spec.boards:
            yield deal(board.number, is_void=is_first and board.number == 4)
        yield finished(times=(first if is_first else second,) * 4)

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()

    joined = (bids, KindTimes(Kind.FOLLOW, 4, 5.5, 1.25, 2.0, 3.0))
    for outcome in ledger.outcomes("test"):
        assert [times.kinds for times in outcome.times] == [joined] * 4
        assert {(times.decision_count, times.total_s) for times in outcome.times} == {(5, 6.0)}


def recorded(spec: TableSpec, board: int, number: int, *, is_dealt_again: bool) -> Iterator[str]:
    """The records of a deal as a referee writes them, who numbers the deals that it was asked for."""
    heading = {"match": spec.match_id, "board": board, "deal": number, "whole_game": False, "names": ["A", "B"] * 2}
    for line in [line_of(thrown_in_record())] * is_dealt_again + recorded_game(board, 1):
        yield json.dumps(json.loads(line) | heading)


async def test_a_void_game_is_noted_by_its_deal(ledger: Ledger, tmp_path: Path) -> None:
    def script(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) == 1:
            return [deal(1), deal(2, is_void=True), finished(ending=Ending.ABORTED)]
        return all_well(spec)

    stage = Rehearsal(cup(GAMES.replace("2", "1"), names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()

    assert [(kind, index) for kind, index, _ in noted(ledger)] == [(MachineTrouble.VOID_DEAL, 1)]


async def test_a_table_that_was_set_up_again_says_for_whom(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "EXIT_SHOWS_WITHIN_S", 0.05)

    def script(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) == 1:
            return [Begun(), lost(spec.boards[0].number, 1, Ending.NOT_READY), finished()]
        return all_well(spec)

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()

    ((kind, index, sentence),) = noted(ledger)
    assert (kind, index) == (MachineTrouble.TABLE_SET_UP_AGAIN, None)
    assert sentence.startswith("B ran and was not ready")


async def test_each_death_of_a_referee_is_noted_with_its_reason(ledger: Ledger, tmp_path: Path) -> None:
    def die_twice(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) <= 2:
            yield Begun()
            raise RefereeGone(f"it died, {len(stage.referee.specs)}")
        yield from all_well(spec)

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, die_twice)
    await stage.run.play()

    gone = MachineTrouble.REFEREE_GONE
    assert noted(ledger) == [(gone, None, "it died, 1"), (gone, None, "it died, 2")]
    assert sum(bool(outcome.machine_faults) for outcome in ledger.outcomes("test")) == 1

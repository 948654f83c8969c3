"""What the machine did wrong is told apart from what bots did: kept with the match that it happened in.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from arena import seats
from arena.ledger import Ledger, ledger_url, open_ledger
from arena.matches import Ending, MachineTrouble
from arena.table import Begun, RefereeGone, SeatFault, TableSpec, Update
from tests.arena.cups import GAMES, PAIRS, cup
from tests.arena.referee_fake import Rehearsal, all_well, deal, finished, lost

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow

SITTING = '"sleep 60"'


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as opened:
        yield opened


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

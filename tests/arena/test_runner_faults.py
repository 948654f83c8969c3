"""Faults of bots in a cup: charged to who was at fault, whose program is replaced, or who is out.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from arena import seats
from arena.events import EntrantOut, MatchPlayed
from arena.launch import CannotStart
from arena.ledger import Ledger
from arena.match_run import StrictFault
from arena.matches import Ending
from arena.table import Begun, SeatFault, TableSpec, Update
from tests.arena.cups import GAMES, ONE_DEAL, PAIRS, cup
from tests.arena.referee_fake import SITTING, Rehearsal, Said, deal, finished, lost, of_sides, played

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow


async def test_an_entrant_that_loses_too_much_is_out(ledger: Ledger, tmp_path: Path) -> None:
    """What it has not played is void, here and in the next run."""
    a_cup = cup(PAIRS, names="ABC", command=SITTING, more="[faults]\ndeals_lost_allowed = 3")

    def a_is_late(spec: TableSpec) -> Iterable[Update]:
        seats = [seat for seat, chair in enumerate(spec.chairs) if chair.entrant == "A"]
        deals = [lost(board.number, seats[0], Ending.LATE) if seats else deal(board.number) for board in spec.boards]
        return [Begun(), *deals, finished()]

    stage = Rehearsal(a_cup, ledger, tmp_path, a_is_late)
    await stage.run.play()
    again = Rehearsal(a_cup, ledger, tmp_path, a_is_late)
    await again.run.play()

    assert [(event.entrant, event.lost) for event in stage.display.of(EntrantOut)] == [("A", 4)]
    played = Counter(frozenset(event.seating) for event in stage.display.of(MatchPlayed))
    assert played.pop(frozenset("BC")) == 2
    assert list(played.values()) == [1]
    assert (stage.run.void, stage.run.is_finished) == (3, True)
    assert again.referee.specs == []
    assert (again.run.void, again.run.is_finished) == (3, True)


@pytest.mark.parametrize(
    ("command", "ending"), [('"true"', Ending.CRASHED), (SITTING, Ending.DISCONNECTED)], ids=["ended", "runs"]
)
async def test_a_program_that_has_ended_crashed(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, ending: Ending
) -> None:
    """A referee sees only that the stream is gone."""
    monkeypatch.setattr(seats, "EXIT_SHOWS_WITHIN_S", 30.0 if ending is Ending.CRASHED else 0.2)
    a_cup = cup(ONE_DEAL, names="AB", command=command)
    outcomes = await played(Rehearsal(a_cup, ledger, tmp_path, lambda _: [lost(1, seat=1), finished()]))

    assert [(fault.seat, fault.ending) for fault in outcomes[0].faults] == [(1, ending)]


async def test_a_lost_program_is_replaced_between_deals(ledger: Ledger, tmp_path: Path) -> None:
    """And not after the last deal, nor one that was late."""
    seen: list[dict[str, int]] = []

    def look() -> None:
        children = stage.launcher.children
        seen.append({child.program.environment["TRACTOR_TOKEN"]: child.pid for child in children})

    def script(spec: TableSpec) -> Iterable[Update]:
        chairs.extend(chair.token for chair in spec.chairs)
        look()
        yield lost(1, seat=1, ending=Ending.PROTOCOL)
        look()
        yield lost(2, seat=2, ending=Ending.LATE)
        yield deal(3)
        look()
        yield lost(4, seat=3, ending=Ending.PROTOCOL)
        look()
        yield finished()

    chairs: list[str] = []
    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    await stage.run.play()
    before, after_first, after_third, after_last = seen[:4]

    assert [token for token in before if before[token] != after_first[token]] == [chairs[1]]
    assert after_first == after_third == after_last


async def test_a_seat_is_filled_again_only_so_often(ledger: Ledger, tmp_path: Path) -> None:
    pids: list[int] = []

    def script(spec: TableSpec) -> Iterable[Update]:
        for board in spec.boards:
            pids.extend(child.pid for child in stage.launcher.children if child.pid not in pids)
            yield lost(board.number, seat=0, ending=Ending.PROTOCOL)
        yield finished()

    a_cup = cup(PAIRS.replace("4", "8"), names="AB", command=SITTING, more="[faults]\ndeals_lost_allowed = 7")
    stage = Rehearsal(a_cup, ledger, tmp_path, script)
    await stage.run.play()

    assert len(pids) == 4 + seats.REPLACEMENTS


async def test_a_bot_that_cannot_be_started_stops_the_cup(ledger: Ledger, tmp_path: Path) -> None:
    """What the check of commands cannot see: a file that is executable, and no program."""
    strange = tmp_path / "strange"
    strange.write_bytes(b"\x7fnot a program")
    strange.chmod(0o755)
    stage = Rehearsal(cup(ONE_DEAL, names="AB", command=f'"{strange}"'), ledger, tmp_path)

    with pytest.RaisesGroup(pytest.RaisesExc(CannotStart, match="A cannot be started"), flatten_subgroups=True):
        await stage.run.play()


async def test_a_game_that_a_fault_ended_is_lost_and_stored(ledger: Ledger, tmp_path: Path) -> None:
    script: list[Said] = [Begun(), deal(1), lost(2, seat=3), finished(by_fault=True)]
    stage = Rehearsal(cup(GAMES, names="AB", command='"true"'), ledger, tmp_path, lambda _: script)

    for outcome in await played(stage):
        (result,) = of_sides(outcome)
        assert (result.score, result.margin, result.lost_by, outcome.deal_count) == (1.0, 13, 3, 2)


# --- Strict cups


async def test_a_strict_cup_stops_at_the_first_fault(ledger: Ledger, tmp_path: Path) -> None:
    fault = SeatFault(2, Ending.ILLEGAL, "F3", None, "a pair of hearts must be played")
    script: list[Said] = [Begun(), deal(1, faults=(fault,)), finished(by_fault=True)]
    a_cup = cup(PAIRS, names="AB", command=SITTING, more="[faults]\nstrict = true")
    stage = Rehearsal(a_cup, ledger, tmp_path, lambda _: script)

    with pytest.RaisesGroup(
        pytest.RaisesExc(StrictFault, match=r"A in deal 1: illegal \(F3\): a pair of hearts"), flatten_subgroups=True
    ):
        await stage.run.play()
    assert ledger.done_keys("test") == frozenset()


async def test_a_strict_cup_replaces_nobody(ledger: Ledger, tmp_path: Path) -> None:
    """Its first fault ends the match: a new program would come too late."""
    pids: list[set[int]] = []

    def script(_: TableSpec) -> Iterable[Update]:
        pids.append({child.pid for child in stage.launcher.children})
        yield lost(1, seat=0, ending=Ending.PROTOCOL)
        pids.append({child.pid for child in stage.launcher.children})
        yield finished(by_fault=True)

    a_cup = cup(PAIRS, names="AB", command=SITTING, more="[faults]\nstrict = true")
    stage = Rehearsal(a_cup, ledger, tmp_path, script)
    with pytest.RaisesGroup(StrictFault, flatten_subgroups=True):
        await stage.run.play()

    assert pids[0] == pids[1]

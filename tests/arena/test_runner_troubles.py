"""Trouble in a cup that is no bot's: dead and silent referees and void deals, played again or given up.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
import trio

from arena import match_run, seats
from arena.deals import Board
from arena.events import MatchRepeated
from arena.hall import RefereeFailed
from arena.ledger import Ledger
from arena.local_hall import TRIES
from arena.match_run import REPLAYS, MachineTooSlow, longest_silence_s
from arena.matches import Ending
from arena.table import Begun, Chair, RefereeGone, TableSpec, Update
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, GAMES, ONE_DEAL, PAIRS, cup, rules
from tests.arena.referee_fake import SITTING, Rehearsal, Said, all_well, deal, finished, lost, of_sides, played

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow


async def test_a_match_of_a_dead_referee_is_played_again(ledger: Ledger, tmp_path: Path) -> None:
    """From its start, with other programs and other tokens, and what was played counts for nothing."""

    def die_once(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) == 1:
            yield Begun()
            yield deal(1, gains=(0, 3, 0, 3), declarers_won=False)
            raise RefereeGone("it died")
        yield from all_well(spec)

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, die_once)
    outcomes = await played(stage)

    assert [event.reason for event in stage.display.of(MatchRepeated)] == ["it died"]
    assert stage.post.filled == 2
    assert [len(outcome.results) for outcome in outcomes] == [4, 4]
    assert {result.margin for outcome in outcomes for result in of_sides(outcome)} == {2}
    first, second = stage.referee.specs[:2]
    assert first.match_id == second.match_id
    assert {chair.token for chair in first.chairs}.isdisjoint(chair.token for chair in second.chairs)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([Begun(), deal(1)], "ended the stream in the middle"),
        ([Begun(), finished(ending=Ending.ABORTED, sentence="stopped")], "ended the match: stopped"),
        ([Begun(), deal(1), finished()], "3 of its deals not played"),
    ],
    ids=["cut off", "aborted", "too short"],
)
async def test_referees_that_always_fail_stop_the_cup(
    ledger: Ledger, tmp_path: Path, script: list[Said], reason: str
) -> None:
    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, lambda _: script)

    with pytest.RaisesGroup(
        pytest.RaisesExc(RefereeFailed, match=f"failed {TRIES} times.*{reason}"), flatten_subgroups=True
    ):
        await stage.run.play()
    assert len(stage.referee.specs) == TRIES
    assert not stage.run.is_finished


async def test_a_silent_referee_is_given_up(ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_run, "SILENCE_TO_SPARE_S", 0.05)
    quick = "[time]\nlimit_s = 0.0001\nbank_s = 0\nconnect_within_s = 0.01\nready_within_s = 0.01"
    stage = Rehearsal(
        cup(ONE_DEAL, names="AB", command=SITTING, more=quick), ledger, tmp_path, lambda _: [trio.sleep_forever]
    )

    with pytest.RaisesGroup(pytest.RaisesExc(RefereeFailed, match="said nothing for"), flatten_subgroups=True):
        await stage.run.play()


@pytest.mark.parametrize(
    ("preset", "decks", "expected_s"),
    [("tractor", 1, 10 + 60 + 4 * 30 + 400 + 60), ("finding-friends-12", 10, 30 + 60 + 12 * 30 + 13 * 204 + 60)],
)
def test_a_referee_may_be_silent_for_as_long_as_bots_may_think(preset: str, decks: int, expected_s: float) -> None:
    """With four seats as ever; with more, for as many seats, and for decks that may be thrown in."""
    stage = PAIRS if preset == "tractor" else FRIENDS
    a_cup = cup(stage, names=[f"B{number}" for number in range(12)], more=rules(preset))
    game = ruleset(a_cup.options)
    board = Board(1, 0, None, (2,) * len(game.seat_names), ((),) * decks)
    chairs = tuple(Chair(f"B{seat}", f"token {seat}") for seat in range(len(game.seat_names)))
    spec = TableSpec("", "", chairs, is_game=False, boards=(board,), time=a_cup.time, faults=a_cup.faults)

    assert longest_silence_s(spec, game) == expected_s


async def test_void_deals_are_played_again_with_other_programs(ledger: Ledger, tmp_path: Path) -> None:
    def script(spec: TableSpec) -> Iterable[Update]:
        is_first = len(stage.referee.specs) == 1
        yield Begun()
        for board in spec.boards:
            yield deal(board.number, is_void=is_first and board.number in {2, 3})
        yield finished()

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    outcomes = await played(stage)
    first, second = stage.referee.specs[:2]

    assert [board.number for board in second.boards] == [2, 3]
    assert {chair.token for chair in first.chairs}.isdisjoint(chair.token for chair in second.chairs)
    assert [[result.board for result in outcome.results] for outcome in outcomes] == [[1, 2, 3, 4]] * 2
    assert sorted(outcome.deal_count for outcome in outcomes) == [4, 4]
    assert sorted(outcome.message_count for outcome in outcomes) == [200, 400]
    assert stage.display.deals == 8


async def test_a_table_that_is_not_ready_is_set_up_once_more(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the program runs, the machine may have been slow; the second time it counts."""
    monkeypatch.setattr(seats, "EXIT_SHOWS_WITHIN_S", 0.05)

    def script(spec: TableSpec) -> Iterable[Said]:
        tried = Counter(each.match_id for each in stage.referee.specs)[spec.match_id]
        is_slow_match = spec.match_id == stage.referee.specs[0].match_id
        faulty = tried == 1 or is_slow_match
        deals = [lost(board.number, 0, Ending.NOT_READY) if faulty else deal(board.number) for board in spec.boards]
        return [Begun(), *deals, finished()]

    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path, script)
    outcomes = {outcome.match.key: outcome for outcome in await played(stage)}
    slow = outcomes.pop(stage.referee.specs[0].match_id)

    assert len(stage.referee.specs) == 4
    assert {result.lost_by for result in slow.results} == {0}
    assert {result.lost_by for outcome in outcomes.values() for result in outcome.results} == {None}
    assert {fault.ending for fault in slow.faults} == {Ending.NOT_READY}


async def test_a_void_game_is_played_again_from_its_start(ledger: Ledger, tmp_path: Path) -> None:
    def script(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) == 1:
            return [deal(1), deal(2, is_void=True), finished(ending=Ending.ABORTED)]
        return all_well(spec)

    stage = Rehearsal(cup(GAMES.replace("2", "1"), names="AB", command=SITTING), ledger, tmp_path, script)
    outcomes = await played(stage)

    assert [outcome.deal_count for outcome in outcomes] == [1, 1]
    assert len(stage.referee.specs) == 3


async def test_deals_that_stay_void_stop_the_cup(ledger: Ledger, tmp_path: Path) -> None:
    script: list[Said] = [deal(1, is_void=True), finished()]
    stage = Rehearsal(cup(ONE_DEAL, names="AB", command=SITTING), ledger, tmp_path, lambda _: script)

    with pytest.RaisesGroup(MachineTooSlow, flatten_subgroups=True):
        await stage.run.play()
    assert len(stage.referee.specs) == 1 + REPLAYS


async def test_a_game_that_nobody_bids_in_counts_for_nobody(ledger: Ledger, tmp_path: Path) -> None:
    thrown_in = deal(1, is_thrown_in=True, declarers=(), gains=(), levels=())
    script: list[Said] = [Begun(), thrown_in, finished(ending=Ending.ABORTED, sentence="nobody bid")]
    stage = Rehearsal(cup(GAMES, names="AB", command=SITTING), ledger, tmp_path, lambda _: script)

    assert {outcome.results[0].rated for outcome in await played(stage)} == {False}
    assert stage.run.is_finished

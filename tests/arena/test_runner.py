"""A cup is played match by match, each stored once, and goes on where it was stopped.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Iterable
from pathlib import Path

import pytest
import trio
import zstandard

from arena.deals import boards
from arena.events import CupBegun, CupEnded, EntrantOut, MatchPlayed
from arena.ledger import Ledger
from arena.matches import Ending, FriendsResult, Outcome, Part, SeatResult, SeatTimes
from arena.schedule import matches, stage_of
from arena.table import Begun, SeatFault, TableSpec, Update
from referee.rules.options import canonical_text
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, FRIENDS_GAMES, GAMES, INDIVIDUAL, ONE_DEAL, PAIRS, cup, rules
from tests.arena.referee_fake import SITTING, Rehearsal, all_well, deal, finished, friends_deal, of_sides

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow


async def test_every_match_is_played_and_stored_once(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(PAIRS, INDIVIDUAL, command=SITTING)
    stage = Rehearsal(a_cup, ledger, tmp_path, tables=3)
    await stage.run.play()
    keys = [match.key for match in matches(a_cup, stage.run.stock.entry.secret)]

    assert sorted(spec.match_id for spec in stage.referee.specs) == sorted(keys)
    assert ledger.done_keys("test") == frozenset(keys)
    assert stage.run.is_finished
    assert sorted(event.match for event in stage.display.of(MatchPlayed)) == sorted(keys)


async def test_the_referee_is_asked_for_what_the_match_is(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(PAIRS, names="AB", command=SITTING, more="[time]\nlimit_s = 0.5\n[faults]\nstrikes_allowed = 1")
    stage = Rehearsal(a_cup, ledger, tmp_path)
    await stage.run.play()
    secret = stage.run.stock.entry.secret
    match, spec = next(matches(a_cup, secret)), stage.referee.specs[0]

    assert spec.boards == boards(secret, match, stage_of(a_cup, match), ruleset(a_cup.options))
    assert tuple(chair.entrant for chair in spec.chairs) == match.seating == ("A", "B", "A", "B")
    assert spec.rules == canonical_text(a_cup.options)
    assert (spec.time.limit_s, spec.faults.strikes_allowed, spec.is_game) == (0.5, 1, False)
    tokens = {chair.token for each in stage.referee.specs for chair in each.chairs}
    assert len(tokens) == 8


async def test_the_outcome_says_what_happened(ledger: Ledger, tmp_path: Path) -> None:
    stage = Rehearsal(cup(PAIRS, names="AB", command=SITTING), ledger, tmp_path)
    await stage.run.play()
    first = next(ledger.outcomes("test"))

    assert [(result.score, result.margin, result.rated) for result in of_sides(first)] == [(1.0, 2, True)] * 4
    assert [result.board for result in first.results] == [1, 2, 3, 4]
    assert (first.deal_count, first.decision_count, first.message_count, first.elapsed_s) == (4, 400, 200, 3.0)
    assert [times.decision_count for times in first.times] == [100] * 4
    record = (stage.files.records / first.record_name).read_bytes()
    assert hashlib.sha256(record).hexdigest() == first.record_sha256
    lines = zstandard.ZstdDecompressor().decompress(record).decode().splitlines()
    assert lines == [f'{{"board": {number}}}' for number in (1, 2, 3, 4)]


async def test_a_game_counts_once(ledger: Ledger, tmp_path: Path) -> None:
    stage = Rehearsal(cup(GAMES, names="AB", command=SITTING), ledger, tmp_path)
    await stage.run.play()

    for outcome in ledger.outcomes("test"):
        (result,) = of_sides(outcome)
        assert (result.board, result.score, result.margin) == (outcome.match.boards[0], 1.0, 13)
        assert (result.declarers, result.points) == (None, None)


async def test_a_run_goes_on_where_the_last_one_was_stopped(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(PAIRS, names="ABC", command=SITTING)

    def die_at_third(spec: TableSpec) -> Iterable[Update]:
        if len(first.referee.specs) == 3:
            raise KeyError
        return all_well(spec)

    first = Rehearsal(a_cup, ledger, tmp_path, die_at_third)
    with pytest.RaisesGroup(KeyError, flatten_subgroups=True):
        await first.run.play()
    second = Rehearsal(a_cup, ledger, tmp_path)
    await second.run.play()

    assert len(first.display.of(MatchPlayed)) == 2
    assert not first.run.is_finished
    assert second.display.of(CupBegun)[0].matches_done == 2
    assert len(second.referee.specs) == 4
    assert len(second.display.outcomes) == 6
    assert second.run.is_finished


async def test_a_finished_cup_starts_nothing(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(PAIRS, names="AB", command=SITTING)
    await Rehearsal(a_cup, ledger, tmp_path).run.play()
    again = Rehearsal(a_cup, ledger, tmp_path)
    await again.run.play()

    assert again.referee.specs == []
    assert again.post.filled == 0
    (ended,) = again.display.of(CupEnded)
    assert (ended.is_finished, ended.matches_played, ended.matches_done) == (True, 0, 2)


async def test_a_signal_stops_it_and_the_ledger_goes_on(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(PAIRS, names="ABC", command=SITTING)

    def interrupt_second(spec: TableSpec) -> Iterable[Update]:
        if len(stage.referee.specs) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return all_well(spec)

    stage = Rehearsal(a_cup, ledger, tmp_path, interrupt_second)
    with trio.fail_after(60):
        await stage.run.play()

    assert stage.run.interrupted_by is signal.SIGINT
    assert not stage.run.is_finished
    assert len(ledger.done_keys("test")) == len(stage.display.of(MatchPlayed)) < 6


def stronger_wins(spec: TableSpec) -> list[Update]:
    """The side wins whose bots come later in the alphabet."""
    even, odd = (sorted(chair.entrant for chair in spec.chairs[side::2]) for side in (0, 1))
    return [Begun(), *(deal(board.number, declarers_won=even > odd) for board in spec.boards), finished()]


async def test_a_swiss_cup_is_played_wave_by_wave(ledger: Ledger, tmp_path: Path) -> None:
    """A phase ends before the next is drawn, and a run that was stopped draws what it would have drawn."""
    a_cup = cup(ONE_DEAL + 'schedule = "swiss"\nrounds = 1\n', names="ABCD", command=SITTING)

    def die_at_last(spec: TableSpec) -> Iterable[Update]:
        if len(first.referee.specs) == 6:
            raise KeyError
        return stronger_wins(spec)

    first = Rehearsal(a_cup, ledger, tmp_path, die_at_last)
    with pytest.RaisesGroup(KeyError, flatten_subgroups=True):
        await first.run.play()
    second = Rehearsal(a_cup, ledger, tmp_path, stronger_wins, tables=2)
    await second.run.play()
    played = list(ledger.outcomes("test"))
    by_round = {
        number: {frozenset(each.match.seating) for each in played if each.match.round == number} for number in (1, 2)
    }

    # One round of two tables, then the better of each, all in two seatings.
    assert by_round[2] == {frozenset(max(two) for two in by_round[1])}
    assert (len(by_round[1]), len(played), second.run.is_finished) == (2, 6, True)
    assert [event.match_count for event in second.display.of(CupBegun)] == [6]
    assert {match.key for match in matches(a_cup, second.run.stock.entry.secret, played)} == ledger.done_keys("test")


async def test_what_a_bot_prints_is_in_its_log_without_its_token(ledger: Ledger, tmp_path: Path) -> None:
    command = '["sh", "-c", "echo token $TRACTOR_TOKEN at $TRACTOR_ADDRESS"]'

    async def all_ended() -> None:
        for child in stage.launcher.children:
            await child.ended.wait()

    stage = Rehearsal(
        cup(ONE_DEAL, names="AB", command=command), ledger, tmp_path, lambda spec: [all_ended, *all_well(spec)]
    )
    await stage.run.play()
    lines = (stage.files.logs / "A.log").read_text().splitlines()

    assert lines[1] == "token (token) at unix:/nowhere"
    assert lines[0].startswith(f"=== match {stage.referee.specs[0].match_id[:16]}, seat 1, exit status 0")


# --- Finding Friends


FRIENDS_CUP = {"more": rules("finding-friends-5"), "names": "ABCDE", "command": SITTING}


def friends_played(spec: TableSpec) -> list[Update]:
    """Every deal is won by the first seat, which made, with the third; a game is over after two."""
    numbers = (1, 2) if spec.is_game else tuple(board.number for board in spec.boards)
    won = {"game_winners": (0, 2), "levels": (15, 2, 15, 2, 2)}
    deals = [friends_deal(number, **(won if spec.is_game and number == 2 else {})) for number in numbers]
    return [Begun(), *deals, finished(times=(SeatTimes(100, 2.0, 0.01, 0.05, 0.2),) * 5)]


async def test_tables_of_players_are_played_and_stored(ledger: Ledger, tmp_path: Path) -> None:
    a_cup = cup(FRIENDS, **FRIENDS_CUP)
    stage = Rehearsal(a_cup, ledger, tmp_path, friends_played, tables=2)
    await stage.run.play()
    outcomes = list(ledger.outcomes("test"))

    assert stage.run.is_finished
    assert len(outcomes) == 5
    assert {len(spec.chairs) for spec in stage.referee.specs} == {5}
    assert {len(board.decks) for spec in stage.referee.specs for board in spec.boards} == {10}
    for outcome in outcomes:
        assert [result.seats[0] for result in of_players(outcome)] == [SeatResult(2, True, Part.MAKER)] * 4
        assert len(outcome.times) == 5


async def test_a_game_of_players_is_one_result(ledger: Ledger, tmp_path: Path) -> None:
    stage = Rehearsal(cup(FRIENDS_GAMES, **FRIENDS_CUP), ledger, tmp_path, friends_played, tables=2)
    await stage.run.play()

    assert len(stage.display.outcomes) == 10
    for outcome in stage.display.outcomes:
        (result,) = of_players(outcome)
        assert result.board == outcome.match.boards[0]
        assert [seat.gain for seat in result.seats] == [13, 0, 13, 0, 0]


async def test_a_player_that_is_out_ends_a_cup_of_just_so_many(ledger: Ledger, tmp_path: Path) -> None:
    """It was to sit at every table; what was not played is void."""

    def loses(spec: TableSpec) -> list[Update]:
        seat = [chair.entrant for chair in spec.chairs].index("A")
        gone = [SeatFault(seat, Ending.LATE, "", 0.1, "")]
        lost_deals = [friends_deal(board.number, faults=tuple(gone), forfeited_by=(seat,)) for board in spec.boards]
        return [Begun(), *lost_deals, finished(times=())]

    more = rules("finding-friends-5") + "[faults]\ndeals_lost_allowed = 4\n"
    stage = Rehearsal(cup(FRIENDS, names="ABCDE", command=SITTING, more=more), ledger, tmp_path, loses)
    await stage.run.play()

    assert [(event.entrant, event.lost) for event in stage.display.of(EntrantOut)] == [("A", 8)]
    assert (stage.run.played, stage.run.void, stage.run.is_finished) == (2, 3, True)
    assert {result.rated for outcome in stage.display.outcomes for result in outcome.results} == {False}


def of_players(outcome: Outcome) -> list[FriendsResult]:
    return [result for result in outcome.results if isinstance(result, FriendsResult)]

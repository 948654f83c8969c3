"""A cup is played match by match: each stored once, faults charged, dead referees and void deals played again.

The referee is a fake that plays by a script. The bots are real programs that do nothing.
"""

from __future__ import annotations

import hashlib
import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import trio
import zstandard

from arena import match_run, seats
from arena.deals import Board, boards
from arena.events import CupBegun, CupEnded, EntrantOut, MatchPlayed, MatchRepeated
from arena.hall import RefereeFailed
from arena.launch import CannotStart
from arena.ledger import Ledger, ledger_url, open_ledger
from arena.local_hall import TRIES
from arena.match_run import REPLAYS, MachineTooSlow, StrictFault, longest_silence_s
from arena.matches import Ending, FriendsResult, Outcome, Part, Result, SeatResult, SeatTimes
from arena.schedule import matches, stage_of
from arena.table import Begun, Chair, RefereeGone, SeatFault, TableSpec, Update
from referee.rules.options import canonical_text
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, cup, rules
from tests.arena.referee_fake import Rehearsal, Said, all_well, deal, finished, friends_deal, lost

# Every match starts and ends four programs.
pytestmark = pytest.mark.slow

SITTING = '"sleep 60"'
ONE_DEAL = PAIRS.replace("4", "1")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as opened:
        yield opened


def of_sides(outcome: Outcome) -> list[Result]:
    return [result for result in outcome.results if isinstance(result, Result)]


# --- All is well


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
    with trio.fail_after(10):
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


# --- Faults


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


async def played(stage: Rehearsal) -> list[Outcome]:
    await stage.run.play()
    return list(stage.run.ledger.outcomes("test"))


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


async def test_a_game_that_a_fault_ended_is_lost_and_stored(ledger: Ledger, tmp_path: Path) -> None:
    script: list[Said] = [Begun(), deal(1), lost(2, seat=3), finished(by_fault=True)]
    stage = Rehearsal(cup(GAMES, names="AB", command='"true"'), ledger, tmp_path, lambda _: script)

    for outcome in await played(stage):
        (result,) = of_sides(outcome)
        assert (result.score, result.margin, result.lost_by, outcome.deal_count) == (1.0, 13, 3, 2)


# --- Trouble that is no bot's


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


async def test_a_bot_that_cannot_be_started_stops_the_cup(ledger: Ledger, tmp_path: Path) -> None:
    """What the check of commands cannot see: a file that is executable, and no program."""
    strange = tmp_path / "strange"
    strange.write_bytes(b"\x7fnot a program")
    strange.chmod(0o755)
    stage = Rehearsal(cup(ONE_DEAL, names="AB", command=f'"{strange}"'), ledger, tmp_path)

    with pytest.RaisesGroup(pytest.RaisesExc(CannotStart, match="A cannot be started"), flatten_subgroups=True):
        await stage.run.play()


async def test_a_game_that_nobody_bids_in_counts_for_nobody(ledger: Ledger, tmp_path: Path) -> None:
    thrown_in = deal(1, is_thrown_in=True, declarers=(), gains=(), levels=())
    script: list[Said] = [Begun(), thrown_in, finished(ending=Ending.ABORTED, sentence="nobody bid")]
    stage = Rehearsal(cup(GAMES, names="AB", command=SITTING), ledger, tmp_path, lambda _: script)

    assert {outcome.results[0].rated for outcome in await played(stage)} == {False}
    assert stage.run.is_finished


# --- Logs


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

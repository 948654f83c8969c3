"""What is seen while a cup is played."""

from __future__ import annotations

import io
import json
import re

import msgspec
import pytest
from rich.console import Console

from arena.events import (
    CupBegun,
    CupEnded,
    EntrantOut,
    Event,
    Failed,
    MatchPlayed,
    Published,
    TablesAdded,
    match_played,
    match_repeated,
)
from arena.matches import Format, Unit
from arena.progress import JsonLines, LiveDisplay, PlainLines, display_for, scores_table
from arena.scores import Score, Scores
from arena.sentences import sentence
from arena.signs import signed_in_ascii as signed
from arena.standings import standings
from tests.arena.played import FIVE, entrants, friends_cup, outcome, result

BEGUN = CupBegun(
    cup="spring",
    commitment="c0" * 32,
    rules_id="5f" * 8,
    entrants=("Ada", "Ben"),
    match_count=4,
    matches_done=1,
    deal_count=40,
    deals_done=10,
    game_count=1,
    games_done=0,
    tables=2,
    isolation="A",
)
ENDED = CupEnded(
    cup="spring",
    is_finished=True,
    matches_played=3,
    matches_done=4,
    match_count=4,
    void_match_count=0,
    elapsed_s=61.2,
)
OUTCOME = outcome(["Ada", "Ben", "Ada", "Ben"], [result(1, 2), result(0, -3, board=2, lost_by=0)])
PLAYED = match_played(OUTCOME, matches_done=2, match_count=4)


def test_programs_get_one_json_object_a_line() -> None:
    stream = io.StringIO()
    display = JsonLines(stream)
    for event in (BEGUN, PLAYED, ENDED):
        display.listen(event)
    begun, played, ended = map(json.loads, stream.getvalue().splitlines())

    assert [begun["event"], played["event"], ended["event"]] == ["cup_begun", "match_played", "cup_ended"]
    assert (begun["deal_count"], begun["deals_done"]) == (40, 10)
    assert played["match"] == OUTCOME.match.key
    assert played["seating"] == ["Ada", "Ben", "Ada", "Ben"]
    assert played["results"] == [
        {"board": 1, "score": 1.0, "margin": 2, "is_rated": True, "lost_by": None},
        {"board": 2, "score": 0.0, "margin": -3, "is_rated": True, "lost_by": "Ada"},
    ]


def test_logs_get_one_line_a_match() -> None:
    stream = io.StringIO()
    display = PlainLines(stream)
    for event in (BEGUN, PLAYED, ENDED):
        display.listen(event)
    begun, played, ended = stream.getvalue().splitlines()

    assert begun == f"Cup spring: 2 bots, 4 matches, 1 of them played before. Commitment to the decks: {'c0' * 32}"
    assert played == ("2/4  pairs by deals, round 1: Ada – Ben  1–1, levels -1, 1.2 s, lost by faults: Ada 1")
    assert ended == "Finished: 3 matches in 61 s."


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (TablesAdded(tables=4), "More machines have come: 4 matches at once from now on."),
        (EntrantOut(entrant="Ada", lost=9, allowed=8), "Ada is out: it lost 9 deals by faults and 8 are allowed."),
        (Published(folder="l/spring", page="l/spring/index.html"), "Published: l/spring/index.html"),
        (
            CupEnded(
                "spring",
                is_finished=False,
                matches_played=1,
                matches_done=2,
                match_count=4,
                void_match_count=0,
                elapsed_s=1,
            ),
            "Stopped: 2 of 4 matches are in the ledger. The same command goes on from here.",
        ),
        (
            CupEnded(
                "spring",
                is_finished=True,
                matches_played=0,
                matches_done=3,
                match_count=4,
                void_match_count=1,
                elapsed_s=1,
            ),
            "Cup spring was finished before: all its 3 matches are in the ledger. 1 match is void.",
        ),
        (
            match_repeated(OUTCOME.match, "Stream removed (Socket closed) (UNAVAILABLE)"),
            "Ada – Ben: played again, the referee died",
        ),
        (Failed(reason="told on standard error"), ""),
    ],
)
def test_everything_that_happens_has_a_sentence(event: Event, said: str) -> None:
    assert sentence(event).startswith(said)
    assert bool(sentence(event)) == bool(said)


def on_terminal() -> tuple[LiveDisplay, io.StringIO]:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=100, color_system=None, legacy_windows=False)
    return LiveDisplay(console), stream


def test_a_terminal_shows_deals_done_rate_and_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    display, stream = on_terminal()
    with display.show():
        display.listen(BEGUN)
        for _ in OUTCOME.results:
            display.on_deal(OUTCOME.match)
        display.on_outcome(OUTCOME)
        display.listen(PLAYED)
        shown = stream.getvalue()

    # 10 deals were there before and 2 came.
    assert "12/40 deals, 0/1 games" in shown
    assert "deals/s" in shown
    assert "pairs by deals, so far" in shown
    assert "50.0%" in shown


def test_a_game_moves_the_bar_as_far_as_was_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was long or short; and what is played again does not count twice."""
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    for length in (3, 50):
        display, stream = on_terminal()
        game = outcome(["Ada", "Ben", "Ada", "Ben"], [result(1, 13)], unit=Unit.GAMES)
        with display.show():
            display.listen(BEGUN)
            begun = bar(stream)
            for _ in range(length):
                display.on_deal(game.match)
            during = bar(stream)
            display.listen(match_repeated(game.match, "it died"))
            assert bar(stream) == pytest.approx(begun, abs=0.03)
            assert during > begun + 0.03
            for _ in range(length):
                display.on_deal(game.match)
            assert "10/40 deals, 0/1 games" in stream.getvalue()[-400:]
            display.listen(match_played(game, matches_done=2, match_count=4))
            assert "10/40 deals, 1/1 games" in stream.getvalue()[-400:]
            # 10 deals of 40 and a game that counts as 20 are half of it.
            assert bar(stream) == pytest.approx(0.5, abs=0.05)


def bar(stream: io.StringIO) -> float:
    """Part of the bar that is filled, as it was drawn last."""
    drawn = [line for line in stream.getvalue().splitlines() if " deals, " in line][-1]
    line = re.sub("\x1b.*?[A-Za-z]", "", drawn).partition("/")[0].rstrip("0123456789")
    return len(line.rstrip()) / (len(line) - 1)


def test_deals_that_are_played_again_do_not_count_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    display, stream = on_terminal()
    with display.show():
        display.listen(BEGUN)
        for _ in OUTCOME.results:
            display.on_deal(OUTCOME.match)
        assert "12/40 deals" in stream.getvalue()[-400:]
        display.listen(match_repeated(OUTCOME.match, "it died"))
        assert "10/40 deals" in stream.getvalue()[-400:]


def test_a_cup_without_games_speaks_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    display, stream = on_terminal()
    with display.show():
        display.listen(msgspec.structs.replace(BEGUN, game_count=0))

    assert "10/40 deals " in stream.getvalue()
    assert "games" not in stream.getvalue()


@pytest.mark.parametrize(("count", "said"), [(10, False), (12, True)])
def test_scores_that_have_no_room_are_counted(count: int, *, said: bool) -> None:
    scores = [Score(f"bot {number}", 4, 2.0, 1.0) for number in range(count)]
    drawn = io.StringIO()
    Console(file=drawn, width=80).print(scores_table("so far", Unit.DEALS, scores))

    assert "bot 9 " in drawn.getvalue()
    assert ("… and 2 more" in drawn.getvalue()) == said


def test_a_terminal_is_told_what_is_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    display, stream = on_terminal()
    with display.show():
        display.listen(EntrantOut(entrant="A[b]", lost=9, allowed=8))

    assert "A[b] is out" in stream.getvalue()


@pytest.mark.parametrize("name", ["[bold]A[/x]", "[/b]", "a[x](http://evil)", ":smile:", "[link=x]A"])
@pytest.mark.parametrize("is_terminal", [True, False])
def test_names_are_shown_as_they_are(monkeypatch: pytest.MonkeyPatch, name: str, *, is_terminal: bool) -> None:
    """None of them is markup: it would break the display, or let a bot write links into it."""
    monkeypatch.setattr("arena.progress.REFRESH_S", 0.0)
    live, stream = on_terminal()
    display = live if is_terminal else PlainLines(stream)
    seating = [name, "Ben", name, "Ben"]
    played = outcome(seating, [result(1, 2), result(0, -3, board=2)])
    with display.show():
        display.listen(BEGUN)
        display.on_outcome(played)
        display.listen(match_played(played, matches_done=2, match_count=4))
        during = stream.getvalue()
        display.listen(match_repeated(played.match, "it died"))
        repeated = stream.getvalue()[len(during) :]
    display.listen(EntrantOut(entrant=name, lost=9, allowed=8))
    before = len(stream.getvalue())
    display.conclude(standings([played], entrants(name, "Ben")))

    assert name in during
    assert name in repeated
    assert name in stream.getvalue()[before:]


def test_the_display_suits_the_output() -> None:
    assert isinstance(display_for(io.StringIO(), as_json=True), JsonLines)
    assert isinstance(display_for(io.StringIO(), as_json=False), PlainLines)


def test_the_standings_are_printed_at_the_end() -> None:
    stream = io.StringIO()
    outcomes = [
        outcome(["Ada", "Ben", "Ada", "Ben"], [result(1, 2, board=board) for board in range(1, 5)]),
        outcome(["Ben", "Ada", "Ben", "Ada"], [result(0, -1, board=board) for board in range(1, 5)]),
    ]
    PlainLines(stream).conclude(standings(outcomes, entrants("Ada", "Ben")))
    lines = stream.getvalue().splitlines()
    (ada,) = (line for line in lines if "Ada" in line)
    (ben,) = (line for line in lines if "Ben" in line)

    assert all(line == line.rstrip() for line in lines)
    assert any("Elo per deal" in line for line in lines)
    assert "100.0%" in ada
    assert "unbounded ↑" in ada
    assert "0.0%" in ben
    assert "unbounded ↓" in ben


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [(-0.3, 0, "0"), (0.3, 0, "0"), (-0.6, 0, "-1"), (12.4, 0, "+12"), (-0.004, 2, "0.00"), (0.25, 2, "+0.25")],
)
def test_zero_has_no_sign(value: float, digits: int, shown: str) -> None:
    assert signed(value, digits) == shown


def test_bots_that_are_level_are_rated_zero() -> None:
    stream = io.StringIO()
    seating = ["Ada", "Ben", "Ada", "Ben"]
    level = [result(1, 1), result(0, -1, board=2)] * 3
    PlainLines(stream).conclude(standings([outcome(seating, level)], entrants("Ada", "Ben")))
    rated = [line.split() for line in stream.getvalue().splitlines() if "Ada" in line or "Ben" in line]

    assert [columns[2] for columns in rated] == ["0", "0"]
    assert all("0.00" in columns for columns in rated)


def test_scores_count_rated_results_for_both_sides() -> None:
    scores = Scores()
    scores.add(OUTCOME)
    scores.add(outcome(["Ada", "Ben", "Cy", "Dot"], [result(1, 3, rated=False)], format_=Format.INDIVIDUAL))
    ((format_, unit, rows), (other, _, none)) = sorted(scores.tables(), key=lambda table: table[0], reverse=True)

    assert (format_, unit, other) == (Format.PAIRS, Unit.DEALS, Format.INDIVIDUAL)
    assert [(row.entrant, row.result_count, row.won, row.levels) for row in rows] == [
        ("Ben", 2, 1.0, 1),
        ("Ada", 2, 1.0, -1),
    ]
    assert none == []


def test_a_match_played_says_all_that_a_program_needs() -> None:
    assert isinstance(PLAYED, MatchPlayed)
    assert (PLAYED.matches_done, PLAYED.match_count, PLAYED.fault_count) == (2, 4, 0)


# --- Finding Friends

FRIENDS = match_played(friends_cup()[0], matches_done=3, match_count=9)


def test_players_are_told_by_seat() -> None:
    stream = io.StringIO()
    JsonLines(stream).listen(FRIENDS)
    first, second = json.loads(stream.getvalue())["results"]

    assert first == {
        "board": 1,
        "score": None,
        "margin": None,
        "is_rated": True,
        "lost_by": None,
        "gains": [2, 0, 2, 0, 0],
        "won": [True, False, True, False, False],
    }
    assert second["won"] == [False] * 5


def test_logs_get_the_levels_of_all_players() -> None:
    assert sentence(FRIENDS) == ("3/9  friends by deals, round 1: Ada, Ben, Cy, Dot, Eve  levels +2 +0 +2 +0 +0, 1.2 s")
    assert sentence(match_repeated(friends_cup()[0].match, "the machine")) == (
        "Ada, Ben, Cy, Dot, Eve: played again, the machine"
    )


def test_scores_so_far_of_players_are_over_the_table() -> None:
    scores = Scores()
    for each in friends_cup():
        scores.add(each)
    ((format_, _, found),) = scores.tables()

    assert (format_, found[0].entrant, found[0].result_count) == (Format.FRIENDS, "Ada", 60)
    assert found[0].levels / found[0].result_count == pytest.approx(0.6)
    assert sum(score.levels for score in found) == pytest.approx(0.0)


def test_the_table_of_players_names_their_parts() -> None:
    stream = io.StringIO()
    PlainLines(stream).conclude(standings(friends_cup(), entrants(*FIVE)))
    lines = stream.getvalue().splitlines()

    assert "friends by deals" in lines
    assert any("levels per deal" in line and "maker / friend / against" in line for line in lines)
    (ada,) = (line for line in lines if " Ada " in line)
    assert "+0.60" in ada
    assert "50.0%" in ada
    assert "30/0/30" in ada

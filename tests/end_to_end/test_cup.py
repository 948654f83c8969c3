"""Whole cups: the command, the referee and the bots as processes, from the file to the published leaderboard."""

from __future__ import annotations

import hashlib
import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.deals import deal_name, draw_deck, secret_of_seed
from arena.matches import Format
from referee.record_file import read_records
from referee.rules.cards import cards_text
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from tests.end_to_end.arena_process import ROOT, Arena, bot, events, of, scripted_bot, until
from tests.sizes import in_ci

pytestmark = pytest.mark.slow

HEAD = '[cup]\nname = "cup"\nseed = "end to end"\n'
QUICK = "[time]\nlimit_s = 5.0\n[run]\ntables = 2\n"


def stage(format_: str, deals: int, per_match: int = 1) -> str:
    return f'[[stage]]\nformat = "{format_}"\ndeals = {deals}\ndeals_per_match = {per_match}\n'


def two_bots(deals: int, per_match: int = 1) -> str:
    return HEAD + stage("pairs", deals, per_match) + QUICK + bot("Ada") + bot("Ben", "greedy_bot.py")


@pytest.fixture
def opened() -> Iterator[list[Arena]]:
    arenas: list[Arena] = []
    yield arenas
    for arena in arenas:
        arena.close()


def open_arena(opened: list[Arena], folder: Path, cup: str) -> Arena:
    folder.mkdir(exist_ok=True)
    arena = Arena(folder, cup)
    opened.append(arena)
    return arena


def test_a_cup_is_played_to_a_published_leaderboard(opened: list[Arena], tmp_path: Path) -> None:
    """Four bots; the records hold, and the secret is the one that was committed to."""
    bots = bot("Ada") + bot("Ben", "greedy_bot.py") + bot("Cy", "random_bot.py") + bot("Dot", "sensible_bot.py")
    arena = open_arena(opened, tmp_path, HEAD + stage("individual", 2, 2) + QUICK + bots)
    done = arena.run()
    told = events(done.stdout)
    board = arena.board()

    assert done.returncode == 0, done.stderr
    assert [each["event"] for each in told[:1] + told[-2:]] == ["cup_begun", "cup_ended", "published"]
    assert len(of(told, "match_played")) == 6
    assert of(told, "cup_ended")[0]["is_finished"]
    (section,) = board["sections"]
    assert (section["format"], section["unit"], section["result_count"]) == ("individual", "deals", 12)
    assert {row["name"] for row in section["rows"]} == {"Ada", "Ben", "Cy", "Dot"}
    assert board["progress"] == "complete"
    assert bytes.fromhex(board["secret"]) == secret_of_seed("end to end")
    assert hashlib.sha256(bytes.fromhex(board["secret"])).hexdigest() == told[0]["commitment"]
    assert sum(match["faults"] == [] for match in arena.matches()) == 6
    for name in ("index.html", "leaderboard.csv", "leaderboard.md"):
        assert "Dot" in arena.file(name).read_text()
    assert arena.left_behind() == {}

    audit = subprocess.run(
        [sys.executable, "-m", "referee.cli", "audit", *arena.file("records").iterdir()],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert audit.returncode == 0, audit.stdout


def test_the_decks_are_those_of_the_seed(opened: list[Arena], tmp_path: Path) -> None:
    """Each is played twice, with the sides exchanged, from the same start."""
    arena = open_arena(opened, tmp_path, two_bots(deals=3, per_match=3))
    arena.run()
    rules = ruleset(parse_options("tractor"))
    found = arena.records()

    for deal in (1, 2, 3):
        deck = draw_deck(secret_of_seed("end to end"), deal_name(Format.PAIRS, deal, 0), rules.sorted_deck)
        both = [record for record in found if record["board"] == deal]
        assert [record["deck"] for record in both] == [cards_text(deck, between="")] * 2
        assert {record["rank"] for record in both} == {"234"[deal - 1]}
        assert {record["starter"] for record in both} == {("North", "West", "South")[deal - 1]}
        assert sorted(record["names"] for record in both) == [["Ada", "Ben"] * 2, ["Ben", "Ada"] * 2]


def test_the_same_seed_gives_the_same_cup(opened: list[Arena], tmp_path: Path) -> None:
    """Bots that play by no chance play it alike to the last card."""
    first = open_arena(opened, tmp_path / "first", two_bots(2, per_match=2))
    second = open_arena(opened, tmp_path / "second", two_bots(2, per_match=2).replace("tables = 2", "tables = 1"))
    for arena in (first, second):
        arena.run()

    assert [match["results"] for match in first.matches()] == [match["results"] for match in second.matches()]
    assert first.untimed_records() == second.untimed_records()


def test_whole_games_are_played_to_their_end(opened: list[Arena], tmp_path: Path) -> None:
    games = '[[stage]]\nformat = "pairs"\ngames = 1\nduplicate = false\n'
    bots = bot("Ada", "random_bot.py") + bot("Ben", "sensible_bot.py")
    arena = open_arena(opened, tmp_path, HEAD + games + QUICK + bots)
    done = arena.run()
    (match,) = arena.matches()

    assert done.returncode == 0, done.stderr
    assert [result["board"] for result in match["results"]] == [1]
    assert abs(match["results"][0]["margin"]) >= 1
    last = arena.records()[-1]["result"]
    assert last["game_won_by"] is not None
    assert "W" in last["levels"]


# --- Ends that nobody wants


def test_an_arena_killed_outright_goes_on(opened: list[Arena], tmp_path: Path) -> None:
    """`kill -9` in the middle: no process is left, and the same command plays what is missing, each match once."""
    arena = open_arena(opened, tmp_path, two_bots(deals=3))
    process = arena.start()
    before = until(process, "match_played", 2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    _until_nothing_is_left(arena)
    done = arena.run()
    told = events(done.stdout)

    assert done.returncode == 0, done.stderr
    assert told[0]["matches_done"] >= len(of(before, "match_played"))
    assert told[0]["matches_done"] + len(of(told, "match_played")) == 6
    keys = Counter(match["match"]["key"] for match in arena.matches())
    assert len(keys) == 6
    assert set(keys.values()) == {1}
    assert len(arena.records()) == 6
    assert arena.left_behind() == {}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_at_once_and_leaves_nothing(
    opened: list[Arena], tmp_path: Path, number: signal.Signals
) -> None:
    arena = open_arena(opened, tmp_path, two_bots(deals=3))
    process = arena.start()
    until(process, "match_played")
    began = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    elapsed_s = time.monotonic() - began
    told = events(out)

    assert process.returncode == 128 + number, err
    assert err == ""
    assert arena.left_behind() == {}
    assert not of(told, "cup_ended")[0]["is_finished"]
    assert arena.board()["progress"] == "running"
    # A second or two; a busy machine gets more.
    assert elapsed_s < 15


def test_a_referee_that_is_killed_costs_no_match(opened: list[Arena], tmp_path: Path) -> None:
    arena = open_arena(opened, tmp_path, two_bots(deals=2))
    process = arena.start()
    until(process, "match_played")
    for pid, command in arena.left_behind().items():
        if "referee.cli" in command:
            os.kill(pid, signal.SIGKILL)
    out, err = process.communicate(timeout=120)

    assert process.returncode == 0, err
    assert of(events(out), "match_repeated")
    assert len(arena.matches()) == 4
    assert arena.left_behind() == {}


def test_a_finished_cup_says_so_and_is_published_again(opened: list[Arena], tmp_path: Path) -> None:
    arena = open_arena(opened, tmp_path, two_bots(deals=1))
    arena.run()
    arena.file("index.html").unlink()
    again = arena.run("run", "cup.toml")

    assert again.returncode == 0
    assert "was finished before: all its 2 matches are in the ledger" in again.stdout
    assert "Ada" in again.stdout
    assert arena.file("index.html").exists()


# --- Bots that misbehave


def test_a_bot_that_crashes_loses_the_deal_and_is_started_again(opened: list[Arena], tmp_path: Path) -> None:
    """It crashes at its fifth question, again and again; the match goes on with a new program each time."""
    cup = HEAD + stage("pairs", 2, 2) + QUICK + scripted_bot("Crash", "--crash-at", "5") + bot("Ada")
    arena = open_arena(opened, tmp_path, cup)
    done = arena.run()

    assert done.returncode == 0, done.stderr
    for match in arena.matches():
        seating = match["match"]["seating"]
        assert len(match["results"]) == 2
        assert all(seating[result["lost_by"]] == "Crash" for result in match["results"])
        assert {seating[fault["seat"]] for fault in match["faults"]} == {"Crash"}
        assert {fault["ending"] for fault in match["faults"]} == {"crashed"}
        assert {fault["deal"] for fault in match["faults"]} == {0, 1}


def test_a_bot_that_ends_at_once_is_told_with_its_log(opened: list[Arena], tmp_path: Path) -> None:
    """All its deals are lost, it is out, and what it printed is kept."""
    short = (
        QUICK.replace("limit_s = 5.0", "limit_s = 5.0\nconnect_within_s = 3.0") + "[faults]\ndeals_lost_allowed = 1\n"
    )
    broken = '[[bot]]\nname = "Broken"\ncommand = ["sh", "-c", "echo no model >&2; exit 1"]\n'
    arena = open_arena(opened, tmp_path, HEAD + stage("pairs", 2) + short.replace("2\n", "1\n") + broken + bot("Ada"))
    done = arena.run()
    told = events(done.stdout)

    assert done.returncode == 0, done.stderr
    assert [(each["entrant"], each["lost"]) for each in of(told, "entrant_out")] == [("Broken", 2)]
    assert of(told, "cup_ended")[0]["void_match_count"] == 2
    assert {fault["ending"] for match in arena.matches() for fault in match["faults"]} == {"crashed"}
    for path in (arena.folder / "arena-files" / "records" / "cup").iterdir():
        with path.open("rb") as file:
            recorded = [fault for deal in read_records(file) for fault in deal.faults]
        assert recorded == [] or {(fault.ending, fault.output) for fault in recorded} == {("crashed", "no model")}
    assert "no model" in (arena.folder / "arena-files" / "logs" / "cup" / "Broken.log").read_text()


@pytest.mark.skipif(not in_ci(), reason="takes about a minute; `make demo` is the same")
def test_the_demo_is_played_from_any_folder(tmp_path: Path) -> None:
    arguments = ["demo", "--deals", "1", "--files", str(tmp_path / "files"), "--out", str(tmp_path / "out")]
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
    assert f"Published: {tmp_path}/out/demo/index.html" in done.stdout
    assert all(name in done.stdout for name in ("Default", "Random", "Greedy", "Sensible"))


def _until_nothing_is_left(arena: Arena) -> None:
    """Wait for every process that an arena started and could not end."""
    for pid in arena.left_behind():
        try:
            pidfd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            assert select.select([pidfd], [], [], 10)[0], f"{arena.left_behind()[pid]} is still there"
        finally:
            os.close(pidfd)

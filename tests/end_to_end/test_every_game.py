"""Cups of every preset by its name, of default bots: real referee, real bots, real gRPC, and records that hold."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.config import read_cup
from arena.matches import Format
from arena.orders import Places, play
from referee.audit import Holds, audit
from referee.rules.options import PRESETS, FriendsOptions, parse_options
from tests.end_to_end.arena_process import Arena, bot, events, of, until
from tests.end_to_end.bot_host import bot_host, hosted_bot
from tests.sizes import in_ci

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pipe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("bots") / "pipe"
    with bot_host(path):
        yield path


def cup_text(rules: str, stage: str, bots: str) -> str:
    return (
        f'[cup]\nname = "cup"\nseed = "every game"\n[rules]\n{rules}\n[[stage]]\n{stage}\n'
        f"[time]\nlimit_s = 20.0\nconnect_within_s = 60.0\n[faults]\nstrict = true\n[run]\ntables = 2\n{bots}"
    )


def hosted(count: int, pipe: Path) -> str:
    return "".join(hosted_bot(f"Bot {number}", pipe) for number in range(count))


class Played:
    """A cup as it was published, played here with processes for the referee and the bots.

    Attributes:
        status: exit status.
        told: events.
        section: of the leaderboard, the only one.
        outcomes: lines of ``matches.jsonl``.
        records: files.
    """

    def __init__(self, text: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        file = folder / "cup.toml"
        file.write_text(text, encoding="utf-8")
        places = Places(ledger=None, files=folder / "files", out=folder / "out")
        self.status = play(str(file), lambda: read_cup(file), places, tables=None, as_json=True)
        self.told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
        published = folder / "out" / "cup"
        self.outcomes = list(map(json.loads, (published / "matches.jsonl").read_text().splitlines()))
        self.board: dict[str, Any] = json.loads((published / "leaderboard.json").read_text())
        (self.section,) = self.board["sections"]
        self.records = sorted((published / "records").iterdir())

    def is_finished(self) -> bool:
        return self.status == 0 and bool(self.told[-2]["is_finished"]) and self.board["progress"] == "complete"


def assert_records_hold(records: list[Path], count: int) -> None:
    verdicts = []
    for record in records:
        with record.open("rb") as opened:
            verdicts.append(audit(opened))
    assert len(verdicts) == count
    assert all(isinstance(verdict, Holds) for verdict in verdicts), verdicts


# One of each kind on a desk: more packs, fewer, more seats; players with all jokers, with none, and with a third pack.
_FEW = (
    "tractor-3-packs",
    "forty-points",
    "tractor-6-seats",
    "finding-friends-5",
    "finding-friends-7",
    "finding-friends-8",
)


@pytest.mark.parametrize("preset", PRESETS if in_ci() else _FEW)
def test_a_cup_of_the_preset_is_played_to_its_end(
    preset: str, pipe: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without a fault, which would end a strict match; everybody sits in every seat, and all records hold."""
    options = parse_options(preset)
    players = options.players if isinstance(options, FriendsOptions) else None
    format_ = Format.PAIRS if players is None else Format.FRIENDS
    bots = hosted(players or 2, pipe)
    cup = Played(cup_text(f'preset = "{preset}"', f'format = "{format_}"\ndeals = 1', bots), tmp_path, capfd)
    matches = [outcome["match"] for outcome in cup.outcomes]
    names = [row["name"] for row in cup.section["rows"]]

    assert cup.is_finished(), cup.told[-1]
    assert cup.section["result_count"] == len(matches) == cup.told[0]["match_count"]
    assert [row["faults"] for row in cup.section["rows"]] == [{}] * len(names)
    taken = {(name, seat) for match in matches for seat, name in enumerate(match["seating"])}
    assert taken == {(name, seat) for name in names for seat in range(len(matches[0]["seating"]))}
    assert_records_hold(cup.records, len(matches))


def test_six_different_bots_sit_in_two_sides(pipe: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In all ten ways; copies of one bot win as often as they lose."""
    stage = 'format = "individual"\ndeals = 1\nduplicate = false'
    cup = Played(cup_text('preset = "tractor-6-seats"', stage, hosted(6, pipe)), tmp_path, capfd)
    sides = {frozenset(outcome["match"]["seating"][side::2]) for outcome in cup.outcomes for side in (0, 1)}

    assert cup.is_finished(), cup.told[-1]
    assert len(cup.outcomes) == 10
    assert len(sides) == 20
    assert [row["result_count"] for row in cup.section["rows"]] == [10] * 6
    assert_records_hold(cup.records, 10)


def test_games_of_players_are_played_until_somebody_is_past_ace(
    pipe: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """From K, where two levels win; who has won has climbed them, and nobody else has."""
    rules = 'preset = "finding-friends-5"\nstart_level = "K"'
    stage = 'format = "friends"\ngames = 1\nduplicate = false'
    cup = Played(cup_text(rules, stage, hosted(5, pipe)), tmp_path, capfd)

    assert cup.is_finished(), cup.told[-1]
    assert len(cup.outcomes) == cup.section["result_count"] == 5
    assert sorted(outcome["results"][0]["board"] for outcome in cup.outcomes) == [1, 2, 3, 4, 5]
    for outcome in cup.outcomes:
        (result,) = outcome["results"]
        assert {seat["gain"] == 2 for seat in result["seats"] if seat["has_won"]} == {True}
        assert all(seat["gain"] < 2 for seat in result["seats"] if not seat["has_won"])
    assert_records_hold(cup.records, 5)


def test_a_cup_of_players_killed_outright_goes_on(tmp_path: Path) -> None:
    """`kill -9` in the middle, with bots started as anyone would: the same command plays what is missing, once."""
    bots = "".join(bot(name) for name in ("Ada", "Ben", "Cy", "Dot", "Eve"))
    stage = 'format = "friends"\ndeals = 1'
    arena = Arena(tmp_path, cup_text('preset = "finding-friends-5"', stage, bots))
    try:
        process = arena.start()
        until(process, "match_played", 2)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        done = arena.run()
        told = events(done.stdout)
        outcomes = arena.matches()
        (section,) = arena.board()["sections"]

        assert done.returncode == 0, done.stderr
        assert 2 <= told[0]["matches_done"] < 5
        assert told[0]["matches_done"] + len(of(told, "match_played")) == 5
        assert len({outcome["match"]["key"] for outcome in outcomes}) == len(outcomes) == 5
        assert [row["result_count"] for row in section["rows"]] == [5] * 5
        # Five copies of one bot, each in every seat with the same cards, gain the same.
        assert [row["rating"] for row in section["rows"]] == [0.0] * 5
        assert_records_hold(sorted((arena.file("records")).iterdir()), 5)
    finally:
        arena.close()

"""Cup files that are refused: the key, the reason, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config import read_cup
from arena.cup_file import BadCup
from tests.arena.cups import GAMES, INDIVIDUAL, PAIRS, bot, cup_text, refused

BAD_KEYS = [
    ("[cup]\nname = 'x'\nsede = 'y'\n" + PAIRS + bot("A") + bot("B"), "cup.sede", "unknown key; did you mean seed?"),
    (cup_text() + "[[teams]]\n", "teams", "unknown key; known keys here: cup, stage, bot, rules, time, faults, run,"),
    (cup_text(more="[time]\nlimits = 1"), "time.limits", "unknown key; did you mean limit_s?"),
    (cup_text(PAIRS + "unit = 'deals'\n"), "stage[1].unit", "unknown key; known keys here: format, deals, games,"),
    (cup_text() + "wins = 3\n", "bot[4].wins", "unknown key"),
    (cup_text(more="[rules]\nhooks = true"), "rules.hooks", ""),
    (cup_text(more="[rules]\nseats = 5"), "rules.seats", ""),
]
BAD_VALUES = [
    (cup_text("[[stage]]\nformat = 'teams'\ndeals = 4\n"), "stage[1].format", "must be one of pairs, individual"),
    (cup_text(PAIRS + "starter = 'north'\n"), "stage[1].starter", "must be one of fixed, bid; the file has 'north'"),
    (
        cup_text(PAIRS, "[[stage]]\nformat = 'pairs'\ngames = 0\n"),
        "stage[2].games",
        "must be a whole number of at least 1",
    ),
    (cup_text(PAIRS.replace("4", "4.5")), "stage[1].deals", "must be a whole number; the file has 4.5"),
    (cup_text(PAIRS + "deals_per_match = 9\n"), "stage[1].deals_per_match", "is 9, more than the stage's 4 deals"),
    (cup_text(PAIRS + "games = 4\n"), "stage[1]", "says both deals and games"),
    (cup_text("[[stage]]\nformat = 'pairs'\n"), "stage[1]", "says neither deals nor games"),
    (cup_text(GAMES + "starter = 'bid'\n"), "stage[1].starter", "has no meaning for games"),
    (cup_text(GAMES + "deals_per_match = 2\n"), "stage[1].deals_per_match", "has no meaning for games"),
    (cup_text(PAIRS, INDIVIDUAL, PAIRS), "stage[3]", "is pairs by deals, as stage[1] is"),
    (cup_text(more="[time]\nlimit_s = 0"), "time.limit_s", "must be a number above 0.0; the file has 0"),
    (cup_text(more="[time]\nbank_s = -1"), "time.bank_s", "must be a number of at least 0.0; the file has -1"),
    (cup_text(more="[time]\nlimit_s = nan"), "time.limit_s", "must be a number above 0.0; the file has nan"),
    (cup_text(more="[time]\nlimit_s = '1 s'"), "time.limit_s", "must be a number; the file has '1 s'"),
    (cup_text(more="[faults]\nstrict = 1"), "faults.strict", "must be true or false; the file has 1"),
    (cup_text(more="[run]\ntables = 1000"), "run.tables", "must be a whole number of at most 256; the file has 1000"),
    (cup_text().replace('"test"', '"a/b"', 1), "cup.name", "must be 1 to 64 letters, digits and . _ -"),
    (cup_text().replace('"test"', '".."', 1), "cup.name", "must be 1 to 64 letters, digits and . _ -"),
    (cup_text(names=["A", "a"]), "bot[2].name", "'a' is the name of bot[1] too; names must differ"),
    (cup_text(names=["A", " B"]), "bot[2].name", "blanks at an end"),
    (cup_text(names=["A", ""]), "bot[2].name", "must be a text of length at least 1; the file has ''"),
    (cup_text(names="A"), "stage[1].format", "pairs needs at least 2 bots and the file has 1"),
    (
        cup_text(PAIRS, INDIVIDUAL, names="ABC"),
        "stage[2].format",
        "individual needs at least 4 bots and the file has 3",
    ),
]
BAD_SCHEDULES = [
    ("pairs", "schedule = 'whist'", "schedule", "is whist, and pairs has round-robin and swiss"),
    ("pairs", "schedule = 'berger'", "schedule", "must be one of whist, every-table, round-robin, swiss"),
    ("pairs", "seatings = 2", "seatings", "has no meaning with pairs"),
    ("pairs", "newcomers = ['A']", "newcomers", 'only with format = "gauntlet"'),
    ("pairs", "rounds = 3", "rounds", 'only with schedule = "swiss"'),
    ("pairs", "schedule = 'swiss'\nrounds = 101", "rounds", "of at most 100"),
    ("individual", "schedule = 'swiss'", "schedule", "individual by swiss needs at least 8 bots and the file has 4"),
    ("individual", "seatings = 4", "seatings", "must be 2, 6, 24; the file has 4"),
    ("individual", "seatings = 25", "seatings", "of at most 24"),
    ("individual", "seatings = 6\nduplicate = false", "seatings", "contradicts duplicate = false"),
    ("individual", "seatings = 6\nschedule = 'every-table'", "seatings", "has no meaning with every-table"),
    ("gauntlet", "", "newcomers", "is missing"),
    ("gauntlet", "newcomers = []", "newcomers", "of length at least 1"),
    ("gauntlet", "newcomers = ['A', 'A']", "newcomers", "names 'A' twice"),
    ("gauntlet", "newcomers = ['Z']", "newcomers", "names 'Z', and no [[bot]] has this name"),
    ("gauntlet", "newcomers = ['A', 'B', 'C', 'D']", "newcomers", "nobody is left for them to meet"),
    ("gauntlet", "newcomers = ['A']\nschedule = 'swiss'", "schedule", "has no meaning with gauntlet"),
]
BAD_ANCHORS = [
    ("anchor = 'Z'", "anchor", "is 'Z', and no [[bot]] has this name"),
    ("anchor_rating = 3", "anchor_rating", "is given without an anchor"),
    ("anchor = 'A'\nanchor_rating = 1e6", "anchor_rating", "of at most 10000"),
    ("anchor = 'A'\nanchor_rating = nan", "anchor_rating", "must be a number of at least -10000.0; the file has nan"),
    ("anker = 'A'", "anker", "unknown key; known keys here: anchor, anchor_rating"),
]
BAD_COMMANDS = [
    ('"no-such-program-anywhere"', "is not a program in PATH"),
    ('"bots/missing"', "does not exist"),
    ('"./plain.txt"', "is not executable; chmod +x it"),
    ('"./folder"', "is not a file"),
    ('"plain.txt"', "is not a program in PATH; to start a file of that name, write ./plain.txt"),
    ('["python3", "missing.py"]', "'missing.py' does not exist"),
    ('["{python}", "missing.py"]', "'missing.py' does not exist"),
    ("'sh \"unclosed'", "cannot be split into words"),
    ('"  "', "is empty"),
    ("[]", "must be a list of length at least 1"),
    ("7", "must be a text or a list of texts; the file has 7"),
]


@pytest.mark.parametrize(("text", "key", "reason"), BAD_KEYS + BAD_VALUES)
def test_what_is_wrong_is_named(text: str, key: str, reason: str) -> None:
    found = refused(text)

    assert found.key == key
    assert reason in found.reason


@pytest.mark.parametrize(("format_", "more", "key", "reason"), BAD_SCHEDULES)
def test_a_schedule_that_cannot_be_is_named(format_: str, more: str, key: str, reason: str) -> None:
    found = refused(cup_text(f'[[stage]]\nformat = "{format_}"\ndeals = 4\n{more}\n'))

    assert found.key == f"stage[1].{key}"
    assert reason in found.reason


@pytest.mark.parametrize(("more", "key", "reason"), BAD_ANCHORS)
def test_an_anchor_that_cannot_be_is_named(more: str, key: str, reason: str) -> None:
    found = refused(cup_text(more=f"[ratings]\n{more}\n"))

    assert found.key == f"ratings.{key}"
    assert reason in found.reason


@pytest.mark.parametrize(("command", "reason"), BAD_COMMANDS)
def test_a_command_that_cannot_run_is_found_before_anything_starts(tmp_path: Path, command: str, reason: str) -> None:
    (tmp_path / "plain.txt").write_text("no program")
    (tmp_path / "folder").mkdir()
    found = refused(cup_text(names="A") + bot("B", command), tmp_path)

    assert found.key == "bot[2].command"
    assert reason in found.reason


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        (cup_text().replace("[[stage]]", "[stage]"), "stage", "must be a list; write [[stage]]"),
        (cup_text(PAIRS).partition("[[bot]]")[0] + "[bot]\nname = 'A'\n", "bot", "must be a list; write [[bot]]"),
        (cup_text().replace("[cup]", "[[cup]]"), "cup", "must be a table; write [cup]"),
        (cup_text(more="[[rules]]\n"), "rules", "must be a table; write [rules]"),
    ],
)
def test_brackets_that_are_wrong_are_written_right(text: str, key: str, reason: str) -> None:
    found = refused(text)

    assert (found.key, found.reason) == (key, reason)


@pytest.mark.parametrize("missing", ["cup", "stage", "bot"])
def test_a_missing_table_is_asked_for(missing: str) -> None:
    parts = {"cup": "[cup]\nname = 'x'\n", "stage": PAIRS, "bot": bot("A") + bot("B")}
    del parts[missing]
    found = refused("".join(parts.values()))

    assert found.key == missing
    assert f"[{missing}]" in found.reason


@pytest.mark.parametrize("key", ["name", "command"])
def test_a_missing_key_is_named(key: str) -> None:
    lines = bot("B").splitlines(keepends=True)
    found = refused(cup_text(names="A") + "".join(line for line in lines if not line.startswith(key)))

    assert found.key == f"bot[2].{key}"
    assert found.reason.startswith("is missing")


@pytest.mark.parametrize(
    ("environment", "reason"),
    [('{TRACTOR_TOKEN = "x"}', "TRACTOR_"), ('{"A B" = "x"}', "'A B'"), ("{A = 1}", "must be a text")],
)
def test_a_variable_that_cannot_be_set_is_refused(environment: str, reason: str) -> None:
    found = refused(cup_text(names="A") + bot("B", more=f"environment = {environment}\n"))

    assert found.key.startswith("bot[2].environment")
    assert reason in found.reason


@pytest.mark.parametrize("names", [("Ada", "ADA"), ("\u00e9", "e\u0301"), ("\u00c9", "e\u0301")])
def test_names_that_look_alike_are_refused(names: tuple[str, str]) -> None:
    error = refused(cup_text(names=names))

    assert error.key == "bot[2].name"
    assert "is the name of bot[1] too" in error.reason


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    assert "line 2" in refused("[cup]\nname = \n").reason


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"[cup"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "cup.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BadCup) as caught:
        read_cup(path)
    assert caught.value.key == ""
    assert caught.value.reason

"""Cup files: what is read, and how what is wrong is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from arena.config import (
    DEALS_PER_GAME,
    DEALS_PER_MATCH,
    MATCHES_IN_A_STAGE,
    Cup,
    FixedRating,
    Stage,
    parse_cup,
    read_cup,
)
from arena.cup_file import (
    BadCup,
    BotTable,
    CupFile,
    CupTable,
    FaultPolicy,
    RatingsTable,
    RunTable,
    Schedule,
    StageTable,
    Starter,
    TimeTable,
)
from arena.demo import demo_cup
from arena.entrants import Local
from arena.events import Event, ResultTold
from arena.layout import layout_of
from arena.matches import Format, Unit
from referee.rules.options import PRESETS, FriendsOptions, parse_options
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, bot, cup, cup_text, rules

EVERY_TABLE = INDIVIDUAL + 'schedule = "every-table"\n'


def refused(text: str, folder: Path = Path("/")) -> BadCup:
    with pytest.raises(BadCup) as caught:
        parse_cup(text, folder)
    return caught.value


def match_count(a_cup: Cup) -> int:
    """Of its first stage."""
    return layout_of(a_cup.stages[0], a_cup.names).match_count()


# --- What is read


def test_a_short_file_is_enough() -> None:
    """Two bots and a stage: everything else has a default."""
    read = cup('[[stage]]\nformat = "pairs"\ndeals = 100\n', names="AB", seed=None)

    assert read.name == "test"
    assert read.seed is None
    assert read.stages == (
        Stage(
            *(Format.PAIRS, Unit.DEALS, 4, 100, DEALS_PER_MATCH, DEALS_PER_GAME, True, Starter.FIXED),
            schedule=Schedule.ROUND_ROBIN,
            seatings=2,
        ),
    )
    assert (read.time.limit_s, read.time.bank_s, read.time.increment_s) == (1.0, 30.0, 0.0)
    assert (read.faults.strikes_allowed, read.faults.deals_lost_allowed, read.faults.strict) == (2, 8, False)
    assert read.tables is None
    assert [entrant.name for entrant in read.entrants] == ["A", "B"]


def test_every_key_is_read() -> None:
    stage = '[[stage]]\nformat = "individual"\ndeals = 8\ndeals_per_match = 2\nduplicate = false\nstarter = "bid"\n'
    more = """
        [rules]
        preset = "tractor"
        [time]
        limit_s = 0.5
        bank_s = 10
        increment_s = 0.1
        connect_within_s = 20
        ready_within_s = 90
        [faults]
        strikes_allowed = 0
        deals_lost_allowed = 3
        strict = true
        [run]
        tables = 3
    """
    read = cup(stage, more=more)

    assert read.stages == (
        Stage(
            *(Format.INDIVIDUAL, Unit.DEALS, 4, 8, 2, DEALS_PER_GAME, False, Starter.BID),
            schedule=Schedule.WHIST,
        ),
    )
    assert (read.time.limit_s, read.time.bank_s, read.time.increment_s) == (0.5, 10, 0.1)
    assert (read.time.connect_within_s, read.time.ready_within_s) == (20, 90)
    assert (read.faults.strikes_allowed, read.faults.deals_lost_allowed, read.faults.strict) == (0, 3, True)
    assert read.tables == 3


def test_a_bot_is_read_with_all_that_is_said_of_it() -> None:
    more = 'version = "2.1"\nauthor = "Ada"\nlanguage = "C"\nenvironment = {B = "2", A = "1"}\n'
    text = cup_text(names="A") + bot("Zwölf", '["sh", "-c", "true"]', more)
    entrant = parse_cup(text, Path("/srv")).entrants[1]
    player = entrant.player

    assert (entrant.name, entrant.version, entrant.author, entrant.language) == ("Zwölf", "2.1", "Ada", "C")
    assert isinstance(player, Local)
    assert Path(player.command[0]).name == "sh"
    assert player.command[1:] == ("-c", "true")
    assert player.folder == Path("/srv")
    assert player.environment == (("A", "1"), ("B", "2"))


def test_a_stage_of_few_deals_is_one_match() -> None:
    assert cup(PAIRS).stages[0].deals_per_match == 4


def test_games_are_a_stage_by_games() -> None:
    assert cup(GAMES).stages == (
        Stage(
            *(Format.PAIRS, Unit.GAMES, 4, 2, 1, DEALS_PER_GAME, True, Starter.BID),
            schedule=Schedule.ROUND_ROBIN,
            seatings=2,
        ),
    )


def test_schedules_are_read() -> None:
    """The usual one of each format, unless another is named; at six seats every table."""
    swiss = INDIVIDUAL + 'schedule = "swiss"\nrounds = 3\nseatings = 6\n'
    gauntlet = GAMES.replace("pairs", "gauntlet") + 'newcomers = ["B", "A"]\n'
    read = cup(PAIRS, swiss, gauntlet, names="ABCDEFGH").stages

    assert [(stage.schedule, stage.seatings) for stage in read] == [
        (Schedule.ROUND_ROBIN, 2),
        (Schedule.SWISS, 6),
        (None, 2),
    ]
    assert (read[1].rounds_per_phase, read[2].newcomers) == (3, ("B", "A"))
    assert cup(INDIVIDUAL).stages[0].schedule is Schedule.WHIST
    six = cup(INDIVIDUAL, names="ABCDEF", more=rules("tractor-6-seats")).stages[0]
    assert (six.schedule, six.seatings) == (Schedule.EVERY_TABLE, 2)


def test_an_anchor_is_read_with_its_rating() -> None:
    assert cup(more='[ratings]\nanchor = "B"\n').anchor == FixedRating("B", 0.0)
    assert cup(more='[ratings]\nanchor = "B"\nanchor_rating = -20\n').anchor == FixedRating("B", -20.0)
    assert cup().anchor is None


def test_commands_are_relative_to_the_cup_file(tmp_path: Path) -> None:
    program = tmp_path / "bots" / "a"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    file = tmp_path / "cup.toml"
    file.write_text(cup_text(command='"bots/a --level 3"'))

    player = read_cup(file).entrants[0].player
    assert isinstance(player, Local)
    assert player.command == (str(program), "--level", "3")


# --- What is refused: the key, the reason, and what would be right

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


# --- The document

CUPS = (Path(__file__).parents[2] / "docs" / "cups.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "table",
    [CupTable, StageTable, TimeTable, FaultPolicy, RunTable, RatingsTable, BotTable, CupFile],
    ids=lambda table: table.__name__,
)
def test_every_key_is_documented(table: type[msgspec.Struct]) -> None:
    for key in table.__struct_fields__:
        assert f"`{key}`" in CUPS or f"[{key}]" in CUPS


def test_every_default_is_documented() -> None:
    for table in (TimeTable, FaultPolicy):
        for field in msgspec.structs.fields(table):
            if field.default is None:
                continue
            default = str(field.default).lower()
            assert f"| `{field.name}` | {default} |" in CUPS or f"| `{field.name}` | `{default}` |" in CUPS


def test_every_event_is_documented() -> None:
    for event in get_args(Event):
        assert f"| `{event.__struct_config__.tag}` |" in CUPS
        assert all(f"`{name}`" in CUPS for name in event.__struct_fields__)
    assert all(f"`{name}`" in CUPS for name in ResultTold.__struct_fields__)


def test_the_example_in_the_document_is_a_cup(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("ada", "ben.py", "cy", "dot"):
        program = tmp_path / "bots" / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    example = CUPS.partition("```toml\n")[2].partition("```")[0]
    read = parse_cup(example, tmp_path)

    assert [(stage.format, stage.count) for stage in read.stages] == [(Format.PAIRS, 400), (Format.INDIVIDUAL, 48)]
    assert [entrant.name for entrant in read.entrants] == ["Ada", "Ben", "Cy", "Dot"]


# --- The demo


def test_the_demo_plays_the_sample_bots_in_three_formats() -> None:
    demo = demo_cup()

    assert [(stage.format, stage.unit) for stage in demo.stages] == [
        (Format.PAIRS, Unit.GAMES),
        (Format.PAIRS, Unit.DEALS),
        (Format.INDIVIDUAL, Unit.DEALS),
    ]
    players = [entrant.player for entrant in demo.entrants if isinstance(entrant.player, Local)]
    assert [player.command[0] for player in players] == [sys.executable] * 4
    assert all((player.folder / player.command[1]).is_file() for player in players)


def test_the_demo_can_be_longer_or_shorter() -> None:
    assert [stage.count for stage in demo_cup(3).stages] == [1, 3, 3]
    assert [stage.deals_per_match for stage in demo_cup(3).stages] == [1, 3, 3]
    assert [stage.deals_per_match for stage in demo_cup(64).stages] == [1, 16, 16]


def test_a_stage_of_too_many_matches_is_refused_before_any_is_made() -> None:
    names = [f"B{number}" for number in range(150)]
    error = refused(cup_text(PAIRS, EVERY_TABLE, names=names))

    assert error.key == "stage[2]"
    assert f"has {20_260_275 * 6:,} matches for 150 bots in individual by deals" in error.reason
    assert f"at most {MATCHES_IN_A_STAGE:,}" in error.reason
    assert "fewer bots, fewer deals, or more deals_per_match" in error.reason


def test_deals_per_match_is_what_decides_how_many_matches_there_are() -> None:
    names = [f"B{number}" for number in range(60)]
    one_round = EVERY_TABLE.replace("4", "16")

    assert match_count(cup(one_round, names=names)) == 487_635 * 6
    assert refused(cup_text(one_round + "deals_per_match = 8\n", names=names)).key == "stage[1]"
    assert "fewer bots, fewer games" in refused(cup_text(GAMES.replace("2", "300000"), names=names)).reason


@pytest.mark.parametrize("names", [("Ada", "ADA"), ("\u00e9", "e\u0301"), ("\u00c9", "e\u0301")])
def test_names_that_look_alike_are_refused(names: tuple[str, str]) -> None:
    error = refused(cup_text(names=names))

    assert error.key == "bot[2].name"
    assert "is the name of bot[1] too" in error.reason


# --- Games of all kinds


def field(count: int) -> list[str]:
    return [f"B{number}" for number in range(count)]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_cup_file_takes_every_preset_by_name(preset: str) -> None:
    options = parse_options(preset)
    seats = len(ruleset(options).seat_names)
    stage = FRIENDS if isinstance(options, FriendsOptions) else INDIVIDUAL
    read = cup(stage, more=rules(preset), names=field(seats))

    assert read.options == options
    assert read.stages[0].seat_count == seats
    assert match_count(read) == {"friends": seats, "individual": 6 if seats == 4 else 20}[read.stages[0].format]


def test_options_are_set_on_top_of_the_preset() -> None:
    read = cup(FRIENDS, more=rules("finding-friends-5", "bombs = false\nrotating_maker = true"), names=field(5))

    assert isinstance(read.options, FriendsOptions)
    assert read.options.rotating_maker


def test_players_without_sides_are_not_seated_in_two() -> None:
    error = refused(cup_text(INDIVIDUAL, names=field(5), more=rules("finding-friends-5")))

    assert (error.key, "take friends" in error.reason) == ("stage[1].format", True)
    assert "individual seats bots in two sides" in error.reason


def test_players_with_sides_are_not_rated_without() -> None:
    error = refused(cup_text(PAIRS, FRIENDS, names=field(5), more=rules("tractor-6-seats")))

    assert error.key == "stage[2].format"
    assert "take pairs or individual" in error.reason
    assert "finding-friends-5 to finding-friends-12" in error.reason


def test_friends_needs_as_many_bots_as_players() -> None:
    error = refused(cup_text(FRIENDS, names=field(6), more=rules("finding-friends-7")))

    assert error.key == "stage[1].format"
    assert error.reason == (
        "friends needs at least 7 bots and the file has 6; add [[bot]] tables, or take a preset of fewer players"
    )
    assert match_count(cup(FRIENDS, names=field(9), more=rules("finding-friends-7"))) == 9


def test_individual_needs_as_many_bots_as_seats() -> None:
    error = refused(cup_text(INDIVIDUAL, names=field(5), more=rules("tractor-6-seats")))

    assert error.reason == "individual needs at least 6 bots and the file has 5; add [[bot]] tables"


def test_the_bidding_decides_who_makes_unless_makers_rotate() -> None:
    five, rotating = rules("finding-friends-5"), rules("finding-friends-5", "rotating_maker = true")
    fixed, bid = FRIENDS + 'starter = "fixed"\n', FRIENDS + 'starter = "bid"\n'

    assert cup(FRIENDS, names=field(5), more=five).stages[0].starter is Starter.BID
    assert cup(FRIENDS, names=field(5), more=rotating).stages[0].starter is Starter.FIXED
    assert cup(bid, names=field(5), more=rotating).stages[0].starter is Starter.BID
    error = refused(cup_text(fixed, names=field(5), more=five))
    assert (error.key, "rules.rotating_maker" in error.reason) == ("stage[1].starter", True)


@pytest.mark.parametrize(
    ("preset", "more", "count"),
    [("finding-friends-6", "", 200), ("finding-friends-6", "joker_level = true", 48), ("tractor", "", 200)],
)
def test_a_game_may_last_so_many_deals(preset: str, more: str, count: int) -> None:
    """Where no level ends it, an agreed number, which is eight for each player unless it is given."""
    games = GAMES if preset == "tractor" else FRIENDS_GAMES
    names = field(6)

    assert cup(games, names=names, more=rules(preset, more)).stages[0].deals_per_game == count
    given = cup(games + "deals_per_game = 30\n", names=names, more=rules(preset, more))
    assert given.stages[0].deals_per_game == 30


def test_deals_have_no_number_of_deals_a_game() -> None:
    error = refused(cup_text(PAIRS + "deals_per_game = 30\n"))

    assert error.key == "stage[1].deals_per_game"


@pytest.mark.parametrize(("preset", "bots", "within_s"), [("tractor", 4, 10.0), ("finding-friends-12", 12, 30.0)])
def test_programs_have_time_to_dial_in_by_their_number(preset: str, bots: int, within_s: float) -> None:
    stage = PAIRS if preset == "tractor" else FRIENDS
    given = cup(stage, names=field(bots), more=rules(preset) + "[time]\nconnect_within_s = 4.0\n")

    assert cup(stage, names=field(bots), more=rules(preset)).time.connect_within_s == within_s
    assert given.time.connect_within_s == 4.0

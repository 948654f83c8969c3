"""Cup files: what is read, by default and as it is said, of every game."""

from __future__ import annotations

from pathlib import Path

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
from arena.cup_file import Schedule, Starter
from arena.entrants import Local
from arena.layout import layout_of
from arena.matches import Format, Unit
from referee.rules.options import PRESETS, FriendsOptions, parse_options
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, bot, cup, cup_text, refused, rules

EVERY_TABLE = INDIVIDUAL + 'schedule = "every-table"\n'


def match_count(a_cup: Cup) -> int:
    """Of its first stage."""
    return layout_of(a_cup.stages[0], a_cup.names).match_count()


def field(count: int) -> list[str]:
    return [f"B{number}" for number in range(count)]


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


# --- How much is played


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


# --- Games of all kinds


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


@pytest.mark.parametrize(("preset", "bots", "within_s"), [("tractor", 4, 10.0), ("finding-friends-12", 12, 30.0)])
def test_programs_have_time_to_dial_in_by_their_number(preset: str, bots: int, within_s: float) -> None:
    stage = PAIRS if preset == "tractor" else FRIENDS
    given = cup(stage, names=field(bots), more=rules(preset) + "[time]\nconnect_within_s = 4.0\n")

    assert cup(stage, names=field(bots), more=rules(preset)).time.connect_within_s == within_s
    assert given.time.connect_within_s == 4.0

"""Scores and levels (RULES 9)."""

from __future__ import annotations

import pytest

from referee.rules.ladder import Trump
from referee.rules.levels import level_text, parse_level
from referee.rules.options import TractorOptions, parse_options
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.scoring import LastTrick, Score, levels_earned, score_deal
from tests.referee.rules.builders import TRACTOR, cards, ladder

NORTH, WEST, SOUTH, EAST = range(4)


def rules_with(**options: object) -> Ruleset:
    """The rules of a preset, ``tractor`` unless another is given, with these options."""
    return ruleset(parse_options(options))


def scored(
    total: int, *, levels: tuple[str, str] = ("2", "2"), starter: int = NORTH, rules: Ruleset = TRACTOR
) -> Score:
    """The score where the opponents have *total* points from tricks, and the declarers win the last."""
    return score_deal(
        rules,
        opponents_points=total,
        buried_points=35,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(parse_level(levels[0]), parse_level(levels[1])),
        starter=starter,
    )


def texts(score: Score) -> tuple[str, ...]:
    """Levels by side after the deal."""
    return tuple(level_text(level) for level in score.levels)


@pytest.mark.parametrize(
    ("total", "gain", "declarers_won"),
    [
        (-30, 3, True),
        (0, 3, True),
        (5, 2, True),
        (35, 2, True),
        (40, 1, True),
        (75, 1, True),
        (80, 0, False),
        (115, 0, False),
        (120, 1, False),
        (155, 1, False),
        (160, 2, False),
        (200, 3, False),
        (235, 3, False),
        (240, 4, False),
        (275, 4, False),
        (440, 9, False),
    ],
)
def test_levels_earned_by_points(total: int, gain: int, declarers_won: bool) -> None:
    """S3, S5."""
    score = scored(total)

    assert levels_earned(TRACTOR, total) == gain
    assert score.total == total
    assert score.declarers_won is declarers_won
    assert score.gains == ((gain, 0) if declarers_won else (0, gain))


@pytest.mark.parametrize(
    ("total", "gain"),
    [(-5, 5), (0, 5), (5, 4), (15, 4), (20, 3), (35, 3), (40, 2), (60, 1), (75, 1), (80, 0), (100, 1), (120, 2)],
)
def test_a_smaller_step_earns_more_levels(total: int, gain: int) -> None:
    """The table of `points_per_level` 20."""
    assert levels_earned(ruleset(TractorOptions(points_per_level=20)), total) == gain


@pytest.mark.parametrize(
    ("preset", "total", "gain"),
    [
        ("tractor-3-packs", 300, 3),
        ("tractor-3-packs", 179, 0),
        ("tractor-3-packs", 119, 1),
        ("tractor-3-packs", 60, 1),
        ("tractor-3-packs", 55, 2),
        ("tractor-3-packs", 0, 3),
        ("forty-points", 100, 3),
        ("forty-points", 40, 0),
        ("forty-points", 35, 1),
        ("forty-points", 15, 2),
        ("forty-points", -10, 3),
    ],
)
def test_each_number_of_packs_has_its_threshold_and_step(preset: str, total: int, gain: int) -> None:
    """S3 with 120 and 60, 40 and 20."""
    assert levels_earned(rules_with(preset=preset), total) == gain


def test_the_widest_margin_is_what_no_points_earn() -> None:
    assert TRACTOR.widest_margin == levels_earned(TRACTOR, 0) == 3


@pytest.mark.parametrize(("size", "kitty_points"), [(1, 60), (2, 120), (4, 240), (6, 360)])
def test_buried_points_count_twice_for_each_card_of_the_last_trick(size: int, kitty_points: int) -> None:
    """S2."""
    score = score_deal(
        TRACTOR,
        opponents_points=-10,
        buried_points=30,
        last_trick_size=size,
        opponents_won_last=True,
        levels=(2, 2),
        starter=WEST,
    )

    assert score.kitty_points == kitty_points
    assert score.total == kitty_points - 10


def test_buried_points_are_safe_where_the_declarers_win_the_last_trick() -> None:
    assert scored(50).kitty_points == 0
    assert scored(50).total == 50


@pytest.mark.parametrize(
    ("starter", "total", "next_starter"),
    [(NORTH, 40, SOUTH), (EAST, 0, WEST), (NORTH, 80, WEST), (EAST, 200, NORTH)],
)
def test_the_partner_starts_next_or_the_seat_to_the_right(starter: int, total: int, next_starter: int) -> None:
    """S6."""
    assert scored(total, starter=starter).next_starter == next_starter


@pytest.mark.parametrize(("total", "next_starter"), [(75, 3), (80, 2)])
def test_with_six_seats_the_next_of_the_side_starts_or_the_seat_to_the_right(total: int, next_starter: int) -> None:
    """S6."""
    score = score_deal(
        rules_with(preset="tractor-6-seats"),
        opponents_points=total,
        buried_points=0,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(2, 2),
        starter=1,
    )

    assert score.next_starter == next_starter


@pytest.mark.parametrize(
    ("levels", "total", "after", "won_by"),
    [
        (("A", "9"), 40, ("W", "9"), (0,)),
        (("Q", "9"), 0, ("W", "9"), (0,)),
        (("9", "A"), 120, ("9", "W"), (1,)),
        (("9", "2"), 560, ("9", "A"), ()),
        (("9", "3"), 560, ("9", "W"), (1,)),
        (("A", "A"), 80, ("A", "A"), ()),
    ],
)
def test_the_side_that_gets_past_a_wins_the_game(
    levels: tuple[str, str], total: int, after: tuple[str, str], won_by: tuple[int, ...]
) -> None:
    """S4, declarers (North–South here) or not."""
    score = scored(total, levels=levels)

    assert texts(score) == after
    assert score.game_won_by == won_by
    assert (score.next_starter is None) == (score.next_drawer is None) == (won_by != ())


@pytest.mark.parametrize(
    ("multiplier", "size", "largest", "factor"),
    [
        ("cards", 1, 1, 2),
        ("cards", 5, 4, 10),
        ("largest", 1, 1, 2),
        ("largest", 5, 4, 8),
        ("largest", 5, 5, 10),
        ("power", 1, 1, 2),
        ("power", 5, 4, 32),
    ],
)
def test_what_multiplies_the_buried_points_is_an_option(multiplier: str, size: int, largest: int, factor: int) -> None:
    """Option ``kitty_multiplier`` (S2)."""
    score = score_deal(
        rules_with(kitty_multiplier=multiplier),
        opponents_points=0,
        buried_points=5,
        last_trick_size=size,
        opponents_won_last=True,
        levels=(2, 2),
        starter=NORTH,
        last_trick_largest=largest,
    )

    assert score.kitty_points == score.total == 5 * factor


def test_a_lead_that_is_not_told_in_parts_counts_as_one() -> None:
    score = score_deal(
        rules_with(kitty_multiplier="largest"),
        opponents_points=0,
        buried_points=5,
        last_trick_size=4,
        opponents_won_last=True,
        levels=(2, 2),
        starter=NORTH,
    )

    assert score.kitty_points == 40


@pytest.mark.parametrize(
    ("level", "total", "after"), [("9", 0, "T"), ("8", 0, "T"), ("T", 0, "K"), ("9", 60, "T"), ("2", 0, "5")]
)
def test_nobody_skips_a_level_to_stop_at(level: str, total: int, after: str) -> None:
    """Option ``must_stop_at``: the gain is still told as the points earned it."""
    score = scored(total, levels=(level, "2"), rules=rules_with(must_stop_at=[10]))

    assert texts(score) == (after, "2")
    assert score.gains == (levels_earned(TRACTOR, total), 0)


def test_opponents_stop_on_a_level_to_stop_at_and_get_past_it() -> None:
    rules = rules_with(must_stop_at=["T"])

    assert texts(scored(280, levels=("2", "8"), rules=rules)) == ("2", "T")
    assert texts(scored(280, levels=("2", "T"), rules=rules)) == ("2", "W")


@pytest.mark.parametrize(
    ("levels", "total", "after"),
    [
        (("A", "2"), 40, ("W", "2")),
        (("Q", "2"), 0, ("A", "2")),
        (("2", "A"), 400, ("2", "A")),
        (("2", "Q"), 400, ("2", "A")),
        (("2", "5"), 400, ("2", "5")),
        (("2", "3"), 400, ("2", "5")),
        (("5", "2"), 40, ("6", "2")),
        (("2", "6"), 160, ("2", "8")),
    ],
)
def test_a_level_to_defend_is_left_by_winning_as_declarers_only(
    levels: tuple[str, str], total: int, after: tuple[str, str]
) -> None:
    """Option ``must_defend``; North–South are the declarers."""
    score = scored(total, levels=levels, rules=rules_with(must_defend=["5", "A"]))

    assert texts(score) == after
    assert score.game_won_by == ((0,) if after[0] == "W" else ())


def test_opponents_who_stay_on_a_level_to_defend_are_the_next_declarers() -> None:
    score = scored(400, levels=("2", "A"), rules=rules_with(must_defend=["A"]))

    assert (score.next_starter, score.declarers_won) == (WEST, False)


@pytest.mark.parametrize(
    ("level", "total", "after", "won_by"), [("T", 60, "J", ()), ("J", 60, "Q", (0,)), ("J", 0, "Q", (0,))]
)
def test_a_shorter_game_ends_at_its_end_level(level: str, total: int, after: str, won_by: tuple[int, ...]) -> None:
    """Option ``end_level``: the side that would pass it stands on it."""
    score = scored(total, levels=(level, "2"), rules=rules_with(end_level="Q"))

    assert texts(score) == (after, "2")
    assert score.game_won_by == won_by


def hooked(
    *plays: str,
    leader: int = NORTH,
    winner: int,
    trump: str = "JH",
    total: int = 60,
    levels: tuple[str, str] = ("J", "9"),
    **options: object,
) -> tuple[str, ...]:
    """Levels after a deal of North–South with such a last trick."""
    order = ladder(trump)
    score = score_deal(
        rules_with(**{"hook": True, **options}),
        opponents_points=total,
        buried_points=0,
        last_trick_size=len(cards(plays[0])),
        opponents_won_last=winner in (WEST, EAST),
        levels=(parse_level(levels[0]), parse_level(levels[1])),
        starter=NORTH,
        trump=order.trump,
        last_trick=LastTrick(leader=leader, plays=tuple(map(cards, plays)), winner=winner),
    )
    return texts(score)


def test_a_jack_of_trumps_hooks_that_of_the_other_side_before_any_gain() -> None:
    """Option ``hook``: the declarers fall to 2, and gain one level from there."""
    assert hooked("JH", "JH", "3C", "4C", winner=NORTH) == ("Q", "2")
    assert hooked("3H", "JH", "JH", "4C", winner=WEST) == ("3", "9")
    assert hooked("JH", "JH", "3C", "4C", winner=NORTH, total=120) == ("J", "3")


@pytest.mark.parametrize(
    ("plays", "winner", "trump"),
    [
        (("RJ", "JH", "JH", "4C"), NORTH, "JH"),
        (("JH", "3C", "JH", "4C"), NORTH, "JH"),
        (("JH", "JS", "3C", "4C"), NORTH, "JH"),
        (("JS", "JH", "3C", "4C"), WEST, "JH"),
        (("JH", "JH", "3C", "4C"), NORTH, "JS"),
        (("JH", "JH", "3C", "4C"), NORTH, "JN"),
        (("JH", "JH", "3C", "4C"), NORTH, "TH"),
    ],
)
def test_no_other_trick_hooks(plays: tuple[str, ...], winner: int, trump: str) -> None:
    """Won without the J; both with one side; a J of another suit; no trump suit; another trump rank."""
    assert hooked(*plays, winner=winner, trump=trump) == ("Q", "9")


def test_plays_count_from_the_leader() -> None:
    assert hooked("3C", "JH", "4C", "JH", leader=WEST, winner=SOUTH) == ("Q", "9")
    assert hooked("3C", "JH", "JH", "4C", leader=WEST, winner=SOUTH) == ("Q", "2")


def test_without_the_option_a_jack_hooks_nothing() -> None:
    assert hooked("JH", "JH", "3C", "4C", winner=NORTH, hook=False) == ("Q", "9")


def test_a_hooked_side_falls_to_2_wherever_the_game_began() -> None:
    assert hooked("JH", "JH", "3C", "4C", winner=NORTH, levels=("J", "Q"), start_level="T") == ("Q", "2")


def test_a_hook_cannot_be_judged_without_trump_and_trick() -> None:
    with pytest.raises(ValueError, match="by its trump and its last trick"):
        scored(40, rules=rules_with(hook=True))
    with pytest.raises(ValueError, match="by its trump and its last trick"):
        score_deal(
            rules_with(hook=True),
            opponents_points=0,
            buried_points=0,
            last_trick_size=1,
            opponents_won_last=False,
            levels=(2, 2),
            starter=NORTH,
            trump=Trump(None, None),
        )

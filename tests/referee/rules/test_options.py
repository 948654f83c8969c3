"""Options, presets, the canonical text and the rules id (RULES 10, 11)."""

from __future__ import annotations

import dataclasses
import json

import pytest

from referee.rules.option_values import BadOption, Bidding
from referee.rules.options import (
    PLANNED_PRESETS,
    TractorOptions,
    canonical_text,
    options_mapping,
    parse_canonical_text,
    parse_options,
    rules_id,
)
from referee.rules.ruleset import ruleset

TRACTOR_TEXT = """\
allow_strengthening = false
bidding = "while_drawing"
end_level = "W"
failed_throw_fine = 10
graded_follow = false
hook = false
joker_overrides = false
joker_pair_order = false
kitty_multiplier = "cards"
must_defend = []
must_punish = true
must_stop_at = []
no_trump_rank_cards = "plain"
nobody_bids = "turn_kitty"
packs = 2
points_per_level = 40
seats = 4
skip_dead_ranks = false
start_level = "2"
throw_tractors = false
"""

ANOTHER_VALUE: dict[str, object] = {
    "packs": 3,
    "seats": 6,
    "points_per_level": 20,
    "must_stop_at": ["10"],
    "start_level": "T",
    "end_level": "5",
    "hook": True,
    "skip_dead_ranks": True,
    "joker_overrides": True,
    "allow_strengthening": True,
    "bidding": "after_drawing",
    "no_trump_rank_cards": "trump",
    "throw_tractors": True,
    "must_punish": False,
    "graded_follow": True,
    "must_defend": ["A"],
    "joker_pair_order": True,
    "failed_throw_fine": 0,
    "kitty_multiplier": "power",
    "nobody_bids": "no_trump",
}


def refused(given: dict[str, object]) -> BadOption:
    with pytest.raises(BadOption) as caught:
        parse_options(given)
    return caught.value


def test_the_preset_tractor_is_all_defaults() -> None:
    assert parse_options("tractor") == parse_options({}) == parse_options({"preset": "tractor"}) == TractorOptions()


def test_canonical_text_and_rules_id_of_tractor_never_change() -> None:
    """Records and ratings are kept under this id."""
    assert canonical_text(TractorOptions()) == TRACTOR_TEXT
    assert rules_id(TractorOptions()) == "d11f24e629ca5649"


def test_other_options_have_another_canonical_text_and_id() -> None:
    other = TractorOptions(must_stop_at=("5", "T"), bidding=Bidding.AFTER_DRAWING)

    assert 'must_stop_at = ["5", "T"]\n' in canonical_text(other)
    assert 'bidding = "after_drawing"\n' in canonical_text(other)
    assert rules_id(other) == "8842b67bac54d55b"


def test_canonical_text_is_read_back() -> None:
    assert parse_canonical_text(TRACTOR_TEXT) == TractorOptions()


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        (TRACTOR_TEXT.replace("hook = false\n", ""), "hook", "missing"),
        (TRACTOR_TEXT + "hook = false\n", "hook", "named twice"),
        (TRACTOR_TEXT + "speed = 3\n", "speed", "no such option"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = two"), "packs", "'two' is not a JSON value"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = " + "[" * 100_000), "packs", "is not a JSON value"),
        (TRACTOR_TEXT.replace("packs = 2", "packs: 2"), "packs: 2", "not a line"),
        (TRACTOR_TEXT + 'preset = "tractor"\n', "preset", "not a line"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = 3"), "packs", "not built yet"),
    ],
)
def test_a_text_that_is_not_canonical_is_refused(text: str, key: str, reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse_canonical_text(text)

    assert caught.value.key == key
    assert reason in caught.value.reason


@pytest.mark.parametrize("option", [field.name for field in dataclasses.fields(TractorOptions)])
def test_an_option_that_is_not_built_is_refused_by_name(option: str) -> None:
    """Every option of section 10 is known; so far each has its default only."""
    default = json.loads(json.dumps(getattr(TractorOptions(), option)))

    assert parse_options({option: default}) == TractorOptions()
    problem = refused({option: ANOTHER_VALUE[option]})
    assert problem.key == option
    assert "not built yet" in problem.reason


@pytest.mark.parametrize("preset", PLANNED_PRESETS)
def test_a_preset_that_is_not_built_is_refused_by_name(preset: str) -> None:
    with pytest.raises(BadOption, match=f"{preset}.*not built yet"):
        parse_options(preset)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"preset": "whist"}, "'whist' is not a preset"),
        ({"preset": 7}, "7 is not a preset"),
        ({"preset": ["tractor"]}, "is not a preset"),
        ({"speed": 1}, "there is no such option"),
        ({"packs": 4}, "4 is not a number of packs"),
        ({"packs": True}, "True is not a number of packs"),
        ({"packs": "2"}, "'2' is not a number of packs"),
        ({"seats": 5}, "5 is not a number of seats"),
        ({"points_per_level": 7}, "7 is not a whole number"),
        ({"points_per_level": 30}, "30 does not divide the threshold of 80"),
        ({"hook": 1}, "1 is neither true nor false"),
        ({"start_level": "1"}, "'1' is not a level"),
        ({"start_level": "W"}, "'W' is not a level"),
        ({"start_level": 2}, "2 is not a level"),
        ({"end_level": "2"}, "2 is not above the start level 2"),
        ({"must_stop_at": "10"}, "'10' is not a list"),
        ({"must_stop_at": ["2", "1"]}, "'1' is not a level"),
        ({"bidding": "later"}, "'later' is not one of while_drawing, after_drawing"),
        ({"bidding": ["x" * 900]}, "…"),
        ({"failed_throw_fine": -1}, "-1 is not a whole number of points"),
    ],
)
def test_an_impossible_option_is_refused_with_the_reason(given: dict[str, object], reason: str) -> None:
    problem = refused(given)

    assert problem.key == next(iter(given))
    assert reason in problem.reason
    assert str(problem) == f"{problem.key}: {problem.reason}"
    assert len(str(problem)) < 700


def test_levels_are_read_in_either_spelling() -> None:
    assert parse_options({"start_level": "2", "end_level": "past A"}) == TractorOptions()


def test_the_shortest_mapping_is_read_back() -> None:
    assert options_mapping(TractorOptions()) == {"preset": "tractor"}
    assert options_mapping(TractorOptions(hook=True)) == {"preset": "tractor", "hook": True}
    assert parse_options(options_mapping(TractorOptions())) == TractorOptions()


def test_tractor_has_four_seats_two_sides_and_108_cards() -> None:
    rules = ruleset(TractorOptions())

    assert rules.seat_names == ("North", "West", "South", "East")
    assert rules.side_of == (0, 1, 0, 1)
    assert rules.next_seat == (1, 2, 3, 0)
    assert rules.next_of_side == (2, 3, 0, 1)
    assert (rules.deck_size, rules.hand_size, rules.kitty_size) == (108, 25, 8)
    assert (rules.threshold, rules.step, rules.widest_margin) == (80, 40, 3)
    assert (rules.start_level, rules.end_level) == (2, 15)
    assert len(rules.sorted_deck) == 108


@pytest.mark.parametrize(
    ("seats", "packs", "hand_size", "kitty_size", "threshold"),
    [(4, 1, 12, 6, 40), (4, 2, 25, 8, 80), (4, 3, 39, 6, 120), (6, 1, 8, 6, 40), (6, 2, 17, 6, 80), (6, 3, 26, 6, 120)],
)
def test_other_tables_are_data(seats: int, packs: int, hand_size: int, kitty_size: int, threshold: int) -> None:
    rules = ruleset(TractorOptions(seats=seats, packs=packs, points_per_level=20))

    assert (rules.hand_size, rules.kitty_size, rules.threshold) == (hand_size, kitty_size, threshold)
    assert rules.deck_size == seats * hand_size + kitty_size == 54 * packs
    assert rules.side_of == (0, 1) * (seats // 2)


def test_equal_options_have_the_same_ruleset() -> None:
    assert ruleset(TractorOptions()) is ruleset(parse_options("tractor"))

"""Options, presets, the canonical text and the rules id (RULES 10–12)."""

from __future__ import annotations

import dataclasses
import json
from random import Random

import pytest

from referee.rules.option_values import BadOption, Bidding, KittyMultiplier, NoTrumpRankCards
from referee.rules.options import (
    PRESETS,
    FriendsOptions,
    Options,
    TractorOptions,
    canonical_text,
    differences,
    options_mapping,
    parse_canonical_text,
    parse_options,
    rules_id,
)
from tests.referee.rules.option_samples import refused
from tests.sizes import scale

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

FRIENDS_TEXT = """\
all_jokers = false
bid_any_active_level = false
bombs = false
call_other_copy = false
end_level = "W"
equal_sets_throws_only = false
failed_throw = "ten_points"
failed_throw_fine = 10
first_draw = "by_result"
graded_follow = false
joker_level = "off"
must_punish = true
must_stop_at = []
no_overcalls = false
players = 5
rotating_maker = false
scoring = "standard"
start_level = "2"
trump_sequences = false
"""

IDS = {
    "tractor": "d11f24e629ca5649",
    "tractor-online": "42dd7abdb48becfd",
    "tractor-3-packs": "30a6279a7237c266",
    "tractor-6-seats": "ba993b6e271e692a",
    "forty-points": "03b08b76ca68166d",
    "short-game": "cd30d26f33d97db5",
    "finding-friends-5": "0964ccccb9a48d75",
    "finding-friends-6": "a7b4d1c8d214619c",
    "finding-friends-7": "8447a904950c1779",
    "finding-friends-8": "f14444b50606efef",
    "finding-friends-9": "d139acab8cf192e0",
    "finding-friends-10": "f8510a2d6a87eb3b",
    "finding-friends-11": "bd47298a4004ff3d",
    "finding-friends-12": "838ddc99e5e85fd1",
}

CHANGES: dict[str, dict[str, object]] = {
    "tractor": {},
    "tractor-online": {
        "no_trump_rank_cards": NoTrumpRankCards.TRUMP,
        "throw_tractors": True,
        "graded_follow": True,
        "must_defend": ("A",),
        "allow_strengthening": True,
        "joker_pair_order": True,
        "failed_throw_fine": 0,
        "must_punish": False,
        "kitty_multiplier": KittyMultiplier.LARGEST,
    },
    "tractor-3-packs": {"packs": 3, "points_per_level": 60, "throw_tractors": True, "graded_follow": True},
    "tractor-6-seats": {"seats": 6},
    "forty-points": {"packs": 1, "points_per_level": 20},
    "short-game": {"start_level": "T"},
}
"""By preset of Tractor, what it changes of the defaults."""

TRACTOR_VALUES: dict[str, tuple[object, ...]] = {
    "packs": (1, 2, 3),
    "seats": (4, 6),
    "points_per_level": (20, 40, 60),
    "must_stop_at": ([], [5, "10", "k"]),
    "start_level": ("2", "5", 10),
    "end_level": ("W", "A", "Q"),
    "hook": (False, True),
    "skip_dead_ranks": (False, True),
    "joker_overrides": (False, True),
    "allow_strengthening": (False, True),
    "bidding": ("while_drawing", "after_drawing"),
    "no_trump_rank_cards": ("plain", "trump"),
    "throw_tractors": (False, True),
    "must_punish": (False, True),
    "graded_follow": (False, True),
    "must_defend": ([], ["J"]),
    "joker_pair_order": (False, True),
    "failed_throw_fine": (0, 10, 20),
    "kitty_multiplier": ("cards", "largest", "power"),
    "nobody_bids": ("turn_kitty", "no_trump"),
}

FRIENDS_VALUES: dict[str, tuple[object, ...]] = {
    "players": tuple(range(5, 13)),
    "start_level": ("2", "5", 10),
    "end_level": ("W", "A", "Q"),
    "must_stop_at": ([], [5, "10", "k"]),
    "must_punish": (False, True),
    "failed_throw_fine": (0, 10, 20),
    "scoring": ("standard", "active_passive"),
    "call_other_copy": (False, True),
    "rotating_maker": (False, True),
    "first_draw": ("by_result", "rotate"),
    "all_jokers": (False, True),
    "bid_any_active_level": (False, True),
    "no_overcalls": (False, True),
    "joker_level": (False, True, "short"),
    "failed_throw": ("ten_points", "one_level", "forfeit_cards", "debt"),
    "equal_sets_throws_only": (False, True),
    "graded_follow": (False, True),
    "trump_sequences": (False, True),
    "bombs": (False, True),
}


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


def test_the_canonical_text_of_finding_friends() -> None:
    assert canonical_text(FriendsOptions(players=5)) == FRIENDS_TEXT


def test_the_id_of_a_preset_never_changes() -> None:
    """Records and ratings are kept under these ids."""
    assert {preset: rules_id(parse_options(preset)) for preset in PRESETS} == IDS


@pytest.mark.parametrize(("preset", "changes"), CHANGES.items())
def test_what_a_preset_of_tractor_changes(preset: str, changes: dict[str, object]) -> None:
    """Section 11; a number of packs brings what is usual for it."""
    assert differences(parse_options(preset), TractorOptions()) == changes


@pytest.mark.parametrize("players", range(5, 13))
def test_a_preset_of_finding_friends_sets_the_players(players: int) -> None:
    assert parse_options(f"finding-friends-{players}") == FriendsOptions(players=players)


def test_there_are_no_other_presets() -> None:
    assert list(PRESETS) == [*CHANGES, *(f"finding-friends-{players}" for players in range(5, 13))]


def test_options_are_set_on_top_of_a_preset() -> None:
    online = parse_options({"preset": "tractor-online", "must_defend": ["5", "10", "K", "A"], "failed_throw_fine": 10})
    three = parse_options({"preset": "tractor-3-packs", "points_per_level": 40})

    assert isinstance(online, TractorOptions)
    assert (online.must_defend, online.failed_throw_fine, online.graded_follow) == (("5", "T", "K", "A"), 10, True)
    assert differences(three, parse_options("tractor-3-packs")) == {"points_per_level": 40}


def test_canonical_text_is_read_back() -> None:
    assert parse_canonical_text(TRACTOR_TEXT) == TractorOptions()
    assert parse_canonical_text(FRIENDS_TEXT) == FriendsOptions(players=5)


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        (TRACTOR_TEXT.replace("hook = false\n", ""), "hook", "missing"),
        (FRIENDS_TEXT.replace("bombs = false\n", ""), "bombs", "missing"),
        (TRACTOR_TEXT.replace("packs = 2\n", ""), "packs", "missing"),
        (TRACTOR_TEXT + "hook = false\n", "hook", "named twice"),
        (TRACTOR_TEXT + "speed = 3\n", "speed", "no such option"),
        (TRACTOR_TEXT + "bombs = false\n", "bombs", "tractor has no such option"),
        (FRIENDS_TEXT + "hook = false\n", "hook", "Finding Friends has no such option"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = two"), "packs", "'two' is not a JSON value"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = " + "[" * 100_000), "packs", "is not a JSON value"),
        (TRACTOR_TEXT.replace("packs = 2", "packs: 2"), "packs: 2", "not a line"),
        (TRACTOR_TEXT + 'preset = "tractor"\n', "preset", "not a line"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = 3"), "throw_tractors", "cannot be off with three packs"),
        (TRACTOR_TEXT.replace("packs = 2", "packs = 4"), "packs", "4 is not a number of packs"),
        ("", "packs", "missing"),
    ],
)
def test_a_text_that_is_not_canonical_is_refused(text: str, key: str, reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        parse_canonical_text(text)

    assert reason in caught.value.reason
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"preset": "whist"}, "'whist' is not a preset"),
        ({"preset": 7}, "7 is not a preset"),
        ({"preset": ["tractor"]}, "is not a preset"),
        ({"speed": 1}, "there is no such option; tractor has preset, packs, seats, "),
        ({"players": 5}, "tractor has no such option"),
        ({"packs": 4}, "4 is not a number of packs"),
        ({"packs": True}, "true is not a number of packs"),
        ({"packs": "2"}, "'2' is not a number of packs"),
        ({"packs": [2]}, "[2] is not a number of packs"),
        ({"seats": 5}, "5 is not a number of seats"),
        ({"points_per_level": 7}, "7 is not a whole number"),
        ({"points_per_level": 0}, "0 is not a whole number"),
        ({"hook": 1}, "1 is neither true nor false"),
        ({"start_level": "1"}, "'1' is not a level"),
        ({"start_level": "W"}, "'W' is not a level"),
        ({"start_level": 11}, "11 is not a level"),
        ({"start_level": True}, "true is not a level"),
        ({"end_level": "Jo"}, "'Jo' is not a level"),
        ({"must_stop_at": "10"}, "'10' is not a list"),
        ({"must_stop_at": ["2", "1"]}, "'1' is not a level"),
        ({"must_stop_at": [["2"]]}, "['2'] is not a level"),
        ({"bidding": "later"}, "'later' is not one of while_drawing, after_drawing"),
        ({"bidding": ["x" * 900]}, "…"),
        ({"failed_throw_fine": -1}, "-1 is not a whole number of points"),
        ({"failed_throw_fine": 101}, "101 is not a whole number of points"),
    ],
)
def test_an_impossible_value_is_refused_with_the_reason(given: dict[str, object], reason: str) -> None:
    problem = refused(given)

    assert problem.key == next(iter(given))
    assert reason in problem.reason
    assert str(problem) == f"{problem.key}: {problem.reason}"
    assert len(str(problem)) < 700


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"players": 4}, "4 is not a number of players: 5 to 12"),
        ({"players": 13}, "13 is not a number of players: 5 to 12"),
        ({"packs": 3}, "finding-friends-6 has no such option"),
        ({"hook": False}, "finding-friends-6 has no such option"),
        ({"scoring": "old"}, "'old' is not one of standard, active_passive"),
        ({"first_draw": True}, "true is not one of by_result, rotate"),
        ({"joker_level": "long"}, "'long' is not one of off, full, short, true, false"),
        ({"failed_throw": "none"}, "'none' is not one of ten_points, one_level, forfeit_cards, debt"),
    ],
)
def test_an_impossible_value_of_finding_friends_is_refused(given: dict[str, object], reason: str) -> None:
    problem = refused({"preset": "finding-friends-6", **given})

    assert problem.key == next(iter(given))
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (
            {"players": 5},
            'tractor has no such option; players is of Finding Friends: take preset = "finding-friends-5"',
        ),
        (
            {"players": 4},
            (
                "tractor has no such option; players is of Finding Friends: "
                'take preset = "finding-friends-5" to "finding-friends-12"'
            ),
        ),
        (
            {"bombs": True},
            (
                "tractor has no such option; bombs is of Finding Friends: "
                'take preset = "finding-friends-5" to "finding-friends-12"'
            ),
        ),
        (
            {"preset": "finding-friends-6", "packs": 3},
            "finding-friends-6 has no such option; packs is of Tractor, and this is Finding Friends",
        ),
    ],
)
def test_an_option_of_the_other_game_is_refused_with_whose_it_is(given: dict[str, object], reason: str) -> None:
    assert refused(given).reason == reason


@pytest.mark.parametrize("values", [TRACTOR_VALUES, FRIENDS_VALUES])
def test_all_options_are_tried(values: dict[str, object]) -> None:
    kind = FriendsOptions if values is FRIENDS_VALUES else TractorOptions

    assert set(values) == {option.name for option in dataclasses.fields(kind)}


@pytest.mark.parametrize(
    ("preset", "values"),
    [("tractor", TRACTOR_VALUES), ("tractor-online", TRACTOR_VALUES), ("finding-friends-7", FRIENDS_VALUES)],
)
def test_any_options_are_taken_or_refused_and_read_back_as_they_are(
    preset: str, values: dict[str, tuple[object, ...]]
) -> None:
    """Their canonical text, their shortest mapping and its JSON all lead back to them, and each has its own id."""
    rng = Random(3)
    taken: dict[str, Options] = {}
    refused_keys: set[str] = set()
    for _ in range(scale(150, 3000)):
        chosen = rng.sample(list(values), rng.randrange(1, 5))
        given: dict[str, object] = {name: rng.choice(values[name]) for name in chosen}
        try:
            options = parse_options({"preset": preset, **given})
        except BadOption as problem:
            refused_keys.add(problem.key)
            continue
        mapping = options_mapping(options)
        assert parse_options(mapping) == options
        assert parse_options(json.loads(json.dumps(mapping))) == options
        assert parse_canonical_text(canonical_text(options)) == options
        assert len(mapping) <= len(given) + 1 or preset not in mapping.values()
        assert taken.setdefault(rules_id(options), options) == options

    assert len(taken) > 50
    assert refused_keys <= set(values)


def test_a_ten_is_read_however_it_is_written() -> None:
    for ten in (10, "10", "T", "t"):
        assert parse_options({"must_stop_at": [ten]}) == TractorOptions(must_stop_at=("T",))
        assert parse_options({"start_level": ten}) == parse_options("short-game")


def test_levels_stand_once_each_from_the_lowest() -> None:
    options = parse_options({"must_stop_at": [10, "k", 5, "10"]})

    assert options == TractorOptions(must_stop_at=("5", "T", "K"))


def test_past_a_is_read_in_either_spelling() -> None:
    assert parse_options({"start_level": "2", "end_level": "past A"}) == parse_options({"end_level": "W"})
    assert parse_options({"end_level": "a"}) == TractorOptions(end_level="A")


def test_a_level_joker_is_switched_on_or_named() -> None:
    def read(value: object) -> str:
        options = parse_options({"preset": "finding-friends-5", "joker_level": value})
        assert isinstance(options, FriendsOptions)
        return options.joker_level

    assert [read(value) for value in (False, True, "off", "full", "short")] == ["off", "full", "off", "full", "short"]


@pytest.mark.parametrize(
    ("options", "mapping"),
    [
        (TractorOptions(), {"preset": "tractor"}),
        (TractorOptions(hook=True), {"preset": "tractor", "hook": True}),
        (TractorOptions(start_level="T", hook=True), {"preset": "short-game", "hook": True}),
        (TractorOptions(packs=1, points_per_level=40), {"preset": "forty-points", "points_per_level": 40}),
        (FriendsOptions(players=9), {"preset": "finding-friends-9"}),
        (FriendsOptions(players=9, must_punish=False), {"preset": "finding-friends-9", "must_punish": False}),
    ],
)
def test_the_shortest_mapping_is_read_back(options: Options, mapping: dict[str, object]) -> None:
    assert options_mapping(options) == mapping
    assert parse_options(mapping) == options

"""Sets of options for tests: every option at work, and combinations by chance."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from referee.rules.option_values import BadOption
from referee.rules.options import FriendsOptions, Options, TractorOptions, parse_options

AT_WORK: tuple[dict[str, Any], ...] = (
    {"packs": 1},
    {"packs": 3},
    {"seats": 6},
    {"seats": 6, "packs": 1},
    {"seats": 6, "packs": 3},
    {"points_per_level": 20},
    {"must_stop_at": ["5", "10", "K"]},
    {"start_level": "9", "end_level": "Q"},
    {"hook": True, "start_level": "T"},
    {"skip_dead_ranks": True},
    {"joker_overrides": True},
    {"allow_strengthening": True},
    {"packs": 3, "allow_strengthening": True},
    {"bidding": "after_drawing"},
    {"no_trump_rank_cards": "trump"},
    {"throw_tractors": True},
    {"must_punish": False},
    {"graded_follow": True},
    {"must_defend": ["5", "10", "K", "A"], "start_level": "4"},
    {"joker_pair_order": True},
    {"failed_throw_fine": 0},
    {"kitty_multiplier": "largest"},
    {"kitty_multiplier": "power"},
    {"nobody_bids": "no_trump"},
    {"preset": "finding-friends-5", "players": 5, "start_level": "9", "end_level": "Q"},
    {"preset": "finding-friends-5", "must_stop_at": ["J", "A"], "start_level": "9"},
    {"preset": "finding-friends-6", "must_punish": False},
    {"preset": "finding-friends-5", "failed_throw_fine": 5},
    {"preset": "finding-friends-6", "scoring": "active_passive"},
    {"preset": "finding-friends-5", "call_other_copy": True},
    {"preset": "finding-friends-6", "rotating_maker": True},
    {"preset": "finding-friends-5", "first_draw": "rotate"},
    {"preset": "finding-friends-7", "all_jokers": True},
    {"preset": "finding-friends-6", "scoring": "active_passive", "bid_any_active_level": True},
    {"preset": "finding-friends-5", "no_overcalls": True},
    {"preset": "finding-friends-5", "joker_level": "full", "start_level": "Q"},
    {"preset": "finding-friends-5", "joker_level": "short", "rotating_maker": True, "start_level": "Q"},
    {"preset": "finding-friends-5", "failed_throw": "one_level"},
    {"preset": "finding-friends-6", "failed_throw": "forfeit_cards"},
    {"preset": "finding-friends-5", "failed_throw": "debt"},
    {"preset": "finding-friends-6", "equal_sets_throws_only": True},
    {"preset": "finding-friends-8", "graded_follow": True},
    {"preset": "finding-friends-6", "trump_sequences": True},
    {"preset": "finding-friends-12", "bombs": True},
)
"""Options by turns, each set to something that its default is not."""


def name_of(options: dict[str, Any]) -> str:
    """How a test is named that tries these options."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def random_options(rng: Random) -> Options:
    """A combination of options that goes together; each option is as likely to be set as not."""
    while True:
        game = rng.choice((_TRACTOR_VALUES, _FRIENDS_VALUES))
        given: dict[str, Any] = {} if game is _TRACTOR_VALUES else {"preset": "finding-friends-5"}
        # Few options at a time, or hardly a combination would go together.
        chance = rng.choice((0.1, 0.2, 0.4))
        for name, values in game.items():
            if rng.random() < (0.8 if name in {"packs", "seats", "players"} else chance):
                given[name] = rng.choice(values)
        try:
            return parse_options(given)
        except BadOption:
            continue


_TRACTOR_VALUES: dict[str, tuple[Any, ...]] = {
    "packs": (1, 2, 3),
    "seats": (4, 6),
    "points_per_level": (5, 10, 20, 40, 60),
    "must_stop_at": (["5"], ["J", "A"]),
    "start_level": ("5", "T"),
    "end_level": ("K", "A"),
    "hook": (True,),
    "skip_dead_ranks": (True,),
    "joker_overrides": (True,),
    "allow_strengthening": (True,),
    "bidding": ("after_drawing",),
    "no_trump_rank_cards": ("trump",),
    "throw_tractors": (True,),
    "must_punish": (False,),
    "graded_follow": (True,),
    "must_defend": (["T"], ["J", "A"]),
    "joker_pair_order": (True,),
    "failed_throw_fine": (0, 5, 100),
    "kitty_multiplier": ("largest", "power"),
    "nobody_bids": ("no_trump",),
}

_FRIENDS_VALUES: dict[str, tuple[Any, ...]] = {
    "players": (5, 6, 7, 8, 9, 10, 11, 12),
    "start_level": ("5", "T"),
    "end_level": ("K", "A"),
    "must_stop_at": (["T"], ["J", "A"]),
    "must_punish": (False,),
    "failed_throw_fine": (0, 5, 100),
    "scoring": ("active_passive",),
    "call_other_copy": (True,),
    "rotating_maker": (True,),
    "first_draw": ("rotate",),
    "all_jokers": (True,),
    "bid_any_active_level": (True,),
    "no_overcalls": (True,),
    "joker_level": ("full", "short"),
    "failed_throw": ("one_level", "forfeit_cards", "debt"),
    "equal_sets_throws_only": (True,),
    "graded_follow": (True,),
    "trump_sequences": (True,),
    "bombs": (True,),
}

assert [*_TRACTOR_VALUES] == [option.name for option in fields(TractorOptions)]
assert {*_FRIENDS_VALUES} == {option.name for option in fields(FriendsOptions)}


def refused(given: dict[str, object]) -> BadOption:
    """What is wrong with options."""
    with pytest.raises(BadOption) as caught:
        parse_options(given)
    return caught.value

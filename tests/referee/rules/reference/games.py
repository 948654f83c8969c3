"""The games that core and reference are compared on: the options as a user gives them, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.referee.rules.reference.order import RANKS, SUITS, Game

Options = Mapping[str, object]

TRACTOR = Game()
ONLINE = Game(rank_cards_stay_trumps=True, throws_hold_tractors=True, following="graded", must_punish=False, fine=0)
THREE_PACKS = Game(packs=3, black_jokers=3, red_jokers=3, throws_hold_tractors=True, following="graded")


def friends(packs: int, *, black_jokers: int, red_jokers: int) -> Game:
    """Finding Friends without options."""
    return Game(packs, black_jokers, red_jokers, throws_hold_tractors=True, following="sets", trump_sequences=False)


FRIENDS_2 = friends(2, black_jokers=2, red_jokers=2)
FRIENDS_3 = friends(3, black_jokers=0, red_jokers=3)
FRIENDS_4 = friends(4, black_jokers=0, red_jokers=2)

PRESETS: dict[str, tuple[Options, Game]] = {
    "tractor": ({"preset": "tractor"}, TRACTOR),
    "tractor-online": ({"preset": "tractor-online"}, ONLINE),
    "tractor-3-packs": ({"preset": "tractor-3-packs"}, THREE_PACKS),
    "finding-friends-5": ({"preset": "finding-friends-5"}, FRIENDS_2),
    "finding-friends-9": ({"preset": "finding-friends-9"}, FRIENDS_3),
    "finding-friends-12": ({"preset": "finding-friends-12"}, FRIENDS_4),
}
"""One preset for each way to play cards: these are asked about most."""

OTHERS: dict[str, tuple[Options, Game]] = {
    "forty-points": ({"preset": "forty-points"}, Game(packs=1, black_jokers=1, red_jokers=1)),
    "graded": ({"graded_follow": True}, replace(TRACTOR, following="graded")),
    "throw tractors": ({"throw_tractors": True}, replace(TRACTOR, throws_hold_tractors=True)),
    "skipping": ({"skip_dead_ranks": True}, replace(TRACTOR, skip_dead_ranks=True)),
    "skipping online": (
        {"preset": "tractor-online", "skip_dead_ranks": True, "must_punish": True, "failed_throw_fine": 7},
        replace(ONLINE, skip_dead_ranks=True, must_punish=True, fine=7),
    ),
    "skipping with 3 packs": (
        {"preset": "tractor-3-packs", "skip_dead_ranks": True},
        replace(THREE_PACKS, skip_dead_ranks=True),
    ),
    "finding-friends-7": ({"preset": "finding-friends-7"}, friends(2, black_jokers=0, red_jokers=0)),
    "finding-friends-8": ({"preset": "finding-friends-8"}, friends(3, black_jokers=0, red_jokers=2)),
    "equal sets": (
        {"preset": "finding-friends-9", "equal_sets_throws_only": True},
        replace(FRIENDS_3, equal_sets_throws_only=True),
    ),
    "trump sequences": (
        {"preset": "finding-friends-8", "trump_sequences": True, "must_punish": False},
        replace(friends(3, black_jokers=0, red_jokers=2), trump_sequences=True, must_punish=False),
    ),
    "graded friends": (
        {"preset": "finding-friends-9", "graded_follow": True, "all_jokers": True},
        replace(friends(3, black_jokers=3, red_jokers=3), following="graded"),
    ),
    "bombs": ({"preset": "finding-friends-12", "bombs": True}, replace(FRIENDS_4, bombs=True)),
    "all at once": (
        {"preset": "finding-friends-12", "bombs": True, "graded_follow": True, "trump_sequences": True},
        replace(FRIENDS_4, bombs=True, following="graded", trump_sequences=True),
    ),
}
"""Options that change how cards are played, alone and some together."""

TRUMPS = [rank + suit for rank in RANKS for suit in SUITS + "N"] + ["NN"]
"""Rank and suit; ``N`` for none."""

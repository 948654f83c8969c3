"""Who plays with whom, as far as a view tells."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from cards import Card
from reading import packs_in
from tractor.v1.bot_pb2 import FriendCall, View


def chances_with(view: View) -> list[float]:
    """By seat, seat 1 first: the chance that it is on one's own side; 1 for oneself.

    In Tractor the declarers are known, so all chances are 0 or 1. In Finding Friends nobody but the maker knows who
    holds the cards called: seats that have not shown it are friends of the maker by chance.
    """
    makers = _chances_with_starter(view) if view.friend_calls else _declarers(view)
    own = makers[view.seat - 1]
    together = [own * other + (1 - own) * (1 - other) for other in makers]
    together[view.seat - 1] = 1.0
    return together


def _declarers(view: View) -> list[float]:
    return [1.0 if seat in view.declarers else 0.0 for seat in _seats(view)]


def _chances_with_starter(view: View) -> list[float]:
    """By seat: the chance that it is on the maker's side, or will be."""
    hand: list[Card] = list(view.hand)
    packs = packs_in(view)
    open_calls = [call for call in view.friend_calls if not call.played_by]
    ours = [_chance_held(call, hand, packs, view) for call in open_calls]
    strangers = [seat for seat in _seats(view) if seat not in view.declarers and seat != view.seat]
    friends_expected = sum(1 - chance for chance in ours)
    by_chance = min(1.0, friends_expected / max(1, len(strangers)))
    own = 1.0 if view.seat in view.declarers else 1 - prod(1 - chance for chance in ours)
    known = _declarers(view)
    return [own if seat == view.seat else max(known[seat - 1], by_chance) for seat in _seats(view)]


def _chance_held(call: FriendCall, hand: Sequence[Card], packs: int, view: View) -> float:
    """The chance that one's own copy of a card is the one called."""
    held = hand.count(call.card)
    if not held:
        return 0.0
    if view.seat == view.starter:
        # It plays its own copies first, so that those called are left to others, if there are any.
        return 1.0 if held == packs else 0.0
    played = sum(list(trick.cards).count(call.card) for trick in (*view.tricks, view.trick))
    return min(1.0, held / max(1, packs - played))


def _seats(view: View) -> range:
    return range(1, len(view.hand_counts) + 1)

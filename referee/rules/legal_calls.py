"""Legal calls of friends: the default ones, all or a fair cut of them, and random ones (RULES Z3)."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

from referee.rules.cards import CARD_KINDS, Card, rank_of
from referee.rules.friends import OTHER, copies_in, is_callable, may_call_other
from referee.rules.phases import Call, Calling


def default_calls(state: Calling) -> tuple[Call, ...]:
    """The calls that are made where no legal ones come: the first copies of the highest cards that the maker lacks.

    A friend with an ace is a friend who takes tricks; and of a card of which the maker holds none the first copy is
    certain to be played by somebody else, unless all are buried, which the maker knows. Of equal ranks those come
    first that the maker can lead to. There are always enough: at least 36 kinds of cards can be called, and no maker
    holds more than 20 kinds, or has buried every copy of more than 4.
    """
    contract, ladder = state.contract, state.ladder
    rules, hand = contract.start.rules, state.hands[state.seat]

    def usefulness(card: Card) -> tuple[int, bool, Card]:
        lane = ladder.lane_of(ladder.bit[card])
        can_lead_to_it = lane is not None and bool(hand & lane.bits)
        return -(rank_of(card) or 0), not can_lead_to_it, card

    lacking = [
        card
        for card in _callable_cards(state)
        if not copies_in(ladder, hand, card) and copies_in(ladder, state.buried, card) < rules.packs
    ]
    return tuple([Call(card, 1) for card in sorted(lacking, key=usefulness)[: rules.called_count]])


def legal_calls(state: Calling, *, limit: int, rng: Random) -> tuple[tuple[tuple[Call, ...], ...], bool]:
    """All legal calls, or *limit* of them chosen by chance with *rng* if there are more; and whether these are all.

    The same calls in another order are not listed again.
    """
    choices, count = _choices(state), state.contract.start.rules.called_count
    if comb(len(choices), count) <= limit:
        return tuple(combinations(choices, count)), True
    chosen: dict[tuple[Call, ...], None] = {}
    while len(chosen) < limit:
        chosen[tuple(sorted(rng.sample(choices, count)))] = None
    return tuple(chosen), False


def random_calls(state: Calling, rng: Random) -> tuple[Call, ...]:
    """Legal calls by chance; all of them, in every order, can come up."""
    return tuple(rng.sample(_choices(state), state.contract.start.rules.called_count))


def _callable_cards(state: Calling) -> list[Card]:
    """The cards that may be called, in the printed order."""
    return [card for card in range(1, CARD_KINDS + 1) if is_callable(state.ladder, card)]


def _choices(state: Calling) -> list[Call]:
    """Every call that may be made, sorted."""
    rules, ladder, hand = state.contract.start.rules, state.ladder, state.hands[state.seat]
    return [
        Call(card, ordinal)
        for card in _callable_cards(state)
        for ordinal in range(rules.packs + 1)
        if ordinal != OTHER or may_call_other(rules, ladder, hand, card)
    ]

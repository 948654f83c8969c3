"""Random tables to ask about: a lead and some hands, rich in sets and tractors of few ranks, and small."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from tests.referee.rules.reference.games import TRUMPS
from tests.referee.rules.reference.order import Deal, Game, of_suit, suit_of
from tests.referee.rules.reference.shapes import (
    Shape,
    cards_of,
    component_shape,
    components,
    holding,
    kind,
    runs,
    without,
)

Group = list[str]
"""Cards that stay together when a deck is shuffled badly."""


@dataclass(frozen=True)
class Table:
    """Hands of one size, the first of which is about to lead *lead*."""

    deal: Deal
    lead: list[str]
    hands: list[list[str]]


def tables(rng: Random, game: Game, *, most_cards: int, most_led: int = 6) -> Iterator[Table]:
    """Tables without end: four hands of up to *most_cards*, leads of up to *most_led*."""
    while True:
        deal, groups = _some_deck(rng, _deal(game, rng.choice(TRUMPS)))
        deck = [card for group in groups for card in group]
        most = min(most_cards, len(deck) // 4)
        if most:
            hand_size = max(rng.randint(1, most), rng.randint(1, most))
            hands = [deck[at * hand_size : (at + 1) * hand_size] for at in range(4)]
            rng.shuffle(hands)
            yield Table(deal, some_lead(rng, hands[0], deal, most=most_led), hands)


def tables_in_one_suit(rng: Random, game: Game, *, most_cards: int, most_led: int = 7) -> Iterator[Table]:
    """Tables without end: two hands of few ranks of one suit, so that follows owe much, and can be wrong by little."""
    while True:
        deal = _deal(game, rng.choice(TRUMPS))
        lane = rng.choice([lane for lane in deal.lanes.values() if len(lane) > 2])
        length = rng.randint(3, 7)
        start = rng.choice([rng.randrange(len(lane)), max(0, len(lane) - length)])
        rungs = lane[start : start + length]
        if game.skip_dead_ranks:
            deal = replace(deal, gone=_some_played(rng, rungs, deal))
        groups = [group for rung in rungs for card in rung for group in _split(rng, card, deal)]
        rng.shuffle(groups)
        deck = [card for group in groups for card in group]
        at = min(len(deck) // 2, 9)
        if at:
            lead = max((some_lead(rng, deck[:at], deal, most=most_led) for _ in range(2)), key=len)
            hand = deck[at : at + rng.randint(at, most_cards)]
            if len(hand) > len(lead):
                yield Table(deal, lead, [deck[:at], hand])


def tables_of_long_leads(rng: Random, game: Game, *, most_led: int) -> Iterator[Table]:
    """Tables without end: a lead of 6 to *most_led* cards, and one hand that holds hardly more cards than it.

    Every other lead is a tractor if there is one, and the hand then holds neighbours.
    """
    while True:
        deal = _deal(game, rng.choice(TRUMPS))
        lane = rng.choice([lane for lane in deal.lanes.values() if len(lane) > 5])
        low = rng.randrange(3)
        high = rng.randint(low + 5, len(lane))
        groups = [group for rung in lane[low:high] for card in rung for group in _split(rng, card, deal)]
        deck = [card for group in groups for card in group]
        tractors = _tractors(deck, deal, range(6, most_led + 1)) if rng.random() < 0.5 else []
        if tractors:
            lead = rng.choice(tractors)
            others = Counter(deck) - Counter(lead)
            left = [card for card, copies in others.items() for _ in range(min(copies, rng.choice([1, 2, 2, 2, 4])))]
            start = rng.randrange(max(1, len(left) - len(lead)))
            hand = left[start : start + len(lead) + rng.randrange(4)]
        else:
            rng.shuffle(groups)
            deck = [card for group in groups for card in group]
            count = rng.randint(6, max(6, min(most_led, len(deck) // 2)))
            lead, hand = deck[:count], deck[count : 2 * count + rng.randrange(3)]
        if len(hand) >= len(lead) and kind(lead, deal) not in ("L4", "Z9"):
            yield Table(deal, lead, [lead, hand])


def some_lead(rng: Random, hand: Sequence[str], deal: Deal, *, most: int) -> list[str]:
    """A set, a tractor or a throw of up to *most* cards, as often as the hand allows; else a single."""
    held = of_suit(hand, suit_of(rng.choice(hand), deal), deal)
    form = rng.choice(["single", "set", *["tractor"] * 3, *["throw"] * 3, "any"])
    lead: list[str] = []
    if form == "any":
        lead = rng.sample(held, rng.randint(1, min(most, len(held))))
    elif form == "throw":
        for _ in range(rng.randint(2, 4)):
            left = list(held)
            for card in lead:
                left.remove(card)
            part = _some_component(rng, left, deal, lengths=[1, 1, 2, 3]) if left else []
            lead += part if len(lead) + len(part) <= most else []
    elif form != "single":
        lead = _some_component(rng, held, deal, lengths=[1] if form == "set" else [2, 2, 3, 4])
    is_lead = 0 < len(lead) <= most and kind(lead, deal) not in ("L4", "Z9")
    return lead if is_lead else [rng.choice(held)]


def some_pool(rng: Random, lead: Sequence[str], deal: Deal) -> list[str]:
    """Cards to answer a lead with: all of a few neighbours of its suit and of the trumps, and some of others."""
    left = deal.left - Counter(lead)
    pool: list[str] = []
    for suit in {suit_of(lead[0], deal): None, "trump": None}:
        lane = deal.lanes[suit]
        start = rng.randrange(max(1, len(lane) - 4))
        pool += [card for rung in lane[start : start + 6] for card in rung for _ in range(left[card])]
    others = [card for card in left if card not in pool]
    return pool + rng.sample(others, min(len(others), 3 * len(lead)))


def some_play(rng: Random, lead: Sequence[str], pool: list[str], deal: Deal) -> list[str]:
    """As many cards as were led, taken out of *pool*: mostly of the lead's shapes, in its suit or in trumps."""
    suit = rng.choice([suit_of(lead[0], deal), "trump", "trump"])
    held = holding(of_suit(pool, suit, deal))
    play: list[str] = []
    for shape in [component_shape(part) for part in components(lead, deal)]:
        found = runs(held, shape, deal)
        if not found:
            break
        run = rng.choice(found)
        play += cards_of(run, shape.size)
        held = without(held, run, shape.size)
    fours = runs(holding(of_suit(pool, suit, deal)), Shape(4, 1), deal)
    if fours and len(lead) == 4 and rng.random() < 0.5:
        play = cards_of(rng.choice(fours), 4)
    if play and rng.random() < 0.15:
        play.remove(rng.choice(play))
    for card in play:
        pool.remove(card)
    for _ in range(len(lead) - len(play)):
        play.append(pool.pop(rng.randrange(len(pool))))
    return play


def exchanged(rng: Random, play: Sequence[str], hand: Sequence[str], deal: Deal, *, count: int) -> list[str]:
    """The play with some of its cards exchanged for others of the hand, mostly within a suit, as far as there are."""
    play, spare = list(play), list(hand)
    for card in play:
        spare.remove(card)
    for at in rng.sample(range(len(play)), min(count, len(spare), len(play))):
        of_it = of_suit(spare, suit_of(play[at], deal), deal)
        play[at] = rng.choice(of_it if of_it and rng.random() < 0.8 else spare)
        spare.remove(play[at])
    return play


@cache
def _deal(game: Game, trump: str) -> Deal:
    return Deal(game, trump)


def _some_deck(rng: Random, deal: Deal) -> tuple[Deal, list[Group]]:
    """Cards in the order dealt: a whole deck, or neighbours of some suits only, so that short suits abound.

    Of the latter some are shuffled well, some by sets, and some hardly, so that hands hold sets and tractors. With
    ``skip_dead_ranks`` some of the cards have been played.
    """
    if rng.random() < 0.1:
        return deal, [[card] for card in rng.sample(deal.deck, len(deal.deck))]
    rungs: list[list[str]] = []
    suits = [suit for suit, lane in deal.lanes.items() if lane]
    for suit in rng.sample(suits, rng.choice([1, 2, 2, 3])):
        lane = deal.lanes[suit]
        # The top of the trumps is where equal cards and jokers are.
        start = rng.randrange(max(1, len(lane) - 2)) if rng.random() < 0.6 else max(0, len(lane) - rng.randint(3, 7))
        rungs += lane[start : start + rng.randint(3, 8)]
    if deal.game.skip_dead_ranks:
        deal = replace(deal, gone=_some_played(rng, rungs, deal))
    groups = [group for rung in rungs for card in rung for group in _split(rng, card, deal)]
    shuffled = rng.choice(["well", "by sets", "by sets", "hardly"])
    if shuffled == "well":
        groups = [[card] for group in groups for card in group]
    if shuffled != "hardly":
        rng.shuffle(groups)
    return deal, groups


def _some_played(rng: Random, rungs: list[list[str]], deal: Deal) -> list[str]:
    """All cards of some of the rungs, and some cards of others: of equal cards often all copies of one."""
    gone: list[str] = []
    for rung in rungs:
        all_of_it = rng.random() < 0.2
        for card in rung:
            copies = deal.deck.count(card)
            gone += [card] * (copies if all_of_it else rng.choice([0, 0, 0, rng.randint(0, copies), copies]))
    return gone


def _split(rng: Random, card: str, deal: Deal) -> list[Group]:
    """All copies of a card that were not played, in sets of any size."""
    groups: list[Group] = []
    left = deal.left[card]
    while left:
        size = max(rng.randint(1, left), rng.randint(1, left))
        groups.append([card] * size)
        left -= size
    return groups


def _tractors(cards: Sequence[str], deal: Deal, sizes: range) -> list[list[str]]:
    """All tractors of three or four sets that the cards hold, of so many cards."""
    shapes = [Shape(size, length) for size in (2, 3, 4) for length in (3, 4) if size * length in sizes]
    return [cards_of(run, shape.size) for shape in shapes for run in runs(holding(cards), shape, deal)]


def _some_component(rng: Random, cards: Sequence[str], deal: Deal, *, lengths: Sequence[int]) -> list[str]:
    """A component that the cards hold, of one of these lengths if they can; sets of some size rather than singles."""
    held = holding(cards)
    sizes = range(2, max(copies for _, copies in held) + 1)
    for length in (rng.choice(lengths), 2, 1):
        if found := [cards_of(run, size) for size in sizes for run in runs(held, Shape(size, length), deal)]:
            return rng.choice(found)
    return [rng.choice(cards)]

"""Legal leads: all or a fair cut of them, and one by chance (RULES 5, Z9).

Any cards of one suit are a lead, so there can be astronomically many: they are counted by multiplying, and chosen from
a menu that says how many cards of each kind can be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from math import prod
from random import Random
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import read_lead, single_bits

_LISTED_WHOLE = 4
"""Up to this many times the limit, all leads are listed and cut; of more, some are drawn by chance."""

_TRIES = 40
"""How often a lead is drawn for each that is wanted, at most: repeated and illegal ones are drawn too."""


def legal_leads(
    rules: Ruleset, ladder: Ladder, hand: Cards, *, limit: int, rng: Random
) -> tuple[tuple[Cards, ...], bool]:
    """All leads from *hand*, or *limit* of them chosen by chance with *rng* if there are more; and whether all.

    Singles, sets and tractors come before throws are chosen.
    """
    menus = [menu for lane in ladder.lanes for menu in _menus(rules, ladder, hand & lane.bits)]
    few = sum(menu.choice_count for menu in menus) <= limit * _LISTED_WHOLE
    every = dict.fromkeys(_legal(rules, ladder, menus)) if few else {}
    if few and len(every) <= limit:
        return tuple(every), True

    chosen = dict.fromkeys((*_sets(ladder, hand), *_tractors(ladder, hand)))
    if len(chosen) >= limit:
        return tuple(rng.sample(tuple(chosen), limit)), False
    if few:
        throws = [cards for cards in every if cards not in chosen]
        return (*chosen, *rng.sample(throws, limit - len(chosen))), False
    counts = [menu.choice_count for menu in menus]
    for _ in range(limit * _TRIES):
        (menu,) = rng.choices(menus, counts)
        cards = menu.draw(rng)
        if cards and _is_legal(rules, ladder, cards):
            chosen[cards] = None
            if len(chosen) == limit:
                break
    return tuple(chosen), False


def random_lead(rules: Ruleset, ladder: Ladder, hand: Cards, rng: Random) -> Cards:
    """Any legal lead can come up: mostly a single or a set, a tractor or a throw now and then."""
    first = hand & ladder.plane
    for _ in range(int(rng.random() * first.bit_count())):
        first &= first - 1
    single = first & -first
    chosen = single | single << ladder.width
    chance = rng.random()
    if chance < 1 / 16:
        return _random_throw(rules, ladder, hand, single, rng) or single
    if chosen & ~hand or chance < 1 / 2:
        return single
    if ladder.packs > 2:
        chosen = single * _copies(ladder, rng.randint(2, (hand & single * ladder.repeat).bit_count()))
    tractors = [cards for cards in _tractors(ladder, hand) if not chosen & ~cards] if chance < 3 / 4 else ()
    return rng.choice(tractors) if tractors else chosen


class _Menu(NamedTuple):
    """Choices of cards of one suit: of each kind one of its *takes*, the first of which is none.

    Attributes:
        choice_count: how many choices there are, without that of no cards at all.
    """

    takes: list[list[Cards]]
    choice_count: int

    def every(self) -> Iterator[Cards]:
        """Every choice of some cards, identical cards not told apart."""
        return (sum(taken) for taken in islice(product(*self.takes), 1, None))

    def draw(self, rng: Random) -> Cards:
        """Some cards or none, each choice as likely as any other."""
        return sum(rng.choice(takes) for takes in self.takes)


def _menus(rules: Ruleset, ladder: Ladder, held: Cards) -> list[_Menu]:
    """What may be led from *held*, cards of one suit or none; under Z9 with some choices that may not be.

    Z9 leaves the choices in which the number of each card is a multiple of one size. Many copies can make two sets
    (``AAAA KK QQ`` is read as a tractor of three pairs and a pair) or one, which only reading the lead tells.
    """
    kinds = [(bit, (held & bit * ladder.repeat).bit_count()) for bit in single_bits(held & ladder.plane)]
    if not kinds:
        return []
    if not rules.equal_sets_only:
        return [_menu(ladder, [(bit, range(copies + 1)) for bit, copies in kinds])]
    menus = []
    for size in range(1, ladder.packs + 1):
        multiples = [(bit, range(0, (copies if size > 1 else 1) + 1, size)) for bit, copies in kinds if copies >= size]
        if multiples:
            menus.append(_menu(ladder, multiples))
    return menus


def _menu(ladder: Ladder, kinds: Iterable[tuple[Cards, Iterable[int]]]) -> _Menu:
    """A menu of kinds (bits of the first plane), each with how many of it can be taken."""
    takes = [[bit * _copies(ladder, taken) for taken in counts] for bit, counts in kinds]
    return _Menu(takes, prod(map(len, takes)) - 1)


def _legal(rules: Ruleset, ladder: Ladder, menus: Iterable[_Menu]) -> Iterator[Cards]:
    """Every legal lead of the menus; one that several have is there several times."""
    return (cards for menu in menus for cards in menu.every() if _is_legal(rules, ladder, cards))


def _is_legal(rules: Ruleset, ladder: Ladder, cards: Cards) -> bool:
    """Whether these cards of a menu may be led."""
    if not rules.equal_sets_only:
        return True
    first = cards & ladder.plane
    size = cards.bit_count() // first.bit_count()
    # As many of each card make sets of that size and nothing else.
    return cards == first * _copies(ladder, size) or not isinstance(read_lead(rules, ladder, cards), Refusal)


def _random_throw(rules: Ruleset, ladder: Ladder, hand: Cards, single: Cards, rng: Random) -> Cards:
    """Cards of the suit of *single* by chance, a throw mostly; 0 for none that may be led."""
    lane = ladder.lane_of(single)
    assert lane is not None
    menus = _menus(rules, ladder, hand & lane.bits)
    menu = rng.choice(menus) if len(menus) > 1 else menus[0]
    cards = menu.draw(rng)
    return cards if cards and _is_legal(rules, ladder, cards) else 0


def _sets(ladder: Ladder, held: Cards) -> Iterator[Cards]:
    """Every single, pair, and so on, in *held*."""
    for size in range(1, ladder.packs + 1):
        copies = _copies(ladder, size)
        for bit in single_bits(held >> (size - 1) * ladder.width & ladder.plane):
            yield bit * copies


def _tractors(ladder: Ladder, held: Cards) -> Iterator[Cards]:
    """Every tractor in *held*; of equal sets, any one has its place in it (O4)."""
    for size in range(2, ladder.packs + 1):
        copies = _copies(ladder, size)
        by_rung: dict[int, list[Cards]] = {}
        for bit in single_bits(held >> (size - 1) * ladder.width & ladder.in_runs):
            by_rung.setdefault(ladder.rungs(bit), []).append(bit)
        for lowest, sets in by_rung.items():
            runs, rung = sets, lowest << 1
            while rung in by_rung:
                runs = [run | bit for run in runs for bit in by_rung[rung]]
                yield from (run * copies for run in runs)
                rung <<= 1


def _copies(ladder: Ladder, size: int) -> int:
    """Times a bit of the first plane, a set of this size; 0 for no cards."""
    return ladder.repeat & (1 << size * ladder.width) - 1

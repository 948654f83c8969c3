"""What a lead is made of: sets, tractors and throws (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder, Lane
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset


class Kind(StrEnum):
    """What kind of lead (L1–L4)."""

    SINGLE = "single"
    SET = "set"
    TRACTOR = "tractor"
    THROW = "throw"


class Component(NamedTuple):
    """One part of a lead: *length* consecutive sets of *size* identical cards (a single is 1 of 1, a pair 1 of 2)."""

    size: int
    length: int
    cards: Cards


class Lead(NamedTuple):
    """A lead as it is read (L5).

    Attributes:
        components: largest first: most cards, then larger sets, then higher, then the printed order.
        card_count: cards that every follow has (F1).
        pair_count: pairs that follows owe, if they can (F3).
    """

    cards: Cards
    lane: Lane
    kind: Kind
    components: tuple[Component, ...]
    card_count: int
    pair_count: int


def read_lead(rules: Ruleset, ladder: Ladder, cards: Cards) -> Lead | Refusal:
    """The lead that these cards make; refused if they are none, or not of one suit (L4), or by Z9.

    Sets of one size are asked of a throw as it is read (Z9): whether it could be split otherwise does not matter
    (choice).
    """
    if not rules.reads_tractors:
        return _read_in_pairs(ladder, cards)
    lead = _read_greedily(ladder, cards)
    if rules.equal_sets_only and isinstance(lead, Lead) and len({part.size for part in lead.components}) > 1:
        parts = " and ".join(ladder.text(part.cards) for part in lead.components)
        return Refusal("Z9", f"the sets of a throw are of one size, and this one is of {parts}")
    return lead


def lead_of(ladder: Ladder, lane: Lane, components: Iterable[Component]) -> Lead:
    """The lead with these components, at least one, all of *lane*: a reading of a throw other than that of L5."""
    parts = tuple(sorted(components, key=lambda part: _rank_in_throw(ladder, part)))
    cards = 0
    for part in parts:
        cards = ladder.add(cards, part.cards)
    first = parts[0]
    if len(parts) > 1:
        kind = Kind.THROW
    elif first.length > 1:
        kind = Kind.TRACTOR
    else:
        kind = Kind.SET if first.size > 1 else Kind.SINGLE
    pair_count = sum(part.size // 2 * part.length for part in parts)
    return Lead(cards, lane, kind, parts, cards.bit_count(), pair_count)


def is_run(ladder: Ladder, sets: Cards, length: int) -> bool:
    """Whether *sets* (bits of the first plane) are *length* consecutive ranks of one suit, two or more (O4, Z4)."""
    rungs = ladder.rungs(sets)
    # Two equal ranks share a rung, and a gap parts the suits: neither fills the row of bits.
    return sets.bit_count() == length and rungs == (rungs & -rungs) * ((1 << length) - 1) and not sets & ~ladder.in_runs


def higher(ladder: Ladder, component: Component, held: Cards) -> Cards:
    """Where *held* has a strictly higher component of the same shape and suit; 0 for nowhere.

    Larger sets and longer tractors count as what they contain (L6). Each bit stands for the lowest rank of such a
    component: a bit of the first plane for a set, a rung for a tractor.
    """
    size, length, cards = component
    sets = held >> (size - 1) * ladder.width & ladder.above[(cards & -cards).bit_length() - 1]
    if length > 1 and sets:
        sets = ladder.rungs(sets & ladder.in_runs)
        for _ in range(length - 1):
            sets &= sets >> 1
    return sets


def all_higher(ladder: Ladder, component: Component, held: Cards) -> Iterator[Cards]:
    """The strictly higher components of the same shape and suit in *held*, each once, the lowest first."""
    size, length, _ = component
    starts = higher(ladder, component, held)
    copies = ladder.repeat & (1 << size * ladder.width) - 1
    sets = held >> (size - 1) * ladder.width & ladder.in_runs
    while starts:
        start = starts & -starts
        starts ^= start
        if length == 1:
            yield start * copies
            continue
        run = start * ((1 << length) - 1)
        by_rung: dict[Cards, list[Cards]] = {}
        for bit in single_bits(sets):
            rung = ladder.rungs(bit)
            if rung & run:
                by_rung.setdefault(rung, []).append(bit)
        for choice in product(*by_rung.values()):
            yield sum(choice) * copies


def single_bits(cards: Cards) -> Iterator[Cards]:
    """The bits of a set one by one, the lowest first."""
    while cards:
        bit = cards & -cards
        yield bit
        cards ^= bit


@lru_cache(maxsize=1 << 11)
def _read_in_pairs(ladder: Ladder, cards: Cards) -> Lead | Refusal:
    """A lead, of which a throw is read as pairs and singles (L5)."""
    lane = ladder.lane_of(cards)
    if lane is None:
        return Refusal("L4", _no_lead(ladder, cards))
    first = cards & ladder.plane
    kinds = first.bit_count()
    size, left_over = divmod(cards.bit_count(), kinds)
    alike = not left_over and cards == first * (ladder.repeat & (1 << size * ladder.width) - 1)
    if alike and (kinds == 1 or (size > 1 and is_run(ladder, first, kinds))):
        return lead_of(ladder, lane, [Component(size, kinds, cards)])
    parts = []
    for bit in single_bits(first):
        copies = (cards & bit * ladder.repeat).bit_count()
        parts += [Component(2, 1, bit | bit << ladder.width)] * (copies // 2)
        parts += [Component(1, 1, bit)] * (copies % 2)
    return lead_of(ladder, lane, parts)


@lru_cache(maxsize=1 << 11)
def _read_greedily(ladder: Ladder, cards: Cards) -> Lead | Refusal:
    """A lead, of which a throw is read with tractors (L5 under ``throw_tractors``)."""
    lane = ladder.lane_of(cards)
    if lane is None:
        return Refusal("L4", _no_lead(ladder, cards))
    parts = []
    while cards:
        part = _largest_component(ladder, cards)
        cards = ladder.remove(cards, part.cards)
        parts.append(part)
    return lead_of(ladder, lane, parts)


def _largest_component(ladder: Ladder, held: Cards) -> Component:
    """The largest component of *held*, which is of one suit: most cards, larger sets, higher, printed order."""
    width, rungs_of = ladder.width, ladder.rungs
    size, length, starts = 1, 1, 0
    # Larger sets are tried first, and stay where smaller ones give no more cards.
    for try_size in range(-(-held.bit_length() // width), 1, -1):
        try_length, try_starts = 1, rungs_of(held >> (try_size - 1) * width & ladder.in_runs)
        while longer := try_starts & try_starts >> 1:
            try_length, try_starts = try_length + 1, longer
        if try_size * try_length > size * length:
            size, length, starts = try_size, try_length, try_starts
    sets = held >> (size - 1) * width & ladder.plane
    if length == 1:
        chosen = 1 << sets.bit_length() - 1
        if chosen & ladder.equals:
            chosen = _first_printed(sets & ladder.equals)
    else:
        run = (1 << starts.bit_length() - 1) * ((1 << length) - 1)
        sets &= ladder.in_runs
        if equals := sets & ladder.equals:
            sets ^= equals ^ _first_printed(equals)
        chosen = sum(bit for bit in single_bits(sets) if rungs_of(bit) & run)
    return Component(size, length, chosen * (ladder.repeat & (1 << size * width) - 1))


def _first_printed(equals: Cards) -> Cards:
    """The first in the printed order of cards that share a rung, which is their lowest bit."""
    return equals & -equals


def _rank_in_throw(ladder: Ladder, component: Component) -> tuple[int, int, int, Cards]:
    """Sorts components largest first: most cards, larger sets, higher, printed order (L5)."""
    size, length, cards = component
    first = cards & ladder.plane
    return -size * length, -size, -ladder.rungs(first).bit_length(), first


def _no_lead(ladder: Ladder, cards: Cards) -> str:
    """Why *cards* are no lead at all."""
    if not cards:
        return "a lead has at least one card"
    suits = " and ".join(f"{lane.noun}s" for lane in ladder.lanes if cards & lane.bits)
    return f"a lead is of one suit, and {ladder.text(cards)} is of {suits}"

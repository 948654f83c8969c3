"""What answers a lead (RULES 6, X3–X5, Z5, T3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder
from referee.rules.laying import cheap_parts, random_parts, selections
from referee.rules.owed import asked_shapes, owed_shapes, owing_rule
from referee.rules.packing import Shape, fits
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Following, Ruleset
from referee.rules.shapes import Kind, Lead, all_higher, higher, single_bits

_PAIRS = Following.PAIRS
_THROW = Kind.THROW


def check_follow(
    rules: Ruleset,
    ladder: Ladder,
    lead: Lead,
    hand: Cards,
    cards: Cards,
    *,
    must_beat: bool,
) -> Refusal | None:
    """None if *cards* may follow *lead* from *hand*, else the first rule broken: F1, F2, F3 (or X3, X4, Z5), T3.

    Args:
        must_beat: T3 binds this seat; ignored where the hand cannot beat the lead.
    """
    if cards & ~hand or cards.bit_count() != lead.card_count:
        return _refuse_f1(ladder, lead, hand, cards)
    lane = lead.lane
    if cards & ~lane.bits:
        if hand & lane.bits & ~cards:
            return _refuse_f2(ladder, lead, hand)
    elif lead.pair_count:
        if rules.following is _PAIRS:
            pair_count = (cards & lane.pairs).bit_count()
            if pair_count < lead.pair_count and pair_count < (hand & lane.pairs).bit_count():
                return _refuse_f3(ladder, lead, hand)
        else:
            owed = owed_shapes(rules, ladder, lead, hand & lane.bits)
            if not fits(ladder, cards, owed):
                return _refuse_owed(rules, ladder, lead, hand, owed)
    if must_beat and lead.kind is not _THROW and not higher(ladder, lead.components[0], cards):
        beating = _beating(rules, ladder, lead, hand)
        if beating and cards not in beating:
            return _refuse_t3(ladder, lead, cards, beating[0])
    return None


def follows(
    rules: Ruleset,
    ladder: Ladder,
    lead: Lead,
    hand: Cards,
    *,
    must_beat: bool,
) -> Iterator[Cards]:
    """Every legal follow, each once (identical cards are not told apart); lazily, lowest cards first."""
    if must_beat and (beating := _beating(rules, ladder, lead, hand)):
        yield from beating
        return
    choice = _choice_of(lead, hand)
    if choice.pair_count and rules.following is not _PAIRS:
        owed = owed_shapes(rules, ladder, lead, choice.pool)
        yield from selections(ladder, choice.pool, owed, choice.card_count)
        return
    for chosen in _selections(ladder, choice):
        yield choice.owed | chosen


def random_follow(
    rules: Ruleset,
    ladder: Ladder,
    lead: Lead,
    hand: Cards,
    *,
    must_beat: bool,
    rng: Random,
) -> Cards:
    """A legal follow by chance, without listing them all; every one of them can come up."""
    if must_beat and (beating := _beating(rules, ladder, lead, hand)):
        return beating[int(rng.random() * len(beating))]
    if lead.card_count == 1:
        # The usual case: any kind of card that will do, whatever its copies.
        kinds = (hand & lead.lane.bits or hand) & ladder.plane
        for _ in range(int(rng.random() * kinds.bit_count())):
            kinds &= kinds - 1
        return kinds & -kinds
    owed, pool, count, pair_count = _choice_of(lead, hand)
    if pair_count and rules.following is not _PAIRS:
        parts = random_parts(ladder, pool, owed_shapes(rules, ladder, lead, pool), rng)
        owed = _together(ladder, parts)
        return ladder.add(owed, _some_bits(ladder.remove(pool, owed), count - owed.bit_count(), rng))
    width = ladder.width
    picked = _some_bits(pool & lead.lane.pairs, pair_count, rng)
    picked |= picked >> width
    picked |= _some_bits(pool & ~picked, count - 2 * pair_count, rng)
    # Each bit picked stands for a copy, in whatever plane: adding them moves the copies to the lowest planes.
    return owed | ladder.add(picked & ladder.plane, picked >> width)


def lowest_follow(
    rules: Ruleset,
    ladder: Ladder,
    lead: Lead,
    hand: Cards,
    *,
    must_beat: bool,
) -> Cards:
    """One legal follow, always the same for the same input: cheap cards, without points where there is a choice."""
    if must_beat and (beating := _beating(rules, ladder, lead, hand)):
        return min(beating, key=ladder.points)
    owed, pool, count, pair_count = _choice_of(lead, hand)
    if pair_count and rules.following is not _PAIRS:
        owed = _together(ladder, cheap_parts(ladder, pool, owed_shapes(rules, ladder, lead, pool)))
        return ladder.add(owed, _cheapest(ladder, ladder.remove(pool, owed), count - owed.bit_count()))
    pairs = _cheapest(ladder, pool & lead.lane.pairs, pair_count)
    pairs |= pairs >> ladder.width
    return owed | pairs | _cheapest(ladder, pool & ~pairs, count - 2 * pair_count)


class _Choice(NamedTuple):
    """What is left to choose of a follow: some cards of *pool*, with *pair_count* pairs or more among them.

    Where more than pairs is owed, *pair_count* says no more than whether anything can be.

    Attributes:
        owed: cards that every follow holds; none of their suit is in the pool.
    """

    owed: Cards
    pool: Cards
    card_count: int
    pair_count: int


def _choice_of(lead: Lead, hand: Cards) -> _Choice:
    """The choice that F1–F3 leave; the hand holds as many cards as were led, or more."""
    suit = hand & lead.lane.bits
    count = lead.card_count
    short = count - suit.bit_count()
    if short >= 0:
        return _Choice(suit, hand ^ suit, short, 0)
    if pair_count := lead.pair_count:
        pair_count = min(pair_count, (suit & lead.lane.pairs).bit_count())
    return _Choice(0, suit, count, pair_count)


def _beating(rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards) -> list[Cards]:
    """The plays of T3; none if the hand cannot beat the lead in its own suit.

    (choice) Where a tractor of two pairs is to be beaten, a hand that can do it with a higher one may also do it with a
    bomb of the led suit (Z6), if that is as close to the lead as the hand allows.
    """
    if lead.kind is _THROW:
        return []
    component = lead.components[0]
    found = list(all_higher(ladder, component, hand))
    if found and rules.has_bombs and (component.size, component.length) == (2, 2):
        suit = hand & lead.lane.bits
        owed = owed_shapes(rules, ladder, lead, suit)
        bombs = (bit * ladder.repeat for bit in single_bits(suit >> 3 * ladder.width))
        found += [bomb for bomb in bombs if fits(ladder, bomb, owed)]
    return found


def _together(ladder: Ladder, parts: Sequence[Cards]) -> Cards:
    """Cards taken one after another out of the same hand, as one set."""
    together = 0
    for part in parts:
        together = ladder.add(together, part)
    return together


def _selections(ladder: Ladder, choice: _Choice) -> Iterator[Cards]:
    """All ways to make a choice, each once."""
    kinds: list[tuple[Cards, ...]] = []
    for bit in single_bits(choice.pool & ladder.plane):
        copies = (choice.pool & bit * ladder.repeat).bit_count()
        kinds.append(tuple(bit * (ladder.repeat & (1 << ladder.width * taken) - 1) for taken in range(copies + 1)))
    # What the kinds from each on can still give, so that no branch ends in vain.
    cards_left, pairs_left = [0], [0]
    for takes in reversed(kinds):
        cards_left.append(cards_left[-1] + len(takes) - 1)
        pairs_left.append(pairs_left[-1] + (len(takes) - 1) // 2)
    cards_left.reverse()
    pairs_left.reverse()

    def select(at: int, count: int, pair_count: int, chosen: Cards) -> Iterator[Cards]:
        if cards_left[at] < count or pairs_left[at] < pair_count or count < 2 * pair_count:
            return
        if not count:
            yield chosen
            return
        takes = kinds[at]
        for taken in range(min(len(takes) - 1, count), -1, -1):
            yield from select(at + 1, count - taken, max(0, pair_count - taken // 2), chosen | takes[taken])

    return select(0, choice.card_count, choice.pair_count, 0)


def _some_bits(bits: int, count: int, rng: Random) -> int:
    """*count* of the bits by chance, each as likely as any other."""
    found = 0
    for left in range(bits.bit_count(), bits.bit_count() - count, -1):
        rest = bits
        for _ in range(int(rng.random() * left)):
            rest &= rest - 1
        bit = rest & -rest
        found |= bit
        bits ^= bit
    return found


def _cheapest(ladder: Ladder, bits: Cards, count: int) -> Cards:
    """*count* of the bits, those of the cheapest cards; a card's lower planes first."""
    found = 0
    if not count:
        return found
    for copies in ladder.cheapest:
        here = bits & copies
        while here:
            found |= here & -here
            here &= here - 1
            count -= 1
            if not count:
                return found
    return found


def _refuse_f1(ladder: Ladder, lead: Lead, hand: Cards, cards: Cards) -> Refusal:
    """Cards that the hand lacks, or not as many as were led."""
    if cards & ~hand:
        missing = ladder.remove(cards, cards & hand)
        return Refusal("F1", f"{ladder.text(cards)} cannot be played: the hand lacks {ladder.text(missing)}")
    wanted = "1 card" if lead.card_count == 1 else f"{lead.card_count} cards"
    return Refusal("F1", f"{ladder.text(lead.cards)} asks for {wanted}, not for {cards.bit_count()}")


def _refuse_f2(ladder: Ladder, lead: Lead, hand: Cards) -> Refusal:
    """Cards of other suits while the hand held more of the led one."""
    suit = lead.lane.noun
    held = hand & lead.lane.bits
    wanted = _count(lead.card_count, suit) if held.bit_count() >= lead.card_count else f"all {suit}s"
    return Refusal("F2", f"{ladder.text(lead.cards)} asks for {wanted}, and the hand holds {ladder.text(held)}")


def _refuse_f3(ladder: Ladder, lead: Lead, hand: Cards) -> Refusal:
    """Fewer pairs than the hand allows."""
    pairs = hand & lead.lane.pairs
    wanted = _count(min(lead.pair_count, pairs.bit_count()), "pair")
    held = ladder.text(pairs | pairs >> ladder.width)
    return Refusal("F3", f"{ladder.text(lead.cards)} asks for {wanted} of {lead.lane.noun}s, and the hand holds {held}")


def _refuse_owed(rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards, owed: Sequence[Shape]) -> Refusal:
    """A follow that is not as close to the lead as the hand allows; names cheap cards that would be."""
    asked = Counter(asked_shapes(rules, lead))
    wanted = " and ".join(_shape_text(shape, number) for shape, number in asked.items())
    parts = " and ".join(ladder.text(part) for part in cheap_parts(ladder, hand & lead.lane.bits, owed))
    holds = "the hand holds" if asked == Counter(owed) else "the closest that the hand holds is"
    sentence = f"{ladder.text(lead.cards)} asks for {wanted} of {lead.lane.noun}s, and {holds} {parts}"
    return Refusal(owing_rule(rules, lead), sentence)


def _refuse_t3(ladder: Ladder, lead: Lead, cards: Cards, better: Cards) -> Refusal:
    """A play that leaves what a failed throw left unbeaten."""
    return Refusal(
        "T3",
        f"{ladder.text(lead.cards)} is left of a failed throw and must be beaten: "
        f"{ladder.text(cards)} does not beat it, {ladder.text(better)} does",
    )


def _count(number: int, noun: str) -> str:
    """``a pair``, ``2 pairs``."""
    return f"a {noun}" if number == 1 else f"{number} {noun}s"


_SET_NOUNS = ("", "single", "pair", "triple", "quadruple")


def _shape_text(shape: Shape, number: int) -> str:
    """``a pair``, ``2 tractors of 3 pairs``."""
    sets = _SET_NOUNS[shape.size]
    return _count(number, sets) if shape.length == 1 else f"{_count(number, 'tractor')} of {shape.length} {sets}s"

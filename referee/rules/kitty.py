"""Burying the kitty (RULES 4): what may be buried, all burials or some of them, and one by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.rules.ladder import Cards, Ladder
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import single_bits


def check_burial(rules: Ruleset, ladder: Ladder, hand: Cards, cards: Cards) -> Refusal | None:
    """None if *cards* may be buried from *hand*, which holds the kitty; else the refusal (K1)."""
    count = cards.bit_count()
    if count != rules.kitty_size:
        offered = f"{count} cards were offered" if count != 1 else "1 card was offered"
        return Refusal("K1", f"the starter buries exactly {rules.kitty_size} cards; {offered}")
    missing = cards & ~hand
    if missing:
        return Refusal("K1", f"the starter does not hold all of these cards: {ladder.text(cards)}")
    return None


def legal_burials(
    rules: Ruleset, ladder: Ladder, hand: Cards, *, limit: int, rng: Random
) -> tuple[tuple[Cards, ...], bool]:
    """All burials from *hand*, or *limit* of them chosen by chance with *rng* if there are more; and whether all.

    Identical cards are not told apart: each burial is there once, and any as likely to be chosen as any other.
    """
    takes = [
        [bit * (ladder.repeat & (1 << ladder.width * taken) - 1) for taken in range(copies + 1)]
        for bit in single_bits(hand & ladder.plane)
        if (copies := (hand & bit * ladder.repeat).bit_count())
    ]
    ways = _ways(takes, rules.kitty_size)
    every = range(ways[0][rules.kitty_size])
    complete = len(every) <= limit
    numbers: Sequence[int] = every if complete else rng.sample(every, limit)
    return tuple([_burial(takes, ways, rules.kitty_size, number) for number in numbers]), complete


def random_burial(rules: Ruleset, ladder: Ladder, hand: Cards, rng: Random) -> Cards:
    """Any cards of *hand*, each copy as likely as any other."""
    return ladder.read(rng.sample(ladder.cards(hand), rules.kitty_size))


def _ways(takes: Sequence[Sequence[Cards]], most: int) -> list[list[int]]:
    """By kind of card, and by how many cards up to *most*: in how many ways these kinds from it on give so many."""
    ways = [[1] + [0] * most]
    for kind in reversed(takes):
        after = ways[-1]
        ways.append([sum(after[max(0, count + 1 - len(kind)) : count + 1]) for count in range(most + 1)])
    ways.reverse()
    return ways


def _burial(takes: Sequence[Sequence[Cards]], ways: Sequence[Sequence[int]], count: int, number: int) -> Cards:
    """The burial of *count* cards with this *number*, from 0, among all that there are."""
    buried = 0
    for at, kind in enumerate(takes):
        taken = 0
        while number >= (with_so_many := ways[at + 1][count - taken]):
            number -= with_so_many
            taken += 1
        buried |= kind[taken]
        count -= taken
    return buried

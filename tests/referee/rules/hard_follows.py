"""Hard questions about follows: rich hands of one suit, long leads of many parts, and the search for the hardest.

Used by the tests, which bound what a question may take, and by the bench, which says what it takes.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from referee.rules.cards import Rank, Suit
from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.shapes import Component, Kind, Lead, lead_of, single_bits
from tests.referee.rules.followings import FRIENDS, GRADED, GRADED_FRIENDS, THREE_PACKS
from tests.sizes import scale

TRUMP_SEQUENCES = ruleset(
    parse_options({"preset": "finding-friends-12", "graded_follow": True, "trump_sequences": True, "all_jokers": True})
)
STAYING = ruleset(parse_options({"graded_follow": True, "throw_tractors": True, "no_trump_rank_cards": "trump"}))
GAMES = (GRADED, STAYING, THREE_PACKS, FRIENDS, GRADED_FRIENDS, TRUMP_SEQUENCES)


class Question(NamedTuple):
    """A hand that is to follow a lead."""

    rules: Ruleset
    ladder: Ladder
    lead: Lead
    hand: Cards

    def __str__(self) -> str:
        parts = " ".join(f"{part.size}x{part.length}" for part in self.lead.components)
        return f"{self.rules.options}: {self.ladder.trump.text} {parts} from {self.ladder.text(self.hand)}"


Parts = tuple[tuple[int, int], ...]
"""Sizes and lengths of what is led."""


def led(ladder: Ladder, lane: int, parts: Parts) -> Lead:
    """A lead of such parts, of any cards: what is owed to it does not depend on them."""
    bits = list(single_bits(ladder.lanes[lane].low & ladder.in_runs))
    components = [
        Component(size, length, sum(bits[:length]) * (ladder.repeat & (1 << size * ladder.width) - 1))
        for size, length in sorted(parts, key=lambda part: (-part[0] * part[1], -part[0]))
    ]
    first = lead_of(ladder, ladder.lanes[lane], components[:1])
    return Lead(
        cards=first.cards,
        lane=first.lane,
        kind=first.kind if len(parts) == 1 else Kind.THROW,
        components=tuple(components),
        card_count=sum(size * length for size, length in parts),
        pair_count=sum(size // 2 * length for size, length in parts),
    )


def ladder_of(rules: Ruleset) -> Ladder:
    """With sevens trump, and hearts where rank cards do not stay trumps without them."""
    return rules.ladder(rules.trump(Rank.SEVEN, None if rules is STAYING else Suit.HEARTS))


def some_parts(rng: Random, packs: int, room: int) -> Parts:
    """Singles, sets and tractors of so many cards together."""
    parts = []
    longest, sizes = rng.choice((1, 2, 3, 8)), rng.choice(((2,), (2, 3), (2, 2, 3, 4), (1, 2, 3, 4)))
    while room:
        size = min(rng.choice(sizes), packs, room)
        length = 1 if size == 1 else min(rng.randint(1, longest), room // size)
        parts.append((size, length))
        room -= size * length
    return tuple(parts)


class Case(NamedTuple):
    """What a hard question is made of."""

    rules: Ruleset
    lane: int
    copies: tuple[int, ...]
    """Of each card of the suit, from the lowest."""
    parts: Parts

    def question(self) -> Question:
        """The question."""
        ladder = ladder_of(self.rules)
        hand = 0
        for bit, copies in zip(single_bits(ladder.lanes[self.lane].low), self.copies, strict=True):
            hand |= bit * (ladder.repeat & (1 << copies * ladder.width) - 1) & ladder.deck
        return Question(self.rules, ladder, led(ladder, self.lane, self.parts), hand)

    def changed(self, rng: Random) -> Case:
        """With more or less of one card, or another part led."""
        if rng.random() < 0.5:
            at = rng.randrange(len(self.copies))
            copies = (*self.copies[:at], rng.randint(0, self.rules.packs), *self.copies[at + 1 :])
            return self._replace(copies=copies)
        at = rng.randrange(len(self.parts))
        other = rng.randint(2, self.rules.packs), rng.randint(1, 6)
        return self._replace(parts=(*self.parts[:at], other, *self.parts[at + rng.randint(0, 1) :]))


def some_case(rng: Random, games: Sequence[Ruleset], *, hand_size: int, lead_size: int) -> Case:
    """A suit of which much is held, and much led."""
    rules, lane = rng.choice(games), rng.choice((0, 4))
    copies = [rng.choice((0, 1, 2, 3, 4, 4)) for _ in single_bits(ladder_of(rules).lanes[lane].low)]
    while sum(copies) > hand_size:
        copies[rng.randrange(len(copies))] = 0
    return Case(rules, lane, tuple(copies), some_parts(rng, rules.packs, rng.randint(2, lead_size)))


def hardest_s(
    act: Callable[[Question], object],
    *,
    games: Sequence[Ruleset] = GAMES,
    hand_size: int = 72,
    lead_size: int = 41,
    tries: int = scale(24, 600),
) -> float:
    """Seconds of work that an act takes on the hardest question that chance and small changes lead to."""
    rng = Random(29)
    found: list[tuple[float, int, Case]] = []
    for number in range(tries):
        afresh = len(found) < 10 or rng.random() < 0.3
        case = (
            some_case(rng, games, hand_size=hand_size, lead_size=lead_size)
            if afresh
            else rng.choice(found)[2].changed(rng)
        )
        question = case.question()
        if (
            question.lead.card_count > min(lead_size, question.hand.bit_count())
            or question.hand.bit_count() > hand_size
        ):
            continue
        found.append((work_s(act, question), number, case))
        found = sorted(found, reverse=True)[:10]
    return found[0][0]


def work_s(act: Callable[[Question], object], question: Question) -> float:
    """Seconds of work that an act takes; collecting garbage, mostly that of other tests, is left out."""
    gc.disable()
    try:
        started = time.process_time()
        act(question)
        return time.process_time() - started
    finally:
        gc.enable()


def check(question: Question) -> None:
    """Checks the highest cards, which mostly may not follow: that takes longest, as a refusal names cards that may."""
    cards = question.ladder.cards(question.hand)[-question.lead.card_count :]
    check_follow(*question, question.ladder.read(cards), must_beat=False)


def draw(question: Question) -> None:
    """Draws a follow."""
    random_follow(*question, must_beat=False, rng=Random(1))


def take_default(question: Question) -> None:
    """Takes the default."""
    lowest_follow(*question, must_beat=False)


def list_a_thousand(question: Question) -> None:
    """Lists as many follows as are ever shown."""
    assert list(islice(follows(*question, must_beat=False), 1000))

"""Graded follows and sets against a plain search of all follows and all their splits, and how long the worst takes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import NamedTuple

import pytest

from referee.rules.cards import Rank, Suit
from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.ruleset import Following, Ruleset, ruleset
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


# --- A plain search


def plainly_closest(question: Question, play: Cards) -> tuple[int, ...]:
    """How close a play is: of all its splits the greatest row of numbers, each asked for after those before it.

    Graded: by component and size the lengths of the runs used, longest first, then a zero. Sets: by size likewise.
    """
    ladder, lead = question.ladder, question.lead
    bits = list(single_bits(play & lead.lane.low))
    rungs = [ladder.rungs(bit) if bit & ladder.in_runs else 0 for bit in bits]
    if question.rules.following is Following.SETS:
        sizes = sorted({part.size for part in lead.components if part.size > 1}, reverse=True)
        asked = [(size, sum(part.length for part in lead.components if part.size == size)) for size in sizes]
    else:
        asked = [(part.size, part.length) for part in lead.components if part.size > 1]

    def places(length: int) -> Iterator[tuple[int, ...]]:
        if length == 1:
            yield from ((at,) for at in range(len(bits)))
            return
        for rung in {rung for rung in rungs if rung}:
            yield from product(*([at for at, other in enumerate(rungs) if other == rung << up] for up in range(length)))

    @cache
    def best(copies: tuple[int, ...], index: int, size: int, unmatched: int, longest: int) -> tuple[int, ...]:
        if index == len(asked):
            return ()
        if size < 2 or (question.rules.following is Following.SETS and size < asked[index][0]):
            following = asked[index + 1] if index + 1 < len(asked) else (0, 0)
            return best(copies, index + 1, *following, following[1])
        found = [(0, *best(copies, index, size - 1, unmatched, unmatched))]
        longest = min(longest, unmatched, 1 if question.rules.following is Following.SETS else longest)
        for length in range(1, longest + 1):
            for place in places(length):
                left = tuple(count - size * (at in place) for at, count in enumerate(copies))
                if min(left) >= 0:
                    found.append((length, *best(left, index, size, unmatched - length, length)))
        return max(found)

    copies = tuple((play & bit * ladder.repeat).bit_count() for bit in bits)
    return best(copies, 0, *asked[0], asked[0][1]) if asked else ()


def plainly_legal(question: Question) -> set[Cards]:
    """The legal follows: of all that follow suit, those that are closest."""
    _, ladder, lead, hand = question
    suit = (hand & lead.lane.bits).bit_count()
    plays = {ladder.read(cards) for cards in combinations(ladder.cards(hand), lead.card_count)}
    plays = {play for play in plays if (play & lead.lane.bits).bit_count() == min(suit, lead.card_count)}
    if suit <= lead.card_count:
        return plays
    closeness = {play: plainly_closest(question, play) for play in plays}
    best = max(closeness.values())
    return {play for play in plays if closeness[play] == best}


def small_question(rng: Random) -> Question:
    """Eight or nine cards close to each other, and a lead of three to seven."""
    rules, lane = rng.choice(GAMES), rng.choice((0, 4))
    ladder = ladder_of(rules)
    bits = list(single_bits(ladder.lanes[lane].low))
    start = rng.randrange(max(1, len(bits) - 6))
    near = bits[start : start + 7]
    hand, size = 0, rng.randint(8, 9)
    for bit in [*rng.sample(near, len(near)), *bits]:
        copies = 0 if hand & bit else min(rng.randint(0, rules.packs), size - hand.bit_count())
        hand |= bit * (ladder.repeat & (1 << copies * ladder.width) - 1) & ladder.deck
    if rng.random() < 0.3:
        hand |= ladder.lanes[1].low & -ladder.lanes[1].low  # a card of another suit
    lead_size = min(rng.randint(3, 7), hand.bit_count())
    return Question(rules, ladder, led(ladder, lane, some_parts(rng, rules.packs, lead_size)), hand)


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


def test_legal_follows_are_those_that_a_plain_search_finds_closest() -> None:
    """Listed, accepted, drawn and taken by default, against all follows and all ways to split them (X3–X5, Z5)."""
    rng = Random(13)
    for _ in range(scale(12, 1500)):
        question = small_question(rng)
        _, ladder, lead, hand = question
        legal = plainly_legal(question)
        listed = list(follows(*question, must_beat=False))
        every = {ladder.read(cards) for cards in combinations(ladder.cards(hand), lead.card_count)}

        assert len(listed) == len(set(listed)), str(question)
        assert set(listed) == legal, str(question)
        assert {play for play in every if check_follow(*question, play, must_beat=False) is None} == legal, str(
            question
        )
        assert lowest_follow(*question, must_beat=False) in legal, str(question)
        assert {random_follow(*question, must_beat=False, rng=rng) for _ in range(5)} <= legal, str(question)


def test_every_closest_follow_comes_up_by_chance() -> None:
    rng = Random(17)
    for _ in range(scale(2, 40)):
        question = small_question(rng)
        legal = plainly_legal(question)
        drawn = {random_follow(*question, must_beat=False, rng=rng) for _ in range(80 * len(legal))}

        assert drawn == legal, str(question)


# --- Bounds


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


@pytest.mark.parametrize(("games", "hand_size"), [((GRADED, STAYING, THREE_PACKS), 39), (GAMES[3:], 17)])
def test_hands_as_they_are_dealt_are_judged_at_once(games: Sequence[Ruleset], hand_size: int) -> None:
    """All of one suit, against a throw of twelve cards: about 3 ms at worst, and ten times that here."""
    assert hardest_s(check, games=games, hand_size=hand_size, lead_size=12) < 0.03


def test_no_hand_and_no_lead_take_long_to_judge() -> None:
    """Up to all cards of a suit, led in any parts: about 20 ms at worst, and ten times that here."""
    assert hardest_s(check) < 0.2


@pytest.mark.parametrize("act", [draw, take_default])
def test_a_follow_is_soon_drawn_and_soon_taken(act: Callable[[Question], object]) -> None:
    assert hardest_s(act) < 0.2


def test_a_thousand_follows_are_soon_listed() -> None:
    assert hardest_s(list_a_thousand, tries=scale(4, 100)) < 1.5

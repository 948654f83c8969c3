"""Graded follows and sets against a plain search of all follows and all their splits, and how long the worst takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards
from referee.rules.ruleset import Following, Ruleset
from referee.rules.shapes import single_bits
from tests.referee.rules.followings import GRADED, THREE_PACKS
from tests.referee.rules.hard_follows import (
    GAMES,
    STAYING,
    Question,
    check,
    draw,
    hardest_s,
    ladder_of,
    led,
    list_a_thousand,
    some_parts,
    take_default,
)
from tests.sizes import scale

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

"""Whole deals for tests: decks shuffled or arranged, and deals played to their end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from referee.rules.cards import Card, Rank, parse_cards
from referee.rules.deal import Asking, Decision, Event, Scored, Start, State, ThrownIn, begin, step
from referee.rules.game import game_at, next_start
from referee.rules.legal import random_decision
from referee.rules.options import Options, Ruleset, ruleset
from referee.rules.record import Heading
from referee.rules.refusal import Refusal
from tests.referee.rules.builders import TRACTOR

SIX_SEATS: Ruleset = ruleset(Options(seats=6))
"""Six seats in two sides: not offered yet, but nothing beside the options may mind."""

HEADING = Heading(match="m1", board=7, deal=1, whole_game=False, names=("Ada", "Bo", "Cy", "Di"))


def shuffled(rng: Random, rules: Ruleset = TRACTOR) -> tuple[Card, ...]:
    """All cards of the game in random order."""
    deck = list(rules.sorted_deck)
    rng.shuffle(deck)
    return tuple(deck)


def first_start(deck: tuple[Card, ...], *, first_drawer: int = 0, rules: Ruleset = TRACTOR) -> Start:
    """A first deal with trump rank 2."""
    game = game_at(rules, first_drawer=first_drawer, starter=None, levels=(2,) * rules.side_count)
    return next_start(game, deck)


def later_start(
    deck: tuple[Card, ...], *, starter: int = 0, levels: tuple[int, ...] = (2, 2), rules: Ruleset = TRACTOR
) -> Start:
    """A later deal; the trump rank is the level of the starter's side."""
    return next_start(game_at(rules, first_drawer=starter, starter=starter, levels=levels), deck)


def random_start(rng: Random, rules: Ruleset = TRACTOR) -> Start:
    """A first deal now and then, mostly a later one."""
    seat = rng.randrange(len(rules.side_of))
    if rng.random() < 0.3:
        return first_start(shuffled(rng, rules), first_drawer=seat, rules=rules)
    levels = tuple(rng.randrange(2, 15) for _ in range(rules.side_count))
    return later_start(shuffled(rng, rules), starter=seat, levels=levels, rules=rules)


def arranged(
    draws: Mapping[int, str], *, kitty: str = "", first_drawer: int = 0, rank: Rank = Rank.TWO
) -> tuple[Card, ...]:
    """A deck of which each seat draws the cards given first, in that order.

    The kitty begins with *kitty*. Other cards that could be part of a bid go to the kitty as long as it has room, then
    are drawn last, by the last drawer.
    """
    rules = TRACTOR
    seat_count, hand_size = len(rules.side_of), rules.hand_size
    rest = list(rules.sorted_deck)
    hands = {seat: list(parse_cards(draws.get(seat, ""))) for seat in range(seat_count)}
    buried = list(parse_cards(kitty))
    for card in (*buried, *(card for hand in hands.values() for card in hand)):
        rest.remove(card)
    rest.sort(key=lambda card: card > 52 or (card - 1) % 13 + 2 == rank)
    while len(buried) < rules.kitty_size:
        buried.append(rest.pop())
    for seat in sorted(hands, key=lambda seat: (seat - first_drawer) % seat_count):
        missing = hand_size - len(hands[seat])
        hands[seat] += rest[:missing]
        del rest[:missing]
    drawn = (hands[(first_drawer + at) % seat_count][at // seat_count] for at in range(seat_count * hand_size))
    return (*drawn, *buried)


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision, where it was taken, and what came of it."""

    state: Asking
    decision: Decision
    after: State
    news: tuple[Event, ...]


def turns(start: Start, decide: Callable[[Asking], Decision]) -> Iterator[Turn]:
    """A deal, decision by decision, to its end."""
    state, _ = begin(start)
    while not isinstance(state, Scored | ThrownIn):
        decision = decide(state)
        result = step(state, decision)
        assert not isinstance(result, Refusal), (state, decision, result)
        yield Turn(state, decision, *result)
        state = result[0]


def played_out(start: Start, decide: Callable[[Asking], Decision]) -> Scored | ThrownIn:
    """The end of a deal."""
    *_, last = turns(start, decide)
    assert isinstance(last.after, Scored | ThrownIn)
    return last.after


def by_chance(rng: Random) -> Callable[[Asking], Decision]:
    """Any legal decision."""
    return lambda state: random_decision(state, rng)

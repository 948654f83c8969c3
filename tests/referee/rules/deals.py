"""Whole deals for tests: decks shuffled or arranged, and deals played to their end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random

from referee.rules.cards import BLACK_JOKER, Card, Rank, parse_cards, rank_of
from referee.rules.deal import Asking, Decision, Drawing, Event, Playing, Scored, Start, State, ThrownIn, begin, step
from referee.rules.game import game_at, next_start
from referee.rules.legal import default_decision, random_decision
from referee.rules.levels import JOKER, PAST_ACE, ROUND, Level
from referee.rules.option_values import FailedThrow, FriendsScoring, JokerLevel
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.phases import Standing
from referee.rules.record import Heading
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules.builders import TRACTOR

SIX_SEATS: Ruleset = ruleset(TractorOptions(seats=6))
"""Six seats in two sides."""

HEADING = Heading(match="m1", board=7, deal=1, whole_game=False, names=("Ada", "Bo", "Cy", "Di"))


def heading_of(rules: Ruleset, *, deal: int = 1, whole_game: bool = False) -> Heading:
    """The heading of a deal of a match in which every seat has its own entrant."""
    names = tuple(f"Bot {seat}" for seat in range(1, len(rules.seat_names) + 1))
    return Heading(match="m1", board=deal, deal=deal, whole_game=whole_game, names=names)


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
    """Any start that a deal can have: in Tractor a first deal now and then, mostly a later one."""
    seat = rng.randrange(len(rules.side_of))
    deck = shuffled(rng, rules)
    match rules.options:
        case TractorOptions():
            if rng.random() < 0.3:
                return first_start(deck, first_drawer=seat, rules=rules)
            levels = tuple(rng.randrange(2, 15) for _ in range(rules.side_count))
            return later_start(deck, starter=seat, levels=levels, rules=rules)
        case FriendsOptions() as options:
            maker = rng.randrange(len(rules.side_of)) if options.rotating_maker and rng.random() < 0.7 else None
            game = game_at(
                rules,
                first_drawer=seat,
                starter=maker,
                levels=tuple(_random_level(rng, options) for _ in rules.side_of),
                standing=_random_standing(rng, options),
            )
            return next_start(game, deck)


def _random_level(rng: Random, options: FriendsOptions) -> Level:
    if options.joker_level is JokerLevel.OFF:
        return rng.randrange(2, PAST_ACE)
    bases: list[Level] = [*range(2, PAST_ACE), JOKER, JOKER]
    return rng.choice(bases) + rng.choice((0, ROUND))


def _random_standing(rng: Random, options: FriendsOptions) -> Standing:
    """Some who are passive and some who owe, where the options have that."""
    seats = range(options.players)
    active, debts = [True] * options.players, (0,) * options.players
    if options.scoring is FriendsScoring.ACTIVE_PASSIVE:
        active = [rng.random() < 0.6 for _ in seats]
        active[rng.choice(seats)] = True
    if options.failed_throw is FailedThrow.DEBT:
        debts = tuple(rng.choice((0, 0, 1, 3)) for _ in seats)
    return Standing(tuple(active), debts)


def arranged(
    draws: Mapping[int, str],
    *,
    kitty: str = "",
    first_drawer: int = 0,
    rank: Rank = Rank.TWO,
    rules: Ruleset = TRACTOR,
) -> tuple[Card, ...]:
    """A deck of which each seat draws the cards given first, in that order.

    The kitty begins with *kitty*. Other cards of the trump rank go to the kitty as long as it has room; other jokers
    are drawn last, each by another seat, so that nobody has a pair of them.
    """
    seat_count, hand_size = len(rules.side_of), rules.hand_size
    hands: dict[int, list[Card]] = {(first_drawer + at) % seat_count: [] for at in range(seat_count)}
    for seat, text in draws.items():
        hands[seat] += parse_cards(text)
    buried = list(parse_cards(kitty))
    rest = list(rules.sorted_deck)
    for card in (*buried, *chain(*hands.values())):
        rest.remove(card)
    rest.sort(key=lambda card: (card >= BLACK_JOKER or rank_of(card) is rank, rank_of(card) is rank))
    buried += [rest.pop() for _ in range(rules.kitty_size - len(buried))]

    spread = [card for card in rest if card >= BLACK_JOKER or rank_of(card) is rank]
    del rest[len(rest) - len(spread) :]
    with_room = [seat for seat in hands if len(hands[seat]) < hand_size]
    last = {seat: spread[at :: len(with_room)] for at, seat in enumerate(with_room)}
    for seat, hand in hands.items():
        missing = hand_size - len(hand) - len(last.get(seat, ()))
        hand += [*rest[:missing], *last.get(seat, ())]
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


def accepted(state: Asking, cards: str) -> tuple[State, tuple[Event, ...]]:
    """What comes of a decision, given as text, that is legal."""
    result = step(state, Decision(state.ladder.read(parse_cards(cards))))
    assert not isinstance(result, Refusal), result
    return result


def after_plays(state: Asking, *plays: str) -> tuple[Playing, tuple[Event, ...]]:
    """The state after several plays, given as text, and all that happened; the deal goes on."""
    news: tuple[Event, ...] = ()
    for play in plays:
        after, more = accepted(state, play)
        assert isinstance(after, Playing)
        state, news = after, news + more
    assert isinstance(state, Playing)
    return state, news


def by_chance(rng: Random) -> Callable[[Asking], Decision]:
    """Any legal decision."""
    return lambda state: random_decision(state, rng)


def half_by_chance(rng: Random) -> Callable[[Asking], Decision]:
    """The default decision and any legal one by turns of chance, so that games end soon and yet much happens."""
    return lambda state: default_decision(state) if rng.random() < 0.5 else random_decision(state, rng)


def decided(state: Asking, text: str) -> Decision:
    """A decision given as text."""
    return Decision(state.ladder.read(parse_cards(text)))


def bid_by(bids: dict[int, str]) -> Callable[[Asking], Decision]:
    """Each seat bids what is given as soon as it is asked and may; then all goes by default."""

    def decide(state: Asking) -> Decision:
        if isinstance(state, Drawing) and state.seat in bids:
            wanted = decided(state, bids[state.seat])
            if not isinstance(step(state, wanted), Refusal):
                del bids[state.seat]
                return wanted
            return Decision(0)
        return default_decision(state)

    return decide


def turn_where(start: Start, decide: Callable[[Asking], Decision], kind: type) -> Turn:
    """The first turn whose event is of a kind."""
    return next(turn for turn in turns(start, decide) if any(isinstance(event, kind) for event in turn.news))

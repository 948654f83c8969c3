"""Legal decisions of a state: the default one, all or a fair cut of them, and a random one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import prod
from random import Random
from typing import NamedTuple

from referee.rules.follow import follows, lowest_follow, random_follow
from referee.rules.ladder import Cards, Ladder, Lane
from referee.rules.legal_bids import all_bids, default_bid, random_bid
from referee.rules.legal_calls import default_calls, legal_calls, random_calls
from referee.rules.phases import Asking, Burying, Calling, Decision, Drawing, Holding, Playing
from referee.rules.shapes import single_bits

MOST_LISTED = 1000
"""The most legal decisions that are ever listed."""

_new = tuple.__new__  # what is made for every play, as in `referee.rules.playing`
_LISTED_WHOLE = 4
"""Up to this many times the limit, all decisions are listed and cut; of more, some are drawn by chance."""


class LegalDecisions(NamedTuple):
    """Legal decisions of one state; if not *complete*, a random choice among more."""

    decisions: tuple[Decision, ...]
    complete: bool


def default_decision(state: Asking) -> Decision:
    """The decision taken where no legal one comes: always legal, and a function of what the seat knows alone.

    A bid is passed, unless nobody has bid and the deal would be thrown in (`default_bid`). The cheapest cards
    (`Ladder.cheapest`) are buried, led and followed with. Called are the highest cards that the maker lacks.
    """
    match state:
        case Drawing() | Holding():
            return Decision(default_bid(state))
        case Burying():
            return Decision(_cheapest(state.ladder, state.hands[state.seat], state.contract.start.rules.kitty_size))
        case Calling():
            return Decision(0, default_calls(state))
        case Playing():
            trick, lead, hand = state.trick, state.lead, state.hands[state.seat]
            if trick is None or lead is None:
                return Decision(_cheapest(state.ladder, hand, 1))
            rules = state.contract.start.rules
            return Decision(
                lowest_follow(rules, state.ladder, lead, hand, must_beat=trick.must_beat == state.seat),
            )


def legal_decisions(state: Asking, *, limit: int, rng: Random) -> LegalDecisions:
    """All legal decisions, or *limit* of them chosen by chance with *rng* if there are more; each once.

    Of leads, the singles, sets and tractors come before throws are chosen. All burials are never listed: there are
    always more than `MOST_LISTED`.

    Args:
        state: whose seat is to decide.
        limit: from 1 to `MOST_LISTED`.
        rng: chooses.

    Raises:
        ValueError: the limit is out of range.
    """
    if not 1 <= limit <= MOST_LISTED:
        raise ValueError(f"the limit is {limit}; it is from 1 to {MOST_LISTED}")
    match state:
        case Drawing() | Holding():
            return _cut(all_bids(state), limit, rng)
        case Burying():
            return _some_burials(state, limit, rng)
        case Calling():
            calls, complete = legal_calls(state, limit=limit, rng=rng)
            return LegalDecisions(tuple([Decision(0, each) for each in calls]), complete)
        case Playing(trick=None):
            return _leads(state.ladder, state.hands[state.seat], limit, rng)
        case Playing():
            return _follows(state, limit, rng)


def random_decision(state: Asking, rng: Random) -> Decision:
    """A legal decision by chance, without listing them all; every legal one can come up."""
    if isinstance(state, Playing):
        contract, ladder, _, seat, hands, _, _, trick, _, lead, _ = state
        if trick is None or lead is None:
            return _new(Decision, (_random_lead(ladder, hands[seat], rng), ()))
        rules, must_beat = contract.start.rules, trick.must_beat == seat
        cards = random_follow(rules, ladder, lead, hands[seat], must_beat=must_beat, rng=rng)
        return _new(Decision, (cards, ()))
    if isinstance(state, Drawing | Holding):
        return Decision(random_bid(state, rng))
    if isinstance(state, Calling):
        return Decision(0, random_calls(state, rng))
    return Decision(_random_burial(state, rng))


# --- Burials


def _random_burial(state: Burying, rng: Random) -> Cards:
    ladder = state.ladder
    hand = ladder.cards(state.hands[state.seat])
    return ladder.read(rng.sample(hand, state.contract.start.rules.kitty_size))


def _some_burials(state: Burying, limit: int, rng: Random) -> LegalDecisions:
    burials: dict[Cards, None] = {}
    while len(burials) < limit:
        burials[_random_burial(state, rng)] = None
    return _listed(burials, complete=False)


# --- Leads


def _leads(ladder: Ladder, hand: Cards, limit: int, rng: Random) -> LegalDecisions:
    lanes = [lane for lane in ladder.lanes if hand & lane.low]
    counts = [prod(len(takes) for takes in _takes(ladder, hand & lane.bits)) - 1 for lane in lanes]
    if sum(counts) <= limit:
        return _listed((cards for lane in lanes for cards in _all_of(ladder, hand & lane.bits)), complete=True)

    chosen = dict.fromkeys((*_sets(ladder, hand), *_tractors(ladder, hand)))
    if len(chosen) >= limit:
        return _listed(rng.sample(tuple(chosen), limit), complete=False)
    if sum(counts) <= limit * _LISTED_WHOLE:
        throws = [cards for lane in lanes for cards in _all_of(ladder, hand & lane.bits) if cards not in chosen]
        chosen.update(dict.fromkeys(rng.sample(throws, limit - len(chosen))))
    while len(chosen) < limit:
        (lane,) = rng.choices(lanes, counts)
        cards = _some_of(ladder, hand & lane.bits, rng)
        if cards:
            chosen[cards] = None
    return _listed(chosen, complete=False)


def _random_lead(ladder: Ladder, hand: Cards, rng: Random) -> Cards:
    """Mostly a single or a pair; a tractor or a throw now and then."""
    first = hand & ladder.plane
    for _ in range(int(rng.random() * first.bit_count())):
        first &= first - 1
    single = first & -first
    pair = single | single << ladder.width
    chance = rng.random()
    if chance < 1 / 16:
        return _some_of(ladder, hand & _lane_with(ladder, single).bits, rng) or single
    if pair & ~hand or chance < 1 / 2:
        return single
    tractors = [cards for cards in _tractors(ladder, hand) if not pair & ~cards] if chance < 3 / 4 else ()
    return rng.choice(tractors) if tractors else pair


def _lane_with(ladder: Ladder, single: Cards) -> Lane:
    lane = ladder.lane_of(single)
    assert lane is not None
    return lane


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
        for bit in single_bits(held >> (size - 1) * ladder.width & ladder.plane):
            by_rung.setdefault(ladder.rungs(bit), []).append(bit)
        for lowest, sets in by_rung.items():
            runs, rung = sets, lowest << 1
            while rung in by_rung:
                runs = [run | bit for run in runs for bit in by_rung[rung]]
                yield from (run * copies for run in runs)
                rung <<= 1


def _takes(ladder: Ladder, held: Cards) -> list[list[Cards]]:
    """By kind of card in *held*: none of it, one copy, and so on."""
    return [
        [bit * _copies(ladder, taken) for taken in range((held & bit * ladder.repeat).bit_count() + 1)]
        for bit in single_bits(held & ladder.plane)
    ]


def _all_of(ladder: Ladder, held: Cards) -> Iterator[Cards]:
    """Every choice of some cards of *held*, identical cards not told apart."""
    return (sum(taken) for taken in islice(product(*_takes(ladder, held)), 1, None))


def _some_of(ladder: Ladder, held: Cards, rng: Random) -> Cards:
    """Some cards of *held* or none, each choice as likely as any other."""
    return sum(rng.choice(takes) for takes in _takes(ladder, held))


def _copies(ladder: Ladder, size: int) -> int:
    """Times a bit of the first plane, a set of this size."""
    return ladder.repeat & (1 << size * ladder.width) - 1


# --- Follows


def _follows(state: Playing, limit: int, rng: Random) -> LegalDecisions:
    trick, lead, hand = state.trick, state.lead, state.hands[state.seat]
    assert trick is not None
    assert lead is not None
    rules, ladder = state.contract.start.rules, state.ladder
    must_beat = trick.must_beat == state.seat
    first = list(islice(follows(rules, ladder, lead, hand, must_beat=must_beat), limit * _LISTED_WHOLE + 1))
    if len(first) <= limit * _LISTED_WHOLE:
        return _cut(first, limit, rng)
    chosen: dict[Cards, None] = {}
    while len(chosen) < limit:
        chosen[random_follow(rules, ladder, lead, hand, must_beat=must_beat, rng=rng)] = None
    return _listed(chosen, complete=False)


# --- Choosing


def _cheapest(ladder: Ladder, held: Cards, count: int) -> Cards:
    """The *count* cheapest cards of *held*."""
    found = 0
    for copies in ladder.cheapest:
        here = held & copies
        spare = found.bit_count() + here.bit_count() - count
        if spare >= 0:
            for _ in range(spare):
                here ^= 1 << here.bit_length() - 1
            return found | here
        found |= here
    return found


def _cut(cards: Sequence[Cards], limit: int, rng: Random) -> LegalDecisions:
    if len(cards) <= limit:
        return _listed(cards, complete=True)
    kept = sorted(rng.sample(range(len(cards)), limit))
    return _listed([cards[at] for at in kept], complete=False)


def _listed(cards: Iterable[Cards], *, complete: bool) -> LegalDecisions:
    return LegalDecisions(tuple([Decision(each) for each in cards]), complete)

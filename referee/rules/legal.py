"""Legal decisions of a state: the default one, all or a fair cut of them, and a random one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from referee.rules.follow import follows, lowest_follow, random_follow
from referee.rules.kitty import legal_burials, random_burial
from referee.rules.ladder import Cards, Ladder
from referee.rules.legal_bids import all_bids, default_bid, random_bid
from referee.rules.legal_calls import default_calls, legal_calls, random_calls
from referee.rules.legal_leads import legal_leads, random_lead
from referee.rules.phases import Asking, Burying, Calling, Decision, Drawing, Holding, Playing

MOST_LISTED = 1000
"""The most legal decisions that are ever listed."""

_new = tuple.__new__  # what is made for every play, as in `referee.rules.playing`
_LISTED_WHOLE = 4
"""Up to this many times the limit, all follows are listed and cut; of more, some are drawn by chance."""


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

    Of leads, the singles, sets and tractors come before throws are chosen.

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
        case Burying(contract=contract, ladder=ladder, hands=hands):
            burials, complete = legal_burials(contract.start.rules, ladder, hands[state.seat], limit=limit, rng=rng)
            return _listed(burials, complete=complete)
        case Calling():
            calls, complete = legal_calls(state, limit=limit, rng=rng)
            return LegalDecisions(tuple([Decision(0, each) for each in calls]), complete)
        case Playing(contract=contract, ladder=ladder, hands=hands, trick=None):
            leads, complete = legal_leads(contract.start.rules, ladder, hands[state.seat], limit=limit, rng=rng)
            return _listed(leads, complete=complete)
        case Playing():
            return _follows(state, limit, rng)


def random_decision(state: Asking, rng: Random) -> Decision:
    """A legal decision by chance, without listing them all; every legal one can come up."""
    if isinstance(state, Playing):
        contract, ladder, _, seat, hands, _, _, trick, _, lead, _ = state
        rules = contract.start.rules
        if trick is None or lead is None:
            return _new(Decision, (random_lead(rules, ladder, hands[seat], rng), ()))
        must_beat = trick.must_beat == seat
        cards = random_follow(rules, ladder, lead, hands[seat], must_beat=must_beat, rng=rng)
        return _new(Decision, (cards, ()))
    if isinstance(state, Drawing | Holding):
        return Decision(random_bid(state, rng))
    if isinstance(state, Calling):
        return Decision(0, random_calls(state, rng))
    return Decision(random_burial(state.contract.start.rules, state.ladder, state.hands[state.seat], rng))


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
    for _ in range(limit * _LISTED_WHOLE):
        chosen[random_follow(rules, ladder, lead, hand, must_beat=must_beat, rng=rng)] = None
        if len(chosen) == limit:
            return _listed(chosen, complete=False)
    # Where some are much likelier than others, the rest is taken from those at hand.
    rest = [cards for cards in first if cards not in chosen]
    return _listed((*chosen, *rng.sample(rest, limit - len(chosen))), complete=False)


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

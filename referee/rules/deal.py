"""One deal: where it begins, and the one step from each state to the next (RULES 3–9, 12).

The states, decisions and events themselves are those of `referee.rules.phases`, and can be imported from here.
"""

from __future__ import annotations

from typing import assert_never

from referee.rules.bidding import Bid
from referee.rules.drawing import begin_drawing, take_bid, take_hold
from referee.rules.ladder import Cards
from referee.rules.phases import (
    Asking,
    BidMade,
    Buried,
    Burying,
    Call,
    Calling,
    Contract,
    DealScored,
    DealThrownIn,
    Decision,
    Drawing,
    Event,
    FriendJoined,
    FriendsCalled,
    Holding,
    Played,
    Playing,
    Scored,
    Start,
    State,
    ThrownIn,
    Trick,
    TrickEnded,
    TrumpSet,
)
from referee.rules.playing import bury, call_friends, follow, lead
from referee.rules.refusal import Refusal
from referee.rules.scoring import Score

__all__ = [
    "Asking",
    "Bid",
    "BidMade",
    "Buried",
    "Burying",
    "Call",
    "Calling",
    "Contract",
    "DealScored",
    "DealThrownIn",
    "Decision",
    "Drawing",
    "Event",
    "FriendJoined",
    "FriendsCalled",
    "Holding",
    "Played",
    "Playing",
    "Score",
    "Scored",
    "Start",
    "State",
    "ThrownIn",
    "Trick",
    "TrickEnded",
    "TrumpSet",
    "begin",
    "step",
]


def begin(start: Start) -> tuple[State, tuple[Event, ...]]:
    """The deal at its first question.

    Raises:
        ValueError: the start is not one of the game: its deck, seats or levels.
    """
    return begin_drawing(start)


def step(state: Asking, decision: Decision) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after a decision of ``state.seat`` and what happened, or the refusal.

    A refusal names the first rule broken: bids B2–B5 and Z1, burials K1, calls Z3, leads F1 (cards that are not in the
    hand) and L4, follows F1, F2, F3 (or X3, X4, Z5), T3. Calls where none are due are refused by the rule for what is.
    States are immutable, so *state* can be offered another decision.
    """
    cards, calls = decision
    if calls and not isinstance(state, Calling):
        return _refuse_calls(state, calls)
    if isinstance(state, Playing):
        trick = state.trick
        return lead(state, cards) if trick is None else follow(state, trick, cards)
    if isinstance(state, Drawing):
        return take_bid(state, cards)
    if isinstance(state, Burying):
        return bury(state, cards)
    if isinstance(state, Calling):
        return _call(state, cards, calls)
    if isinstance(state, Holding):
        return take_hold(state, cards)
    assert_never(state)


def _call(state: Calling, cards: Cards, calls: tuple[Call, ...]) -> tuple[State, tuple[Event, ...]] | Refusal:
    if cards:
        return Refusal("Z3", f"friends are to be called, and no cards played; {state.ladder.text(cards)} was offered")
    return call_friends(state, calls)


def _refuse_calls(state: Drawing | Holding | Burying | Playing, calls: tuple[Call, ...]) -> Refusal:
    """The refusal of *calls* where none are due."""
    offered = f"{len(calls)} friends were called" if len(calls) > 1 else "a friend was called"
    match state:
        case Drawing() | Holding():
            rule = "B3" if state.start.rules.friends is None else "Z1"
            return Refusal(rule, f"a bid is due, and {offered}")
        case Burying():
            return Refusal("K1", f"a burial is due, and {offered}")
        case Playing():
            if state.trick is None:
                return Refusal("L4", f"a lead is due, and {offered}")
            return Refusal("F1", f"a follow is due, and {offered}")

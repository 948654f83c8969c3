"""One deal: where it begins, and the one step from each state to the next (RULES 3–9).

The states, decisions and events themselves are those of `referee.rules.phases`, and can be imported from here.
"""

from __future__ import annotations

from typing import assert_never

from referee.rules.bidding import Bid
from referee.rules.drawing import begin_drawing, take_bid
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
from referee.rules.playing import bury, follow, lead
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

    A refusal names the first rule broken: bids B2–B5, burials K1, leads F1 (cards that are not in the hand) and L4,
    follows F1, F2, F3, T3. States are immutable, so *state* can be offered another decision.
    """
    if isinstance(state, Playing):
        trick = state.trick
        return lead(state, decision.cards) if trick is None else follow(state, trick, decision.cards)
    if isinstance(state, Drawing):
        return take_bid(state, decision.cards)
    if isinstance(state, Burying):
        return bury(state, decision.cards)
    assert_never(state)

"""What is decided: the kinds of decision that times are told by."""

from __future__ import annotations

from enum import StrEnum

from referee.rules.deal import Asking, Burying, Calling, Drawing, Holding, Playing


class DecisionKind(StrEnum):
    """A bid (or to hold one), the burial, the calls of friends, a lead, a follow."""

    BID = "bid"
    BURIAL = "burial"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"


def decision_kind(state: Asking) -> DecisionKind:
    """What kind of decision a state awaits."""
    match state:
        case Drawing() | Holding():
            return DecisionKind.BID
        case Burying():
            return DecisionKind.BURIAL
        case Calling():
            return DecisionKind.CALL
        case Playing():
            return DecisionKind.LEAD if state.trick is None else DecisionKind.FOLLOW

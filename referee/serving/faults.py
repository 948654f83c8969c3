"""What seats did wrong: a closed list of endings, and what they cost in a deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class SeatEnding(StrEnum):
    """How a seat came to grief; the value is the word in the record."""

    LATE = "late"
    ILLEGAL = "illegal"
    DISCONNECTED = "disconnected"
    PROTOCOL = "protocol"
    NOT_READY = "not ready"


GONE = frozenset({SeatEnding.DISCONNECTED, SeatEnding.PROTOCOL, SeatEnding.NOT_READY})
"""Faults after which nobody is there to be asked; each costs the deal. The others are strikes."""


@dataclass(frozen=True, slots=True)
class SeatFault:
    """One fault.

    Attributes:
        seat: index in order of play.
        decision: which decision of the deal it was, counted from 0.
        rule: the rule broken; empty unless illegal.
        overrun_s: seconds past the time allowed, when the default was played; 0 unless late.
        offence: what was offered and why that was refused, or what ended the stream.
        question: the question that was open, as JSON; empty unless the match is strict, or where none was.
    """

    seat: int
    decision: int
    ending: SeatEnding
    rule: str = ""
    overrun_s: float = 0.0
    offence: str = ""
    question: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Conduct:
    """How one seat has behaved in a deal.

    Attributes:
        strikes: late and illegal decisions.
        has_forfeited: the deal is lost by this seat, and default decisions play it to the end.
    """

    strikes: int = 0
    has_forfeited: bool = False

    def after(self, ending: SeatEnding, *, strikes_allowed: int) -> Conduct:
        """The conduct with one more fault."""
        if ending in GONE:
            return Conduct(self.strikes, has_forfeited=True)
        strikes = self.strikes + 1
        return Conduct(strikes, self.has_forfeited or strikes > strikes_allowed)

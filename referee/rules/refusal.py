"""A refused decision, as a value: the rule it broke and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a decision was not taken; the state it was offered to is untouched.

    Attributes:
        rule: number of the first rule broken, in the order of section 8: ``"F3"``.
        because: a sentence for people, which quotes what was offered.
    """

    rule: str
    because: str

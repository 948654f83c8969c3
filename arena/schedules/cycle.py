"""A cycle: rounds of tables after which a field of entrants has met as evenly as it can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]
"""Places of entrants in the field, from 0, by seat in order of play (even seats are one side); or of two who meet."""

Round: TypeAlias = tuple[Table, ...]
"""Tables that have no entrant in common, so that all can be played at once."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Rounds for a field.

    Attributes:
        entrant_count: of the field.
        source: how it was made, in words for people.
    """

    entrant_count: int
    rounds: tuple[Round, ...]
    source: str

    @property
    def table_count(self) -> int:
        """Tables of all rounds."""
        return sum(map(len, self.rounds))

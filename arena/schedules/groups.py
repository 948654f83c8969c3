"""Finite commutative groups, whose elements are numbers from 0, and what base tables become when a group moves them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from arena.schedules.cycle import Round, Table


@dataclass(frozen=True, slots=True)
class Group:
    """Lists of remainders, added one by one: `(3, 3)` has nine elements, 0 for (0, 0), 1 for (0, 1), 3 for (1, 0).

    Attributes:
        moduli: of the remainders, each above 1.
    """

    moduli: tuple[int, ...]

    @property
    def order(self) -> int:
        """How many elements there are."""
        return prod(self.moduli)

    def moved(self, by: int) -> list[int]:
        """What each element becomes when *by* is added to it."""
        digits = self._digits(by)
        sums = [
            [(remainder + digit) % modulus for remainder in range(modulus)]
            for digit, modulus in zip(digits, self.moduli, strict=True)
        ]
        return [self._number(remainders) for remainders in product(*sums)]

    def _digits(self, element: int) -> list[int]:
        digits = []
        for modulus in reversed(self.moduli):
            element, digit = divmod(element, modulus)
            digits.append(digit)
        return digits[::-1]

    def _number(self, digits: Iterable[int]) -> int:
        number = 0
        for digit, modulus in zip(digits, self.moduli, strict=True):
            number = number * modulus + digit
        return number


def developed(group: Group, base: Sequence[Table], entrant_count: int) -> list[Round]:
    """One round for each element of the group, which is added to all places of the base tables.

    Places from the order of the group on stand still.
    """
    still = range(group.order, entrant_count)
    return [
        tuple(tuple(places[place] for place in table) for table in base)
        for places in ([*group.moved(by), *still] for by in range(group.order))
    ]

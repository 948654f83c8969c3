"""Tables of Finding Friends: who sits where, so that all have the same seats and nearly the same company.

The bots stand in a ring. In each round there are as many tables as bots, and a list of different numbers, one for each
seat: at table t, seat j has the bot that stands as many places after t as the number of j says. So everyone sits in
every seat once a round, whatever the numbers are. The numbers of a round are chosen so that, with those of the rounds
before, all bots have met, and have followed each other in the order of play, as equally often as can be found by a
search that looks at one change at a time. How often two bots meet depends on their distance in the ring alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

ROUNDS = 64
"""After so many the numbers come again; by then nothing is to be gained by new ones."""


class Ring:
    """The places of the bots in all rounds of one stage; get it from `ring_for`, which keeps what was found."""

    def __init__(self, bot_count: int, seat_count: int) -> None:
        self._bot_count = bot_count
        self._seat_count = seat_count
        self._rounds: list[tuple[int, ...]] = []
        # By distance in the ring: in how many tables two bots at that distance met, and one followed the other.
        self._met = [0] * bot_count
        self._followed = [0] * bot_count

    def places(self, round_number: int) -> tuple[int, ...]:
        """By seat, how many places after its table's own the bot stands; *round_number* is from 1."""
        index = (round_number - 1) % ROUNDS
        while len(self._rounds) <= index:
            self._rounds.append(self._next())
        return self._rounds[index]

    def tables(self, round_number: int) -> list[tuple[int, ...]]:
        """All tables of a round: by seat, the bot's place in the ring."""
        places = self.places(round_number)
        return [tuple((table + place) % self._bot_count for place in places) for table in range(self._bot_count)]

    def _next(self) -> tuple[int, ...]:
        places = self._ordered(self._chosen())
        for one in places:
            for other in places:
                if one != other:
                    self._met[(other - one) % self._bot_count] += 1
        for distance in self._steps(places):
            self._followed[distance] += 1
        return tuple(places)

    def _chosen(self) -> list[int]:
        """Which places, regardless of seats: taken one by one, then exchanged one by one while that is better."""
        if self._bot_count == self._seat_count:
            return list(range(self._bot_count))
        places = [0]
        while len(places) < self._seat_count:
            places.append(self._best_beside(places))
        is_better = True
        while is_better:
            is_better = False
            for place in tuple(places):
                others = [other for other in places if other != place]
                best = self._best_beside(others)
                if self._crowding(others, best) < self._crowding(others, place):
                    places = [*others, best]
                    is_better = True
        return places

    def _best_beside(self, places: Sequence[int]) -> int:
        free = [place for place in range(self._bot_count) if place not in places]
        return min(free, key=lambda place: (self._crowding(places, place), place))

    def _crowding(self, places: Sequence[int], new: int) -> int:
        """What a new place among *places* adds to the sum of the squares of the numbers of meetings."""
        added: dict[int, int] = {}
        for place in places:
            for distance in ((place - new) % self._bot_count, (new - place) % self._bot_count):
                added[distance] = added.get(distance, 0) + 1
        met = self._met_with(places)
        return sum(count * (2 * met[distance] + count) for distance, count in added.items())

    def _met_with(self, places: Sequence[int]) -> list[int]:
        met = list(self._met)
        for one in places:
            for other in places:
                if one != other:
                    met[(other - one) % self._bot_count] += 1
        return met

    def _ordered(self, chosen: Sequence[int]) -> list[int]:
        """The places by seat: from the order of the ring, exchanged two by two while that is better."""
        places = sorted(chosen)
        least = self._sameness(places)
        is_better = True
        while is_better:
            is_better = False
            for one in range(1, len(places)):
                for other in range(one + 1, len(places)):
                    places[one], places[other] = places[other], places[one]
                    if (sameness := self._sameness(places)) < least:
                        least, is_better = sameness, True
                    else:
                        places[one], places[other] = places[other], places[one]
        return places

    def _sameness(self, places: Sequence[int]) -> int:
        """What this order adds to the sum of the squares of how often one bot followed another."""
        added: dict[int, int] = {}
        for distance in self._steps(places):
            added[distance] = added.get(distance, 0) + 1
        return sum(count * (2 * self._followed[distance] + count) for distance, count in added.items())

    def _steps(self, places: Sequence[int]) -> list[int]:
        """From each seat to the next in the order of play, the distance in the ring."""
        return [(places[seat] - places[seat - 1]) % self._bot_count for seat in range(len(places))]


@lru_cache(maxsize=64)
def ring_for(bot_count: int, seat_count: int) -> Ring:
    """The ring of so many bots at tables of so many seats.

    Raises:
        ValueError: there are fewer bots than seats.
    """
    if bot_count < seat_count:
        raise ValueError(f"{seat_count} seats need as many bots, and there are {bot_count}")
    return Ring(bot_count, seat_count)

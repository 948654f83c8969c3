"""How many bots a table takes in each format, and in which ways bots in two sides are seated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from arena.matches import Format

Seating: TypeAlias = tuple[int, ...]
"""By seat, a position in the group; even seats are one side, odd seats the other."""

# Every four entrants partner each other once on each side. Over the six seatings everyone follows everyone twice in the
# order of play; with each table turned by two seats every other time, everyone sits in every seat equally often.
_FOUR = ((0, 2, 1, 3), (0, 1, 2, 3), (3, 1, 0, 2))

# All ways in which six form two sides. Over the twenty seatings everyone follows everyone four times in the order of
# play; over three turns of the tables by two seats, everyone sits in every seat equally often.
_SIX = (
    *((0, 3, 1, 5, 2, 4), (4, 1, 2, 3, 5, 0), (4, 2, 0, 5, 1, 3), (5, 3, 0, 4, 1, 2), (2, 5, 3, 1, 0, 4)),
    *((2, 1, 4, 5, 0, 3), (4, 5, 3, 2, 1, 0), (2, 0, 1, 4, 5, 3), (4, 3, 1, 0, 2, 5), (1, 5, 2, 0, 3, 4)),
)


def both_ways(seating: Seating) -> tuple[Seating, Seating]:
    """A seating, and the same with the sides exchanged: neighbours change places."""
    return seating, tuple(seating[seat ^ 1] for seat in range(len(seating)))


FOUR_SEATINGS = (1, 2, 6, 24)
"""In how many seatings the four at a table can play one deck."""

_PAIRS: Mapping[int, tuple[tuple[Seating, Seating], ...]] = {
    seats: (both_ways((0, 1) * (seats // 2)),) for seats in (4, 6)
}
_INDIVIDUAL: Mapping[int, tuple[tuple[Seating, Seating], ...]] = {
    len(seatings[0]): tuple(map(both_ways, seatings)) for seatings in (_FOUR, _SIX)
}


def ways_to_seat(format_: Format, seat_count: int) -> tuple[tuple[Seating, Seating], ...]:
    """The ways in which a group forms two sides, and for each the two ways to seat them.

    Raises:
        ValueError: the format has no sides.
    """
    match format_:
        case Format.PAIRS | Format.GAUNTLET:
            return _PAIRS[seat_count]
        case Format.INDIVIDUAL:
            return _INDIVIDUAL[seat_count]
        case Format.FRIENDS:
            raise ValueError("players of Finding Friends form their sides themselves, anew in every deal")


def bots_at_a_table(format_: Format, seat_count: int) -> int:
    """Different bots that sit at one table."""
    return 2 if format_.is_bot_against_bot else seat_count


def seatings_of_four(table: Seating, count: int) -> tuple[Seating, ...]:
    """So many seatings of the four at *table*, itself first: 1; 2 with the sides exchanged; 6 or 24, as below.

    Of six, each two of the four are partners twice, once on each side. Twenty-four are all that there are.

    Raises:
        ValueError: of another *count*.
    """
    if count not in FOUR_SEATINGS:
        raise ValueError(f"four are seated in {', '.join(map(str, FOUR_SEATINGS))} ways, got {count!r}")
    if count <= 2:
        return both_ways(table)[:count]
    # Of the ways to form sides of a group, the first has its first two as partners.
    group = (table[0], table[2], table[1], table[3])
    six = tuple(tuple(group[at] for at in seating) for both in _INDIVIDUAL[4] for seating in both)
    if count == 6:
        return six
    # Either side of each may also turn round by itself.
    return tuple(
        seating for each in six for seating in (each, _crossed(each), turned(each, 1), turned(_crossed(each), 1))
    )


def _crossed(seating: Seating) -> Seating:
    """The partners in the odd seats exchanged."""
    north, west, south, east = seating
    return north, east, south, west


def turned(seating: Seating, turns: int) -> Seating:
    """The seating turned by two seats, so that sides stay what they are, so many times."""
    start = 2 * (turns % (len(seating) // 2))
    return seating[start:] + seating[:start]

"""Whist tournaments: everyone partners everyone once and opposes everyone twice; in a round all play, or all but one.

They exist for 4n and 4n + 1 entrants. These are the rules by which they are made here; the first that fits is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from arena.schedules.base_tables import base_tables
from arena.schedules.cycle import Cycle, Round, Table
from arena.schedules.groups import Group, developed


@lru_cache(maxsize=64)
def whist(entrant_count: int) -> Cycle | None:
    """A whist tournament, or none if no rule here makes one for so many; rounds in no special order.

    With 4n + 1 entrants, who has a bye in round x, counted from 0, is the entrant x.
    """
    found = base_tables()
    if entrant_count % 4 == 1 and _is_prime(entrant_count):
        base: Sequence[Table] = _field_rule(entrant_count)
        return _developed(entrant_count, Group((entrant_count,)), base, f"field rule, modulo {entrant_count}")
    if known := found.whist.get(entrant_count):
        moduli = "×".join(map(str, known.group))
        return _developed(entrant_count, Group(known.group), known.base[0], f"base tables, modulo {moduli}")
    if known := found.frames.get(entrant_count):
        rounds = _framed(entrant_count, Group(known.group), known.base)
        return Cycle(entrant_count, tuple(rounds), f"frame of {entrant_count // 4} groups of four, and one")
    return _product(entrant_count)


def _developed(entrant_count: int, group: Group, base: Sequence[Table], source: str) -> Cycle:
    return Cycle(entrant_count, tuple(developed(group, base, entrant_count)), source)


def _field_rule(prime: int) -> list[Table]:
    """The tables (x, ix, −x, −ix), where i² = −1 and x goes through the powers of a primitive root, up to i."""
    n = (prime - 1) // 4
    root = next(root for root in range(2, prime) if _is_primitive(root, prime))
    i = pow(root, n, prime)
    return [tuple(x * turn % prime for turn in (1, i, -1, -i)) for x in (pow(root, power, prime) for power in range(n))]


def _framed(entrant_count: int, group: Group, base: Sequence[Sequence[Table]]) -> list[Round]:
    """Groups of four and one entrant who is in none.

    A round of the frame leaves out one group. It has four such rounds, and with the one who is in no group its members
    are five. Four of the rounds of five entrants, those in which a member has the bye, fill these; the fifth, in which
    the one has it, is played by all groups at once.
    """
    size = group.order
    five = _field_rule(5)[0]
    # The first place has the bye.
    rounds: list[Round] = []
    last: list[Table] = []
    moves = [group.moved(by) for by in range(size)]
    for by, moved in enumerate(moves):
        members = [*(quarter * size + by for quarter in range(4)), entrant_count - 1]
        for bye, tables in enumerate(base):
            inside = tuple(members[(place + bye) % 5] for place in five)
            apart = (tuple(place // size * size + moved[place % size] for place in table) for table in tables)
            rounds.append((*apart, inside))
        last.append(tuple(members[(place + 4) % 5] for place in five))
    return [*rounds, tuple(last)]


def _product(entrant_count: int) -> Cycle | None:
    """Of 4m and 4n + 1 entrants: as many groups as the first, each of as many members as the second.

    Every table of the first becomes tables of members of its four groups, in such ways that every two members of two
    groups meet as their groups do. Each way makes a full round of every round of the first. Inside the groups, all play
    the second at once; whoever has the bye there is the same member in all groups, and these play a round of the first.
    """
    for size in range(5, entrant_count // 4 + 1, 4):
        groups = entrant_count // size
        columns = _columns(size)
        if entrant_count % size or groups % 4 or columns is None:
            continue
        outer, inner = whist(groups), whist(size)
        if outer is None or inner is None:
            continue
        rounds = [
            tuple(
                tuple(group * size + member for group, member in zip(table, members, strict=True))
                for table in tables
                for members in way
            )
            for number, tables in enumerate(outer.rounds)
            for way in columns[1 if number == 0 else 0 :]
        ]
        for bye, tables in enumerate(inner.rounds):
            inside = [tuple(group * size + member for member in table) for group in range(groups) for table in tables]
            across = [tuple(group * size + bye for group in table) for table in outer.rounds[0]]
            rounds.append((*inside, *across))
        return Cycle(entrant_count, tuple(rounds), f"product of those for {groups} and {size}")
    return None


def _columns(size: int) -> list[list[Table]] | None:
    """For each way, by table the members of four groups; in the first way, the same member of all."""
    if _is_prime(size):
        second, third = ([factor * element % size for element in range(size)] for factor in (2, 3))
        group = Group((size,))
    elif size in base_tables().columns:
        second, third = map(list, base_tables().columns[size])
        known = base_tables().whist[size]
        group = Group(known.group)
    else:
        return None
    moves = [group.moved(by) for by in range(size)]
    return [
        [(by, moves[by][way], moves[by][second[way]], moves[by][third[way]]) for by in range(size)]
        for way in range(size)
    ]


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _is_primitive(root: int, prime: int) -> bool:
    """Whether the powers of *root* are all numbers from 1 below *prime*."""
    return all(
        pow(root, (prime - 1) // divisor, prime) != 1
        for divisor in range(2, prime)
        if (prime - 1) % divisor == 0 and _is_prime(divisor)
    )

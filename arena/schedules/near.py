"""Nearly balanced cycles for large fields: partners exact, opponents as even as a short search makes them."""

from __future__ import annotations

from arena.schedules.cycle import Cycle, Round, Table
from arena.schedules.draws import draws
from arena.schedules.interleaving import packed

_TRIES_PER_PAIR = 20


def near(entrant_count: int) -> Cycle:
    """A cycle in which everyone partners everyone once; but with 4n + 2 or 4n + 3 entrants, two are never partners.

    An odd number of places stands in a ring; with an even number of entrants, one more stands in its middle. In a
    round, partners are those who mirror each other in the place of the round, and with it who stands in the middle.
    Which two such pairs are opponents is the same in all rounds, as seen from the place. With 4n + 2 or 4n + 3 entrants
    one pair of each round, the nearest to the place, is left over; these make tables in rounds of their own.
    """
    turning = entrant_count - 1 + entrant_count % 2
    has_middle = entrant_count % 2 == 0
    is_left_over = entrant_count % 4 in (2, 3)
    beside, pairs = _opponents(turning, has_middle=has_middle, is_left_over=is_left_over)
    rounds: list[Round] = []
    for place in range(turning):
        tables: list[Table] = []
        if has_middle:
            tables.append((turning, (place + beside) % turning, place, (place - beside) % turning))
        for one, other in pairs:
            tables.append(tuple((place + step) % turning for step in (one, other, -one, -other)))
        rounds.append(tuple(tables))
    if is_left_over:
        rounds += packed(entrant_count, _of_left_over(turning), entrant_count // 4)
    return Cycle(entrant_count, tuple(rounds), "mirrored pairs, opponents by search")


def _of_left_over(turning: int) -> list[Table]:
    """Tables of the pairs that are two places apart: each but the last, with the one half the way round from it."""
    half = turning // 2
    ring = [2 * step % turning for step in range(turning)]
    return [(ring[at], ring[at + half], ring[at + 1], ring[at + half + 1]) for at in range(half)]


def _opponents(turning: int, *, has_middle: bool, is_left_over: bool) -> tuple[int, list[tuple[int, int]]]:
    """Who plays beside whom, as steps from the place of the round: the pair beside the middle, if any, and two and two.

    Pairs one and other steps from the place oppose each other at the distances of the sum and the difference of their
    steps, twice each. All distances are to come once, but that at which pairs left over meet. Exchanged two by two,
    as long as that is not worse.
    """
    steps = list(range(2 if is_left_over else 1, turning // 2 + 1))
    wanted = [1] * (turning // 2 + 1)
    if is_left_over:
        wanted[1] = 0
    met = [0] * (turning // 2 + 1)

    def bump(at: int, by: int) -> int:
        """Change what is met of the two (or, beside the middle, one) that begin at *at*; how much worse that is."""
        if has_middle and at == 0:
            distances = [steps[0]]
        else:
            apart = (steps[at] + steps[at + 1], abs(steps[at] - steps[at + 1]))
            distances = [min(distance, turning - distance) for distance in apart]
        worse = 0
        for distance in distances:
            worse += (2 * (met[distance] - wanted[distance]) + by) * by
            met[distance] += by
        return worse

    chance = draws(f"near/{turning}/{has_middle}")
    order = [(next(chance), step) for step in steps]
    steps = [step for _, step in sorted(order)]
    first = 1 if has_middle else 0
    for at in ([0] if has_middle else []) + list(range(first, len(steps), 2)):
        bump(at, 1)
    for _ in range(_TRIES_PER_PAIR * len(steps)):
        one, other = next(chance) % len(steps), next(chance) % len(steps)
        starts = {at - (at - first) % 2 if at >= first else 0 for at in (one, other)}
        if len(starts) < 2:
            continue
        worse = sum(bump(at, -1) for at in starts)
        steps[one], steps[other] = steps[other], steps[one]
        worse += sum(bump(at, 1) for at in starts)
        if worse > 0:
            for at in starts:
                bump(at, -1)
            steps[one], steps[other] = steps[other], steps[one]
            for at in starts:
                bump(at, 1)
    beside = steps[0] if has_middle else 0
    return beside, list(zip(steps[first::2], steps[first + 1 :: 2], strict=True))

"""Pairs that stand out: honest tournaments list hardly anyone, and dishonest ones those who were dishonest."""

from __future__ import annotations

import numpy as np
import pytest

from arena.gains import GainedResult
from arena.rated_results import RatedResult
from arena.residuals import discoveries
from arena.suspicion import Bond, Suspicion, suspects_of_players, suspects_of_sides
from tests.arena.simulated import dumping, name, of_individual, of_pairs, played, signalling

REPEATS = 80


def strengths(count: int, rng: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return rng.normal(0, 60, count)


@pytest.mark.slow
def test_honest_tournaments_list_nobody_in_nineteen_of_twenty() -> None:
    """The rate of false discoveries, where every discovery is false, is that of listing anyone at all."""
    rng = np.random.default_rng(7)
    pairs, individual = of_pairs(8, 60), of_individual(12, 80, rng)
    listing = [
        bool(suspects_of_sides(played(tables, strengths(count, rng), rng)).listed)
        for tables, count in ((pairs, 8), (individual, 12))
        for _ in range(REPEATS)
    ]

    # With two standard errors of so many tournaments.
    assert np.mean(listing) < 0.05 + 0.03


@pytest.mark.slow
def test_a_bot_that_dumps_a_third_of_its_games_is_found() -> None:
    """With 200 deals between two of eight in six of seven tournaments, and few others are named with it."""
    rng = np.random.default_rng(8)
    tables = of_pairs(8, 100)
    found = [
        suspects_of_sides(played(tables, strengths(8, rng), rng, spoil=dumping(2, 5, 0.3))).listed for _ in range(30)
    ]

    assert np.mean([any(each.names == (name(5), name(2)) for each in listed) for listed in found]) > 0.7
    others = [sum(set(each.names) != {name(2), name(5)} for each in listed) / max(1, len(listed)) for listed in found]
    assert np.mean(others) < 0.12


@pytest.mark.slow
def test_dumping_and_signalling_at_tables_of_four_are_found_and_told_apart() -> None:
    rng = np.random.default_rng(9)
    tables = of_individual(12, 400, rng)
    for spoil, bond, names in (
        (dumping(2, 5, 0.7), Bond.OPPONENTS, (name(5), name(2))),
        (signalling(2, 5, 1.0), Bond.PARTNERS, (name(2), name(5))),
    ):
        first = [suspects_of_sides(played(tables, strengths(12, rng), rng, spoil=spoil)).listed[:1] for _ in range(10)]
        assert sum([(each.bond, each.names) for each in listed] == [(bond, names)] for listed in first) >= 9


def test_what_ratings_say_leaves_the_two_themselves_out() -> None:
    """Two equal bots, of which one always loses to the other, are equal by all their other results."""
    rng = np.random.default_rng(10)
    tables = of_pairs(8, 150)
    given = played(tables, np.zeros(8), rng, spoil=dumping(0, 1, 1.0))
    (line, *_) = suspects_of_sides(given).listed

    assert (line.bond, line.names, line.result_count) == (Bond.OPPONENTS, (name(1), name(0)), 300)
    assert line.observed == 300
    assert line.expected == pytest.approx(150, abs=15)
    assert line.size > 200


def test_of_two_entrants_nothing_can_be_told() -> None:
    rng = np.random.default_rng(11)
    found = suspects_of_sides(played(of_pairs(2, 50), np.asarray((100.0, 0.0)), rng))

    assert found == Suspicion(compared_count=0, untold_count=1, listed=())


def test_a_single_deck_tells_nothing_however_often_it_is_played() -> None:
    rng = np.random.default_rng(12)
    given = played(of_pairs(6, 1), np.zeros(6), rng)

    assert suspects_of_sides(given).compared_count == 0


def test_nothing_played_lists_nobody() -> None:
    assert suspects_of_sides([]) == suspects_of_players([]) == Suspicion(0, 0, ())


def friends_results(rng: np.random.Generator, *, table_count: int, share: float) -> list[GainedResult]:
    """Eight bots at tables of five, of which the first two give each other levels in a *share* of their deals."""
    results = []
    for deal in range(table_count):
        seats = [int(place) for place in rng.permutation(8)[:5]]
        winners = {int(seat) for seat in rng.permutation(5)[: 2 + int(rng.integers(2))]}
        gains = [int(rng.integers(1, 4)) if seat in winners else 0 for seat in range(5)]
        if {0, 1} <= set(seats) and rng.random() < share:
            for place in (0, 1):
                gains[seats.index(place)] += 2
        seating = tuple(name(place) for place in seats)
        results.append(GainedResult(seating, f"{deal:05d}", tuple(gains), tuple(gain > 0 for gain in gains)))
    return results


def test_where_nobody_ever_gains_anything_nothing_can_be_told() -> None:
    """Ratings explain such results to the last bit, and what is left has no spread to tell chance by."""
    seatings = [tuple(name(place + at) for at in range(5)) for place in range(4)]
    results = [
        GainedResult(seating, f"{deck}/{seating[0]}", (0,) * 5, (False,) * 5) for seating in seatings for deck in "ab"
    ]

    found = suspects_of_players(results)

    assert (found.compared_count, found.listed) == (0, ())
    assert found.untold_count > 0


def test_tables_of_different_sizes_are_refused() -> None:
    results = [
        GainedResult(tuple(name(at) for at in range(size)), "1", (0,) * size, (False,) * size) for size in (5, 6)
    ]

    with pytest.raises(ValueError, match="the same number of seats"):
        suspects_of_players(results)


def test_results_may_come_one_by_one() -> None:
    results = [
        RatedResult((one, other), f"{deck}", deck % 2.0, 0.0) for deck in range(6) for one, other in ("AB", "BC", "CA")
    ]

    found = suspects_of_sides(iter(results))

    assert found == suspects_of_sides(results)
    assert found.compared_count > 0


@pytest.mark.slow
def test_two_who_give_each_other_levels_are_found_at_tables_of_five() -> None:
    rng = np.random.default_rng(13)
    honest = [suspects_of_players(friends_results(rng, table_count=300, share=0.0)).listed for _ in range(25)]
    assert sum(map(bool, honest)) <= 4

    (line, *_) = suspects_of_players(friends_results(rng, table_count=600, share=0.5)).listed
    assert (line.bond, line.names) == (Bond.TOGETHER, (name(0), name(1)))
    assert line.size > 0.3
    assert line.observed > line.expected


def test_where_all_sit_at_every_table_no_two_are_told_from_the_others() -> None:
    rng = np.random.default_rng(14)
    five = [name(place) for place in range(5)]
    results = [
        GainedResult(tuple(five), f"{deal}", tuple(int(each) for each in rng.integers(0, 3, 5)), (False,) * 5)
        for deal in range(50)
    ]

    assert suspects_of_players(results).compared_count == 0


def test_discoveries_are_those_of_benjamini_and_hochberg() -> None:
    """The largest k with p(k) ≤ 0.05 k / n is found, also where a smaller p stands above its own line."""
    doubts = np.asarray([0.2, 0.001, np.nan, 0.024, 0.021, 0.9])

    # n is 5: the lines are 0.01, 0.02, 0.03, 0.04, 0.05; 0.021 is above the second and 0.024 below the third.
    assert discoveries(doubts, rate=0.05).tolist() == [False, True, False, True, True, False]
    assert not discoveries(np.asarray([np.nan]), rate=0.05).any()

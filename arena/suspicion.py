"""Pairs of entrants whose results together differ from what their ratings say by more than chance. Pure.

A bot that loses to a friend on purpose, or tells its partner by its plays what the rules keep from it, shows here if it
does so often enough; so do two styles that fit, or do not. So it is no proof. How it is found is in docs/reports.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy.sparse import csr_array, hstack
from scipy.special import expit

from arena.companies import Pair, opponents, partners, together
from arena.gains import GainedResult, fit_gains
from arena.likelihood import SLOPE
from arena.matchups import Floats, Indices, Sparse, product
from arena.rated_results import RatedResult, Results, columns
from arena.ratings import fit
from arena.residuals import Excess, Leftovers, column_sums, cross, discoveries, excess, of_sides
from arena.tally import Tally, add_up

FALSE_DISCOVERIES = 0.05
"""Part of the pairs listed that is chance, in the mean of many cups."""

MOST_LISTED = 40
"""Pairs listed of one section; each takes another look at all others."""


class Bond(StrEnum):
    """How two entrants met."""

    OPPONENTS = "opponents"
    PARTNERS = "partners"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Suspect:
    """Two entrants and what is odd about them.

    Attributes:
        names: of opponents, first the one that did better than the ratings say; of others, in order.
        result_count: in which they met so.
        shuffle_count: decks of these.
        observed: results won by the first of opponents, or by the two partners, a drawn one being half won; of two at
            one table in ``friends``, levels that both gained in all over the means of their tables.
        expected: what ratings say of it that were fitted with their results together set apart.
        size: Elo that the first of opponents was the stronger against the other, or two partners together, or levels
            that each of two gained more a result at one table; for partners and two at a table it may be negative.
        standard_error: of the size.
        doubt: probability that chance does as much between two given entrants, either way.
    """

    bond: Bond
    names: tuple[str, str]
    result_count: int
    shuffle_count: int
    observed: float
    expected: float
    size: float
    standard_error: float
    doubt: float


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What was looked at in one section, and what stands out.

    Attributes:
        compared_count: pairs that could be judged, each bond by itself.
        untold_count: pairs that met and of which nothing can be told.
        listed: the least likely first.
    """

    compared_count: int
    untold_count: int
    listed: tuple[Suspect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """Probes of one section: one for each pair and bond, rows × probes."""

    names: Sequence[str]
    bonds: tuple[Bond, ...]
    pairs: tuple[Pair, ...]
    probes: Sparse


@dataclass(frozen=True, slots=True)
class _Find:
    place: int
    size: float
    error: float
    doubt: float
    shuffle_count: int


def suspects_of_sides(results: Results | Iterable[RatedResult]) -> Suspicion:
    """Opponents, and partners where sides are of different entrants, in results of two sides.

    Raises:
        ValueError: the results are not as `arena.tally.add_up` asks for.
    """
    given = results if isinstance(results, Results) else columns(results)
    return _suspects_of_sides(add_up(given), fit(given).ratings)


def suspects_of_players(results: Iterable[GainedResult]) -> Suspicion:
    """Two at one table, in results of Finding Friends.

    Raises:
        ValueError: tables of different sizes, or one entrant twice at a table.
    """
    given = list(results)
    if not given:
        return Suspicion(0, 0, ())
    ratings = fit_gains(given).ratings
    names = sorted({name for result in given for name in result.seating})
    position = {name: place for place, name in enumerate(names)}
    seats = np.asarray([[position[name] for name in result.seating] for result in given], dtype=np.int64)
    company = together(seats, len(names))
    left = _of_players(given, seats, ratings)
    question = _Question(names, (Bond.TOGETHER,) * len(company.pairs), company.pairs, company.probes)
    finds, first = _listed(left, question)
    gained = np.asarray([result.gains for result in given], dtype=np.float64)
    gained = (gained - gained.mean(axis=1, keepdims=True)).ravel()
    said = gained - column_sums(left.pulls) + product(left.design, _moved(left, question, finds))
    listed = []
    for find in finds:
        column = question.probes[:, [find.place]].toarray().ravel()
        is_own = column > 0
        count = int((column != 0).sum()) // seats.shape[1]
        sums = float(gained[is_own].sum()), float(said[is_own].sum())
        listed.append(_suspect(question, find, 1.0, count=count, sums=sums))
    return _suspicion(question, first, listed)


def _suspects_of_sides(tally: Tally, ratings: Floats) -> Suspicion:
    companies = [(Bond.OPPONENTS, opponents(tally.matchups)), (Bond.PARTNERS, partners(tally.matchups))]
    question = _Question(
        names=tally.entrants,
        bonds=tuple(bond for bond, company in companies for _ in company.pairs),
        pairs=tuple(pair for _, company in companies for pair in company.pairs),
        probes=csr_array(hstack([company.probes for _, company in companies])),
    )
    if not question.pairs:
        return Suspicion(0, 0, ())
    left = of_sides(tally, ratings)
    finds, first = _listed(left, question)
    counts, scores = tally.by_matchup(tally.line_counts), tally.by_matchup(tally.line_scores)
    counts, scores = np.where(left.weights > 0, counts, 0.0), np.where(left.weights > 0, scores, 0.0)
    rated = np.nan_to_num(ratings) + _moved(left, question, finds)
    expected = counts * expit(SLOPE * product(tally.matchups, rated))
    listed = []
    for find in finds:
        column = question.probes[:, [find.place]].toarray().ravel()
        # Opponents are told of from the side of the one that did better.
        turn = -1.0 if question.bonds[find.place] is Bond.OPPONENTS and find.size < 0 else 1.0
        is_own, is_other = turn * column > 0, turn * column < 0
        sums = [float(values[is_own].sum() + (counts - values)[is_other].sum()) for values in (scores, expected)]
        count = int(counts[column != 0].sum())
        listed.append(_suspect(question, find, turn, count=count, sums=(sums[0], sums[1])))
    return _suspicion(question, first, listed)


def _of_players(results: Sequence[GainedResult], seats: Indices, ratings: Floats) -> Leftovers:
    """What ratings in levels leave of the gains at tables; those with an unrated entrant are left out."""
    table_count, seat_count = seats.shape
    is_open = np.isnan(ratings)[seats].any(axis=1)
    gains = np.asarray([result.gains for result in results], dtype=np.float64)
    at_table = np.nan_to_num(ratings)[seats]
    left = gains - gains.mean(axis=1, keepdims=True) - (at_table - at_table.mean(axis=1, keepdims=True))
    left[is_open] = 0.0
    row_count = table_count * seat_count
    mean = np.repeat(seats, seat_count, axis=0)
    weights = np.tile(np.eye(seat_count) - 1.0 / seat_count, (table_count, 1))
    weights[np.repeat(is_open, seat_count)] = 0.0
    shape = (row_count, ratings.size)
    starts = np.arange(row_count + 1) * seat_count
    design: Sparse = csr_array((weights.ravel(), mean.ravel(), starts), shape=shape)
    design.eliminate_zeros()
    shuffles = np.unique(np.asarray([result.shuffle for result in results], dtype=np.str_), return_inverse=True)[1]
    by_shuffle = (np.repeat(shuffles, seat_count), np.arange(row_count))
    kept = np.repeat(~is_open, seat_count).astype(np.float64)
    freedom = int((~is_open).sum()) * (seat_count - 1) - ratings.size + 1
    pull_shape = (int(shuffles.max()) + 1, row_count)
    return Leftovers(
        design=design,
        weights=kept,
        pulls=csr_array((left.ravel(), by_shuffle), shape=pull_shape),
        is_there=csr_array((kept, by_shuffle), shape=pull_shape),
        spread=float((left**2).sum()) / max(1, freedom),
    )


def _listed(left: Leftovers, question: _Question) -> tuple[list[_Find], Excess]:
    """The pairs that stand out, one after another: each is judged beside those that were found before it.

    For one pair that stands out moves the ratings of both, and so the results of each with all others. All are held
    to the same rule (Benjamini–Hochberg), which counts those found.

    Returns:
        What was found, and all pairs as they were before anything was.
    """
    finds: list[_Find] = []
    taken: list[int] = []
    first = found = excess(left, question.probes)
    while len(finds) < MOST_LISTED:
        doubts = found.doubts.copy()
        for find in finds:
            doubts[find.place] = find.doubt
        chosen = discoveries(doubts, rate=FALSE_DISCOVERIES)
        chosen[taken] = False
        if not chosen.any():
            break
        place = int(np.flatnonzero(chosen)[np.argmin(doubts[chosen])])
        finds.append(
            _Find(
                place,
                size=float(found.sizes[place]),
                error=float(found.errors[place]),
                doubt=float(doubts[place]),
                shuffle_count=int(found.shuffle_counts[place]),
            )
        )
        taken.append(place)
        found = excess(left.beside(question.probes, taken), question.probes)
    return finds, first


def _moved(left: Leftovers, question: _Question, finds: Sequence[_Find]) -> Floats:
    """By how much each rating moves if the results of the pairs found tell nothing of strength."""
    if not finds:
        return np.zeros(left.design.shape[1])
    apart: Sparse = question.probes[:, [find.place for find in finds]]
    found = excess(left, csr_array(apart))
    weighted: Sparse = csr_array(apart.multiply(left.weights[:, np.newaxis]))
    information = cross(apart, weighted) - found.shifts.T @ cross(left.design, weighted)
    pulls = column_sums(csr_array(left.pulls @ apart))
    pulls -= column_sums(csr_array(left.pulls @ left.design)) @ found.shifts
    return np.asarray(-found.shifts @ np.linalg.pinv(information, rcond=1e-9) @ pulls, dtype=np.float64)


def _suspect(question: _Question, find: _Find, turn: float, *, count: int, sums: tuple[float, float]) -> Suspect:
    one, other = (question.names[place] for place in question.pairs[find.place])
    return Suspect(
        bond=question.bonds[find.place],
        names=(other, one) if turn < 0 else (one, other),
        result_count=count,
        shuffle_count=find.shuffle_count,
        observed=sums[0],
        expected=sums[1],
        size=turn * find.size,
        standard_error=find.error,
        doubt=find.doubt,
    )


def _suspicion(question: _Question, first: Excess, listed: Sequence[Suspect]) -> Suspicion:
    told = int(first.is_told.sum())
    return Suspicion(told, len(question.pairs) - told, tuple(sorted(listed, key=lambda each: each.doubt)))

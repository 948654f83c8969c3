"""What a fit found, as a table for people and as a document for programs (docs/results.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from typing import TextIO, TypeAlias

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from arena.anchors import no_measure
from arena.counts import counted
from arena.estimates import FEWEST_SHUFFLES, Estimate, LevelsEstimate, Status, settled
from arena.leaderboard_text import shown
from arena.ratings import FEWEST_WINS, Fit
from arena.signs import signed_in_ascii as signed

FORMAT = "tractor-arena/ratings/1"
LEVELS_DIGITS = 2

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True, eq=False)
class Rated:
    """A fit and the results that it is of.

    Attributes:
        result_count: all, also those between equal sides, which tell nothing.
        has_margins: whether the results say how many levels were gained.
    """

    fit: Fit
    result_count: int
    has_margins: bool


# --- For programs


def document(rated: Rated) -> str:
    """One line of JSON."""
    fit = rated.fit
    anchor: Json = None if fit.anchor is None else {"name": fit.anchor.name, "rating": fit.anchor.rating}
    names = [estimate.name for estimate in fit.estimates]
    found: Json = {
        "format": FORMAT,
        "unit": "Elo per result",
        "gauge": gauge(fit),
        "penalty_sd": fit.penalty_sd,
        "anchor": anchor,
        "results": rated.result_count,
        "results_that_tell": fit.result_count,
        "shuffles": fit.shuffle_count,
        "rank": fit.rank,
        "entrants": [_entrant(rated, place) for place in range(len(names))],
        "difference_errors": _of_pairs(fit, names, is_of_errors=True),
        "superiority": _of_pairs(fit, names, is_of_errors=False),
    }
    return json.dumps(found, allow_nan=False)


def _entrant(rated: Rated, place: int) -> Json:
    estimate = rated.fit.estimates[place]
    information_error = float(rated.fit.information_errors[place])
    is_estimable = estimate.status is Status.ESTIMABLE
    return {
        "name": estimate.name,
        "rating": estimate.rating,
        "standard_error": estimate.standard_error,
        "information_error": None if isnan(information_error) else settled(information_error),
        "interval": _pair(estimate.low, estimate.high),
        "rank_range": _pair(estimate.best_rank, estimate.worst_rank),
        "estimable": is_estimable,
        "why_not": why_not(estimate, rated.fit),
        "status": estimate.status.value,
        "bound": estimate.bound,
        "results": estimate.result_count,
        "shuffles": estimate.shuffle_count,
        "won": estimate.score,
        "levels": _levels(estimate.levels) if rated.has_margins else None,
    }


def _levels(levels: LevelsEstimate | None) -> Json:
    if levels is None:
        return None
    return {
        "per_result": levels.per_result,
        "standard_error": levels.standard_error,
        "interval": _pair(levels.low, levels.high),
        "why_not": why_no_levels(levels),
    }


def _pair(low: float | None, high: float | None) -> Json:
    return None if low is None or high is None else [low, high]


def _of_pairs(fit: Fit, names: list[str], *, is_of_errors: bool) -> Json:
    """For each two that can be compared, the first's superiority over the second, or the error of their difference."""
    lines: dict[str, Json] = {}
    for one, name in enumerate(names):
        line: dict[str, Json] = {}
        for other, other_name in enumerate(names):
            sure = fit.superiority_at(one, other)
            if sure is not None:
                line[other_name] = settled(float(fit.difference_errors[one, other]) if is_of_errors else sure)
        lines[name] = line
    return lines


# --- For people


def _plain(value: float) -> str:
    """A number that was given, up to a million, as it was given."""
    return f"{value:.12g}"


def gauge(fit: Fit) -> str:
    """What the zero of the scale is."""
    if fit.anchor is None:
        held = ", those held by the penalty alone included" if fit.is_held_by_penalty else ""
        return f"zero is the mean of all entrants that have a rating{held}"
    fixed = f"{shown(fit.anchor.name)} is fixed at {_plain(fit.anchor.rating)}"
    trouble = no_measure(fit)
    if trouble is not None:
        return f"{fixed}; {shown(trouble)}"
    return f"{fixed}, and errors are of the difference to it"


def why_not(estimate: Estimate, fit: Fit) -> str | None:
    """Why an entrant has no rating, or none with an interval; None if it has."""
    match estimate.status:
        case Status.ESTIMABLE:
            if estimate.low is not None:
                return None
            what = "results" if estimate.shuffle_count >= FEWEST_SHUFFLES else "different shuffles"
            return f"too few {what} for an interval"
        case Status.UNBOUNDED:
            won = "won" if estimate.score > 0 else "lost"
            results = "its only result" if estimate.result_count == 1 else f"all {estimate.result_count} results"
            all_of = f"{won} {results}, so that no rating is the likeliest"
            if estimate.bound is None:
                few = "too few" if estimate.result_count < FEWEST_WINS else "on too few shuffles"
                return f"{all_of}, and {few} to say by how much"
            side = "above" if estimate.score > 0 else "below"
            return f"{all_of}: its side is at least {abs(estimate.bound):.1f} Elo {side} the others (one-sided 95 %)"
        case Status.SEPARATED:
            trouble = no_measure(fit)
            if trouble is not None:
                return shown(trouble)
            return "some combination of entrants won every result, so that the results set the ratings no limit"
        case Status.ENTANGLED:
            return (
                "its results tell its strength only together with that of others, since it had too few different "
                "partners and opponents"
            )
        case Status.UNCONNECTED:
            return "met none of the rated entrants, nor anyone who met them"
        case Status.NO_RESULTS:
            return "has only results against itself, which tell nothing"


def why_no_levels(levels: LevelsEstimate) -> str | None:
    """Why levels have no interval; None if they have."""
    if levels.low is not None:
        return None
    if levels.is_without_spread:
        return "the margins have no spread to tell an error of the levels by"
    return "too few results for an interval of the levels"


def print_table(rated: Rated, stream: TextIO, width: int | None) -> None:
    """The ratings, the best first; then who has none, and why.

    Args:
        width: columns of the screen; None where lines may be of any length.
    """
    lines = sorted(rated.fit.estimates, key=_order)
    # Without a screen, a line for each entrant, however long its name.
    room = width or 40 + max(len(estimate.name) for estimate in lines) * 2 + 80
    console = Console(
        file=stream, width=room, force_terminal=width is not None, highlight=False, soft_wrap=width is None
    )
    console.print(Group(*_heading(rated), _table(rated, lines)))
    for estimate in lines:
        reason = why_not(estimate, rated.fit)
        if reason is not None:
            console.print(Text(f"{shown(estimate.name)}: {reason}."))
        if rated.has_margins and estimate.levels is not None and estimate.levels.is_without_spread:
            console.print(Text(f"{shown(estimate.name)}: {why_no_levels(estimate.levels)}."))


def _order(estimate: Estimate) -> tuple[int, float, str]:
    """By rating; without one, who won everything is above all, who lost everything below, and others come last."""
    if estimate.rating is not None:
        place = 1
    elif estimate.is_unbounded:
        place = 0 if estimate.score > 0 else 2
    else:
        place = 3
    return place, -(estimate.rating or 0.0), estimate.name


def _heading(rated: Rated) -> Iterator[Text]:
    fit = rated.fit
    sd = fit.penalty_sd
    penalty = "no penalty" if sd is None else f"a normal penalty of standard deviation {_plain(sd)}"
    results, shuffles = counted(rated.result_count, "result"), counted(fit.shuffle_count, "shuffle")
    yield Text(f"{results} on {shuffles}, fitted with {penalty}.")
    yield Text(f"Ratings in Elo per result; {gauge(fit)}. Intervals of 95 %, clustered on the shuffle.")


def _table(rated: Rated, lines: list[Estimate]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("entrant", overflow="fold")
    for heading in ("rating", "95 %", "won", "results", *(("levels", "95 %") if rated.has_margins else ())):
        table.add_column(heading, justify="right", no_wrap=True)
    for estimate in lines:
        table.add_row(_rank(estimate), Text(shown(estimate.name)), *_cells(estimate, has_margins=rated.has_margins))
    return table


def _rank(estimate: Estimate) -> str:
    if estimate.best_rank is None:
        return "–"
    is_one = estimate.best_rank == estimate.worst_rank
    return str(estimate.best_rank) if is_one else f"{estimate.best_rank}–{estimate.worst_rank}"


def _cells(estimate: Estimate, *, has_margins: bool) -> Iterator[str]:
    if estimate.is_unbounded:
        yield "unbounded ↑" if estimate.score > 0 else "unbounded ↓"
    else:
        yield "–" if estimate.rating is None else signed(estimate.rating, 1)
    yield _interval(estimate.low, estimate.high, 1)
    yield f"{estimate.score / estimate.result_count:.1%}" if estimate.result_count else ""
    yield str(estimate.result_count)
    if has_margins:
        levels = estimate.levels
        yield "–" if levels is None else signed(levels.per_result, LEVELS_DIGITS)
        yield "" if levels is None else _interval(levels.low, levels.high, LEVELS_DIGITS)


def _interval(low: float | None, high: float | None, digits: int) -> str:
    return "" if low is None or high is None else f"{signed(low, digits)} to {signed(high, digits)}"

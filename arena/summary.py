"""Standings as tables for the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from arena.ratings import Estimate
    from arena.standings import Section, Standings


def summary(standings: Standings) -> Iterator[Table]:
    """A table for each format and unit, the best bot first."""
    for section in standings.sections:
        yield _table(section)


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign; what is printed as zero has none."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def _table(section: Section) -> Table:
    unit = section.unit.value[:-1]
    table = Table(title=f"{section.format} by {section.unit}", title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("rank", justify="right")
    table.add_column("bot")
    for heading in (f"{section.rating_unit}", "95 %", "won", f"levels a {unit}", section.unit.value, "lost by faults"):
        table.add_column(heading, justify="right")
    for row in section.rows:
        estimate = row.estimate
        won = (row.win_count + row.draw_count / 2) / row.result_count if row.result_count else None
        table.add_row(
            _rank(estimate),
            # A name is the bot's own: what looks like markup in it is none.
            Text(row.entrant.name),
            *_rating(estimate, has_won_all=won == 1.0),
            "" if won is None else f"{won:.1%}",
            "" if estimate.levels is None else signed(estimate.levels.per_result, 2),
            str(row.result_count),
            str(row.fault_losses) if row.fault_losses else "",
        )
    return table


def _rank(estimate: Estimate) -> str:
    best, worst = estimate.best_rank, estimate.worst_rank
    if best is None:
        return ""
    return str(best) if best == worst else f"{best}–{worst}"


def _rating(estimate: Estimate, *, has_won_all: bool) -> tuple[str, str]:
    if estimate.bound is not None:
        return f"{'≥' if has_won_all else '≤'} {signed(estimate.bound)}", ""
    if estimate.rating is None:
        return estimate.status.value, ""
    if estimate.low is None or estimate.high is None:
        return signed(estimate.rating), ""
    return signed(estimate.rating), f"{signed(estimate.low)} to {signed(estimate.high)}"

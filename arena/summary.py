"""Standings as tables for the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from arena.matches import Format

if TYPE_CHECKING:
    from arena.estimates import Estimate
    from arena.standings import Row, Section, Standings


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
    is_of_players = section.format is Format.FRIENDS
    beside = _parts_heading(section) if is_of_players else f"levels a {unit}"
    for heading in (f"{section.rating_unit}", "95 %", "won", beside, section.unit.value, "lost by faults"):
        table.add_column(heading, justify="right")
    for row in section.rows:
        estimate = row.estimate
        drawn = 0 if is_of_players else row.draw_count / 2
        won = (row.win_count + drawn) / row.result_count if row.result_count else None
        table.add_row(
            _rank(estimate),
            # A name is the bot's own: what looks like markup in it is none.
            Text(row.entrant.name),
            *_rating(estimate, has_won_all=won == 1.0, digits=section.rating_digits),
            "" if won is None else f"{won:.1%}",
            _parts(row) if is_of_players else _levels(estimate),
            str(row.result_count),
            str(row.fault_losses) if row.fault_losses else "",
        )
    return table


def _rank(estimate: Estimate) -> str:
    best, worst = estimate.best_rank, estimate.worst_rank
    if best is None:
        return ""
    return str(best) if best == worst else f"{best}–{worst}"


def _levels(estimate: Estimate) -> str:
    return "" if estimate.levels is None else signed(estimate.levels.per_result, 2)


def _parts_heading(section: Section) -> str:
    return "maker / friend / against" if any(row.by_part for row in section.rows) else ""


def _parts(row: Row) -> str:
    """How often a player was what; empty for whole games."""
    return " / ".join(str(use.count) for _, use in row.by_part)


def _rating(estimate: Estimate, *, has_won_all: bool, digits: int) -> tuple[str, str]:
    if estimate.bound is not None:
        return f"{'≥' if has_won_all else '≤'} {signed(estimate.bound)}", ""
    if estimate.rating is None:
        return estimate.status.value, ""
    if estimate.low is None or estimate.high is None:
        return signed(estimate.rating, digits), ""
    return signed(estimate.rating, digits), f"{signed(estimate.low, digits)} to {signed(estimate.high, digits)}"

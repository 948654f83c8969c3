"""Standings as tables for the screen, within its width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from arena.matches import Format
from arena.signs import signed_in_ascii as signed

if TYPE_CHECKING:
    from arena.estimates import Estimate
    from arena.standings import Row, Section, Standings

GAP = 2
"""Blanks after a column."""

SHORTEST_NAME = 12
"""Names are not cut to less than this; a table that has no room for them is wider than the screen."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column beside the names.

    Attributes:
        heading: where there is room.
        short: where there is none.
        meaning: what the short heading leaves out; empty if nothing.
    """

    heading: str
    short: str
    meaning: str
    cells: tuple[str, ...]

    def width(self, heading: str) -> int:
        """Columns of the screen that it takes under *heading*."""
        return max(map(cell_len, (heading, *self.cells))) + GAP


def summary(standings: Standings, width: int) -> Iterator[Group]:
    """A table for each format and unit, the best bot first, for a screen of *width* columns."""
    for section in standings.sections:
        yield _table(section, width)


def fitted(names: Sequence[str], width: int) -> list[str]:
    """Different *names* in *width* columns of the screen each, still different: what is too long loses its middle.

    Where that leaves some alike, they lose their end instead, and if need be have a number there.
    """
    shown = [name if cell_len(name) <= width else _without_middle(name, width) for name in names]
    count = Counter(shown)
    taken = set(shown)
    for place, name in enumerate(names):
        if count[shown[place]] > 1 and shown[place] != name:
            ends = ("", *map(str, range(1, len(names) + 1)))
            cut = next(cut for end in ends if (cut := _without_end(name, end, width)) not in taken)
            shown[place] = cut
            taken.add(cut)
    return shown


def _without_middle(name: str, width: int) -> str:
    tail = _tail(name, (width - 1) // 2)
    return f"{_head(name, width - 1 - cell_len(tail))}…{tail}"


def _without_end(name: str, end: str, width: int) -> str:
    return f"{_head(name, width - 1 - len(end))}…{end}"


def _head(text: str, width: int) -> str:
    while cell_len(text) > width:
        text = text[:-1]
    return text


def _tail(text: str, width: int) -> str:
    while cell_len(text) > width:
        text = text[1:]
    return text


def _table(section: Section, width: int) -> Group:
    # What says nothing of anybody takes no room.
    columns = [column for column in _columns(section) if any(column.cells)]
    names = [row.entrant.name for row in section.rows]
    longest = max(map(cell_len, ("bot", *names)))
    room = width - GAP - sum(column.width(column.heading) for column in columns)
    is_short = room < longest
    if is_short:
        room = width - GAP - sum(column.width(column.short) for column in columns)
        names = fitted(names, max(room, SHORTEST_NAME))
    title = f"{section.format} by {section.unit}"
    meanings = "; ".join(column.meaning for column in columns if column.meaning)
    table = Table(box=None, padding=(0, GAP, 0, 0))
    rank, *others = columns
    for column in (rank, None, *others):
        if column is None:
            table.add_column("bot", no_wrap=True)
        else:
            table.add_column(column.short if is_short else column.heading, justify="right", no_wrap=True)
    for name, cell, *cells in zip(names, *(column.cells for column in columns), strict=True):
        # A name is the bot's own: what looks like markup in it is none.
        table.add_row(cell, Text(name), *cells)
    # A title of the table's own would be broken at the table's width.
    heading = Text(f"{title} ({meanings})" if is_short else title, style="italic")
    trouble = section.anchor_trouble
    return Group(heading, table) if trouble is None else Group(heading, table, Text(f"{trouble}."))


def _columns(section: Section) -> Iterator[_Column]:
    """All columns but the names. That of the ranks is first and never empty."""
    unit = section.unit.value[:-1]
    rows = section.rows
    is_of_players = section.format is Format.FRIENDS
    ratings = [_rating(row, section) for row in rows]
    measure, short = section.rating_unit, section.rating_unit.partition(" ")[0]
    yield _Column("rank", "rank", "", tuple(_rank(row.estimate) or "–" for row in rows))
    yield _Column(measure, short, measure, tuple(rating for rating, _ in ratings))
    yield _Column("95 %", "95 %", "", tuple(interval for _, interval in ratings))
    yield _Column("won", "won", "", tuple(_won(row, is_of_players=is_of_players) for row in rows))
    if is_of_players:
        meaning = "m/f/a: as maker, friend, against"
        yield _Column("maker / friend / against", "m/f/a", meaning, tuple(map(_parts, rows)))
    else:
        yield _Column(f"levels a {unit}", "levels", f"levels per {unit}", tuple(_levels(row.estimate) for row in rows))
    yield _Column(section.unit.value, section.unit.value, "", tuple(str(row.result_count) for row in rows))
    lost = tuple(str(row.fault_losses) if row.fault_losses else "" for row in rows)
    yield _Column("lost by faults", "faults", "faults: lost by them", lost)


def _rank(estimate: Estimate) -> str:
    best, worst = estimate.best_rank, estimate.worst_rank
    if best is None:
        return ""
    return str(best) if best == worst else f"{best}–{worst}"


def _won(row: Row, *, is_of_players: bool) -> str:
    """Part of the results that was won, a drawn one being half won; of players, what nobody won is not."""
    drawn = 0 if is_of_players else row.draw_count / 2
    return f"{(row.win_count + drawn) / row.result_count:.1%}" if row.result_count else ""


def _levels(estimate: Estimate) -> str:
    return "" if estimate.levels is None else signed(estimate.levels.per_result, 2)


def _parts(row: Row) -> str:
    """How often a player was what; empty for whole games."""
    return "/".join(str(use.count) for _, use in row.by_part)


def _rating(row: Row, section: Section) -> tuple[str, str]:
    estimate, digits = row.estimate, section.rating_digits
    if estimate.is_unbounded:
        # Its bound is over the others, and no number of this column.
        return f"unbounded {'↑' if row.win_count else '↓'}", ""
    if estimate.rating is None:
        return estimate.status.value, ""
    if estimate.low is None or estimate.high is None:
        return signed(estimate.rating, digits), ""
    return signed(estimate.rating, digits), f"{signed(estimate.low, digits)} to {signed(estimate.high, digits)}"

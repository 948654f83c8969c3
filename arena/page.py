"""A leaderboard as pages that open from a file: no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from arena import leaderboard_text as text
from arena.estimates import Status
from arena.leaderboard import Leaderboard, Progress, SectionPart
from arena.leaderboard_notes import decks, unit_noun
from arena.matches import Format, Outcome, Unit
from arena.signs import signed

ASSETS = Path(__file__).parent / "site" / "assets"

_PLOT_WIDTH = 180.0
_PLOT_MARGIN = 8.0

_PIECES_AT_ONCE = 1000
"""Of a page, some twenty to a line."""

_KEPT = 1000
"""Texts that many matches share."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Where a rating and its interval are drawn, in the units of the drawing; None for what is not drawn."""

    zero: float | None
    dot: float | None
    low: float | None
    high: float | None
    arrow: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A match in the list of records: what is kept of each while a cup is published."""

    round: int
    name: str
    section: str
    seating: tuple[str, ...]
    boards: str
    deal_count: int
    sha256: str

    @property
    def link(self) -> str:
        """From the page."""
        return f"records/{quote(self.name)}"


def index_page(board: Leaderboard) -> str:
    """The page of the standings."""
    return (
        _environment()
        .get_template("index.html")
        .render(
            board=board,
            is_complete=board.progress is Progress.COMPLETE,
            own_copies=text.own_copy_tables(board),
            plots=[_plots(section) for section in board.sections],
        )
    )


def record_line(outcome: Outcome) -> RecordLine:
    """The line of a match."""
    match = outcome.match
    return RecordLine(
        round=match.round,
        name=outcome.record_name,
        section=_section(match.format, match.unit),
        seating=match.seating,
        boards=_ranges(match.boards),
        deal_count=outcome.deal_count,
        sha256=outcome.record_sha256,
    )


def records_page(board: Leaderboard, lines: Iterable[RecordLine]) -> Iterator[str]:
    """The page of the records, in pieces; the *lines* come by round."""
    rounds = ((number, list(played)) for number, played in groupby(lines, key=lambda line: line.round))
    pieces = _environment().get_template("records.html").stream(board=board, rounds=rounds)
    pieces.enable_buffering(_PIECES_AT_ONCE)
    return iter(pieces)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader((Path(__file__).parent / "site" / "templates", ASSETS)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        explanation=text.explanation,
        fit_together=text.fit_together,
        general=text.general,
        own_copy_words=text.own_copy_words,
        faults=text.faults,
        heading=text.heading,
        meetings_title=text.meetings_title,
        part_levels=text.part_levels,
        percent=text.percent,
        rank=text.rank,
        rating=text.rating,
        rating_digits=text.rating_digits,
        seconds=text.seconds,
        shown=text.shown,
        signed=signed,
        version=text.version,
        won_share=text.won_share,
    )
    environment.globals.update(interval=text.interval, unit_noun=unit_noun, decks=decks)
    return environment


def _plots(section: SectionPart) -> list[Plot]:
    """Drawings of all rows on one scale."""
    values = [value for row in section.rows for value in (row.rating, row.low, row.high) if value is not None]
    least, greatest = min(values, default=0.0), max(values, default=0.0)
    span = greatest - least or 1.0

    def place(value: float | None) -> float | None:
        if value is None:
            return None
        return round(_PLOT_MARGIN + (_PLOT_WIDTH - 2 * _PLOT_MARGIN) * (value - least) / span, 2)

    return [
        Plot(
            zero=place(0.0) if values and least <= 0 <= greatest else None,
            dot=place(row.rating),
            low=place(row.low),
            high=place(row.high),
            arrow="" if row.status is not Status.UNBOUNDED else "up" if row.win_count else "down",
        )
        for row in section.rows
    ]


@lru_cache(_KEPT)
def _section(format_: Format, unit: Unit) -> str:
    return f"{format_}, {unit}"


@lru_cache(_KEPT)
def _ranges(numbers: tuple[int, ...]) -> str:
    """Numbers with runs drawn together: ``1–4, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)

"""The page of the records of a cup, which opens from a file: no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from arena.leaderboard import Leaderboard
from arena.matches import Format, Outcome, Unit
from arena.shown import shown
from arena.site.index_page import index_page

__all__ = ["RecordLine", "index_page", "record_line", "records_page"]

ASSETS = Path(__file__).parent / "site" / "assets"

_PIECES_AT_ONCE = 1000
"""Of a page, some twenty to a line."""

_KEPT = 1000
"""Texts that many matches share."""


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
    environment.filters.update(shown=shown)
    return environment


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

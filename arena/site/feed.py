"""The feed of a cup (Atom): its beginning, how it stood after some rounds, and how it stands or ended."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import escape

from arena.leaderboard import HistoryPoint, Leaderboard, Progress, SectionPart
from arena.leaderboard_text import heading, interval, rank, rating, rating_digits, shown
from arena.signs import signed
from arena.site.matches_page import MatchRow

_TOLD = 10
"""Entrants of a standing that an entry names."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry.

    Attributes:
        name: what it is, the same whenever the feed is made anew.
        at: ISO 8601 with its zone.
        content: HTML.
    """

    name: str
    title: str
    at: str
    content: str


def feed(board: Leaderboard, rows: Sequence[MatchRow], stored: Mapping[str, str]) -> str:
    """The feed, the newest entry first.

    Args:
        rows: all matches, by round.
        stored: when matches were stored, ISO 8601 with its zone, by key; none are known of old ledgers.
    """
    entries = [_Entry("begun", f"{shown(board.cup)}: begun", board.begun, _begun(board))]
    for part in board.sections:
        entries += _rounds(board, part, rows, stored)
    entries.sort(key=lambda entry: entry.at)
    last = max((*stored.values(), board.begun))
    is_complete = board.progress is Progress.COMPLETE
    if board.match_count:
        title = f"{shown(board.cup)}: {'finished' if is_complete else 'in progress'}{_leaders(board)}"
        content = "".join(_standing(part) for part in board.sections)
        entries.append(_Entry("complete" if is_complete else "standing", title, last, content))
    return _atom(board, entries[::-1], last)


def _atom(board: Leaderboard, entries: Sequence[_Entry], updated: str) -> str:
    name = escape(shown(board.cup))
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{name}</title>",
        f"<id>{_id(board, '')}</id>",
        f"<updated>{escape(updated)}</updated>",
        "<author><name>Tractor Arena</name></author>",
        '<link rel="alternate" type="text/html" href="index.html"/>',
    ]
    for entry in entries:
        lines += [
            "<entry>",
            f"<title>{escape(entry.title)}</title>",
            f"<id>{_id(board, entry.name)}</id>",
            f"<updated>{escape(entry.at)}</updated>",
            '<link rel="alternate" type="text/html" href="index.html"/>',
            f'<content type="html">{escape(entry.content)}</content>',
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def _id(board: Leaderboard, name: str) -> str:
    """The same for this cup alone, wherever it is published: its commitment is nobody else's."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"tractor-arena feed\n{board.commitment}\n{board.cup}\n{name}").urn


def _begun(board: Leaderboard) -> str:
    said = "".join(f"<li>{escape(shown(each.label))}: {escape(shown(each.text))}</li>" for each in board.conditions)
    return f"<ul>{said}<li>Commitment to the decks: <code>{board.commitment}</code></li></ul>"


def _rounds(
    board: Leaderboard, part: SectionPart, rows: Sequence[MatchRow], stored: Mapping[str, str]
) -> Iterator[_Entry]:
    """How a section stood after some rounds, but the last: as far as it is known when these were over."""
    of_part = [row for row in rows if (row.format, row.unit) == (part.format, part.unit)]
    for point in part.history[:-1]:
        times = [stored.get(row.key) for row in of_part if row.round <= point.round]
        known = [at for at in times if at is not None]
        is_told = any(rating is not None for rating in point.ratings)
        if not is_told or not known or len(known) < len(times):
            continue
        yield _Entry(
            name=f"{part.format} {part.unit} {part.rules_id} {point.round}",
            title=f"{shown(board.cup)}: {heading(part)}, after round {point.round}",
            at=max(known),
            content=_standing_then(part, point),
        )


def _standing_then(part: SectionPart, point: HistoryPoint) -> str:
    digits = rating_digits(part)
    rated = [(value, row.name) for row, value in zip(part.rows, point.ratings, strict=True) if value is not None]
    best = sorted(rated, key=lambda each: (-each[0], each[1]))[:_TOLD]
    lines = "".join(f"<li>{escape(shown(name))}: {signed(value, digits)}</li>" for value, name in best)
    return f"<p>{point.result_count} rated results.</p><ol>{lines}</ol>"


def _standing(part: SectionPart) -> str:
    digits = rating_digits(part)
    lines = []
    for row in part.rows[:_TOLD]:
        bounds = f" ({interval(row.low, row.high, digits)})" if row.low is not None else ""
        lines.append(f"<li>{rank(row)}. {escape(shown(row.name))}: {rating(row, digits)}{bounds}</li>")
    return f"<h3>{escape(heading(part))}</h3><ul>{''.join(lines)}</ul>"


def _leaders(board: Leaderboard) -> str:
    """Who is first in the first section, as far as it can be told."""
    if not board.sections:
        return ""
    names = [shown(row.name) for row in board.sections[0].rows if row.best_rank == 1]
    return f"; {names[0]} leads" if len(names) == 1 else ""

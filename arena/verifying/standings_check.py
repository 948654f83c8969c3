"""Standings computed anew from the published matches, and the pages made anew from the published standings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from arena.cup_document import CupDocument
from arena.entries import CupEntry
from arena.leaderboard import Leaderboard
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import csv_text, markdown_text
from arena.site.index_page import index_page
from arena.site.matches_page import match_row, matches_pages
from arena.standings import standings
from arena.verifying.findings import Check, Difference
from arena.verifying.match_lines import MatchLines
from arena.verifying.published import BadFile, Folder
from arena.words.languages import Language
from referee.rules.ruleset import Ruleset
from referee.version import software_version

BOARD = "leaderboard.json"
CLOSE = 2e-9
"""Numbers are published to nine digits after the point; computed elsewhere, the last of them may be another."""

_SENTENCE = re.compile(r"(?:^|\.)(?:notes|gauge|sentence)(?:\[\d+\]| \(number\))?$")
"""Where sentences for people are, which another version may word otherwise, as it may the pages."""

_LATER = frozenset({"history", "points", "earlier", "times_by_kind", "better_than_next"})
"""Fields that version 0.1 did not have: what was published without them says nothing that could be wrong."""


def standings_differences(
    published: object, board: Leaderboard, document: CupDocument, rules: Ruleset, lines: MatchLines
) -> Iterator[Difference]:
    """Where the published leaderboard is not what its matches come to.

    Args:
        published: the leaderboard as plain values.
        board: the same, read.
    """
    anchor = board.anchor
    if anchor is not None and anchor.name not in {entrant.name for entrant in document.entrants}:
        yield Difference(Check.STANDINGS, BOARD, "anchor.name", expected="an entrant", found=anchor.name)
        return
    entry = CupEntry(
        name=document.name,
        config=document.config,
        rules_id=document.rules_id,
        secret=b"",
        created=datetime.fromisoformat(document.begun),
        entrants=document.entrants,
        conditions=document.conditions,
    )
    computed = standings(lines.outcomes(), document.entrants, anchor=anchor, rules=rules)
    # The commitment, and the secret, are held against each other elsewhere.
    expected = replace(
        leaderboard(entry, computed, board.progress, anchor), commitment=board.commitment, secret=board.secret
    )
    expected = _with_earlier(expected, board)
    is_ours = document.written_by == software_version()
    for where, right, said in _differences("", msgspec.to_builtins(expected), published):
        if not is_ours and _SENTENCE.search(where):
            continue
        yield Difference(Check.STANDINGS, BOARD, where, expected=_json(right), found=_json(said))


def _with_earlier(expected: Leaderboard, board: Leaderboard) -> Leaderboard:
    """*expected* with what *board* says of earlier cups, which is in other folders and cannot be told from this one."""
    said = {(each.format, each.unit, each.rules_id): each.earlier for each in board.sections}
    sections = tuple(
        replace(each, earlier=said.get((each.format, each.unit, each.rules_id), ())) for each in expected.sections
    )
    return replace(expected, sections=sections)


def page_differences(folder: Folder, board: Leaderboard, lines: MatchLines) -> Iterator[Difference]:
    """Where a page is not what the leaderboard looks like, line by line the first place of each."""
    pages = {
        "leaderboard.csv": csv_text(board),
        "leaderboard.md": markdown_text(board),
        "index.html": index_page(board),
        **matches_pages(board.cup, board.progress, [match_row(each) for each in lines.outcomes()], Language.ENGLISH),
    }
    for name, text in pages.items():
        expected = text.encode(errors="surrogatepass").split(b"\n")
        try:
            found = folder.read(name).split(b"\n")
        except BadFile as problem:
            yield Difference(Check.PAGES, name, problem.what)
            continue
        if expected != found:
            same = zip(expected, found, strict=False)
            at = next((at for at, (one, other) in enumerate(same) if one != other), min(len(expected), len(found)))
            yield Difference(
                Check.PAGES, name, "text", line=at + 1, expected=_line(expected, at), found=_line(found, at)
            )


class _Missing:
    """In place of a field that is not there."""


_MISSING = _Missing()


def _differences(where: str, right: object, said: object) -> Iterator[tuple[str, object, object]]:
    """Where plain values differ; what only the published ones have is let be, as fields are only ever added."""
    match right, said:
        case Mapping(), Mapping():
            for name, value in right.items():
                if name in _LATER and name not in said:
                    continue
                yield from _differences(f"{where}.{name}" if where else str(name), value, said.get(name, _MISSING))
        case (list() | tuple(), list()):
            if len(right) != len(said):
                yield f"{where} (number)", len(right), len(said)
            for at, (one, other) in enumerate(zip(right, said, strict=False)):
                yield from _differences(f"{where}[{_named(at, one)}]", one, other)
        case bool(), _:
            if said is not right:
                yield where, right, said
        case (int() | float(), int() | float()):
            if isinstance(said, bool) or not math.isclose(right, said, rel_tol=1e-12, abs_tol=CLOSE):
                yield where, right, said
        case _:
            if right != said:
                yield where, right, said


def _named(at: int, row: object) -> str:
    """A place in a list, with the name of what is there if it has one."""
    name = row.get("name") if isinstance(row, Mapping) else None
    return f"{at}: {name}" if name is not None else str(at)


def _json(value: object) -> str:
    if isinstance(value, _Missing):
        return "nothing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"


def _line(lines: Sequence[bytes], at: int) -> str:
    return lines[at].decode(errors="replace")[:200] if at < len(lines) else "the end"

"""A badge for each bot: where it stands in a cup, as a small drawing for a README or a page elsewhere."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from markupsafe import escape

from arena.leaderboard import Leaderboard, RowLine, SectionPart
from arena.leaderboard_text import interval, rank, rating, rating_digits, shown

_HEIGHT = 20
_BASELINE = 14
_BESIDE = 7
"""Left and right of a text, in units of the drawing."""

_NARROW = frozenset("iIljtfr.,:;!'|()[] ")
_LETTERS_AT_MOST = 28
"""Of a cup's name."""


def badge(board: Leaderboard, name: str) -> str:
    """The badge of an entrant, from the first section in which it has a result."""
    found = next(((part, row) for part in board.sections for row in part.rows if _is_played_by(row, name)), None)
    cup = _cut(shown(board.cup))
    if found is None:
        return _drawn(cup, "no results yet", f"{shown(name)} in {shown(board.cup)}: no results yet")
    part, row = found
    return _drawn(cup, _standing(part, row), f"{shown(name)} in {shown(board.cup)}: {_in_words(part, row)}")


def _is_played_by(row: RowLine, name: str) -> bool:
    return row.name == name and row.result_count > 0


def _standing(part: SectionPart, row: RowLine) -> str:
    digits = rating_digits(part)
    place = f"#{rank(row)}" if row.best_rank is not None else "unranked"
    if row.rating is None:
        return place
    if row.low is None or row.high is None:
        return f"{place} · {rating(row, digits)}"
    return f"{place} · {rating(row, digits)} ± {(row.high - row.low) / 2:.{digits}f}"


def _in_words(part: SectionPart, row: RowLine) -> str:
    digits = rating_digits(part)
    said = [f"rank {rank(row)} of {len(part.rows)} in {part.format}"]
    if row.rating is not None:
        said.append(f"rating {rating(row, digits)} {part.rating_unit}")
    if row.low is not None:
        said.append(f"95 % from {interval(row.low, row.high, digits).replace(' … ', ' to ')}")
    return ", ".join(said)


def _drawn(left: str, right: str, title: str) -> str:
    """Two fields side by side. Each text is fitted into its width, whatever letters a reader's machine has."""
    first, second = (_width(text) + 2 * _BESIDE for text in (left, right))
    whole = first + second
    text = '<text x="{x}" y="{y}" textLength="{width}" lengthAdjust="spacingAndGlyphs">{said}</text>'
    texts = (
        text.format(x=_BESIDE, y=_BASELINE, width=first - 2 * _BESIDE, said=escape(left)),
        text.format(x=first + _BESIDE, y=_BASELINE, width=second - 2 * _BESIDE, said=escape(right)),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" viewBox="0 0 {whole} {_HEIGHT}"'
        f' role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f'<clipPath id="r"><rect width="{whole}" height="{_HEIGHT}" rx="4"/></clipPath><g clip-path="url(#r)">'
        f'<path fill="#2b3140" d="M0 0h{first}v{_HEIGHT}H0z"/>'
        f'<path fill="#1f6f5c" d="M{first} 0h{second}v{_HEIGHT}H{first}z"/></g>'
        f'<g fill="#fff" font-family="DejaVu Sans,Verdana,Arial,sans-serif" font-size="11">{"".join(texts)}</g></svg>\n'
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS_AT_MOST else f"{text[: _LETTERS_AT_MOST - 1]}…"


@lru_cache(1000)
def _width(text: str) -> int:
    """About as wide as a text in letters of 11 units is."""
    return max(1, round(sum(map(_letter_width, text))))


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 11.0
    return 4.0 if letter in _NARROW else 8.6 if letter.isupper() else 7.0

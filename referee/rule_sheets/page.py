"""How a rule sheet looks: titled sections of sentences, each beside the numbers of its rules; knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple, TypeAlias

WIDTH = 80
"""Columns of a page; what a terminal has at least."""

_NUMBERS_WIDTH = 9
_INDENT = " " * _NUMBERS_WIDTH


class Rule(NamedTuple):
    """A sentence or a few, and what of docs/rules.md they tell: ``F1``, ``W3 W4``, or a section, ``10``."""

    numbers: str
    text: str


class Table(NamedTuple):
    """Rows of text under the sentence before them."""

    rows: tuple[tuple[str, ...], ...]


Item: TypeAlias = Rule | Table


@dataclass(frozen=True, slots=True)
class Section:
    """A title and what stands under it."""

    title: str
    items: tuple[Item, ...]


def section(title: str, *parts: Iterable[Item]) -> Section:
    """A section of several parts, each of which may have nothing to say."""
    return Section(title, tuple([item for part in parts for item in part]))


def page_text(title: str, heading: Sequence[str], sections: Iterable[Section]) -> str:
    """A whole page: a title, lines below it, sections; no line is wider than `WIDTH`, unless one word is."""
    lines = [title, "=" * len(title), *heading]
    for each in sections:
        lines += ["", each.title.upper()]
        for item in each.items:
            lines += _rule_lines(item) if isinstance(item, Rule) else _table_lines(item)
    return "".join(f"{line}\n" for line in lines)


def paragraph(text: str, *, indent: str = "", first: str | None = None) -> list[str]:
    """Lines of a text, of which the first may begin otherwise than the others."""
    start = indent if first is None else first
    return wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(count: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def in_words(count: int) -> str:
    """``two`` for 2, up to twelve."""
    return _WORDS[count]


_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def _rule_lines(rule: Rule) -> list[str]:
    return paragraph(rule.text, indent=_INDENT, first=f"  {rule.numbers}".ljust(_NUMBERS_WIDTH))


def _table_lines(table: Table) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table.rows, strict=True)]
    return [
        (_INDENT + "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in table.rows
    ]

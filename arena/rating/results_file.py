"""Results as a CSV file, read into columns (docs/results.md). Knows the form, and nothing of ratings."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import BinaryIO

import numpy as np

from arena.matchups import Floats
from arena.tally import Results

SEATS = ("north", "west", "south", "east")
SHUFFLE = "shuffle"
SCORE = "score"
MARGIN = "margin"
REQUIRED = (*SEATS, SHUFFLE, SCORE)

MOST_ENTRANTS = 1_000
"""Names in one file: what is told of each two of more would have no room."""

WIDEST_MARGIN = 1_000_000.0
LONGEST_LINE = 1 << 20
MOST_TOLD = 10
"""Bad lines that are told one by one; the others are counted."""

_BATCH = 20_000
_MOST_SHOWN = 40


class BadResults(Exception):
    """A file is not in the form.

    Attributes:
        reasons: sentences, each with its line where it has one.
    """

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True, eq=False)
class ResultsFile:
    """What a file holds.

    Attributes:
        has_margins: whether it says how many levels were gained; else all margins are 0.
        ignored: names of columns that mean nothing here.
    """

    results: Results
    has_margins: bool
    ignored: tuple[str, ...]


def read_results(stream: BinaryIO) -> ResultsFile:
    """Read the results of *stream* to its end.

    Raises:
        BadResults: it is not in the form, or has no results.
    """
    rows = _rows(stream)
    first = next(rows, None)
    if first is None:
        raise BadResults("no results: the file is empty, and its first line should name the columns")
    header = [name.strip() for name in first[1]]
    place_of = _place_of(header, line=first[0])
    columns = _Columns(has_margins=MARGIN in place_of)
    troubles = _Troubles()
    while batch := list(islice(rows, _BATCH)):
        columns.add(batch, place_of, width=len(header), troubles=troubles)
        if columns.entrant_count > MOST_ENTRANTS:
            raise BadResults(
                f"line {batch[-1][0]}: more than {MOST_ENTRANTS} names of entrants up to here; "
                "is another column taken for a seat?"
            )
    troubles.check()
    if not columns.count:
        raise BadResults("no results: there is no line after the one that names the columns")
    ignored = tuple(name for place, name in enumerate(header) if place not in place_of.values())
    return ResultsFile(columns.results(), has_margins=columns.has_margins, ignored=ignored)


def quoted(text: str) -> str:
    """*text* as it is shown in a sentence: its beginning, on one line, with nothing in it that a terminal obeys."""
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…")


# --- Lines, rows and columns


def _lines(stream: BinaryIO) -> Iterator[str]:
    """Lines as text with their ends, which may be inside a quoted field."""
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if b"\0" in line:
            raise BadResults(f"line {number}: there is a NUL byte in it; this is no text")
        if len(line) == LONGEST_LINE:
            raise BadResults(f"line {number}: longer than {LONGEST_LINE} bytes; this is no table of results")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise BadResults(f"line {number}: not UTF-8; save the file in that encoding") from None
        yield text.removeprefix("\ufeff") if number == 1 else text


def _rows(stream: BinaryIO) -> Iterator[tuple[int, list[str]]]:
    """Rows that are not empty, with the number of the line on which each begins."""
    reader = csv.reader(_lines(stream), strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadResults(f"line {line}: not CSV: {error}") from None
        if row:
            yield line, row
        line = reader.line_num + 1


def _place_of(header: Sequence[str], *, line: int) -> Mapping[str, int]:
    """Place of each column that means something."""
    known = (*REQUIRED, MARGIN)
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise BadResults(
            f"line {line}: no column {', '.join(missing)}; "
            f"the first line names the columns, with commas between: {','.join(known)}"
        )
    twice = [name for name in known if header.count(name) > 1]
    if twice:
        raise BadResults(f"line {line}: the column {', '.join(twice)} is there twice")
    return {name: header.index(name) for name in known if name in header}


class _Troubles:
    """Bad lines, told together."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._count = 0

    def add(self, line: int, reason: str) -> None:
        self._count += 1
        if self._count <= MOST_TOLD:
            self._told.append(f"line {line}: {reason}")

    def check(self) -> None:
        """Refuse the file if there is one."""
        if self._count > MOST_TOLD:
            raise BadResults(*self._told, f"and {self._count - MOST_TOLD} more such lines")
        if self._told:
            raise BadResults(*self._told)


# --- Fields


class _BadField(Exception):
    """What is wrong with it."""


class _Names(dict[str, int]):
    """Number of each text that stands for a name; blanks around a name are not part of it."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what
        self.known: dict[str, int] = {}

    def __missing__(self, text: str) -> int:
        name = text.strip()
        if not name:
            raise _BadField(f"no {self._what}")
        number = self[text] = self.known.setdefault(name, len(self.known))
        return number


class _Scores(dict[str, float]):
    """Each text that stands for a score."""

    def __missing__(self, text: str) -> float:
        value = _number(text)
        if value not in (0.0, 0.5, 1.0):
            raise _BadField(f"{quoted(text)} is no score of North–South, which is 1, 0.5 or 0")
        self[text] = value
        return value


class _Margins(dict[str, float]):
    """Each text that stands for a margin."""

    def __missing__(self, text: str) -> float:
        value = _number(text)
        if value is None or not abs(value) <= WIDEST_MARGIN:
            raise _BadField(f"{quoted(text)} is no margin, which is a number of levels")
        self[text] = value
        return value


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class _Columns:
    """Results as they are read. Every text is looked at once, however often it comes."""

    def __init__(self, *, has_margins: bool) -> None:
        self.has_margins = has_margins
        self._entrants = _Names("name of an entrant")
        self._shuffles = _Names("shuffle")
        self._meaning: dict[str, Mapping[str, float]] = {
            **dict.fromkeys(SEATS, self._entrants),
            SHUFFLE: self._shuffles,
            SCORE: _Scores(),
            **({MARGIN: _Margins()} if has_margins else {}),
        }
        self._parts: dict[str, list[Floats]] = {name: [] for name in self._meaning}
        self.count = 0

    @property
    def entrant_count(self) -> int:
        return len(self._entrants.known)

    def add(
        self, batch: Sequence[tuple[int, list[str]]], place_of: Mapping[str, int], *, width: int, troubles: _Troubles
    ) -> None:
        """Add rows, or else what is wrong with them to *troubles*."""
        rows = [row for _, row in batch]
        if any(len(row) != width for row in rows):
            self._explain(batch, place_of, width, troubles)
            return
        texts = zip(*map(itemgetter(*(place_of[name] for name in self._meaning)), rows), strict=True)
        try:
            read = [
                list(map(self._meaning[name].__getitem__, text))
                for name, text in zip(self._meaning, texts, strict=True)
            ]
        except _BadField:
            self._explain(batch, place_of, width, troubles)
            return
        for name, values in zip(self._meaning, read, strict=True):
            self._parts[name].append(np.asarray(values, dtype=np.float64))
        self.count += len(rows)

    def _explain(
        self, batch: Sequence[tuple[int, list[str]]], place_of: Mapping[str, int], width: int, troubles: _Troubles
    ) -> None:
        for line, row in batch:
            if len(row) != width:
                troubles.add(line, f"{len(row)} fields, and {width} columns are named")
                continue
            for name, meaning in self._meaning.items():
                try:
                    meaning[row[place_of[name]]]
                except _BadField as bad:
                    troubles.add(line, f"{name}: {bad}")
                    break

    def results(self) -> Results:
        """All that was added."""
        read = {name: np.concatenate(parts) for name, parts in self._parts.items()}
        return Results(
            entrants=tuple(self._entrants.known),
            shuffles=tuple(self._shuffles.known),
            seats=np.stack([read[seat] for seat in SEATS], axis=1).astype(np.int64),
            decks=read[SHUFFLE].astype(np.int64),
            scores=read[SCORE],
            margins=read.get(MARGIN, np.zeros(self.count)),
        )

"""Results as a CSV file, read into columns (docs/results.md). Knows the form, and nothing of ratings."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO

import numpy as np

from arena.matchups import Floats
from arena.rated_results import Results
from arena.rating.look import look, quoted, spelt

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

_BATCH = 200
"""Rows at a time: few enough that their texts are still in the processor's cache when they are looked up. With 20,000
it takes twice the time."""

_BLOCK = 1 << 15

# Python also reads 1e0, 1_0 and the digits of all scripts as numbers, which nobody means here.
_SCORE = re.compile(r"(?=.*[0-9])(?:0*1?(?:\.0*)?|0*\.50*)")
_MARGIN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")

_ONLY_CR = "lines end in a bare carriage return (CR); save the file with the line ends of Unix (LF) or Windows (CR LF)"


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
    batches = _batches(stream)
    first = next((batch for batch in batches if batch.rows[0]), None)
    if first is None:
        raise BadResults("no results: the file is empty, and its first line should name the columns")
    header = [name.strip() for name in first.rows[0]]
    place_of = _place_of(header, line=first.line)
    columns = _Columns(place_of, width=len(header))
    troubles = _Troubles()
    for batch in batches:
        columns.add(batch, troubles)
        if columns.entrant_count > MOST_ENTRANTS:
            raise BadResults(
                f"line {batch.line} or soon after it: more than {MOST_ENTRANTS} names of entrants up to there; "
                "is another column taken for a seat?"
            )
    troubles.check()
    if not columns.count:
        raise BadResults("no results: there is no line after the one that names the columns")
    ignored = tuple(name for place, name in enumerate(header) if place not in place_of.values())
    return ResultsFile(columns.results(), has_margins=columns.has_margins, ignored=ignored)


# --- Lines, rows and columns


def _blocks(stream: BinaryIO) -> Iterator[io.StringIO]:
    """Whole lines as text with their ends, many of them at a time."""
    line = 1
    rest = b""
    while True:
        read = stream.read(_BLOCK)
        head, end, tail = (rest + read).rpartition(b"\n")
        block, rest = (head + end, tail) if read else (tail, b"")
        yield io.StringIO(_decoded(block, line), newline="\n")
        line += block.count(b"\n")
        if len(rest) >= LONGEST_LINE:
            _check(rest, line)
            raise BadResults(f"line {line}: longer than {LONGEST_LINE} bytes; this is no table of results")
        if not read:
            return


def _decoded(block: bytes, line: int) -> str:
    """*block*, which begins with *line*, as text."""
    _check(block, line)
    try:
        text = block.decode()
    except UnicodeDecodeError as error:
        bad = line + block.count(b"\n", 0, error.start)
        raise BadResults(f"line {bad}: not UTF-8; save the file in that encoding") from None
    return text.removeprefix("\ufeff") if line == 1 else text


def _check(block: bytes, line: int) -> None:
    if (place := block.find(b"\0")) >= 0:
        bad = line + block.count(b"\n", 0, place)
        raise BadResults(f"line {bad}: there is a NUL byte in it; this is no text")
    if line == 1 and b"\r" in block and b"\n" not in block:
        raise BadResults(f"line 1: {_ONLY_CR}")


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some rows of a file, one after another; those of empty lines are empty.

    Attributes:
        line: on which the first begins.
    """

    line: int
    rows: list[list[str]]

    def numbered(self) -> Iterator[tuple[int, list[str]]]:
        """Rows that are not empty, with the line on which each begins."""
        line = self.line
        for row in self.rows:
            if row:
                yield line, row
            line += _line_count(row)


def _line_count(row: Sequence[str]) -> int:
    """Lines of the file that a row takes: more than one where a quoted field has line ends in it."""
    return 1 + sum(field.count("\n") for field in row)


def _batches(stream: BinaryIO) -> Iterator[_Batch]:
    """All rows, each alone up to the first that is not empty: it names the columns."""
    # Each step from a block to its rows is the standard library's own, in C.
    reader = csv.reader(chain.from_iterable(_blocks(stream)), strict=True)
    line, size = 1, 1
    while True:
        rows: list[list[str]] = []
        try:
            rows.extend(islice(reader, size))
        except csv.Error as error:
            bad = line + sum(map(_line_count, rows))
            raise BadResults(f"line {bad}: {_of_csv(error)}") from None
        if not rows:
            return
        yield _Batch(line, rows)
        line = reader.line_num + 1
        if rows[-1]:
            size = _BATCH


def _of_csv(error: csv.Error) -> str:
    """What the standard library's reader stopped at; it tells by its words alone."""
    said = str(error)
    if "new-line" in said:
        return _ONLY_CR
    if "field limit" in said:
        most = csv.field_size_limit()
        return f"a field of more than {most:,} characters; is a quotation mark left open, or one too many?"
    return f"not CSV: {said}"


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


class _Texts(dict[str, int]):
    """Number of each text that stands for a name; blanks around a name are not part of it."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what
        self.known: list[str] = []

    def __missing__(self, text: str) -> int:
        name = text.strip()
        if not name:
            raise _BadField(f"no {self._what}")
        if name != text:
            number = self[text] = self[name]
            return number
        self.check(name)
        number = self[text] = len(self.known)
        self.known.append(name)
        return number

    def check(self, name: str) -> None:
        """Refuse a new name; none is refused."""


class _Names(_Texts):
    """Names of entrants, of which no two look the same.

    Attributes:
        lines: on which each name was met first, as far as the reader has said.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.lines: dict[str, int] = {}
        self._by_look: dict[str, str] = {}

    def forget_after(self, count: int) -> None:
        """Know no more than the first *count* names."""
        for text in [text for text, number in self.items() if number >= count]:
            del self[text]
        self._by_look = {seen: name for seen, name in self._by_look.items() if name not in self.known[count:]}
        del self.known[count:]

    def check(self, name: str) -> None:
        """Refuse a new name that looks like another.

        Raises:
            _BadField: it does.
        """
        other = self._by_look.setdefault(look(name), name)
        if other != name:
            raise _BadField(
                f"{spelt(name)} looks the same as {spelt(other)} of line {self.lines.get(other, '?')}; "
                "write a name in the same characters wherever it stands"
            )


class _Scores(dict[str, float]):
    """Each text that stands for a score."""

    def __missing__(self, text: str) -> float:
        written = text.strip()
        if not _SCORE.fullmatch(written):
            raise _BadField(f"{quoted(text)} is no score of North–South, which is 1, 0.5 or 0")
        value = self[text] = float(written)
        return value


class _Margins(dict[str, float]):
    """Each text that stands for a margin."""

    def __missing__(self, text: str) -> float:
        written = text.strip()
        if not _MARGIN.fullmatch(written) or not abs(float(written)) <= WIDEST_MARGIN:
            raise _BadField(
                f"{quoted(text)} is no margin, which is a number of levels "
                f"from {-WIDEST_MARGIN:.0f} to {WIDEST_MARGIN:.0f}"
            )
        value = self[text] = float(written)
        return value


class _Columns:
    """Results as they are read. Every text is looked at once, however often it comes."""

    def __init__(self, place_of: Mapping[str, int], *, width: int) -> None:
        self.has_margins = MARGIN in place_of
        self._place_of = place_of
        self._width = width
        self._entrants = _Names("name of an entrant")
        self._shuffles = _Texts("shuffle")
        self._meaning: dict[str, Mapping[str, float]] = {
            **dict.fromkeys(SEATS, self._entrants),
            SHUFFLE: self._shuffles,
            SCORE: _Scores(),
            **({MARGIN: _Margins()} if self.has_margins else {}),
        }
        self._parts: dict[str, list[Floats]] = {name: [] for name in self._meaning}
        self.count = 0

    @property
    def entrant_count(self) -> int:
        return len(self._entrants.known)

    def add(self, batch: _Batch, troubles: _Troubles) -> None:
        """Add rows, or else what is wrong with them to *troubles*."""
        known_count = self.entrant_count
        is_good = self._read(batch)
        if not is_good or self.entrant_count > known_count:
            self._locate(batch)
        if not is_good:
            # They were met column by column, and are told line by line.
            self._entrants.forget_after(known_count)
            self._explain(batch, troubles)

    def _read(self, batch: _Batch) -> bool:
        """Add rows; whether nothing is wrong with any of them. If so, none is added."""
        rows = list(filter(None, batch.rows))
        if set(map(len, rows)) - {self._width}:
            return False
        texts = list(zip(*rows, strict=True)) or [()] * self._width
        try:
            read = [
                np.fromiter(map(meaning.__getitem__, texts[self._place_of[name]]), dtype=np.float64, count=len(rows))
                for name, meaning in self._meaning.items()
            ]
        except _BadField:
            return False
        for parts, values in zip(self._parts.values(), read, strict=True):
            parts.append(values)
        self.count += len(rows)
        return True

    def _locate(self, batch: _Batch) -> None:
        """Note on which lines of a batch names are met first."""
        places = [self._place_of[seat] for seat in SEATS]
        for line, row in batch.numbered():
            for place in places:
                if place < len(row):
                    self._entrants.lines.setdefault(row[place].strip(), line)

    def _explain(self, batch: _Batch, troubles: _Troubles) -> None:
        """Look at each row of a batch in which something is wrong."""
        for line, row in batch.numbered():
            if len(row) != self._width:
                troubles.add(
                    line, f"{len(row)} field{'' if len(row) == 1 else 's'}, and {self._width} columns are named"
                )
                continue
            for name, meaning in self._meaning.items():
                try:
                    meaning[row[self._place_of[name]]]
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

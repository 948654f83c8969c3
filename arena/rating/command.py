"""The command `arena rate`: what it reads and prints, and its exit status."""

from __future__ import annotations

import sys
from functools import partial
from math import isfinite
from pathlib import Path
from typing import BinaryIO

from arena.console import complain, say
from arena.drawing import drawn
from arena.rating.look import quoted
from arena.rating.report import Rated, document, print_table
from arena.rating.results_file import BadResults, ResultsFile, read_results
from arena.ratings import Anchor, fit

PRINTED = 0
REFUSED = 2

LEAST_PENALTY_SD = 1.0
MOST_ELO = 1_000_000.0


class BadOption(Exception):
    """An option that makes no sense, in a sentence."""


def rate(source: str, *, penalty: str, anchor: str | None, as_json: bool) -> int:
    """Fit the results of a file and print their ratings; the exit status.

    Args:
        source: path of a CSV file, ``-`` for standard input.
        penalty: standard deviation in Elo, or ``none``.
        anchor: ``NAME=VALUE``.
    """
    try:
        penalty_sd = penalty_of(penalty)
        fixed = None if anchor is None else anchor_of(anchor)
        file = _read(source)
    except BadOption as bad:
        complain(str(bad))
        return REFUSED
    except BadResults as bad:
        for reason in bad.reasons:
            complain(reason, about=_called(source))
        return REFUSED
    except OSError as error:
        complain(f"{error.strerror or error}; name a CSV file, or - for standard input", about=_called(source))
        return REFUSED
    if fixed is not None and fixed.name not in file.results.entrants:
        complain(f"--anchor: {quoted(fixed.name)} is in none of the results", about=_called(source))
        return REFUSED
    if file.ignored:
        columns = ", ".join(quoted(name) for name in file.ignored)
        complain(f"ignored, being no part of the form: {columns}", about=_called(source))
    found = fit(file.results, penalty_sd=penalty_sd, anchor=fixed)
    rated = Rated(found, len(file.results.scores), file.has_margins)
    say(document(rated) if as_json else drawn(partial(print_table, rated)))
    return PRINTED


def penalty_of(text: str) -> float | None:
    """The standard deviation that an option names.

    Raises:
        BadOption: it names none.
    """
    if text == "none":
        return None
    value = _number(text)
    if value is None or not LEAST_PENALTY_SD <= value <= MOST_ELO:
        raise BadOption(
            f"--penalty: {quoted(text)} is neither none nor a standard deviation "
            f"from {LEAST_PENALTY_SD:g} to {MOST_ELO:.0f} Elo"
        )
    return value


def anchor_of(text: str) -> Anchor:
    """The anchor that an option names; its name may have ``=`` in it.

    Raises:
        BadOption: it names none.
    """
    name, _, number = text.rpartition("=")
    value = _number(number)
    if not name.strip() or value is None or not abs(value) <= MOST_ELO:
        raise BadOption(f"--anchor: {quoted(text)} is not NAME=VALUE, an entrant and its rating in Elo")
    return Anchor(name.strip(), value)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


def _called(source: str) -> str:
    return "standard input" if source == "-" else source


def _read(source: str) -> ResultsFile:
    if source != "-":
        with Path(source).open("rb") as file:
            return read_results(file)
    if sys.stdin is None:
        raise BadResults("it is closed")
    stream: BinaryIO = sys.stdin.buffer
    return read_results(stream)

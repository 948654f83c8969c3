"""What is shown of a comparison: a line kept up to date on a terminal, lines in a log, events for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO, cast

import msgspec
from rich.console import Console
from rich.live import Live
from rich.text import Text

from arena.comparing.contest import Contest
from arena.comparing.events import CompareBegun, Compared, compared
from arena.comparing.sentences import Pairing, beginning, conclusion, line_of
from arena.events import Event, MatchRepeated
from arena.matches import Match, Outcome
from arena.progress import Printed
from arena.sentences import sentence

DEALS_A_LINE = 16
"""Duplicate deals between two lines of a log."""

REFRESH_S = 0.2


class Shown(Protocol):
    """Where the news of a comparison goes."""

    def building(self, command: str) -> None:
        """A command of a build begins."""

    def begin(self, pairing: Pairing, contest: Contest) -> None:
        """It begins, or goes on."""

    def told(self, contest: Contest) -> None:
        """One more deal counts."""

    def listen(self, event: Event) -> None:
        """Something happened at the tables."""

    def end(self, pairing: Pairing, contest: Contest, *, is_final: bool) -> None:
        """The run is over; *is_final* if no other would change anything."""


def shown_on(stream: TextIO, *, as_json: bool) -> Shown:
    """What suits the stream; what is shown may raise `arena.progress.CannotPrint`."""
    printed = cast(TextIO, Printed(stream))
    if as_json:
        return _Events(printed)
    console = Console(file=printed, markup=False, emoji=False, highlight=False)
    return _OneLine(console) if console.is_terminal else _Lines(printed)


class Watching:
    """What a run tells, as far as a comparison shows it: see `arena.progress.Display`."""

    def __init__(self, shown: Shown, contest: Contest) -> None:
        self._shown = shown
        self._contest = contest

    @contextmanager
    def show(self) -> Iterator[None]:
        """Nothing lasts."""
        yield

    def listen(self, event: Event) -> None:
        """Hand it on."""
        self._shown.listen(event)

    def on_deal(self, match: Match) -> None:
        """Counted when its match is over."""

    def on_outcome(self, outcome: Outcome) -> None:
        """Count it."""
        self._contest.enter(outcome)

    def conclude(self, standings: object) -> None:
        """There are none."""


class _Events:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def building(self, command: str) -> None:
        """Not told."""

    def begin(self, pairing: Pairing, contest: Contest) -> None:
        terms = contest.terms
        self._write(
            CompareBegun(
                new=pairing.new.name,
                old=pairing.old.name,
                elo0=terms.elo0,
                elo1=terms.elo1,
                alpha=terms.alpha,
                beta=terms.beta,
                deals_most=pairing.deals_most,
                deals_done=contest.counts.total,
                folder=pairing.folder,
            )
        )

    def told(self, contest: Contest) -> None:
        self._write(compared(contest, is_final=False))

    def listen(self, event: Event) -> None:
        """Not told; the run that these events are of is a means."""

    def end(self, pairing: Pairing, contest: Contest, *, is_final: bool) -> None:
        del pairing
        self._write(compared(contest, is_final=is_final))

    def _write(self, event: CompareBegun | Compared) -> None:
        self._stream.write(msgspec.json.encode(event).decode() + "\n")
        self._stream.flush()


class _Lines:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def building(self, command: str) -> None:
        self._write(f"Building: {command}")

    def begin(self, pairing: Pairing, contest: Contest) -> None:
        for line in beginning(pairing, contest):
            self._write(line)

    def told(self, contest: Contest) -> None:
        if contest.counts.total % DEALS_A_LINE == 0:
            self._write(line_of(contest))

    def listen(self, event: Event) -> None:
        if line := _of_tables(event):
            self._write(line)

    def end(self, pairing: Pairing, contest: Contest, *, is_final: bool) -> None:
        for line in conclusion(pairing, contest, is_final=is_final):
            self._write(line)

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()


class _OneLine:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._refreshed = 0.0

    def building(self, command: str) -> None:
        self._console.print(Text(f"Building: {command}"))

    def begin(self, pairing: Pairing, contest: Contest) -> None:
        for line in beginning(pairing, contest):
            self._console.print(Text(line))
        self._live.start()

    def told(self, contest: Contest) -> None:
        now = time.monotonic()
        if now - self._refreshed >= REFRESH_S:
            self._refreshed = now
            self._live.update(Text(line_of(contest)), refresh=True)

    def listen(self, event: Event) -> None:
        if line := _of_tables(event):
            self._console.print(Text(line))

    def end(self, pairing: Pairing, contest: Contest, *, is_final: bool) -> None:
        self._live.stop()
        for line in conclusion(pairing, contest, is_final=is_final):
            self._console.print(Text(line))


def _of_tables(event: Event) -> str:
    """A line for what is not seen in the figures."""
    return sentence(event) if isinstance(event, MatchRepeated) else ""

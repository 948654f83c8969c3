"""What people and programs see while a cup is played: a live display, a line for each match, or JSON."""

from __future__ import annotations

import io
import os
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, TextIO, cast

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from arena.events import CupBegun, Event, MatchPlayed, MatchRepeated
from arena.matches import Match, Outcome, Unit
from arena.scores import Score, Scores
from arena.sentences import sentence
from arena.signs import signed_in_ascii as signed
from arena.summary import summary

if TYPE_CHECKING:
    from arena.standings import Standings

DEALS_IN_A_GAME = 20
"""About; for the length of the bar and the time left. What is written beside it is counted."""

REFRESH_S = 0.25
SPEED_OVER_S = 300.0
ROWS = 10
PLAIN_WIDTH = 120


class CannotPrint(Exception):
    """What is shown cannot be written.

    Attributes:
        is_unread: nobody reads it any more, as after ``| head``.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.is_unread = isinstance(error, BrokenPipeError)


class Printed(io.TextIOBase):
    """A stream whose troubles cannot be taken for those of another file."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]  # read only
        """Of the stream; rich draws with what it has."""
        return self._stream.encoding or "utf-8"

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Of the stream; the size of a terminal is asked with it."""
        return self._stream.fileno()

    def write(self, text: str) -> int:
        """Write it.

        Raises:
            CannotPrint: the stream does not take it.
        """
        try:
            return self._stream.write(text)
        except OSError as error:
            self._let_go()
            raise CannotPrint(error) from error

    def flush(self) -> None:
        """Have it written.

        Raises:
            CannotPrint: the stream does not take it.
        """
        try:
            self._stream.flush()
        except OSError as error:
            self._let_go()
            raise CannotPrint(error) from error

    def _let_go(self) -> None:
        """What is left in the stream goes nowhere: at the end of the program it would fail once more."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


class Display(Protocol):
    """Where the news of a cup goes."""

    def show(self) -> AbstractContextManager[object]:
        """While the block lasts, something is played."""
        ...

    def listen(self, event: Event) -> None:
        """What happened."""
        ...

    def on_deal(self, match: Match) -> None:
        """A deal of a match was played."""
        ...

    def on_outcome(self, outcome: Outcome) -> None:
        """A match is in the ledger, of this run or of an earlier one."""
        ...

    def conclude(self, standings: Standings) -> None:
        """Show the standings that are published."""
        ...


def display_for(stream: TextIO, *, as_json: bool) -> Display:
    """The display that suits what the output goes to; what it shows may raise `CannotPrint`."""
    printed = cast(TextIO, Printed(stream))
    if as_json:
        return JsonLines(printed)
    console = Console(file=printed, markup=False, emoji=False, highlight=False)
    return LiveDisplay(console) if console.is_terminal else PlainLines(printed)


class JsonLines:
    """One JSON object a line, for programs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self) -> AbstractContextManager[object]:
        """Nothing lasts."""
        return nullcontext()

    def listen(self, event: Event) -> None:
        """Write the event."""
        self._stream.write(msgspec.json.encode(event).decode() + "\n")
        self._stream.flush()

    def on_deal(self, match: Match) -> None:
        """Not written."""

    def on_outcome(self, outcome: Outcome) -> None:
        """Not written."""

    def conclude(self, standings: Standings) -> None:
        """Not written; it is published."""


class PlainLines:
    """One line a match, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self) -> AbstractContextManager[object]:
        """Nothing lasts."""
        return nullcontext()

    def listen(self, event: Event) -> None:
        """Write a line, if people are to know of it."""
        line = sentence(event)
        if line:
            self._stream.write(f"{line}\n")
            self._stream.flush()

    def on_deal(self, match: Match) -> None:
        """Not written."""

    def on_outcome(self, outcome: Outcome) -> None:
        """Not written."""

    def conclude(self, standings: Standings) -> None:
        """Write the tables."""
        drawn = io.StringIO()
        _print_summary(Console(file=drawn, width=PLAIN_WIDTH, color_system=None), standings)
        # Tables are drawn with blanks to their full width, which a log has no use for.
        self._stream.write("".join(f"{line.rstrip()}\n" for line in drawn.getvalue().splitlines()))
        self._stream.flush()


class LiveDisplay:
    """On a terminal: deals done, rate, time left, and the scores so far."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._scores = Scores()
        self._progress = Progress(
            BarColumn(bar_width=None),
            TextColumn("{task.fields[done]}"),
            TextColumn("{task.fields[rate]}"),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
            auto_refresh=False,
            expand=True,
            speed_estimate_period=SPEED_OVER_S,
        )
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._task = self._progress.add_task("", total=None, done="", rate="")
        self._began = time.monotonic()
        self._deals_now = 0
        self._planned: Counter[Unit] = Counter()
        self._done: Counter[Unit] = Counter()
        # By match that is being played: what moved the bar, and the deals among it that stand alone.
        self._steps: Counter[str] = Counter()
        self._single_deals: Counter[str] = Counter()
        self._refreshed = 0.0

    def show(self) -> AbstractContextManager[object]:
        """Keep the display on the screen."""
        return self._live

    def listen(self, event: Event) -> None:
        """Move the bar, and write above it what is not seen in it."""
        match event:
            case CupBegun():
                self._begin(event)
            case MatchPlayed():
                steps = self._steps.pop(event.match, 0)
                self._single_deals.pop(event.match, None)
                if event.unit is Unit.GAMES:
                    # It took as many deals as it took, and the bar reckoned with a round number.
                    self._done[Unit.GAMES] += len(event.results)
                    self._move(DEALS_IN_A_GAME - steps)
            case MatchRepeated():
                self._done[Unit.DEALS] -= self._single_deals.pop(event.match, 0)
                self._move(-self._steps.pop(event.match, 0))
                self._console.print(Text(sentence(event)))
            case _:
                line = sentence(event)
                if line:
                    self._console.print(Text(line))
        self._refresh()

    def on_deal(self, match: Match) -> None:
        """A deal was played."""
        self._deals_now += 1
        if match.unit is Unit.DEALS:
            self._done[Unit.DEALS] += 1
            self._single_deals[match.key] += 1
        if match.unit is Unit.DEALS or self._steps[match.key] < DEALS_IN_A_GAME:
            self._steps[match.key] += 1
            self._move(1)
        self._refresh()

    def on_outcome(self, outcome: Outcome) -> None:
        """A match is in the ledger."""
        self._scores.add(outcome)

    def conclude(self, standings: Standings) -> None:
        """Write the tables, when all else is off the screen."""
        _print_summary(self._console, standings)

    def _begin(self, event: CupBegun) -> None:
        line = sentence(event)
        self._console.print(Text(line))
        self._began = time.monotonic()
        self._planned = Counter({Unit.DEALS: event.deal_count, Unit.GAMES: event.game_count})
        self._done = Counter({Unit.DEALS: event.deals_done, Unit.GAMES: event.games_done})
        self._progress.reset(
            self._task,
            total=event.deal_count + event.game_count * DEALS_IN_A_GAME,
            completed=event.deals_done + event.games_done * DEALS_IN_A_GAME,
            done=self._done_so_far(),
            rate="",
        )

    def _move(self, steps: int) -> None:
        rate = self._deals_now / max(1e-9, time.monotonic() - self._began)
        self._progress.update(self._task, advance=steps, done=self._done_so_far(), rate=f"{rate:.1f} deals/s")

    def _done_so_far(self) -> str:
        """Deals that stand alone, and whole games, of those of the cup."""
        return ", ".join(f"{self._done[unit]}/{self._planned[unit]} {unit}" for unit in Unit if self._planned[unit])

    def _refresh(self) -> None:
        now = time.monotonic()
        if now - self._refreshed >= REFRESH_S:
            self._refreshed = now
            self._live.update(Group(self._progress, *self._tables()), refresh=True)

    def _tables(self) -> list[Table]:
        return [
            scores_table(f"{format_} by {unit}, so far", unit, rows) for format_, unit, rows in self._scores.tables()
        ]


def _print_summary(console: Console, standings: Standings) -> None:
    for table in summary(standings, console.width):
        console.print()
        console.print(table)
    console.print()


def scores_table(title: str, unit: Unit, scores: Sequence[Score]) -> Table:
    """Scores for the screen, the best ten, and how many more there are."""
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("bot")
    for heading in (f"{unit} played", "won", f"levels a {unit.value[:-1]}"):
        table.add_column(heading, justify="right")
    for score in scores[:ROWS]:
        levels = score.levels / score.result_count
        # A name is the bot's own: what looks like markup in it is none.
        table.add_row(Text(score.entrant), str(score.result_count), f"{score.share:.1%}", signed(levels, 2))
    if len(scores) > ROWS:
        table.add_row(f"… and {len(scores) - ROWS} more")
    return table

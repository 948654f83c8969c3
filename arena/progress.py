"""What people and programs see while a cup is played: a live display, a line for each match, or JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TextIO

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from arena.events import CupBegun, CupEnded, EntrantOut, Event, Failed, MatchPlayed, MatchRepeated, Published
from arena.matches import Match, Outcome, Unit
from arena.scores import Score, Scores
from arena.standings import Standings
from arena.summary import summary

DEALS_IN_A_GAME = 20
"""About; for the bar and the time left."""

REFRESH_S = 0.25
SPEED_OVER_S = 300.0
ROWS = 10
PLAIN_WIDTH = 120


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
    """The display that suits what the output goes to."""
    if as_json:
        return JsonLines(stream)
    console = Console(file=stream)
    return LiveDisplay(console) if console.is_terminal else PlainLines(stream)


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
        _print_summary(Console(file=self._stream, width=PLAIN_WIDTH), standings)


class LiveDisplay:
    """On a terminal: deals done, rate, time left, and the scores so far."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._scores = Scores()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
            auto_refresh=False,
            expand=True,
            speed_estimate_period=SPEED_OVER_S,
        )
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._task = self._progress.add_task("deals", total=None, rate="")
        self._began = time.monotonic()
        self._deals_now = 0
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
                pass
            case _:
                line = sentence(event)
                if line:
                    self._console.print(line, highlight=False, markup=False)
        self._refresh()

    def on_deal(self, match: Match) -> None:
        """A deal was played."""
        del match
        self._deals_now += 1
        rate = self._deals_now / max(1e-9, time.monotonic() - self._began)
        self._progress.update(self._task, advance=1, rate=f"{rate:.1f}/s")
        self._refresh()

    def on_outcome(self, outcome: Outcome) -> None:
        """A match is in the ledger."""
        self._scores.add(outcome)

    def conclude(self, standings: Standings) -> None:
        """Write the tables, when all else is off the screen."""
        _print_summary(self._console, standings)

    def _begin(self, event: CupBegun) -> None:
        line = sentence(event)
        self._console.print(line, highlight=False, markup=False)
        self._began = time.monotonic()
        self._progress.reset(
            self._task,
            total=event.deal_count + event.game_count * DEALS_IN_A_GAME,
            completed=event.deals_done + event.games_done * DEALS_IN_A_GAME,
            rate="",
        )

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
    for table in summary(standings):
        console.print()
        console.print(table)
    console.print()


def scores_table(title: str, unit: Unit, scores: Sequence[Score]) -> Table:
    """Scores for the screen, the best ten."""
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("bot")
    for heading in (f"{unit} played", "won", f"levels a {unit.value[:-1]}"):
        table.add_column(heading, justify="right")
    for score in scores[:ROWS]:
        levels = score.levels / score.result_count
        table.add_row(score.entrant, str(score.result_count), f"{score.share:.1%}", f"{levels:+.2f}")
    return table


def sentence(event: Event) -> str:
    """What happened, in a line for people; empty if it is nothing to tell."""
    match event:
        case CupBegun():
            before = f", {event.matches_done} of them played before" if event.matches_done else ""
            return (
                f"Cup {event.cup}: {len(event.entrants)} bots, {event.match_count} matches{before}. "
                f"Commitment to the decks: {event.commitment}"
            )
        case MatchPlayed():
            return _match_line(event)
        case MatchRepeated():
            return f"{_versus(event.seating)}: played again, {event.reason}"
        case EntrantOut():
            return (
                f"{event.entrant} is out: it lost {event.lost} deals by faults and {event.allowed} are allowed. "
                "Its matches that have not been played are void."
            )
        case Published():
            return f"Published: {event.page}"
        case CupEnded():
            return _end_line(event)
        case Failed():
            return ""


def _match_line(event: MatchPlayed) -> str:
    won = sum(result.score for result in event.results)
    levels = sum(result.margin for result in event.results)
    faults = f", {event.fault_count} fault{'s' if event.fault_count > 1 else ''}" if event.fault_count else ""
    lost = [result.lost_by for result in event.results if result.lost_by is not None]
    forfeits = (
        f", lost by faults: {', '.join(f'{name} {lost.count(name)}' for name in dict.fromkeys(lost))}" if lost else ""
    )
    return (
        f"{event.matches_done}/{event.match_count}  {event.format} by {event.unit}, round {event.round}: "
        f"{_versus(event.seating)}  {won:g}–{len(event.results) - won:g}, levels {levels:+d}, "
        f"{event.elapsed_s:.1f} s{faults}{forfeits}"
    )


def _versus(seating: Sequence[str]) -> str:
    sides = (dict.fromkeys(seating[0::2]), dict.fromkeys(seating[1::2]))
    return " – ".join(" + ".join(side) for side in sides)


def _end_line(event: CupEnded) -> str:
    count = event.void_match_count
    void = f" {count} {'match is' if count == 1 else 'matches are'} void." if count else ""
    if not event.is_finished:
        return (
            f"Stopped: {event.matches_done} of {event.match_count} matches are in the ledger.{void} "
            "The same command goes on from here."
        )
    if event.matches_played == 0:
        return f"Cup {event.cup} was finished before: all its {event.matches_done} matches are in the ledger.{void}"
    return f"Finished: {event.matches_played} matches in {event.elapsed_s:.0f} s.{void}"

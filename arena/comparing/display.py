"""What is shown of a comparison: a line kept up to date on a terminal, lines in a log, events for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TextIO, cast

import msgspec
from rich.console import Console
from rich.live import Live
from rich.text import Text

from arena.comparing.contest import Contest
from arena.comparing.sequential import (
    Strength,
    Terms,
    Verdict,
    e_value,
    log_likelihood_ratio,
    strength,
)
from arena.entrants import Entrant
from arena.events import Event, MatchRepeated
from arena.matches import Match, Outcome
from arena.progress import Printed
from arena.sentences import sentence
from arena.summary import signed

DEALS_A_LINE = 16
"""Duplicate deals between two lines of a log."""

REFRESH_S = 0.2


class CompareBegun(msgspec.Struct, frozen=True, tag_field="event", tag="compare_begun"):
    """Before the first deal of this run.

    Attributes:
        new: name of the new bot, as it plays.
        old: likewise.
        deals_most: duplicate deals after which it ends undecided.
        deals_done: that count, from earlier runs of the same comparison.
        folder: where ledger, records and logs are.
    """

    new: str
    old: str
    elo0: float
    elo1: float
    alpha: float
    beta: float
    deals_most: int
    deals_done: int
    folder: str


class Compared(msgspec.Struct, frozen=True, tag_field="event", tag="compared"):
    """How it stands after some deals, and once more when the run is over.

    Attributes:
        is_final: it is decided, or at its limit: no run would change it.
        lost: duplicate deals that the new bot lost from both sides; split and won likewise.
        elo: by which the new bot is ahead, per duplicate deal; null, as the ends of its 95 % interval, where no finite
            number can be said.
        log_likelihood_ratio: of elo1 over elo0.
        lower: at which it is not better.
        upper: at which it is better.
        e_value: see `arena.comparing.sequential.e_value`.
        new_faults: deals that the new bot lost by faults of its own; old_faults likewise. They count as lost.
    """

    verdict: Verdict
    is_final: bool
    deals: int
    lost: int
    split: int
    won: int
    elo: float | None
    low: float | None
    high: float | None
    log_likelihood_ratio: float
    lower: float
    upper: float
    e_value: float
    new_faults: int
    old_faults: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who is compared, and where it is kept."""

    new: Entrant
    old: Entrant
    deals_most: int
    folder: str


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


def compared(contest: Contest, *, is_final: bool) -> Compared:
    """How it stands."""
    counts, found = contest.counts, strength(contest.counts)
    return Compared(
        verdict=contest.verdict,
        is_final=is_final,
        deals=counts.total,
        lost=counts.lost,
        split=counts.split,
        won=counts.won,
        elo=None if found.elo is None else _settled(found.elo),
        low=None if found.low is None else _settled(found.low),
        high=None if found.high is None else _settled(found.high),
        log_likelihood_ratio=_settled(log_likelihood_ratio(counts, contest.terms)),
        lower=_settled(contest.terms.lower),
        upper=_settled(contest.terms.upper),
        e_value=_settled(e_value(counts)),
        new_faults=contest.new_faults,
        old_faults=contest.old_faults,
    )


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


def beginning(pairing: Pairing, contest: Contest) -> Iterator[str]:
    """What is compared, and on which terms."""
    terms, done = contest.terms, contest.counts.total
    yield f"{pairing.new.name} against {pairing.old.name}, on duplicate deals"
    if pairing.new.content and pairing.new.content == pairing.old.content:
        yield "Both are the very same program."
    worse, better = _signed(terms.elo0), _signed(terms.elo1)
    yield (
        f"Better: {better} Elo or more; not better: {worse} or less. "
        f"At {worse} it is called better in at most {terms.alpha:.1%} of comparisons, "
        f"at {better} not better in at most {terms.beta:.1%}"
    )
    if contest.is_decided:
        yield "Decided already, on these deals:"
    elif done:
        yield f"Going on after {done} deals"


def line_of(contest: Contest) -> str:
    """How it stands, in a line."""
    told = compared(contest, is_final=False)
    return (
        f"{told.deals} deals: won {told.won}, split {told.split}, lost {told.lost}; {_elo(strength(contest.counts))}; "
        f"LLR {signed(told.log_likelihood_ratio, 2)} ({signed(told.lower, 2)} to {signed(told.upper, 2)}); "
        f"e-value {told.e_value:.3g}"
    )


def conclusion(pairing: Pairing, contest: Contest, *, is_final: bool) -> Iterator[str]:
    """What it came to."""
    if contest.counts.total:
        yield line_of(contest)
    new, old = pairing.new.name, pairing.old.name
    for name, faults in ((new, contest.new_faults), (old, contest.old_faults)):
        if faults:
            yield f"{name} lost {faults} deal{'' if faults == 1 else 's'} by faults of its own; its log says more."
    match contest.verdict:
        case Verdict.BETTER:
            yield f"Better: {new} is stronger than {old}."
        case Verdict.NOT_BETTER:
            yield f"Not better: {new} is no stronger than {old}, or by less than {_target(contest.terms)}."
        case Verdict.UNDECIDED if is_final:
            yield f"Undecided after {contest.counts.total} deals, which was the limit."
        case Verdict.UNDECIDED:
            yield "Undecided so far; the same command goes on."
    yield f"Records and logs: {pairing.folder}"


def _target(terms: Terms) -> str:
    return f"the {terms.elo1:g} Elo that were asked for"


def _elo(found: Strength) -> str:
    if found.elo is None:
        return "no finite Elo yet"
    ends = "" if found.low is None or found.high is None else f" ({signed(found.low)} to {signed(found.high)})"
    return f"{signed(found.elo)} Elo{ends}"


def _signed(elo: float) -> str:
    return f"{elo:+g}" if elo else "0"


def _settled(value: float) -> float:
    """*value* to six decimals; never −0."""
    return round(value, 6) + 0.0


def _of_tables(event: Event) -> str:
    """A line for what is not seen in the figures."""
    return sentence(event) if isinstance(event, MatchRepeated) else ""

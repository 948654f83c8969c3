"""Plays a cup: every match that the ledger does not have yet, several at once, each stored as soon as it is over."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import trio

from arena.events import CupBegun, CupEnded, EntrantOut, TablesAdded, match_played
from arena.faults import entrants_out, lost_by_faults
from arena.hall import Files, Hall, Occasion, OpenHall
from arena.ledger import Ledger
from arena.local_hall import open_local_hall
from arena.matches import Match, Unit
from arena.progress import Display
from arena.sandbox.isolation import Isolation
from arena.schedule import wave, wave_count
from arena.stock import Stock
from arena.waiting import WaitingList

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class Run:
    """One run of a cup, from what the ledger has to the end or to an interruption.

    Attributes:
        stock: what the ledger had.
        tables: matches at once.
        isolation: what bots are started with.
        open_hall: where matches are played.
        may_grow: tables that the hall gets later are played at, too.
        interrupted_by: the signal that stopped it.
        played: matches of this run.
        void: matches not played because an entrant is out.
    """

    stock: Stock
    ledger: Ledger
    files: Files
    display: Display
    tables: int
    isolation: Isolation | None
    open_hall: OpenHall = open_local_hall
    may_grow: bool = False
    interrupted_by: signal.Signals | None = None
    played: int = 0
    void: int = 0
    _lost: Counter[str] = field(default_factory=Counter)
    _out: frozenset[str] = frozenset()
    _sit: Callable[[], None] | None = None
    """Takes one more table, as long as there are matches that nobody has taken."""

    @property
    def is_finished(self) -> bool:
        """Whether every match is stored or void."""
        return len(self.stock.done) + self.played + self.void == self.stock.match_count

    async def play(self) -> None:
        """Play until all is done or a signal asks to stop; either way nothing that was started is left.

        Raises:
            RefereeFailed, MachineTooSlow, StrictFault, CannotStart, GatewayGone, LedgerError, OSError: what stopped the
                cup, in an exception group.
        """
        began = trio.current_time()
        self._tell_beginning()
        self._lost = self.stock.lost.copy()
        self._exclude()
        try:
            with trio.open_signal_receiver(*SIGNALS) as signals:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._stop_at_signal, signals, nursery.cancel_scope)
                    if self.stock.is_finished():
                        self.void = self.stock.match_count - len(self.stock.done)
                    else:
                        await self._play_all()
                    nursery.cancel_scope.cancel()
        finally:
            self._tell_end(trio.current_time() - began)

    async def _play_all(self) -> None:
        stock = self.stock
        occasion = Occasion(
            cup=stock.cup,
            secret=stock.entry.secret,
            files=self.files,
            isolation=self.isolation,
            tables=self.tables,
            on_deal=self.display.on_deal,
            on_tables=self._grow,
            listen=self.display.listen,
            pin=stock.cup.pin,
        )
        async with self.open_hall(occasion) as hall:
            pending: Iterator[Match] | None = stock.pending()
            while pending is not None:
                waiting = WaitingList(pending, stock.cup.entrants)
                async with trio.open_nursery() as tables:
                    self._sit = partial(tables.start_soon, self.sit_at_table, waiting, hall)
                    for _ in range(self.tables):
                        self._sit()
                stock, pending = await self._next_wave(stock)

    async def _next_wave(self, stock: Stock) -> tuple[Stock, Iterator[Match] | None]:
        """The cup once a wave is over, and the matches of the next; None if there is none."""
        cup, number = stock.cup, len(stock.draws)
        if number == wave_count(cup):
            return stock, None
        outcomes = self.ledger.outcomes(cup.name)
        stock = await trio.to_thread.run_sync(stock.drawn_anew, outcomes)
        if len(stock.draws) == number:
            # A match counted for nothing and has to be played again.
            return stock, None
        return stock, wave(cup, stock.entry.secret, number, stock.draws[number])

    async def sit_at_table(self, waiting: WaitingList, hall: Hall) -> None:
        """Play one match after another, as long as there are any."""
        while (match := await waiting.take()) is not None:
            if self._out.intersection(match.seating):
                self.void += 1
            else:
                await self._play(match, hall)
            waiting.leave(match)
        self._sit = None

    def _grow(self, tables: int) -> None:
        """The hall has so many tables now."""
        more = tables - self.tables
        if not self.may_grow or more <= 0:
            return
        self.tables = tables
        self.display.listen(TablesAdded(tables=tables))
        if self._sit is not None:
            for _ in range(more):
                self._sit()

    async def _play(self, match: Match, hall: Hall) -> None:
        outcome = await hall.play(match)
        # A match that is over counts, also when a signal has come.
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self.ledger.store, outcome)
        self.played += 1
        self._lost += lost_by_faults([outcome])
        self.display.on_outcome(outcome)
        done = len(self.stock.done) + self.played
        self.display.listen(match_played(outcome, matches_done=done, match_count=self.stock.match_count))
        self._exclude()

    def _exclude(self) -> None:
        allowed = self.stock.cup.faults.deals_lost_allowed
        out = entrants_out(self._lost, allowed)
        for entrant in sorted(out - self._out):
            self.display.listen(EntrantOut(entrant=entrant, lost=self._lost[entrant], allowed=allowed))
        self._out = out

    async def _stop_at_signal(self, signals: AsyncIterator[int], scope: trio.CancelScope) -> None:
        async for number in signals:
            self.interrupted_by = self.interrupted_by or signal.Signals(number)
            scope.cancel()

    def _tell_beginning(self) -> None:
        stock = self.stock
        self.display.listen(
            CupBegun(
                cup=stock.cup.name,
                commitment=stock.entry.commitment,
                rules_id=stock.entry.rules_id,
                entrants=tuple(entrant.name for entrant in stock.cup.entrants),
                match_count=stock.match_count,
                matches_done=len(stock.done),
                deal_count=stock.planned[Unit.DEALS],
                deals_done=stock.results[Unit.DEALS],
                game_count=stock.planned[Unit.GAMES],
                games_done=stock.results[Unit.GAMES],
                tables=self.tables,
                isolation="" if self.isolation is None else self.isolation.tier.value,
            )
        )

    def _tell_end(self, elapsed_s: float) -> None:
        self.display.listen(
            CupEnded(
                cup=self.stock.cup.name,
                is_finished=self.is_finished,
                matches_played=self.played,
                matches_done=len(self.stock.done) + self.played,
                match_count=self.stock.match_count,
                void_match_count=self.void,
                elapsed_s=round(elapsed_s, 3),
            )
        )


def tables_of_this_machine() -> int:
    """Matches at once if nobody says: as many as there are cores for us. At a table one program thinks at a time."""
    return len(os.sched_getaffinity(0))

"""What is known of a cup now, kept up to date for whoever reads: matches as they come, standings as they can be had."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
import trio

from arena.ledger import LedgerError
from arena.matches import Unit
from arena.serving.watch import CupWatch, News, View
from arena.site.paths import KEY_DIGITS
from arena.stock import ForeignMatches, RevealedCup

POLL_S = 0.5
"""Between two looks into the ledger for what is new."""

REST = 9.0
"""As many times as standings took to compute nothing is computed: a tenth of the time at most goes into them."""

PATIENCE_S = 2.0
"""For newer standings, of one who asks for a page; then those at hand are good enough."""

AT_ONCE = 200
"""Matches that are read from the ledger at a time."""

RECENT = 500
"""Matches that are kept; older ones are read again by who comes back after so many."""

log = structlog.get_logger()


class Live:
    """A cup as it is known now.

    Attributes:
        view: the standings last computed, with the decks as they are now.
        head: sequence of the last match that is known.
        done_count: matches that are known to be stored.
        results: deals and games of these.
        is_readable: the ledger could be read when it was last looked into, and was the same one.
        is_foreign: the ledger has matches that the cup's file does not lead to.
        watcher_count: who is told as it comes.
    """

    def __init__(self, watch: CupWatch, clock: Callable[[], float] = trio.current_time) -> None:
        self._watch = watch
        self._clock = clock
        self.view = watch.view()
        self.head = self.view.sequence
        self.results = Counter(self.view.results)
        self._done = {each[:KEY_DIGITS]: each for each in self.view.done}
        self.is_readable = True
        self.is_foreign = False
        self.watcher_count = 0
        self._is_wanted = False
        self._is_revealed = self.view.is_open
        self._not_before = float("-inf")
        self._recent: deque[News] = deque(maxlen=RECENT)
        self._changed = trio.Event()

    @property
    def watch(self) -> CupWatch:
        """What reads the ledger; its calls belong in threads."""
        return self._watch

    @property
    def done_count(self) -> int:
        return len(self._done)

    @property
    def is_stale(self) -> bool:
        """Whether more is known than the standings count."""
        is_newly_open = self._is_revealed and not self.view.is_open
        return len(self._done) > len(self.view.done) or is_newly_open

    def version(self) -> tuple[object, ...]:
        """Another, whenever anything is to be told."""
        return (self.head, self.view.version, self.is_readable, self.is_foreign)

    @contextmanager
    def followed(self) -> Iterator[None]:
        """While the block lasts, somebody is told of what comes as it comes."""
        self.watcher_count += 1
        self._tell()
        try:
            yield
        finally:
            self.watcher_count -= 1

    def key_of(self, digits: str) -> str | None:
        """The key of a match that is stored, by the digits that name its files."""
        return self._done.get(digits)

    async def changed(self) -> None:
        """Wait until anything is new."""
        await self._changed.wait()

    async def current(self) -> View:
        """Standings that count all that is known, or what can be had without waiting for long."""
        before = self.view
        if self.is_stale and self._clock() >= self._not_before:
            self._is_wanted = True
            self._tell()
            with trio.move_on_after(PATIENCE_S):
                while self.view is before and self._is_wanted:
                    await self.changed()
        return self.view

    async def news(self, after: int) -> tuple[News, ...]:
        """The first of the matches that came after the one with sequence *after*; none if there are none.

        Raises:
            LedgerError: they are too old to be remembered, and it cannot be read now.
        """
        if after >= self.head:
            return ()
        if self._recent and self._recent[0].sequence <= after + 1:
            return tuple(each for each in self._recent if each.sequence > after)[:AT_ONCE]
        found = await trio.to_thread.run_sync(lambda: self._watch.news(after, at_most=AT_ONCE), abandon_on_cancel=True)
        return tuple(each for each in found if each.sequence <= self.head)

    def latest(self, count: int) -> tuple[News, ...]:
        """The last so many matches that came while this looked on, in their order."""
        return tuple(self._recent)[-count:]

    async def run(self) -> None:
        """Keep up, until it is cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow)
            nursery.start_soon(self._keep_fresh)

    # --- What arrives

    async def _follow(self) -> None:
        while True:
            await self.look()
            await trio.sleep(POLL_S)

    async def look(self) -> None:
        """See what is new in the ledger."""
        while True:
            try:
                fresh = await trio.to_thread.run_sync(self._look, abandon_on_cancel=True)
            except LedgerError as trouble:
                self._lose(trouble)
                return
            if not self.is_readable:
                self.is_readable = True
                log.info("ledger_readable_again")
                self._tell()
            for each in fresh:
                self._enter(each)
            if fresh or self._is_revealed != self.view.is_open:
                self._tell()
            if len(fresh) < AT_ONCE:
                return

    def _look(self) -> tuple[News, ...]:
        self._watch.check(self.head)
        fresh = self._watch.news(self.head, at_most=AT_ONCE)
        if self.view.is_finished and not self._is_revealed:
            self._is_revealed = self._watch.is_revealed()
        return fresh

    def _enter(self, news: News) -> None:
        self.head = news.sequence
        self._recent.append(news)
        match = news.outcome.match
        if match.key[:KEY_DIGITS] not in self._done:
            self._done[match.key[:KEY_DIGITS]] = match.key
            self.results[match.unit] += len(news.outcome.results)
        self.view.decks.enter(match.key)

    def _lose(self, trouble: LedgerError) -> None:
        if self.is_readable:
            self.is_readable = False
            log.warning("ledger_unreadable", because=str(trouble))
            self._tell()

    # --- Standings

    async def _keep_fresh(self) -> None:
        while True:
            while not (self.is_stale and (self.watcher_count or self._is_wanted)):
                await self.changed()
            await trio.sleep_until(max(self._not_before, trio.current_time()))
            await self.refresh()

    async def refresh(self) -> None:
        """Compute the standings anew."""
        began = self._clock()
        try:
            view = await trio.to_thread.run_sync(self._view, abandon_on_cancel=True)
        except LedgerError as trouble:
            self._lose(trouble)
        except (ForeignMatches, RevealedCup) as trouble:
            if not self.is_foreign:
                self.is_foreign = True
                log.warning("cup_file_outdated", because=str(trouble), remedy="start arena serve with the file of now")
        else:
            self._take(view)
        now = self._clock()
        self._not_before = now + max(POLL_S, REST * (now - began))
        self._is_wanted = False
        self._tell()

    def _view(self) -> View:
        self._watch.check(self.head)
        return self._watch.view()

    def _take(self, view: View) -> None:
        for key in self._done.values():
            view.decks.enter(key)
        self._done.update((each[:KEY_DIGITS], each) for each in view.done)
        for unit in Unit:
            self.results[unit] = max(self.results[unit], view.results[unit])
        self.view = view
        self._is_revealed = self._is_revealed or view.is_open
        self.is_foreign = view.decks.is_foreign

    def _tell(self) -> None:
        """Wake whoever waits for something new."""
        self._changed.set()
        self._changed = trio.Event()

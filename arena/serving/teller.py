"""Puts the news of a cup into the words of one language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import trio

from arena.leaderboard import Leaderboard
from arena.serving.boards import Boards
from arena.serving.event_stream import SNAPSHOT_MATCHES
from arena.serving.live import Live
from arena.serving.pace import seconds_left, weight
from arena.serving.told import (
    MatchTold,
    Order,
    ProgressTold,
    StandingsTold,
    changes,
    match_told,
    order_of,
    progress_sentence,
)
from arena.site.index_page import standings_fragment
from arena.site.says import Says
from arena.words.languages import Language
from arena.words.words import Words, words_of

PACE_OVER = 60
"""Last matches whose pace tells how long the rest takes."""


@dataclass(frozen=True, slots=True)
class LanguageTeller:
    """Tells the readers of one language.

    Attributes:
        now: with its zone.
    """

    live: Live
    boards: Boards
    language: Language
    now: Callable[[], datetime]

    @property
    def _words(self) -> Words:
        return words_of(self.language)

    async def matches(self, after: int | None) -> tuple[MatchTold, ...]:
        """The next matches after a place, or the last few.

        Raises:
            LedgerError: those are too old to be remembered, and it cannot be read now.
        """
        news = self.live.latest(SNAPSHOT_MATCHES) if after is None else await self.live.news(after)
        return tuple(match_told(each, self._words) for each in news)

    def progress(self) -> ProgressTold:
        """How far the cup is."""
        live = self.live
        left = weight(live.view.planned) - weight(live.results)
        left_s = None if live.view.is_finished else seconds_left(live.latest(PACE_OVER), left, self.now())
        return ProgressTold(
            done=live.done_count,
            count=live.view.match_count,
            text=progress_sentence(live.done_count, live.view.match_count, left_s, self._words),
            is_readable=live.is_readable and not live.is_foreign,
        )

    async def standings(self, before: Order | None) -> tuple[StandingsTold, Order]:
        """The standings of now, and who stands where.

        Args:
            before: the standings that the reader knows; None if that is not known.
        """
        return await trio.to_thread.run_sync(self._standings, before, abandon_on_cancel=True)

    def _standings(self, before: Order | None) -> tuple[StandingsTold, Order]:
        view = self.live.view
        board = self.boards.board(view, self.language)
        said = "" if before is None else changes(before, board, self._titles(board), self._words)
        html = standings_fragment(board, self.language)
        return StandingsTold(view.version, html, said), order_of(board)

    def _titles(self, board: Leaderboard) -> tuple[str, ...]:
        says = Says(self._words)
        return tuple(says.heading(section) for section in board.sections)

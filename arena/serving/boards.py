"""The leaderboard of a view in each language, made once."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock

from arena.leaderboard import Leaderboard, Progress
from arena.leaderboard_building import leaderboard
from arena.serving.watch import View
from arena.words.languages import Language
from arena.words.words import words_of


class Boards:
    """Boards of the last view that was asked for. May be asked by several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._version = ""
        self._made: dict[Language, Leaderboard] = {}

    def board(self, view: View, language: Language) -> Leaderboard:
        """The document of a view, with its sentences in a language; the secret only once it is no secret."""
        with self._lock:
            if view.version != self._version:
                self._version = view.version
                self._made = {}
            if language not in self._made:
                self._made[language] = _board(view, language)
            return self._made[language]


def _board(view: View, language: Language) -> Leaderboard:
    progress = Progress.COMPLETE if view.is_finished else Progress.RUNNING
    board = leaderboard(
        view.entry, view.standings, progress, view.anchor, words=words_of(language), earlier=view.earlier
    )
    return board if view.is_open else replace(board, secret=None)

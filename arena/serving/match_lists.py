"""What lists of matches have of each, read from the ledger once: after that only what has come."""

from __future__ import annotations

from threading import Lock

from arena.serving.watch import CupWatch
from arena.site.matches_page import MatchRow, match_row

AT_ONCE = 500
"""Matches that have come and are read one by one; after more than that all are read."""


class MatchLists:
    """The matches of a cup. May be asked by several threads."""

    def __init__(self, watch: CupWatch) -> None:
        self._watch = watch
        self._lock = Lock()
        self._known_to = -1
        self._rows: dict[str, MatchRow] = {}
        self._listed: tuple[MatchRow, ...] = ()

    def rows(self, sequence: int) -> tuple[MatchRow, ...]:
        """All matches that are stored, by round, up to the one with this place in the order of arrival at least.

        Raises:
            LedgerError: the ledger cannot be read now.
        """
        with self._lock:
            if sequence > self._known_to:
                self._read(sequence)
            return self._listed

    def _read(self, sequence: int) -> None:
        fresh = () if self._known_to < 0 else self._watch.news(self._known_to, at_most=AT_ONCE)
        if self._known_to < 0 or len(fresh) == AT_ONCE:
            rows = [match_row(each) for each in self._watch.outcomes()]
            # What comes while they are read may be among them, and is then read twice.
            self._known_to = sequence
        else:
            rows = [match_row(each.outcome) for each in fresh]
            self._known_to = max([sequence, *(each.sequence for each in fresh)])
        self._rows.update((row.key, row) for row in rows)
        self._listed = tuple(sorted(self._rows.values(), key=lambda row: (row.round, row.key)))

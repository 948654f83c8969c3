"""What lists of matches have of each, read from the ledger once for all that is known at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

from arena.matches import Format, Outcome
from arena.serving.watch import CupWatch
from arena.site.bot_page import MatchLink
from arena.site.matches_page import MatchRow, match_row
from arena.words.words import Words


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in lists.

    Attributes:
        faults: by entrant.
    """

    row: MatchRow
    seating: tuple[str, ...]
    faults: Counter[str]

    def link(self, name: str, words: Words) -> MatchLink:
        """The match in the list of an entrant that played in it."""
        row = self.row
        if row.format is Format.FRIENDS:
            result = words.signed(row.gains[self.seating.index(name)])
        else:
            side = self.seating.index(name) % 2
            result = f"{words.number(row.won[side])} : {words.number(row.won[1 - side])}"
        return MatchLink(row.key, row.round, self.seating, result, self.faults[name])


class MatchLists:
    """The matches of a cup. May be asked by several threads."""

    def __init__(self, watch: CupWatch) -> None:
        self._watch = watch
        self._lock = Lock()
        self._stamp: Hashable = None
        self._listed: tuple[Listed, ...] = ()

    def listed(self, stamp: Hashable) -> tuple[Listed, ...]:
        """All matches, by round; read anew if *stamp* is another than before.

        Raises:
            LedgerError: the ledger cannot be read now.
        """
        with self._lock:
            if stamp != self._stamp:
                self._listed = tuple(map(_listed, self._watch.outcomes()))
                self._stamp = stamp
            return self._listed


def _listed(outcome: Outcome) -> Listed:
    seating = outcome.match.seating
    return Listed(match_row(outcome), seating, Counter(seating[fault.seat] for fault in outcome.faults))

"""A cup in its ledger, looked at again and again; every call reads, may take long, and belongs in a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy.exc import DBAPIError

from arena.config import Cup
from arena.cup_rules import rules_of
from arena.earlier_cups import earlier_cups
from arena.entries import CupEntry
from arena.identity import as_begun, cup_entry
from arena.ledger import CupChanged, LedgerError, LedgerReader, UnknownCup
from arena.matches import Format, Outcome, Unit
from arena.ratings import Anchor
from arena.serving.hidden import DecksInPlay
from arena.standings import EarlierStandings, Standings, standings
from arena.stock import take_stock

Earlier: TypeAlias = Mapping[tuple[Format, Unit], Sequence[EarlierStandings]]


class LedgerReplaced(LedgerError):
    """Where the ledger was is another one, or an older copy of it."""

    def __init__(self, cup: str) -> None:
        super().__init__(
            f"the cup {cup!r}", "another ledger is in the place of the one that was served", "start arena serve again"
        )


@dataclass(frozen=True, slots=True)
class News:
    """A match that was stored.

    Attributes:
        sequence: its place in the order of arrival.
        at: when, ISO 8601.
    """

    sequence: int
    at: str
    outcome: Outcome


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What the ledger had of a cup at one moment.

    Attributes:
        sequence: of the last arrival that certainly counts.
        done: keys of the matches that count.
        match_count: of the whole cup.
        planned: deals and games of the whole cup.
        results: deals and games that are stored.
        decks: which of them are still played; told of what is stored later, too.
        is_finished: nothing is left to play.
        is_open: besides, the secret is no secret any more: it was published, or is given by a seed.
    """

    sequence: int
    entry: CupEntry
    standings: Standings
    anchor: Anchor | None
    earlier: Earlier
    done: frozenset[str]
    match_count: int
    planned: Counter[Unit]
    results: Counter[Unit]
    decks: DecksInPlay
    is_finished: bool
    is_open: bool

    @property
    def version(self) -> str:
        """The same for views that have the same to tell."""
        state = "o" if self.is_open else "f" if self.is_finished else "r"
        return f"{self.sequence}-{len(self.done)}{state}"


class CupWatch:
    """Reads one cup of a ledger.

    Raises:
        UnknownCup: the ledger does not know it.
        CupChanged: it was begun with other terms, by which nobody here knows what is still played.
    """

    def __init__(self, ledger: LedgerReader, cup: Cup) -> None:
        entry = ledger.cup(cup.name)
        self._ledger = ledger
        self.entry = entry
        self.cup = as_begun(cup, entry)
        offered = cup_entry(self.cup, entry.created)
        if (entry.config, entry.rules_id, entry.entrants) != (offered.config, offered.rules_id, offered.entrants):
            raise CupChanged(entry, offered)
        self._anchor = None if cup.anchor is None else Anchor(cup.anchor.name, cup.anchor.rating)
        self._earlier: Earlier = {}
        self._earlier_of: tuple[tuple[Format, Unit], ...] = ()

    def view(self) -> View:
        """What is there now.

        Raises:
            ForeignMatches: the ledger has matches to which the cup's file does not lead.
            RevealedCup: it was finished and published, and its file is that of a longer one.
            LedgerError: it cannot be read now, or is another.
        """
        with self._reading():
            return self._view()

    def _view(self) -> View:
        ledger, name = self._ledger, self.cup.name
        # Read first, so that what it says is in all that is read later.
        arrived = ledger.arrivals(name)
        stock = take_stock(self.cup, self.entry, ledger)
        decks = DecksInPlay(self.cup, self.entry.secret, stock.draws, stock.done)
        is_finished = stock.is_finished()
        # What a seed gives was never a secret, and is never noted as revealed.
        is_revealed = self.cup.seed is not None or ledger.is_revealed(name)
        found = standings(ledger.outcomes(name), self.entry.entrants, anchor=self._anchor, rules=rules_of(self.entry))
        return View(
            sequence=arrived[-1].sequence if arrived else 0,
            entry=self.entry,
            standings=found,
            earlier=self._earlier_than(found),
            anchor=self._anchor,
            done=stock.done,
            match_count=stock.match_count,
            planned=stock.planned,
            results=stock.results,
            decks=decks,
            is_finished=is_finished,
            is_open=is_finished and is_revealed,
        )

    def _earlier_than(self, found: Standings) -> Earlier:
        """Standings of earlier cups, which are over: they are computed anew only for a section that is new."""
        sections = tuple((section.format, section.unit) for section in found.sections)
        if sections != self._earlier_of:
            self._earlier = earlier_cups(self._ledger, self.entry, found)
            self._earlier_of = sections
        return self._earlier

    def is_revealed(self) -> bool:
        """Whether the secret was published, or was about to be.

        Raises:
            LedgerError: it cannot be read now.
        """
        with self._reading():
            return self._ledger.is_revealed(self.cup.name)

    def check(self, sequence: int) -> None:
        """See that the ledger is still the one that was read before.

        Args:
            sequence: of the last match that it is known to have; 0 if none is.

        Raises:
            LedgerReplaced: it is not.
            LedgerError: it cannot be read now.
        """
        with self._reading():
            is_ours = self._ledger.cup(self.cup.name) == self.entry
            if is_ours and sequence:
                arrived = self._ledger.arrivals(self.cup.name, sequence - 1)
                is_ours = bool(arrived) and arrived[0].sequence == sequence
        if not is_ours:
            raise LedgerReplaced(self.cup.name)

    def news(self, after: int, *, at_most: int) -> tuple[News, ...]:
        """The first so many matches that came after the one with sequence *after*, in their order.

        Raises:
            LedgerError: it cannot be read now.
        """
        found = []
        with self._reading():
            for arrival in self._ledger.arrivals(self.cup.name, after)[:at_most]:
                outcome = self._ledger.outcome(arrival.key)
                if outcome is not None:
                    found.append(News(arrival.sequence, arrival.at, outcome))
        return tuple(found)

    def arrived(self) -> dict[str, str]:
        """By key, when matches were stored, as far as the ledger knows.

        Raises:
            LedgerError: it cannot be read now.
        """
        with self._reading():
            return {each.key: each.at for each in self._ledger.arrivals(self.cup.name)}

    def outcome(self, key: str) -> Outcome | None:
        """What came of one match; None if it is not stored.

        Raises:
            LedgerError: it cannot be read now.
        """
        with self._reading():
            return self._ledger.outcome(key)

    def outcomes_of(self, keys: Sequence[str]) -> tuple[Outcome, ...]:
        """What came of some matches, as far as they are stored.

        Raises:
            LedgerError: it cannot be read now.
        """
        with self._reading():
            return tuple(outcome for key in keys if (outcome := self._ledger.outcome(key)) is not None)

    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes by round, then key.

        Raises:
            LedgerError: it cannot be read now.
        """
        with self._reading():
            yield from self._ledger.outcomes(self.cup.name)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (UnknownCup, DBAPIError) as error:
            # A ledger without our cup, or none at all, as one that is just being made.
            raise LedgerReplaced(self.cup.name) from error

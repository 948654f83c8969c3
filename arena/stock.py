"""What the ledger has of a cup, and what is still to be played."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from arena.config import Cup
from arena.counts import counted
from arena.entries import CupEntry
from arena.faults import entrants_out
from arena.ledger import LedgerReader
from arena.matches import Match, Outcome, Unit
from arena.schedule import Draw, draws, extent, scheduled, wave_count


class ForeignMatches(Exception):
    """The ledger has matches of this cup to which its file does not lead, as with fewer deals than before."""

    def __init__(self, cup: str, count: int) -> None:
        super().__init__(_foreign(cup, count))
        self.cup = cup
        self.count = count


def _foreign(cup: str, count: int) -> str:
    are = "is" if count == 1 else "are"
    return f"the ledger has {counted(count, 'match', 'matches')} of the cup {cup!r} that {are} not in its schedule"


class RevealedCup(Exception):
    """There is more to play of a cup whose secret was published: whoever looks could know the decks."""

    def __init__(self, cup: str) -> None:
        super().__init__(f"the cup {cup!r} was finished and its secret published")
        self.cup = cup


@dataclass(frozen=True, slots=True)
class Stock:
    """A cup between two runs.

    Attributes:
        done: keys of the matches that are stored.
        match_count: of the whole cup, those too that are not drawn yet.
        planned: deals and games of the whole cup.
        results: deals and games that are stored.
        lost: results that each entrant has lost by faults.
        draws: who plays in each wave, as far as the stored results tell.
    """

    cup: Cup
    entry: CupEntry
    done: frozenset[str]
    match_count: int
    planned: Counter[Unit]
    results: Counter[Unit]
    lost: Counter[str]
    draws: tuple[Draw, ...]

    @property
    def out(self) -> frozenset[str]:
        """Entrants that have lost too much by faults."""
        return entrants_out(self.lost, self.cup.faults.deals_lost_allowed)

    def pending(self) -> Iterator[Match]:
        """Matches that are drawn and not stored, those of entrants that are out too, in the order of play."""
        return (match for match in scheduled(self.cup, self.entry.secret, self.draws) if match.key not in self.done)

    def drawn_anew(self, outcomes: Iterable[Outcome]) -> Stock:
        """The same, with what can be drawn from all *outcomes* of the cup that are stored by now."""
        return replace(self, draws=draws(self.cup, self.entry.secret, outcomes))

    def is_finished(self) -> bool:
        """Whether every match is stored, or void because one of its entrants is out."""
        if len(self.draws) < wave_count(self.cup):
            return False
        out = self.out
        return all(out.intersection(match.seating) for match in self.pending())


def take_stock(
    cup: Cup, entry: CupEntry, ledger: LedgerReader, on_outcome: Callable[[Outcome], object] | None = None
) -> Stock:
    """What *ledger* has of *cup*; *on_outcome* is given every outcome, if somebody wants them.

    Raises:
        ForeignMatches: it has what the cup does not lead to.
        RevealedCup: it was finished and published, and the cup has become longer.
    """
    extents = [(stage.unit, extent(cup, stage)) for stage in cup.stages]
    planned: Counter[Unit] = Counter()
    for unit, each in extents:
        planned[unit] += each.result_count
    done = ledger.done_keys(cup.name)
    # Few cups are drawn from their results, and reading these is most of the time that it takes.
    if on_outcome is None and wave_count(cup) == 1:
        drawn = draws(cup, entry.secret, ())
    else:
        outcomes = _told(ledger.outcomes(cup.name), on_outcome or (lambda _: None))
        drawn = draws(cup, entry.secret, outcomes)
        deque(outcomes, maxlen=0)
    if foreign := _foreign_count(done, scheduled(cup, entry.secret, drawn)):
        raise ForeignMatches(cup.name, foreign)
    stock = Stock(
        cup=cup,
        entry=entry,
        done=done,
        match_count=sum(each.match_count for _, each in extents),
        planned=planned,
        results=ledger.result_counts(cup.name),
        lost=ledger.lost_by_faults(cup.name),
        draws=drawn,
    )
    if ledger.is_revealed(cup.name) and not stock.is_finished():
        raise RevealedCup(cup.name)
    return stock


def _told(outcomes: Iterable[Outcome], listener: Callable[[Outcome], object]) -> Iterator[Outcome]:
    """The same, each after *listener* was told it."""
    for outcome in outcomes:
        listener(outcome)
        yield outcome


def _foreign_count(done: frozenset[str], schedule: Iterator[Match]) -> int:
    """How many of *done* are not in the schedule, which is followed no further than they need."""
    missing = set(done)
    while missing and (match := next(schedule, None)):
        missing.discard(match.key)
    return len(missing)

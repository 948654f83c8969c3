"""Duplicate deals of two bots, counted in their order whatever the order in which they come, until they decide."""

from __future__ import annotations

from collections.abc import Callable

import trio

from arena.comparing.sequential import Counts, Terms, Verdict, verdict
from arena.matches import Outcome, Result


class Contest:
    """What two bots have come to.

    Deals count in the order of their numbers: one that is over sooner than those before it waits for them. So how many
    tables play, and how fast, does not change what is found. Once it is decided, nothing counts any more.

    Attributes:
        terms: of the test.
        counts: duplicate deals that count so far.
        verdict: what they allow to be said.
        new_faults: deals that the new bot lost by faults of its own, of those that are over, from both sides.
        old_faults: likewise.
        decided: set once it is over before its limit.
        on_deal: told of every deal that counts.
    """

    def __init__(self, terms: Terms, newcomer: str) -> None:
        self.terms = terms
        self.counts = Counts()
        self.verdict = Verdict.UNDECIDED
        self.new_faults = 0
        self.old_faults = 0
        self.decided = trio.Event()
        self.on_deal: Callable[[Contest], None] = lambda _: None
        self._newcomer = newcomer
        self._next = 1
        # By deal: the new bot's score from one side, or None where the deal counts for nobody.
        self._half_played: dict[int, list[float | None]] = {}

    @property
    def is_decided(self) -> bool:
        """Whether it is over before its limit."""
        return self.verdict is not Verdict.UNDECIDED

    def enter(self, outcome: Outcome) -> None:
        """Count what came of a match."""
        is_first_side = outcome.match.seating[0] == self._newcomer
        for result in outcome.results:
            assert isinstance(result, Result), "two bots are compared in fixed sides"
            score = result.score if is_first_side else 1.0 - result.score
            if result.lost_by is not None:
                is_new = outcome.match.seating[result.lost_by] == self._newcomer
                self.new_faults, self.old_faults = self.new_faults + is_new, self.old_faults + (not is_new)
            self._half_played.setdefault(result.board, []).append(score if result.rated else None)
        while len(self._half_played.get(self._next, ())) == 2 and not self.is_decided:
            self._count(self._half_played.pop(self._next))
            self._next += 1

    def _count(self, scores: list[float | None]) -> None:
        told = [score for score in scores if score is not None]
        # Where a deal was thrown in from one side, the other side's is not its duplicate.
        if len(told) == 2:
            self.counts = self.counts.plus(sum(told) / 2)
            self.verdict = verdict(self.counts, self.terms)
            if self.is_decided:
                self.decided.set()
            self.on_deal(self)

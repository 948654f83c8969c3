"""What a comparison tells programs: one JSON object a line (docs/comparing.md). Fields are only ever added."""

from __future__ import annotations

import msgspec

from arena.comparing.contest import Contest
from arena.comparing.sequential import Verdict, e_value, log_likelihood_ratio, strength


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


def _settled(value: float) -> float:
    """*value* to six decimals; never −0."""
    return round(value, 6) + 0.0

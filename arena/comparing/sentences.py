"""What a comparison tells people, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.comparing.contest import Contest
from arena.comparing.events import compared
from arena.comparing.sequential import Strength, Terms, Verdict, strength
from arena.counts import counted
from arena.entrants import Entrant
from arena.signs import signed_in_ascii as signed


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who is compared, and where it is kept."""

    new: Entrant
    old: Entrant
    deals_most: int
    folder: str


def beginning(pairing: Pairing, contest: Contest) -> Iterator[str]:
    """What is compared, and on which terms."""
    terms, done = contest.terms, contest.counts.total
    yield f"{pairing.new.name} against {pairing.old.name}, on duplicate deals"
    if pairing.new.content and pairing.new.content == pairing.old.content:
        yield "Both are the very same program."
    worse, better = _signed(terms.elo0), _signed(terms.elo1)
    yield (
        f"Better: {better} Elo or more; not better: {worse} or less. "
        f"At {worse} it is called better in at most {_percent(terms.alpha)} of comparisons, "
        f"at {better} not better in at most {_percent(terms.beta)}"
    )
    if contest.is_decided:
        yield "Decided already, on these deals:"
    elif done:
        yield f"Going on after {counted(done, 'deal')}"


def line_of(contest: Contest) -> str:
    """How it stands, in a line."""
    told = compared(contest, is_final=False)
    return (
        f"{counted(told.deals, 'deal')}: won {told.won}, split {told.split}, lost {told.lost}; "
        f"{_elo(strength(contest.counts))}; "
        f"LLR {signed(told.log_likelihood_ratio, 2)} ({signed(told.lower, 2)} to {signed(told.upper, 2)}); "
        f"e-value {told.e_value:.3g}"
    )


def conclusion(pairing: Pairing, contest: Contest, *, is_final: bool) -> Iterator[str]:
    """What it came to."""
    if contest.counts.total:
        yield line_of(contest)
    new, old = pairing.new.name, pairing.old.name
    for name, faults in ((new, contest.new_faults), (old, contest.old_faults)):
        if faults:
            yield f"{name} lost {counted(faults, 'deal')} by faults of its own; its log says more."
    match contest.verdict:
        case Verdict.BETTER:
            yield f"Better: {new} is stronger than {old}."
        case Verdict.NOT_BETTER:
            yield f"Not better: {new} is no stronger than {old}, or by less than {_target(contest.terms)}."
        case Verdict.UNDECIDED if is_final:
            yield f"Undecided after {counted(contest.counts.total, 'deal')}, which was the limit."
        case Verdict.UNDECIDED:
            yield "Undecided so far; the same command goes on."
    yield f"Records and logs: {pairing.folder}"


def _target(terms: Terms) -> str:
    return f"the {terms.elo1:g} Elo that were asked for"


def _elo(found: Strength) -> str:
    if found.elo is None:
        return "no finite Elo yet"
    ends = "" if found.low is None or found.high is None else f" ({signed(found.low)} to {signed(found.high)})"
    return f"{signed(found.elo)} Elo{ends}"


def _percent(rate: float) -> str:
    return f"{100 * rate:.3g}%"


def _signed(elo: float) -> str:
    return f"{elo:+g}" if elo else "0"

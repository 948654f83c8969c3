"""What a leaderboard says of its rows in sentences, and in which words it counts."""

from __future__ import annotations

from collections.abc import Iterator

from arena.anchors import no_measure
from arena.estimates import FEWEST_SHUFFLES, Estimate, Estimates, Status
from arena.matches import Unit
from arena.ratings import FEWEST_WINS, Fit
from arena.signs import signed
from arena.standings import LEVELS_DIGITS, RATING_DIGITS, Row, Section


def unit_noun(unit: Unit, count: int = 1) -> str:
    """What one result is."""
    noun = {Unit.DEALS: "deal", Unit.GAMES: "game"}[unit]
    return noun if count == 1 else f"{noun}s"


def decks(unit: Unit, count: int) -> str:
    """What results were played on: of the deals of a whole game, each has a deck of its own."""
    if unit is Unit.GAMES:
        return "1 set of decks" if count == 1 else f"{count} different sets of decks"
    return "1 deck" if count == 1 else f"{count} different decks"


def gauge(fit: Estimates) -> str:
    """What the ratings are measured from."""
    if isinstance(fit, Fit) and fit.anchor is not None:
        fixed = f"The rating of {fit.anchor.name} is fixed at {fit.anchor.rating:g}."
        trouble = no_measure(fit)
        return fixed if trouble is None else f"{fixed} {trouble}."
    if isinstance(fit, Fit) and fit.is_held_by_penalty:
        return "Zero is the mean of all entrants that have a rating, those held by the penalty alone included."
    return "Zero is the mean of the rated entrants."


def notes(row: Row, section: Section) -> tuple[str, ...]:
    """What the figures of a row do not say."""
    return tuple(_notes(row, section))


def _notes(row: Row, section: Section) -> Iterator[str]:
    estimate, noun = row.estimate, unit_noun(section.unit)
    reason = _reason(estimate, section)
    if reason is not None:
        yield reason
    if estimate.levels is not None and estimate.levels.is_without_spread:
        yield f"No interval of levels per {noun}: the margins have no spread to tell an error by."
    if row.levels_disagree and row.against_mean is not None:
        elo = signed(row.against_mean.rating, RATING_DIGITS)
        levels = signed(row.against_mean.levels, LEVELS_DIGITS)
        yield f"Against the mean, rating and levels per {noun} point different ways: {elo} and {levels}."
    if row.fault_losses and not section.format.is_bot_against_bot:
        lost = f"{row.fault_losses} {unit_noun(section.unit, row.fault_losses)}"
        yield f"Lost {lost} by its own faults, which no rating counts."


def _reason(estimate: Estimate, section: Section) -> str | None:
    """Why there is no rating, or none with an interval."""
    match estimate.status:
        case Status.ESTIMABLE:
            if estimate.low is not None:
                return None
            what = "results" if estimate.shuffle_count >= FEWEST_SHUFFLES else "different decks"
            return f"Too few {what} for an interval."
        case Status.UNBOUNDED:
            won = "Won" if estimate.score > 0 else "Lost"
            noun = unit_noun(section.unit, estimate.result_count)
            what = f"its only {noun}" if estimate.result_count == 1 else f"all {estimate.result_count} {noun}"
            all_of = f"{won} {what}: unbounded"
            if estimate.bound is None:
                few = "too few" if estimate.result_count < FEWEST_WINS else "on too few decks"
                return f"{all_of}, and {few} to say by how much."
            side = "above" if estimate.score > 0 else "below"
            return f"{all_of}. Its side is at least {abs(estimate.bound):.1f} Elo {side} the others (one-sided 95 %)."
        case Status.SEPARATED:
            held = "Only the penalty holds this one, and it has no interval"
            trouble = no_measure(section.fit) if isinstance(section.fit, Fit) else None
            if trouble is not None:
                return f"{trouble}. {held}."
            return (
                "Some combination of entrants won every result, so that the results set the ratings no limit. "
                f"{held}; play more deals."
            )
        case Status.ENTANGLED:
            return (
                "Its results tell its strength only together with that of others, since it had too few different "
                "partners and opponents."
            )
        case Status.UNCONNECTED:
            return "Met none of the rated entrants, nor anyone who met them."
        case Status.NO_RESULTS:
            return "No rated results yet."

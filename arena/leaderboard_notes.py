"""What a leaderboard says in sentences, in the language of a reader, and in which words it counts.

Names in these sentences are fit to be shown. Numbers may have marks of direction about them, so that a whole sentence
is not to be cleaned of such marks again.
"""

from __future__ import annotations

from collections.abc import Iterator

from arena.anchors import no_measure
from arena.estimates import FEWEST_SHUFFLES, Estimate, Estimates, Status
from arena.matches import Unit
from arena.partnerships import Partnerships
from arena.ratings import FEWEST_WINS, Fit
from arena.shown import named
from arena.standings import LEVELS_DIGITS, RATING_DIGITS, Row, Section
from arena.words.english import ENGLISH
from arena.words.words import Words


def unit_noun(unit: Unit, count: int = 1, words: Words = ENGLISH) -> str:
    """What one result is."""
    return words.ngettext("deal", "deals", count) if unit is Unit.DEALS else words.ngettext("game", "games", count)


def counted_results(unit: Unit, count: int, words: Words = ENGLISH) -> str:
    """So many results."""
    if unit is Unit.DEALS:
        return words.count("{count} deal", "{count} deals", count)
    return words.count("{count} game", "{count} games", count)


def decks(unit: Unit, count: int, words: Words = ENGLISH) -> str:
    """What results were played on: of the deals of a whole game, each has a deck of its own."""
    if unit is Unit.GAMES:
        return words.count("{count} set of decks", "{count} different sets of decks", count)
    return words.count("{count} deck", "{count} different decks", count)


def gauge(fit: Estimates, words: Words = ENGLISH) -> str:
    """What the ratings are measured from."""
    if isinstance(fit, Fit) and fit.anchor is not None:
        name, rating = named(fit.anchor.name, words), words.digits(f"{fit.anchor.rating:g}")
        fixed = words.say("The rating of {name} is fixed at {rating}.", name=name, rating=rating)
        trouble = no_measure(fit, words)
        return fixed if trouble is None else words.say("{fixed} {trouble}.", fixed=fixed, trouble=trouble)
    if isinstance(fit, Fit) and fit.is_held_by_penalty:
        return words.say(
            "Zero is the mean of all entrants that have a rating, those held by the penalty alone included."
        )
    return words.say("Zero is the mean of the rated entrants.")


def gauge_of_own_copies(anchor: str | None, words: Words = ENGLISH) -> str:
    """What ratings in both formats are measured from."""
    if anchor is None:
        return words.say("Both ratings are measured from the mean of the entrants that both rate.")
    return words.say("Both ratings are measured from {name}.", name=named(anchor, words))


def of_partners(found: Partnerships, words: Words = ENGLISH) -> str:
    """What the spread of pair effects means."""
    if found.spread is None:
        return words.say(
            "Who fits with whom cannot be told from these results: ratings alone explain them as well, or other pairs "
            "do. It takes more entrants, or more cycles of the schedule, each of them another."
        )
    if round(found.spread) == 0:
        return words.say("Pairs of partners differ by no more than chance from what their two ratings say.")
    return words.say(
        "Pairs of partners differ by about {spread} Elo (standard deviation) from what their two ratings "
        "say. With other partners the ratings would be others; where they would be, the wider intervals say.",
        spread=words.number(found.spread),
    )


def notes(row: Row, section: Section, words: Words = ENGLISH) -> tuple[str, ...]:
    """What the figures of a row do not say."""
    return tuple(_notes(row, section, words))


def _notes(row: Row, section: Section, words: Words) -> Iterator[str]:
    estimate, noun = row.estimate, unit_noun(section.unit, words=words)
    reason = _reason(estimate, section, words)
    if reason is not None:
        yield reason
    if estimate.levels is not None and estimate.levels.is_without_spread:
        yield words.say(
            "No interval of levels per {noun}: the margins have no spread to tell an error by.",
            noun=noun,
        )
    if row.levels_disagree and row.against_mean is not None:
        yield words.say(
            "Against the mean, rating and levels per {noun} point different ways: {elo} and {levels}.",
            noun=noun,
            elo=words.signed(row.against_mean.rating, RATING_DIGITS),
            levels=words.signed(row.against_mean.levels, LEVELS_DIGITS),
        )
    if row.fault_losses and not section.format.is_bot_against_bot:
        yield words.say(
            "Lost {results} by its own faults, which no rating counts.",
            results=counted_results(section.unit, row.fault_losses, words),
        )


def _reason(estimate: Estimate, section: Section, words: Words) -> str | None:
    """Why there is no rating, or none with an interval."""
    match estimate.status:
        case Status.ESTIMABLE:
            if estimate.low is not None:
                return None
            if estimate.shuffle_count >= FEWEST_SHUFFLES:
                return words.say("Too few results for an interval.")
            return words.say("Too few different decks for an interval.")
        case Status.UNBOUNDED:
            return _of_a_perfect_score(estimate, section.unit, words)
        case Status.SEPARATED:
            trouble = no_measure(section.fit, words) if isinstance(section.fit, Fit) else None
            if trouble is not None:
                return words.say("{trouble}. Only the penalty holds this one, and it has no interval.", trouble=trouble)
            return words.say(
                "Some combination of entrants won every result, so that the results set the ratings no limit. "
                "Only the penalty holds this one, and it has no interval; play more deals."
            )
        case Status.ENTANGLED:
            return words.say(
                "Its results tell its strength only together with that of others, since it had too few different "
                "partners and opponents."
            )
        case Status.UNCONNECTED:
            return words.say("Met none of the rated entrants, nor anyone who met them.")
        case Status.NO_RESULTS:
            return words.say("No rated results yet.")


def _of_a_perfect_score(estimate: Estimate, unit: Unit, words: Words) -> str:
    """That it won, or lost, everything, and what can be said of its strength."""
    has_won = estimate.score > 0
    if estimate.result_count == 1:
        what = unit_noun(unit, words=words)
        all_of = (
            words.say("Won its only {noun}: unbounded", noun=what)
            if has_won
            else words.say("Lost its only {noun}: unbounded", noun=what)
        )
    else:
        what = counted_results(unit, estimate.result_count, words)
        all_of = (
            words.say("Won all {results}: unbounded", results=what)
            if has_won
            else words.say("Lost all {results}: unbounded", results=what)
        )
    if estimate.bound is None:
        if estimate.result_count < FEWEST_WINS:
            return words.say("{all_of}, and too few to say by how much.", all_of=all_of)
        return words.say("{all_of}, and on too few decks to say by how much.", all_of=all_of)
    bound = words.number(abs(estimate.bound), 1)
    if has_won:
        return words.say(
            "{all_of}. Its side is at least {bound} Elo above the others (one-sided 95 %).", all_of=all_of, bound=bound
        )
    return words.say(
        "{all_of}. Its side is at least {bound} Elo below the others (one-sided 95 %).", all_of=all_of, bound=bound
    )

"""Standings of earlier cups of a ledger, to stand beside those of a later one (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterator

from arena.cup_rules import rules_of
from arena.entries import CupEntry
from arena.estimates import Estimates
from arena.friends_levels import widest_lead
from arena.gains import GainedColumns, fit_gains
from arena.ledger import LedgerReader
from arena.matches import Format, Unit
from arena.rated_results import ResultColumns
from arena.ratings import fit
from arena.standings import EarlierStandings, Standings

CUPS_AT_MOST = 12
"""Of each section, the latest."""


def earlier_cups(
    ledger: LedgerReader, entry: CupEntry, found: Standings
) -> dict[tuple[Format, Unit], tuple[EarlierStandings, ...]]:
    """For each section of *found*, the standings of cups that were complete and begun before *entry*.

    Whether a cup is complete the ledger tells by the publication of its secret. Of a cup with a seed, which has none to
    be published, it tells nothing, and such a cup is passed over. Only cups by the same rules count, in which one of
    this cup's entrants has a result. Their ratings are those of their own leaderboards without an anchor, which is no
    matter of the ledger.

    Returns:
        By format and unit; the oldest first.
    """
    before = list(_before(ledger, entry))
    return {
        (section.format, section.unit): tuple(_latest(ledger, entry, before, section.format, section.unit))
        for section in found.sections
        if section.rules_id == entry.rules_id
    }


def _before(ledger: LedgerReader, entry: CupEntry) -> Iterator[CupEntry]:
    """Complete cups by the same rules that share an entrant, the latest first."""
    named = {entrant.name for entrant in entry.entrants}
    revealed = (ledger.cup(name) for name in ledger.cup_names() if name != entry.name and ledger.is_revealed(name))
    alike = [
        each
        for each in revealed
        if each.rules_id == entry.rules_id
        and each.created < entry.created
        and not named.isdisjoint(entrant.name for entrant in each.entrants)
    ]
    return iter(sorted(alike, key=lambda each: (each.created, each.name), reverse=True))


def _latest(
    ledger: LedgerReader, entry: CupEntry, before: list[CupEntry], format_: Format, unit: Unit
) -> list[EarlierStandings]:
    """The latest of the cups *before* in which entrants of this one have results of this kind, the oldest first."""
    named = {entrant.name for entrant in entry.entrants}
    found: list[EarlierStandings] = []
    for cup in before:
        fitted = _fit(ledger, cup, format_, unit)
        played = {each.name for each in fitted.estimates if each.result_count}
        entrants = tuple(each for each in cup.entrants if each.name in named & played)
        if entrants:
            found.append(EarlierStandings(cup.name, cup.created, entrants, fitted))
        if len(found) == CUPS_AT_MOST:
            break
    return found[::-1]


def _fit(ledger: LedgerReader, cup: CupEntry, format_: Format, unit: Unit) -> Estimates:
    names = [entrant.name for entrant in cup.entrants]
    if format_ is Format.FRIENDS:
        gained = GainedColumns()
        for of_players in ledger.results_of_players(cup, unit):
            gained.enter(of_players.seating, str(of_players.board), of_players.gains, of_players.won)
        rules = rules_of(cup)
        return fit_gains(gained, names, widest_lead=None if rules is None else widest_lead(unit, rules))
    results = ResultColumns()
    for seating, board, score, margin in ledger.results_of_sides(cup, format_, unit):
        results.enter(seating, str(board), score, margin)
    return fit(results.results(), entrants=names)

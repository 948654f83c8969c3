"""Who stands where: outcomes turned into the rows and tables of a leaderboard. Pure; always computed anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from arena.accounts import Account, EntrantAccount
from arena.anchors import no_measure
from arena.entries import EntrantEntry
from arena.estimates import Estimate, Estimates, Status
from arena.friends_levels import widest_lead
from arena.gains import fit_gains
from arena.history import Stretch
from arena.matches import Ending, Format, Kind, Outcome, Part, Unit
from arena.own_copies import OwnCopies, own_copies
from arena.partnerships import InGeneral, Partnerships, in_general, partnerships
from arena.ratings import Anchor, Fit, fit
from arena.tally import add_up
from arena.time_use import TimeUse
from referee.rules.ruleset import Ruleset

_Kind: TypeAlias = tuple[Format, Unit, str]  # and rules id

RATING_DIGITS = 0
"""Decimals of an Elo that people are shown."""

LEVELS_DIGITS = 2
"""Decimals of levels per result that people are shown."""


@dataclass(frozen=True, slots=True)
class Share:
    """What part of *count* results was won; a drawn one is half won. None of none."""

    count: int
    won: float

    @property
    def share(self) -> float | None:
        return self.won / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class PartUse:
    """Deals of Finding Friends in which an entrant was what, those won among them, and the levels that it gained."""

    count: int
    won: int
    levels: int

    @property
    def share(self) -> float | None:
        return self.won / self.count if self.count else None

    @property
    def levels_per_result(self) -> float | None:
        return self.levels / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """Results of one entrant against another, or with it as partner, or in ``friends`` at one table with it.

    Attributes:
        won: results that the first one's side won, a drawn one being half won; in ``friends`` those in which the first
            one gained more, half of those in which both gained alike.
        levels_per_result: gained by the first one's side; in ``friends`` by the first one, less those of the other.
    """

    count: int
    won: float
    levels_per_result: float

    @property
    def share(self) -> float:
        return self.won / self.count


@dataclass(frozen=True, slots=True)
class AgainstMean:
    """Rating (Elo) and levels per result, both over the mean of the entrants whose rating the results limit."""

    rating: float
    levels: float

    @property
    def is_contrary(self) -> bool:
        """Whether they are on different sides of the mean, both by so much that it shows in the digits printed."""
        return round(self.rating, RATING_DIGITS) * round(self.levels, LEVELS_DIGITS) < 0


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's line.

    Attributes:
        estimate: rating and levels with their intervals, range of rank, and why not if not.
        against_mean: None where the results do not limit the rating, and in ``friends``.
        win_count: results won; drawn and lost ones likewise. Only rated results are counted. In ``friends`` a deal, or
            game, that nobody won is drawn.
        fault_losses: results that the entrant's own faults lost: in ``pairs`` they are among the lost ones, in
            ``individual`` they are rated for nobody and only here.
        faults: how often it ended in which way, in the order of `Ending`.
        times: None if it was never asked for a decision.
        by_part: deals of Finding Friends by what the entrant was in them; empty for others.
        in_general: in ``individual`` the interval for partners in general; None where it cannot be told.
        times_by_kind: of decisions, those that were measured, in the order of `Kind`.
    """

    entrant: EntrantEntry
    estimate: Estimate
    against_mean: AgainstMean | None
    win_count: int
    draw_count: int
    loss_count: int
    as_declarers: Share
    as_opponents: Share
    fault_losses: int
    faults: tuple[tuple[Ending, int], ...]
    times: TimeUse | None
    by_part: tuple[tuple[Part, PartUse], ...] = ()
    in_general: InGeneral | None = None
    times_by_kind: tuple[tuple[Kind, TimeUse], ...] = ()

    @property
    def result_count(self) -> int:
        return self.win_count + self.draw_count + self.loss_count

    @property
    def levels_disagree(self) -> bool:
        """Whether rating and levels per result point different ways."""
        return self.against_mean is not None and self.against_mean.is_contrary


@dataclass(frozen=True, slots=True)
class Section:
    """Standings of one format and unit under one set of rules; such are never mixed.

    Attributes:
        rows: by rating, those without one last; equal ones by name.
        meetings: a line for each row, a cell for each row; None where the two had no result. ``pairs`` and
            ``gauntlet``: the line's entrant against the column's. ``individual``: with it as partner. ``friends``: at
            one table with it.
        result_count: rated results.
        unrated_count: results left out because of a fault.
        board_count: distinct boards among the rated results, each with a deck of its own.
        partnerships: in ``individual`` with sides of two, who fits with whom; else None.
        history: ratings by entrant of the fit, round by round, the last after all results; none of a single round.
        points: the opponents' points of deals, rated or not, rising, and how many deals had them; empty for games.
    """

    format: Format
    unit: Unit
    rules_id: str
    rows: tuple[Row, ...]
    meetings: tuple[tuple[Meeting | None, ...], ...]
    fit: Estimates
    match_count: int
    result_count: int
    unrated_count: int
    board_count: int
    partnerships: Partnerships | None = None
    history: tuple[Stretch, ...] = ()
    points: tuple[tuple[int, int], ...] = ()

    @property
    def rating_unit(self) -> str:
        """What a rating is measured in; Elo per deal and Elo per game are different things."""
        measure = "levels" if self.format is Format.FRIENDS else "Elo"
        return f"{measure} per {'deal' if self.unit is Unit.DEALS else 'game'}"

    @property
    def rating_digits(self) -> int:
        """Decimals of a rating that people are shown."""
        return LEVELS_DIGITS if self.format is Format.FRIENDS else RATING_DIGITS

    @property
    def anchor_trouble(self) -> str | None:
        """Why no rating can be told from the anchor, without a full stop; None if they can, or there is none."""
        return no_measure(self.fit) if isinstance(self.fit, Fit) else None


@dataclass(frozen=True, slots=True)
class OwnCopyTable:
    """Strength beside its own copy against strength beside others, of one unit under one set of rules."""

    unit: Unit
    rules_id: str
    copies: OwnCopies


@dataclass(frozen=True, slots=True)
class EarlierStandings:
    """Ratings of an earlier cup, to stand beside those of a section of its kind.

    Attributes:
        begun: with its zone.
        entrants: of the later cup that have results in this one, as they were entered then.
        fit: of all of the earlier cup.
    """

    cup: str
    begun: datetime
    entrants: tuple[EntrantEntry, ...]
    fit: Estimates


@dataclass(frozen=True, slots=True)
class Standings:
    """All sections of a cup, by format, unit and rules, and what two of them say together."""

    sections: tuple[Section, ...]
    own_copies: tuple[OwnCopyTable, ...] = ()


def standings(
    outcomes: Iterable[Outcome],
    entrants: Sequence[EntrantEntry],
    *,
    anchor: Anchor | None = None,
    rules: Ruleset | None = None,
) -> Standings:
    """Standings of one cup from all its *outcomes*, in any order; aborted matches count for nothing.

    From the *rules* follows where intervals of Finding Friends have to end; without them they may be of any width.
    """
    found: dict[_Kind, Account] = {}
    for outcome in outcomes:
        match = outcome.match
        if outcome.ending is not Ending.ABORTED:
            found.setdefault((match.format, match.unit, match.rules_id), Account()).enter(outcome)
    order = sorted(found, key=lambda kind: (list(Format).index(kind[0]), list(Unit).index(kind[1]), kind[2]))
    sections = tuple(_section(kind, found[kind], entrants, anchor, rules) for kind in order)
    return Standings(sections, tuple(_own_copies(sections)))


def _own_copies(sections: Sequence[Section]) -> Iterator[OwnCopyTable]:
    """A table for each `pairs` and `individual` of the same unit and rules."""
    by_kind = {(section.format, section.unit, section.rules_id): section for section in sections}
    for section in sections:
        other = by_kind.get((Format.INDIVIDUAL, section.unit, section.rules_id))
        if section.format is not Format.PAIRS or other is None:
            continue
        assert isinstance(section.fit, Fit)
        assert isinstance(other.fit, Fit)
        copies = own_copies(section.fit, other.fit, other.partnerships)
        if copies is not None:
            yield OwnCopyTable(section.unit, section.rules_id, copies)


def _section(
    kind: _Kind,
    account: Account,
    entrants: Sequence[EntrantEntry],
    anchor: Anchor | None,
    rules: Ruleset | None,
) -> Section:
    format_, unit, rules_id = kind
    known = {entrant.name: entrant for entrant in entrants}
    for name in sorted(account.entrants):
        known.setdefault(name, EntrantEntry(name))
    fitted: Estimates
    partners: Partnerships | None = None
    general: Mapping[str, InGeneral] = {}
    if format_ is Format.FRIENDS:
        widest = None if rules is None else widest_lead(unit, rules)
        fitted = fit_gains(account.gained, known, widest_lead=widest)
        history = account.trail.of_players(sorted(known))
    else:
        given = account.results.results()
        fitted = rated_fit = fit(given, anchor=anchor, entrants=known)
        history = account.trail.of_sides(sorted(known), anchor)
        if format_ is Format.INDIVIDUAL:
            partners = partnerships(add_up(given, known), rated_fit)
            general = {} if partners is None else in_general(rated_fit, partners)
    against_mean = {} if format_ is Format.FRIENDS else _against_mean(fitted.estimates)
    rows = sorted(
        (
            _row(
                known[each.name],
                each,
                account.entrants.get(each.name, EntrantAccount()),
                against_mean.get(each.name),
                general.get(each.name),
            )
            for each in fitted.estimates
        ),
        key=_place,
    )
    names = [row.entrant.name for row in rows]
    return Section(
        format=format_,
        unit=unit,
        rules_id=rules_id,
        rows=tuple(rows),
        meetings=tuple(tuple(_meeting(account, line, column) for column in names) for line in names),
        fit=fitted,
        match_count=account.match_count,
        result_count=len(account.results) + len(account.gained),
        unrated_count=account.unrated_count,
        board_count=len(account.results.shuffles.keys() | account.gained.shuffles.keys()),
        partnerships=partners,
        history=history,
        points=tuple(sorted(account.points.items())),
    )


def _place(row: Row) -> tuple[bool, float, str]:
    rating = row.estimate.rating
    return (rating is None, -(rating or 0.0), row.entrant.name)


def _against_mean(estimates: Iterable[Estimate]) -> Mapping[str, AgainstMean]:
    """By name, of those whose rating the results limit: one that the penalty alone holds would shift the mean."""
    known = [
        (each.name, each.rating, each.levels.per_result)
        for each in estimates
        if each.status is Status.ESTIMABLE and each.rating is not None and each.levels is not None
    ]
    count = max(1, len(known))
    rating, levels = sum(rating for _, rating, _ in known) / count, sum(levels for _, _, levels in known) / count
    return {name: AgainstMean(own_rating - rating, own_levels - levels) for name, own_rating, own_levels in known}


def _row(
    entrant: EntrantEntry,
    estimate: Estimate,
    account: EntrantAccount,
    against_mean: AgainstMean | None,
    general: InGeneral | None,
) -> Row:
    return Row(
        entrant=entrant,
        estimate=estimate,
        against_mean=against_mean,
        win_count=sum(count for score, count in account.scores.items() if score > 0.5),
        draw_count=account.scores[0.5],
        loss_count=sum(count for score, count in account.scores.items() if score < 0.5),
        as_declarers=Share(account.declarers.count, account.declarers.won),
        as_opponents=Share(account.opponents.count, account.opponents.won),
        fault_losses=account.fault_losses,
        faults=tuple((ending, account.faults[ending]) for ending in Ending if account.faults[ending]),
        times=account.times.use(),
        by_part=tuple((part, PartUse(*account.parts.get(part, (0, 0, 0)))) for part in Part) if account.parts else (),
        in_general=general,
        times_by_kind=tuple(_by_kind(account)),
    )


def _by_kind(account: EntrantAccount) -> Iterator[tuple[Kind, TimeUse]]:
    for kind in Kind:
        use = account.times_by_kind[kind].use() if kind in account.times_by_kind else None
        if use is not None:
            yield kind, use


def _meeting(account: Account, line: str, column: str) -> Meeting | None:
    sums = account.meetings.get((line, column))
    if sums is None:
        return None
    return Meeting(count=sums.count, won=sums.won, levels_per_result=sums.levels / sums.count)

"""From standings to the document that is published of them, with its sentences in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import overload

from arena.conditions import in_language
from arena.cup_rules import in_words, options_of, rules_of
from arena.entries import CupEntry, EntrantEntry
from arena.estimates import Estimates, LevelsEstimate, settled
from arena.leaderboard import (
    FORMAT,
    Condition,
    EarlierCup,
    EarlierLine,
    GeneralLine,
    HistoryPoint,
    Leaderboard,
    LevelsLine,
    MeetingCell,
    OwnCopyLine,
    PairCell,
    PartLine,
    PartnersPart,
    PointsPart,
    Progress,
    RowLine,
    SectionPart,
    ShareLine,
    TimesLine,
)
from arena.leaderboard_notes import gauge, gauge_of_own_copies, notes, of_partners
from arena.matches import Format, Unit
from arena.opponents_points import thresholds
from arena.partnerships import PairEffect
from arena.ratings import Anchor, Fit
from arena.standings import EarlierStandings, Meeting, OwnCopyTable, PartUse, Row, Section, Share, Standings
from arena.time_use import TimeUse
from arena.words.english import ENGLISH
from arena.words.words import Words
from referee.rules.ruleset import Ruleset


def leaderboard(
    entry: CupEntry,
    standings: Standings,
    progress: Progress,
    anchor: Anchor | None = None,
    *,
    words: Words = ENGLISH,
    earlier: Mapping[tuple[Format, Unit], Sequence[EarlierStandings]] = MappingProxyType({}),
) -> Leaderboard:
    """The document of *standings*, which have this *anchor*; all numbers to nine digits after the point.

    Args:
        words: of the language of the sentences in it; the one that is published as a document is in English.
        earlier: cups before this one by format and unit, the oldest first (`arena.earlier_cups`).
    """
    rules = rules_of(entry)
    sections = tuple(
        _section(section, rules, earlier.get((section.format, section.unit), ()), words)
        for section in standings.sections
    )
    return Leaderboard(
        format=FORMAT,
        cup=entry.name,
        progress=progress,
        begun=entry.created.isoformat(timespec="seconds"),
        rules_id=entry.rules_id,
        commitment=entry.commitment,
        secret=entry.secret.hex() if progress is Progress.COMPLETE else None,
        conditions=tuple(Condition(*in_language(*each, words)) for each in (*_game(entry), *entry.conditions)),
        match_count=sum(section.match_count for section in sections),
        sections=sections,
        anchor=anchor,
        own_copy=tuple(line for table in standings.own_copies for line in _own_copies(table, words)),
    )


def _game(entry: CupEntry) -> tuple[tuple[str, str], ...]:
    options = options_of(entry)
    return () if options is None else (("Game", in_words(options)),)


_MEETINGS = {
    Format.PAIRS: "against",
    Format.INDIVIDUAL: "partner",
    Format.FRIENDS: "together",
    Format.GAUNTLET: "against",
}


def _section(section: Section, rules: Ruleset | None, earlier: Sequence[EarlierStandings], words: Words) -> SectionPart:
    superiority = _superiority(section)
    after_each = [line[place + 1] for place, line in enumerate(superiority[:-1])]
    return SectionPart(
        format=section.format,
        unit=section.unit,
        rules_id=section.rules_id,
        rating_unit=section.rating_unit,
        gauge=gauge(section.fit, words),
        penalty_sd=section.fit.penalty_sd if isinstance(section.fit, Fit) else None,
        match_count=section.match_count,
        result_count=section.result_count,
        unrated_count=section.unrated_count,
        board_count=section.board_count,
        rows=tuple(
            _row(row, section, better, words) for row, better in zip(section.rows, (*after_each, None), strict=False)
        ),
        meetings_are=_MEETINGS[section.format],
        meetings=tuple(tuple(_meeting(cell) for cell in line) for line in section.meetings),
        superiority=superiority,
        partners=_partners(section, words),
        history=_history(section),
        points=_points(section, rules),
        earlier=tuple(_earlier(each, words) for each in earlier),
    )


def _earlier(cup: EarlierStandings, words: Words) -> EarlierCup:
    return EarlierCup(
        cup=cup.cup,
        begun=cup.begun.isoformat(timespec="seconds"),
        gauge=gauge(cup.fit, words),
        lines=tuple(_earlier_line(each, cup.fit) for each in sorted(cup.entrants, key=lambda each: each.name)),
    )


def _earlier_line(entrant: EntrantEntry, fit: Estimates) -> EarlierLine:
    estimate = fit.estimate(entrant.name)
    return EarlierLine(entrant.name, entrant.version, estimate.rating, estimate.low, estimate.high)


def _history(section: Section) -> tuple[HistoryPoint, ...]:
    places = [section.fit.index(row.entrant.name) for row in section.rows]
    return tuple(
        HistoryPoint(each.round, each.result_count, tuple(each.ratings[place] for place in places))
        for each in section.history
    )


def _points(section: Section, rules: Ruleset | None) -> PointsPart | None:
    """Points with their thresholds; none of rules that are not known here."""
    if section.unit is Unit.GAMES or rules is None:
        return None
    found = thresholds(rules, highest=max((points for points, _ in section.points), default=0))
    return PointsPart(thresholds=found.rising, win_from=found.win_from, counts=section.points)


def _partners(section: Section, words: Words) -> PartnersPart | None:
    found = section.partnerships
    if found is None:
        return None
    places = [section.fit.index(row.entrant.name) for row in section.rows]
    return PartnersPart(
        spread=found.spread,
        freedom=found.freedom,
        told_count=found.told_count,
        sentence=of_partners(found, words),
        cells=tuple(
            tuple(_pair(found.effects.get((min(line, column), max(line, column)))) for column in places)
            for line in places
        ),
    )


def _pair(effect: PairEffect | None) -> PairCell | None:
    if effect is None:
        return None
    return PairCell(effect.result_count, effect.size, effect.standard_error, effect.shrunk, effect.is_marked)


def _own_copies(table: OwnCopyTable, words: Words) -> tuple[OwnCopyLine, ...]:
    measured_from = gauge_of_own_copies(table.copies.anchor, words)
    return tuple(
        OwnCopyLine(
            unit=table.unit,
            rules_id=table.rules_id,
            gauge=measured_from,
            name=each.name,
            bonus=each.bonus,
            standard_error=each.standard_error,
            low=each.low,
            high=each.high,
        )
        for each in sorted(table.copies.entrants, key=lambda each: (-each.bonus, each.name))
    )


def _superiority(section: Section) -> tuple[tuple[float | None, ...], ...]:
    names = [row.entrant.name for row in section.rows]
    return tuple(tuple(_settled(section.fit.superiority(line, column)) for column in names) for line in names)


def _language(entrant: EntrantEntry) -> str:
    """What it is written in; of a remote one, which nobody has seen, that too."""
    return ", ".join(filter(None, (entrant.language, "remote" if entrant.is_remote else "")))


def _row(row: Row, section: Section, better_than_next: float | None, words: Words) -> RowLine:
    estimate, general = row.estimate, row.in_general
    return RowLine(
        best_rank=estimate.best_rank,
        worst_rank=estimate.worst_rank,
        name=row.entrant.name,
        author=row.entrant.author,
        language=_language(row.entrant),
        version=row.entrant.version,
        content=row.entrant.content,
        status=estimate.status,
        rating=estimate.rating,
        standard_error=estimate.standard_error,
        low=estimate.low,
        high=estimate.high,
        bound=estimate.bound,
        levels=_levels(estimate.levels),
        levels_disagree=row.levels_disagree,
        result_count=row.result_count,
        win_count=row.win_count,
        draw_count=row.draw_count,
        loss_count=row.loss_count,
        as_declarers=_share(row.as_declarers),
        as_opponents=_share(row.as_opponents),
        fault_losses=row.fault_losses,
        faults={ending.value: count for ending, count in row.faults},
        times=_times(row.times),
        notes=notes(row, section, words),
        by_part={part.value: _part(use) for part, use in row.by_part},
        in_general=None if general is None else GeneralLine(general.standard_error, general.low, general.high),
        times_by_kind={kind.value: line for kind, use in row.times_by_kind if (line := _times(use))},
        better_than_next=better_than_next,
    )


def _levels(levels: LevelsEstimate | None) -> LevelsLine | None:
    if levels is None:
        return None
    return LevelsLine(levels.per_result, levels.standard_error, levels.low, levels.high)


def _share(share: Share) -> ShareLine:
    return ShareLine(share.count, _settled(share.share))


def _part(use: PartUse) -> PartLine:
    return PartLine(use.count, _settled(use.share), _settled(use.levels_per_result))


def _meeting(meeting: Meeting | None) -> MeetingCell | None:
    if meeting is None:
        return None
    return MeetingCell(meeting.count, _settled(meeting.share), _settled(meeting.levels_per_result))


def _times(times: TimeUse | None) -> TimesLine | None:
    if times is None:
        return None
    return TimesLine(times.decision_count, _settled(times.p50_s), _settled(times.p95_s), _settled(times.max_s))


@overload
def _settled(value: float) -> float: ...
@overload
def _settled(value: None) -> None: ...
@overload
def _settled(value: float | None) -> float | None: ...
def _settled(value: float | None) -> float | None:
    return None if value is None else settled(value)

"""Outcomes of a cup gone through once, and what of them belongs in its report. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from math import exp, lgamma
from typing import TypeAlias

from arena.gains import GainedColumns
from arena.matches import Ending, Format, FriendsResult, Outcome, Result, Unit
from arena.rated_results import ResultColumns
from arena.reporting.document import (
    FORMAT,
    NO_PROOF,
    FaultLine,
    LateLine,
    MachineLine,
    MachinePart,
    PairLine,
    Report,
    SlowLine,
    SuspicionPart,
    TimeLine,
)
from arena.suspicion import FALSE_DISCOVERIES, Suspicion, suspects_of_players, suspects_of_sides
from arena.time_use import Timings

SLOWEST = 10
"""Matches that are named for having taken longest."""

CLUSTERED = 0.01
"""Doubt below which a bot's late decisions are said to come with the machine's troubles."""

_DIGITS = 6

_Kind: TypeAlias = tuple[Format, Unit, str]  # and rules id


def report(cup: str, outcomes: Iterable[Outcome], *, limit_s: float | None) -> Report:
    """The report on a cup from its *outcomes*; aborted ones count for nothing.

    Args:
        cup: its name.
        outcomes: in any order; the report keeps theirs where it lists matches.
        limit_s: for a decision, if it is known.

    Raises:
        ValueError: results that no table can have.
    """
    survey = _Survey()
    for outcome in outcomes:
        if outcome.ending is not Ending.ABORTED:
            survey.enter(outcome)
    return Report(
        format=FORMAT,
        cup=cup,
        match_count=survey.match_count,
        decision_count=survey.decision_count,
        limit_s=limit_s,
        suspicion=tuple(_suspicion(kind, survey) for kind in sorted(survey.kinds, key=_place)),
        faults=tuple(survey.bots[name].fault_line(name) for name in sorted(survey.bots)),
        machine=MachinePart(
            fault_count=len(survey.machine_faults),
            match_count=survey.machine_match_count,
            by_kind=dict(Counter(fault.kind.value for fault in survey.machine_faults)),
            faults=tuple(survey.machine_faults),
            late=tuple(
                survey.bots[name].late_line(name) for name in sorted(survey.bots) if survey.bots[name].late_count
            ),
        ),
        times=tuple(_times(survey, limit_s)),
        slowest_matches=tuple(nlargest(SLOWEST, survey.slow, key=lambda line: (line.elapsed_s, line.match))),
        no_proof=NO_PROOF,
    )


@dataclass(slots=True)
class _Bot:
    """What is added up for one bot; matches are counted once, however many of its seats they have."""

    decision_count: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    match_count: int = 0
    late_count: int = 0
    machine_count: int = 0
    both_count: int = 0

    def fault_line(self, name: str) -> FaultLine:
        count = self.endings.total()
        return FaultLine(
            name=name,
            decision_count=self.decision_count,
            fault_count=count,
            per_1000_decisions=round(1000 * count / self.decision_count, _DIGITS) if self.decision_count else None,
            by_ending={ending.value: self.endings[ending] for ending in Ending if self.endings[ending]},
            by_rule=dict(sorted(self.rules.items())),
        )

    def late_line(self, name: str) -> LateLine:
        doubt = _chance_of_so_many(self.both_count, self.late_count, self.machine_count, self.match_count)
        return LateLine(
            name=name,
            match_count=self.match_count,
            late_match_count=self.late_count,
            machine_match_count=self.machine_count,
            both_count=self.both_count,
            p=doubt,
            is_clustered=doubt < CLUSTERED,
        )


@dataclass(slots=True)
class _Survey:
    match_count: int = 0
    decision_count: int = 0
    machine_match_count: int = 0
    bots: dict[str, _Bot] = field(default_factory=dict)
    sides: dict[_Kind, ResultColumns] = field(default_factory=dict)
    players: dict[_Kind, GainedColumns] = field(default_factory=dict)
    times: dict[tuple[Format, Unit, str], Timings] = field(default_factory=dict)
    machine_faults: list[MachineLine] = field(default_factory=list)
    slow: list[SlowLine] = field(default_factory=list)

    @property
    def kinds(self) -> set[_Kind]:
        return {*self.sides, *self.players}

    def enter(self, outcome: Outcome) -> None:
        match = outcome.match
        self.match_count += 1
        self.decision_count += outcome.decision_count
        self.machine_match_count += bool(outcome.machine_faults)
        late = {match.seating[fault.seat] for fault in outcome.faults if fault.ending is Ending.LATE}
        for name in set(match.seating):
            bot = self.bots.setdefault(name, _Bot())
            bot.match_count += 1
            bot.late_count += name in late
            bot.machine_count += bool(outcome.machine_faults)
            bot.both_count += name in late and bool(outcome.machine_faults)
        for fault in outcome.faults:
            bot = self.bots[match.seating[fault.seat]]
            bot.endings[fault.ending] += 1
            if fault.rule:
                bot.rules[fault.rule] += 1
        for name, times in zip(match.seating, outcome.times, strict=False):
            self.bots[name].decision_count += times.decision_count
            if times.decision_count:
                self.times.setdefault((match.format, match.unit, name), Timings()).enter(times)
        self._enter_results(outcome)
        self._enter_machine(outcome)
        self.slow.append(_slow(outcome))
        if len(self.slow) > 100 * SLOWEST:
            self.slow = nlargest(SLOWEST, self.slow, key=lambda line: (line.elapsed_s, line.match))

    def _enter_results(self, outcome: Outcome) -> None:
        match = outcome.match
        kind = (match.format, match.unit, match.rules_id)
        for result in outcome.results:
            board = str(result.board)
            match result:
                case Result(rated=True):
                    sides = self.sides.setdefault(kind, ResultColumns())
                    sides.enter(match.seating, board, result.score, result.margin)
                case FriendsResult(rated=True):
                    gains = tuple(seat.gain for seat in result.seats)
                    won = tuple(seat.has_won for seat in result.seats)
                    self.players.setdefault(kind, GainedColumns()).enter(match.seating, board, gains, won)
                case _:
                    # A fault, or a deal that counts for nobody.
                    pass

    def _enter_machine(self, outcome: Outcome) -> None:
        match = outcome.match
        self.machine_faults += [
            MachineLine(
                match=match.key,
                round=match.round,
                format=match.format,
                unit=match.unit,
                seating=match.seating,
                kind=fault.kind,
                deal=fault.deal,
                at=fault.at,
                sentence=fault.sentence,
            )
            for fault in outcome.machine_faults
        ]


def _place(kind: _Kind) -> tuple[int, int, str]:
    return list(Format).index(kind[0]), list(Unit).index(kind[1]), kind[2]


def _suspicion(kind: _Kind, survey: _Survey) -> SuspicionPart:
    format_, unit, rules_id = kind
    is_of_players = kind in survey.players
    found: Suspicion = (
        suspects_of_players(survey.players[kind]) if is_of_players else suspects_of_sides(survey.sides[kind].results())
    )
    return SuspicionPart(
        format=format_,
        unit=unit,
        rules_id=rules_id,
        size_unit=f"{'levels' if is_of_players else 'Elo'} per {'deal' if unit is Unit.DEALS else 'game'}",
        observed_is="levels" if is_of_players else "won",
        false_discovery_rate=FALSE_DISCOVERIES,
        pair_count=found.compared_count,
        untold_count=found.untold_count,
        listed=tuple(
            PairLine(
                bond=each.bond,
                names=each.names,
                result_count=each.result_count,
                shuffle_count=each.shuffle_count,
                observed=round(each.observed, _DIGITS),
                expected=round(each.expected, _DIGITS),
                size=round(each.size, _DIGITS),
                standard_error=round(each.standard_error, _DIGITS),
                p=each.doubt,
            )
            for each in found.listed
        ),
    )


def _times(survey: _Survey, limit_s: float | None) -> Iterator[TimeLine]:
    order = sorted(survey.times, key=lambda key: (list(Format).index(key[0]), list(Unit).index(key[1]), key[2]))
    for format_, unit, name in order:
        measured = survey.times[format_, unit, name]
        use = measured.use()
        if use is not None:
            yield TimeLine(
                format=format_,
                unit=unit,
                name=name,
                decision_count=use.decision_count,
                total_s=round(measured.total_s, _DIGITS),
                p50_s=round(use.p50_s, _DIGITS),
                p95_s=round(use.p95_s, _DIGITS),
                max_s=round(use.max_s, _DIGITS),
                p95_share=round(use.p95_s / limit_s, _DIGITS) if limit_s else None,
                max_share=round(use.max_s / limit_s, _DIGITS) if limit_s else None,
            )


def _slow(outcome: Outcome) -> SlowLine:
    match = outcome.match
    totals: dict[str, float] = {}
    for name, times in zip(match.seating, outcome.times, strict=False):
        totals[name] = totals.get(name, 0.0) + times.total_s
    slowest = max(totals, key=lambda name: (totals[name], name), default="")
    return SlowLine(
        match=match.key,
        format=match.format,
        unit=match.unit,
        round=match.round,
        seating=match.seating,
        elapsed_s=outcome.elapsed_s,
        decision_count=outcome.decision_count,
        machine_fault_count=len(outcome.machine_faults),
        slowest=slowest,
        slowest_s=round(totals[slowest], _DIGITS) if slowest else 0.0,
    )


def _chance_of_so_many(both: int, late: int, machine: int, count: int) -> float:
    """Probability that *both* or more of *late* matches, drawn blindly from *count*, are among *machine* given ones."""
    least = max(both, late + machine - count)
    ways = _log_ways(count, late)
    return min(
        1.0,
        sum(
            exp(_log_ways(machine, each) + _log_ways(count - machine, late - each) - ways)
            for each in range(least, min(late, machine) + 1)
        ),
    )


def _log_ways(count: int, chosen: int) -> float:
    return lgamma(count + 1) - lgamma(chosen + 1) - lgamma(count - chosen + 1)

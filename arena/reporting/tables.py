"""The report for people: tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.leaderboard_text import percent, seconds, shown
from arena.matches import Format
from arena.reporting.document import FaultLine, MachineLine, MachinePart, PairLine, Report, SuspicionPart
from arena.signs import signed
from arena.standings import LEVELS_DIGITS
from arena.suspicion import Bond

MACHINE_FAULTS_SHOWN = 20
"""Of the machine; the document has all."""


def tables(report: Report) -> Iterator[RenderableType]:
    """All of it, from what matters most."""
    matches = "1 match" if report.match_count == 1 else f"{report.match_count:,} matches"
    yield Text(f"{shown(report.cup)}: {matches}, {report.decision_count:,} decisions", style="bold")
    if not report.match_count:
        return
    for part in report.suspicion:
        yield from _suspicion(part)
    yield Text(report.no_proof)
    yield _faults(report.faults)
    yield from _machine(report.machine, report.match_count)
    yield _times(report)
    yield _slowest(report)


def _suspicion(part: SuspicionPart) -> Iterator[RenderableType]:
    title = f"{part.format.value.capitalize()} by {part.unit}: pairs that stand out"
    told = f"{part.pair_count} pair{'' if part.pair_count == 1 else 's'}"
    if not part.pair_count:
        yield Text(
            f"{title}: none can be told, as ratings explain whatever results there are. It takes more entrants, more "
            "different tables, or more decks."
        )
        return
    untold = f" Of {part.untold_count} more nothing can be told." if part.untold_count else ""
    if not part.listed:
        yield Text(f"{title}: none of {told}.{untold}")
        return
    table = _table(title, "pair", "results", "found", "ratings say", part.size_unit, "p")
    for line in part.listed:
        size = signed(line.size, LEVELS_DIGITS if part.format is Format.FRIENDS else 0)
        error = f"{line.standard_error:.{LEVELS_DIGITS if part.format is Format.FRIENDS else 0}f}"
        found, says = _found(line)
        table.add_row(shown(_who(line)), str(line.result_count), found, says, f"{size} ± {error}", _doubt(line.p))
    yield table
    rate = round(1 / part.false_discovery_rate)
    yield Text(f"Of {told}. Of those listed, about one in {rate} is chance.{untold}")


def _who(line: PairLine) -> str:
    one, other = line.names
    match line.bond:
        case Bond.OPPONENTS:
            return f"{one} against {other}"
        case Bond.PARTNERS:
            return f"{one} with {other}"
        case Bond.TOGETHER:
            return f"{one} and {other} at one table"


def _found(line: PairLine) -> tuple[str, str]:
    if line.bond is Bond.TOGETHER:
        return f"levels {signed(line.observed, 0)}", signed(line.expected, 1)
    return f"won {line.observed:g}", f"{line.expected:.1f}"


def _doubt(p: float) -> str:
    return f"{p:.1g}" if p < 0.001 else f"{p:.3f}"


def _faults(lines: Sequence[FaultLine]) -> RenderableType:
    guilty = [line for line in lines if line.fault_count]
    if not guilty:
        return Text("Faults of bots: none.")
    table = _table("Faults of bots", "bot", "decisions", "faults", "of 1,000", "how", "rules")
    for line in guilty:
        table.add_row(
            shown(line.name),
            f"{line.decision_count:,}",
            str(line.fault_count),
            "–" if line.per_1000_decisions is None else f"{line.per_1000_decisions:.2f}",
            _counts(line.by_ending),
            shown(_counts(line.by_rule)),
        )
    return table


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counts.items())


def _machine(part: MachinePart, match_count: int) -> Iterator[RenderableType]:
    if not part.fault_count:
        yield Text("Faults of the machine: none.")
        return
    table = _table(
        f"Faults of the machine: {part.fault_count} in {part.match_count} of {match_count:,} matches "
        f"({_counts(part.by_kind)})",
        *("when", "round", "match", "what"),
    )
    for line in part.faults[-MACHINE_FAULTS_SHOWN:]:
        table.add_row(line.at, str(line.round), shown(_seating(line)), shown(line.sentence))
    yield table
    if part.fault_count > MACHINE_FAULTS_SHOWN:
        yield Text(f"These are the last {MACHINE_FAULTS_SHOWN}; --json has all.")
    for late in part.late:
        if not late.machine_match_count:
            continue
        word = "come with" if late.is_clustered else "do not come with"
        yield Text(
            f"Late decisions of {shown(late.name)} {word} the machine's troubles: it was late in "
            f"{late.late_match_count} of {late.match_count} matches, {late.both_count} of them among the "
            f"{late.machine_match_count} of its matches with such a fault (p {_doubt(late.p)})."
        )


def _seating(line: MachineLine) -> str:
    return ", ".join(dict.fromkeys(line.seating))


def _times(report: Report) -> RenderableType:
    limit = "" if report.limit_s is None else f"; the limit is {report.limit_s:g} s"
    columns = ("bot", "format", "decisions", "p50", "p95", "longest", "total", "p95 of limit", "longest of limit")
    table = _table(f"Time for a decision{limit}", *columns)
    for line in report.times:
        table.add_row(
            shown(line.name),
            f"{line.format}, {line.unit}",
            f"{line.decision_count:,}",
            *(seconds(value) for value in (line.p50_s, line.p95_s, line.max_s)),
            f"{line.total_s:,.1f} s",
            *(percent(share) for share in (line.p95_share, line.max_share)),
        )
    return table


def _slowest(report: Report) -> RenderableType:
    table = _table("Slowest matches", "match", "format", "round", "bots", "took", "decisions", "thought longest")
    for line in report.slowest_matches:
        table.add_row(
            line.match[:12],
            f"{line.format}, {line.unit}",
            str(line.round),
            shown(", ".join(dict.fromkeys(line.seating))),
            f"{line.elapsed_s:,.1f} s",
            f"{line.decision_count:,}",
            f"{shown(line.slowest)}, {line.slowest_s:,.1f} s" if line.slowest else "–",
        )
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table

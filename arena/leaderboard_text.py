"""A leaderboard as CSV and as Markdown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from arena.entrants import HASH_DIGITS
from arena.estimates import Status
from arena.leaderboard import (
    Leaderboard,
    LevelsLine,
    MeetingCell,
    OwnCopyLine,
    PairCell,
    PartLine,
    Progress,
    RowLine,
    SectionPart,
    ShareLine,
)
from arena.leaderboard_notes import unit_noun
from arena.matches import Format, Kind, Part, Unit
from arena.shown import shown
from arena.signs import signed
from arena.standings import LEVELS_DIGITS, RATING_DIGITS
from arena.words.english import ENGLISH
from arena.words.words import Words

__all__ = [
    "csv_text",
    "explanation",
    "faults",
    "fit_together",
    "general",
    "heading",
    "interval",
    "likelihood",
    "markdown_text",
    "meetings_title",
    "own_copy_tables",
    "own_copy_words",
    "part_levels",
    "part_use",
    "percent",
    "rank",
    "rating",
    "rating_digits",
    "seconds",
    "shown",
    "version",
    "won_share",
]

_SURE = 0.995
"""A likelihood above this is not told apart from certainty."""

_FORMULA = re.compile(r"^\s*[=+\-@＝＋－＠]")
_MARKDOWN = re.compile(
    r"""
    [\\`*\[\]|~$]                    # code, emphasis, links, cells, and what GitHub adds: strikes and formulas
    | (?<![^\W_])_ | _(?![^\W_])     # emphasis too, but not within a word
    | :(?=//) | @                   # addresses that become links by themselves
    | (?<=\bwww)\.
    | (?:^|(?<=\s))\#                # headings, at their beginning and end
    | ^[-+>=]                        # lists, quotations, rules
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")
_REFERENCE = re.compile(r"&(?=#?\w+;)")


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def likelihood(probability: float | None) -> str:
    """In percent, and never certain."""
    return "> 99 %" if probability is not None and probability > _SURE else percent(probability)


def seconds(value: float) -> str:
    """A duration with three digits at most: 12 ms, 1.25 s."""
    return f"{1000 * value:.0f} ms" if value < 0.9995 else f"{value:.3g} s"


def rank(row: RowLine) -> str:
    """The ranks that the entrant may have."""
    if row.best_rank is None:
        return "–"
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"


def version(row: RowLine) -> str:
    """As the author counts; with the beginning of the hash, if the bot was submitted."""
    return f"{row.version} ({row.content[:HASH_DIGITS]})" if row.content else row.version


def rating_digits(section: SectionPart) -> int:
    """Decimals of ratings and their intervals."""
    return LEVELS_DIGITS if section.format is Format.FRIENDS else RATING_DIGITS


def rating(row: RowLine, digits: int = RATING_DIGITS) -> str:
    """The rating, or that it has no bound, or a dash."""
    if row.status is Status.UNBOUNDED:
        return "unbounded ↑" if row.win_count else "unbounded ↓"
    return "–" if row.rating is None else signed(row.rating, digits)


def interval(low: float | None, high: float | None, digits: int = RATING_DIGITS) -> str:
    """The ends of an interval; empty if it has none."""
    return "" if low is None or high is None else f"{signed(low, digits)} … {signed(high, digits)}"


def general(row: RowLine, section: SectionPart) -> str:
    """The interval for partners in general, where partners make a difference; else empty."""
    if row.in_general is None or section.partners is None or not round(section.partners.spread or 0):
        return ""
    return interval(row.in_general.low, row.in_general.high)


def fit_together(cell: PairCell | None) -> str:
    """How much better two partners are than the mean of the two, as the best guess; a star marks what is not chance."""
    if cell is None or cell.shrunk is None:
        return ""
    return f"{signed(cell.shrunk)}{'*' if cell.is_marked else ''}"


def won_share(row: RowLine) -> float | None:
    """Part of the results of a player that it won; what nobody won is not."""
    return row.win_count / row.result_count if row.result_count else None


def part_use(row: RowLine, part: str) -> str:
    """How often an entrant was what, and its levels in the mean: ``12, +0.25``; a dash for never."""
    levels = part_levels(row, part)
    return levels if levels == "–" else f"{row.by_part[part].count}, {levels}"


def part_levels(row: RowLine, part: str) -> str:
    """Levels in the mean of the deals in which an entrant was this; a dash for none."""
    use = row.by_part.get(part)
    return "–" if use is None or use.levels_per_result is None else signed(use.levels_per_result, LEVELS_DIGITS)


_ = ENGLISH.gettext
"""Marks what catalogs translate."""

_TITLES = {"against": _("Head to head"), "partner": _("With each partner"), "together": _("At one table")}


def meetings_title(section: SectionPart, words: Words = ENGLISH) -> str:
    """What stands over the table of who met whom."""
    return words.say(_TITLES[section.meetings_are])


_HEADINGS = {
    (Format.PAIRS, Unit.DEALS): _("Pairs, deal by deal"),
    (Format.PAIRS, Unit.GAMES): _("Pairs, whole games"),
    (Format.INDIVIDUAL, Unit.DEALS): _("Individual, deal by deal"),
    (Format.INDIVIDUAL, Unit.GAMES): _("Individual, whole games"),
    (Format.FRIENDS, Unit.DEALS): _("Friends, deal by deal"),
    (Format.FRIENDS, Unit.GAMES): _("Friends, whole games"),
    (Format.GAUNTLET, Unit.DEALS): _("Gauntlet, deal by deal"),
    (Format.GAUNTLET, Unit.GAMES): _("Gauntlet, whole games"),
}


def heading(section: SectionPart, words: Words = ENGLISH) -> str:
    """Format and unit, as people say them."""
    return words.say(_HEADINGS[section.format, section.unit])


def explanation(section: SectionPart, words: Words = ENGLISH) -> str:
    """What was played at a table of this section."""
    match section.format:
        case Format.PAIRS:
            return words.say("Copies of one entrant play against copies of another.")
        case Format.GAUNTLET:
            return words.say("Copies of a newcomer play against copies of each of the others, which do not meet.")
        case Format.INDIVIDUAL:
            if _all_were_partners(section):
                return words.say("Different entrants at a table, two sides of them: each with every other as partner.")
            return words.say(
                "Different entrants at a table, two sides of them; who had whom as partner stands under “{title}”.",
                title=meetings_title(section, words),
            )
        case Format.FRIENDS:
            return words.say(
                "Different entrants at a table of Finding Friends, each for itself; everyone sits in every seat."
            )


def _all_were_partners(section: SectionPart) -> bool:
    """Whether every two were partners, whatever the schedule was: as far as was played."""
    return len(section.rows) > 1 and all(
        cell is not None
        for line, cells in enumerate(section.meetings)
        for column, cell in enumerate(cells)
        if line != column
    )


# --- CSV

_COLUMNS = (
    *("format", "unit", "rules_id", "best_rank", "worst_rank", "name", "author", "language", "version", "status"),
    *("rating", "standard_error", "low", "high", "bound", "levels_per_result", "levels_low", "levels_high"),
    *("levels_disagree", "results", "wins", "draws", "losses", "declarers_results", "declarers_share"),
    *("opponents_results", "opponents_share", "fault_losses", "faults", "p50_s", "p95_s", "max_s"),
    *(f"{part}_{what}" for part in Part for what in ("results", "share", "levels_per_result")),
    "better_than_next",
    *(f"{kind}_p50_s" for kind in Kind),
    *("notes", "content"),
)


def csv_text(board: Leaderboard) -> str:
    """One line for each entrant of each section, under a line of names; what is not known is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for section in board.sections:
        for row in section.rows:
            writer.writerow(_csv_cells(section, row))
    return out.getvalue()


def _csv_cells(section: SectionPart, row: RowLine) -> Sequence[object]:
    levels = row.levels or LevelsLine(float("nan"), None, None, None)
    times = (row.times.p50_s, row.times.p95_s, row.times.max_s) if row.times else (None, None, None)
    return (
        *(section.format.value, section.unit.value, section.rules_id, row.best_rank, row.worst_rank),
        *(_csv_name(each) for each in (row.name, row.author, row.language, row.version)),
        *(row.status.value, row.rating, row.standard_error, row.low, row.high, row.bound),
        *(levels.per_result if row.levels else None, levels.low, levels.high, str(row.levels_disagree).lower()),
        *(row.result_count, row.win_count, row.draw_count, row.loss_count),
        *_csv_share(row.as_declarers),
        *_csv_share(row.as_opponents),
        *(row.fault_losses, faults(row), *times),
        *(cell for part in Part for cell in _csv_part(row.by_part.get(part.value))),
        row.better_than_next,
        *(row.times_by_kind[kind].p50_s if kind in row.times_by_kind else None for kind in Kind),
        *(_csv_name(" ".join(row.notes)), row.content),
    )


def _csv_part(use: PartLine | None) -> tuple[int | None, float | None, float | None]:
    return (None, None, None) if use is None else (use.count, use.share, use.levels_per_result)


def _csv_share(share: ShareLine) -> tuple[int, float | None]:
    return share.count, share.share


def _csv_name(text: str) -> str:
    """A stranger's text that no spreadsheet takes for a formula."""
    safe = shown(text)
    return f"'{safe}" if _FORMULA.match(safe) else safe


def faults(row: RowLine) -> str:
    """How often what happened, as ``late 2, crashed 1``; empty if nothing did."""
    return ", ".join(f"{ending} {count}" for ending, count in row.faults.items())


# --- Markdown


def markdown_text(board: Leaderboard) -> str:
    """The standings as a page of text with tables."""
    lines = [f"# {_md(board.cup)}", "", _state(board), ""]
    for section in board.sections:
        lines += [*_markdown_section(section), ""]
    lines += _markdown_own_copies(board)
    lines += ["## How it was played", ""]
    lines += [f"- {_md(condition.label)}: {_md(condition.text)}" for condition in board.conditions]
    lines += [f"- Begun: {board.begun}", f"- SHA-256 of the options of the game, first 16 digits: `{board.rules_id}`"]
    lines.append(f"- SHA-256 of the secret that the decks were drawn from: `{board.commitment}`")
    if board.secret is not None:
        lines.append(f"- The secret: `{board.secret}`")
    return "\n".join(lines) + "\n"


def _state(board: Leaderboard) -> str:
    matches = "1 match" if board.match_count == 1 else f"{board.match_count} matches"
    return f"{matches} played." if board.progress is Progress.COMPLETE else f"In progress: {matches} so far."


def _markdown_section(section: SectionPart) -> list[str]:
    noun = unit_noun(section.unit)
    lines = [f"## {heading(section)}", "", f"{explanation(section)} {_md(section.gauge)}", ""]
    is_of_players = section.format is Format.FRIENDS
    parts = ("As maker", "As friend", "Against")
    levels = (f"Levels per {noun}", "95 %")
    lines += _table(
        (
            *("Rank", "Entrant", "Version", "Author", "Language", f"Rating ({section.rating_unit})", "95 %"),
            "Better than the next",
            *(() if is_of_players else levels),
            *(f"{noun.capitalize()}s", f"Won–{'nobody' if is_of_players else 'drawn'}–lost"),
            *(("Won",) if is_of_players else ()),
            *(parts if is_of_players else ("As declarers", "As opponents")),
            *("Time p50", "p95", "Longest", "Faults"),
        ),
        (_markdown_cells(row, is_of_players=is_of_players) for row in section.rows),
    )
    notes = [f"- {_md(row.name)}: {_md(note)}" for row in section.rows for note in row.notes]
    if notes:
        lines += ["", *notes]
    if any(general(row, section) for row in section.rows):
        lines += ["", "For partners in general, and not these alone, the 95 % intervals are:", ""]
        lines += [f"- {_md(row.name)}: {general(row, section)}" for row in section.rows if general(row, section)]
    numbers = tuple(str(number) for number in range(1, len(section.rows) + 1))
    won = (
        "in which the line's entrant gained more, equal gains half," if is_of_players else "won by the line's entrant,"
    )
    lines += ["", f"### {meetings_title(section)}", "", f"Share of {noun}s {won} and their number.", ""]
    lines += _table(
        ("", *numbers),
        (
            (f"{number}. {_md(row.name)}", *map(_markdown_meeting, cells))
            for number, row, cells in zip(numbers, section.rows, section.meetings, strict=True)
        ),
    )
    return [*lines, *_markdown_partners(section), *_markdown_times(section)]


def _markdown_partners(section: SectionPart) -> list[str]:
    """Who fits with whom, in Elo; nothing where it cannot be told."""
    found = section.partners
    if found is None:
        return []
    lines = ["", "### Who fits with whom", "", found.sentence]
    if not any(fit_together(cell) for cells in found.cells for cell in cells):
        return lines
    lines += [
        "",
        "Elo over the mean of the two ratings, as the best guess; * where it is no chance (one in twenty is).",
    ]
    numbers = tuple(str(number) for number in range(1, len(section.rows) + 1))
    rows = [
        (f"{number}. {_md(row.name)}", *(fit_together(cell) or "no data" for cell in cells))
        for number, row, cells in zip(numbers, section.rows, found.cells, strict=True)
    ]
    return [*lines, "", *_table(("", *numbers), rows)]


def _markdown_times(section: SectionPart) -> list[str]:
    """Median times for decisions of each kind of which any were measured."""
    kinds = [kind for kind in Kind if any(kind in row.times_by_kind for row in section.rows)]
    if not kinds:
        return []
    rows = [
        (_md(row.name), *(seconds(times.p50_s) if (times := row.times_by_kind.get(kind)) else "–" for kind in kinds))
        for row in section.rows
    ]
    return ["", "### Time p50 by kind of decision", "", *_table(("Entrant", *map(str.capitalize, kinds)), rows)]


def _markdown_own_copies(board: Leaderboard) -> list[str]:
    """What each entrant has of its own copy as partner: a table for each unit and rules."""
    lines = []
    for unit, found in own_copy_tables(board):
        lines += ["## Beside its own copy", "", f"{own_copy_words(found[0])}", ""]
        rows = [(_md(each.name), signed(each.bonus), interval(each.low, each.high)) for each in found]
        lines += [*_table(("Entrant", f"Bonus (Elo per {unit_noun(unit)})", "95 %"), rows), ""]
    return lines


def own_copy_tables(board: Leaderboard) -> list[tuple[Unit, list[OwnCopyLine]]]:
    """The lines of each unit and rules."""
    tables = groupby(board.own_copy, key=lambda line: (line.unit, line.rules_id))
    return [(unit, list(lines)) for (unit, _), lines in tables]


def own_copy_words(line: OwnCopyLine, words: Words = ENGLISH) -> str:
    """What the table of it holds."""
    return words.say(
        "Rating in pairs less rating in individual: what an entrant has of its own copy as partner. {gauge}",
        gauge=line.gauge,
    )


def _markdown_cells(row: RowLine, *, is_of_players: bool) -> Sequence[str]:
    levels, times = row.levels, row.times
    digits = LEVELS_DIGITS if is_of_players else RATING_DIGITS
    beside = (
        "–" if levels is None else signed(levels.per_result, LEVELS_DIGITS),
        "" if levels is None else interval(levels.low, levels.high, LEVELS_DIGITS),
    )
    sides = (percent(row.as_declarers.share), percent(row.as_opponents.share))
    return (
        rank(row),
        *(_md(each) for each in (row.name, version(row), row.author, row.language)),
        rating(row, digits),
        interval(row.low, row.high, digits),
        likelihood(row.better_than_next),
        *(() if is_of_players else beside),
        str(row.result_count),
        f"{row.win_count}–{row.draw_count}–{row.loss_count}",
        *((percent(won_share(row)),) if is_of_players else ()),
        *((part_use(row, part) for part in Part) if is_of_players else sides),
        *((seconds(times.p50_s), seconds(times.p95_s), seconds(times.max_s)) if times else ("–", "–", "–")),
        faults(row) or "none",
    )


def _markdown_meeting(cell: MeetingCell | None) -> str:
    return "no data" if cell is None else f"{percent(cell.share)} of {cell.count}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _md(text: str) -> str:
    """*text* that means nothing to Markdown, nor to HTML inside it."""
    line = _NUMBERED.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\g<0>", shown(text).strip()))
    return _REFERENCE.sub("&amp;", line).replace("<", "&lt;")

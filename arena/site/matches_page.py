"""The pages that list all matches, round by round: one for most cups, several with a page of rounds for large ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from arena.leaderboard import Progress
from arena.matches import Format, Outcome, Unit
from arena.site import paths
from arena.site.environment import environment
from arena.site.match_view import SIDES, names_of_side, score_of
from arena.site.match_words import MatchWords, match_words, ranges
from arena.site.place import Place
from arena.words.languages import Language

MATCHES_A_PAGE = 1000
"""About so many matches stand on a page; a round is never cut."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list: what is kept of each while a cup is published.

    Attributes:
        seating: entrants by seat.
        won: as `arena.site.match_view.Score`, also *gains*.
        offenders: entrants that had a fault, for each of its faults.
    """

    key: str
    round: int
    format: Format
    unit: Unit
    boards: str
    seating: tuple[str, ...]
    won: tuple[int, ...]
    gains: tuple[int, ...]
    offenders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Round:
    """A round, on the page *path* of all lists."""

    number: int
    path: str
    rows: Sequence[MatchRow]


def match_row(outcome: Outcome) -> MatchRow:
    """The row of a match."""
    match, score = outcome.match, score_of(outcome)
    return MatchRow(
        key=match.key,
        round=match.round,
        format=match.format,
        unit=match.unit,
        boards=ranges(match.boards),
        seating=match.seating,
        won=score.won,
        gains=score.gains,
        offenders=tuple(match.seating[fault.seat] for fault in outcome.faults),
    )


def matches_pages(cup: str, progress: Progress, rows: Sequence[MatchRow], language: Language) -> Mapping[str, str]:
    """The pages of all matches by their paths, `arena.site.paths.MATCHES` first, which leads to every round.

    Args:
        cup: its name.
        rows: by round.
    """
    rounds = _rounds(rows)
    by_page = {path: list(found) for path, found in groupby(rounds, key=lambda each: each.path)}
    words = match_words(language, "")
    template = environment(language).get_template("matches.html")
    pages = {}
    for path in dict.fromkeys((paths.MATCHES, *by_page)):
        pages[path] = template.render(
            place=Place(language, path),
            cup=cup,
            is_complete=progress is Progress.COMPLETE,
            match_count=len(rows),
            rounds=rounds,
            has_others=len(by_page) > 1 or paths.MATCHES not in by_page,
            is_first=path == paths.MATCHES,
            sections=[(each, _tables(each.rows, words)) for each in by_page.get(path, ())],
            words_of_matches=words,
        )
    return pages


def _rounds(rows: Sequence[MatchRow]) -> list[_Round]:
    """The rounds, each on its page: all on the first if they are few, else on others."""
    found = [(number, list(of_round)) for number, of_round in groupby(rows, key=lambda row: row.round)]
    if len(rows) <= MATCHES_A_PAGE or len(found) == 1:
        return [_Round(number, paths.MATCHES, of_round) for number, of_round in found]
    rounds, page, room = [], 1, MATCHES_A_PAGE
    for number, of_round in found:
        if len(of_round) > room and room < MATCHES_A_PAGE:
            page, room = page + 1, MATCHES_A_PAGE
        rounds.append(_Round(number, paths.matches(page), of_round))
        room -= len(of_round)
    return rounds


def _tables(rows: Sequence[MatchRow], words: MatchWords) -> list[tuple[str, str]]:
    """The matches of a round as lines of tables, one for each format and unit, under its name."""
    tables: dict[tuple[Format, Unit], list[MatchRow]] = {}
    for row in rows:
        tables.setdefault((row.format, row.unit), []).append(row)
    return [(words.kind(*kind), "".join(_line(row, words) for row in found)) for kind, found in tables.items()]


def _line(row: MatchRow, words: MatchWords) -> str:
    named = words.named
    if row.format is Format.FRIENDS:
        who = " · ".join(map(named, row.seating))
        result = " · ".join(map(words.signed, row.gains))
        levels = ""
    else:
        who = " – ".join(" + ".join(map(named, names_of_side(row.seating, side))) for side in SIDES)
        result = f"{words.number(row.won[0])} : {words.number(row.won[1])}"
        levels = words.signed(row.gains[0])
    faults = words.number(len(row.offenders)) if row.offenders else ""
    return (
        f'<tr><th scope="row"><a href="{paths.match_page(row.key)}">{who}</a></th>'
        f'<td class="number">{result}</td><td class="number">{levels}</td>'
        f'<td class="number">{words.words.digits(row.boards)}</td><td class="number">{faults}</td></tr>\n'
    )

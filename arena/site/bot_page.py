"""The page of an entrant: who it is, how it did in each section, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from arena.leaderboard import EarlierLine, Leaderboard, MeetingCell, PairCell, Progress, RowLine
from arena.shown import shown
from arena.site import paths
from arena.site.charts.shares import share_bar
from arena.site.environment import environment
from arena.site.match_words import MatchWords
from arena.site.matches_page import MatchRow
from arena.site.place import Place
from arena.site.says import Says
from arena.site.section_view import SectionView, section_views
from arena.words.languages import Language
from arena.words.words import words_of

MATCHES_AT_MOST = 200
"""Matches that the page of an entrant lists; all others are in the list of all matches."""


@dataclass(frozen=True, slots=True)
class MatchLink:
    """A match of the entrant.

    Attributes:
        result: in words.
        fault_count: faults of this entrant in it.
    """

    key: str
    round: int
    seating: tuple[str, ...]
    result: str
    fault_count: int


def match_link(row: MatchRow, name: str, words: MatchWords) -> MatchLink:
    """The match of a row as the page of *name* lists it, who played in it.

    Args:
        words: of this page.
    """
    return MatchLink(
        key=row.key,
        round=row.round,
        seating=row.seating,
        result=words.result_of(name, row.format, row.seating, row.won, row.gains),
        fault_count=row.offenders.count(name),
    )


@dataclass(frozen=True, slots=True)
class OtherLine:
    """How the entrant did against, or with, another one; None where the two did not meet."""

    row: RowLine
    meeting: MeetingCell | None
    bar: Markup
    superiority: float | None
    pair: PairCell | None


@dataclass(frozen=True, slots=True)
class BotSection:
    """The entrant in one section."""

    view: SectionView
    at: int
    others: tuple[OtherLine, ...]
    history: Markup
    cups: Markup

    @property
    def row(self) -> RowLine:
        return self.view.rows[self.at]

    @property
    def earlier(self) -> tuple[tuple[str, EarlierLine], ...]:
        """Its lines in earlier cups, with when those were begun."""
        return tuple(
            (cup.begun, line) for cup in self.view.part.earlier for line in cup.lines if line.name == self.row.name
        )


def bot_page(board: Leaderboard, name: str, language: Language, matches: Sequence[MatchLink] = ()) -> str:
    """The page of the entrant *name*, at `paths.bot_page`.

    Args:
        board: with its sentences in the *language*.
        matches: in which the entrant played; those with faults are listed before the others, and of all together
            `MATCHES_AT_MOST`.

    Raises:
        KeyError: no section has an entrant of this name.
    """
    says = Says(words_of(language))
    views = section_views(board, says, has_maps=True)
    sections = [_section(view, at) for view in views for at, row in enumerate(view.rows) if row.name == name]
    if not sections:
        raise KeyError(name)
    faulty = [match for match in matches if match.fault_count]
    others = [match for match in matches if not match.fault_count]
    return (
        environment(language)
        .get_template("bot.html")
        .render(
            place=Place(language, paths.bot_page(name)),
            cup=board.cup,
            board=board,
            is_complete=board.progress is Progress.COMPLETE,
            name=name,
            markdown=embedding(name),
            who=sections[0].row,
            sections=sections,
            faulty=faulty[:MATCHES_AT_MOST],
            others=others[: max(0, MATCHES_AT_MOST - len(faulty))],
            match_count=len(matches),
            says=says,
            paths=paths,
        )
    )


def _section(view: SectionView, at: int) -> BotSection:
    part = view.part
    name = part.rows[at].name
    others = tuple(
        OtherLine(
            row=row,
            meeting=(meeting := part.meetings[at][column]),
            bar=Markup() if meeting is None else share_bar(meeting.share),
            superiority=part.superiority[at][column],
            pair=part.partners.cells[at][column] if part.partners else None,
        )
        for column, row in enumerate(part.rows)
        if column != at
    )
    return BotSection(view, at, others, view.history([name]), view.cups([name]))


def embedding(name: str) -> str:
    """Markdown that shows the badge and leads to the page; ADDRESS stands for where the folder is published."""
    label = "".join("\\" + letter if letter in "\\[]`*_<" else letter for letter in shown(name))
    place = Place(Language.ENGLISH, paths.INDEX)
    return f"[![{label}](ADDRESS/{place.asset(paths.badge(name))})](ADDRESS/{place.page(paths.bot_page(name))})"

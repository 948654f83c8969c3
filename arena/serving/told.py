"""What a reader is told while a cup goes on: sentences in a language, of matches, of progress and of the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from arena.leaderboard import Leaderboard
from arena.leaderboard_text import shown
from arena.matches import FriendsResult, Match, Outcome, Result
from arena.serving.watch import News
from arena.site.paths import match_page
from arena.words.words import Words

MOST_CHANGES = 3
"""Sentences about one change of the standings; more are only counted."""

Order: TypeAlias = tuple[tuple[str, ...], ...]
"""By section, the entrants from the first to the last."""


class MatchTold(msgspec.Struct, frozen=True):
    """A match that was stored.

    Attributes:
        page: of the match, below the folder of the language.
        text: who played, and what came of it.
    """

    sequence: int
    page: str
    text: str


class ProgressTold(msgspec.Struct, frozen=True):
    """How far the cup is.

    Attributes:
        text: in words, with the time left where that can be told.
    """

    done: int
    count: int
    text: str
    is_readable: bool


class StandingsTold(msgspec.Struct, frozen=True):
    """The standings as they are now.

    Attributes:
        version: of them.
        html: in place of those that are there.
        said: what changed, for readers who do not see it.
    """

    version: str
    html: str
    said: str


def match_told(news: News, words: Words) -> MatchTold:
    """What is told of a match that came."""
    return MatchTold(news.sequence, match_page(news.outcome.match.key), match_sentence(news.outcome, words))


def match_sentence(outcome: Outcome, words: Words) -> str:
    """Who played whom, and what came of it."""
    match = outcome.match
    results = [each for each in outcome.results if isinstance(each, Result)]
    if not results:
        return _friends_sentence(outcome, words)
    won = sum(each.score for each in results)
    return words.say(
        "{first} {won} : {lost} {second}",
        first=_side(match, 0, words),
        second=_side(match, 1, words),
        won=_score(won, words),
        lost=_score(len(results) - won, words),
    )


def _friends_sentence(outcome: Outcome, words: Words) -> str:
    match = outcome.match
    gains = [0] * len(match.seating)
    for each in outcome.results:
        if isinstance(each, FriendsResult):
            for seat, part in enumerate(each.seats):
                gains[seat] += part.gain
    return " · ".join(
        f"{_name(name, words)} {words.signed(gain)}" for name, gain in zip(match.seating, gains, strict=True)
    )


def _side(match: Match, side: int, words: Words) -> str:
    names = dict.fromkeys(match.seating[side::2])
    return " + ".join(_name(name, words) for name in names)


NAME_LENGTH = 30
"""Characters of a name in a line of news."""


def _name(name: str, words: Words) -> str:
    text = shown(name)
    return words.isolated(text if len(text) <= NAME_LENGTH else f"{text[: NAME_LENGTH - 1]}…")


def _score(won: float, words: Words) -> str:
    return words.number(won, 0 if won == int(won) else 1)


def progress_sentence(done: int, count: int, left_s: float | None, words: Words) -> str:
    """How many matches are played, and how long the rest takes if that is known."""
    text = words.say("{done} of {count} matches", done=words.number(done), count=words.number(count))
    if left_s is None:
        return text
    minutes = round(left_s / 60)
    if minutes < 1:
        left = words.say("less than a minute left")
    elif minutes < 100:
        left = words.count("about {count} minute left", "about {count} minutes left", minutes)
    else:
        left = words.count("about {count} hour left", "about {count} hours left", round(minutes / 60))
    return f"{text} · {left}"


def order_of(board: Leaderboard) -> Order:
    """Who stands where."""
    return tuple(tuple(row.name for row in section.rows) for section in board.sections)


def changes(before: Order, board: Leaderboard, titles: Sequence[str], words: Words) -> str:
    """Who leads now that did not, and who changed places; empty if nobody did.

    Args:
        before: the standings that the reader knows.
        board: those of now.
        titles: of its sections; told where there is more than one.
    """
    said = list(_changes(before, order_of(board), titles, words))
    more = len(said) - MOST_CHANGES
    if more > 0:
        said = [*said[:MOST_CHANGES], words.count("{count} more change.", "{count} more changes.", more)]
    return " ".join(said)


def _changes(before: Order, now: Order, titles: Sequence[str], words: Words) -> Iterator[str]:
    for index, names in enumerate(now):
        known = before[index] if index < len(before) else ()
        if not known or known == names or set(known) != set(names):
            continue
        where = f"{titles[index]}: " if len(now) > 1 else ""
        if names[0] != known[0]:
            yield where + words.say("{name} leads now.", name=_name(names[0], words))
        for place, name in enumerate(names[1:], 2):
            if (was := known.index(name) + 1) > place:
                yield where + words.say(
                    "{name} rises from place {was} to place {place}.",
                    name=_name(name, words),
                    was=words.number(was),
                    place=words.number(place),
                )

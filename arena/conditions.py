"""How a cup is played, in the language of a reader: of labels and texts that the ledger keeps in English.

What we write there is translated phrase by phrase. A text with a phrase that is not known here, as another version may
have written it, stays English as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from arena.words.english import ENGLISH
from arena.words.languages import Language
from arena.words.words import Words

_ = ENGLISH.gettext
"""Marks what catalogs translate."""

_LABELS: Final = frozenset(
    {
        *(_("Game"), _("Time"), _("Faults"), _("Remote"), _("Isolation"), _("Machine")),
        *(_("Pairs by deals"), _("Individual by deals"), _("Friends by deals"), _("Gauntlet by deals")),
        *(_("Pairs by games"), _("Individual by games"), _("Friends by games"), _("Gauntlet by games")),
    }
)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase as the ledger has it and as catalogs know it.

    Attributes:
        pattern: its groups are the values of *message*.
    """

    pattern: re.Pattern[str]
    message: str


def _phrase(pattern: str, message: str) -> _Phrase:
    return _Phrase(re.compile(pattern), message)


def _fixed(message: str) -> _Phrase:
    return _Phrase(re.compile(re.escape(message)), message)


_AS_WRITTEN = frozenset({"names", "options", "preset"})
"""Values that are no numbers."""

_SECONDS = r"\d+(?:\.\d+)?(?:e[+-]?\d+)?"

# Where one phrase begins like another, the longer stands first.
_PHRASES: Final = (
    # Game
    _phrase(r"Tractor, (?P<seats>\d+) seats, 1 pack", _("Tractor, {seats} seats, 1 pack")),
    _phrase(r"Tractor, (?P<seats>\d+) seats, (?P<packs>\d+) packs", _("Tractor, {seats} seats, {packs} packs")),
    _phrase(
        r"Finding Friends, (?P<players>\d+) players, (?P<packs>\d+) packs",
        _("Finding Friends, {players} players, {packs} packs"),
    ),
    _phrase(r" \(preset (?P<preset>[\w-]+)\)$", _(" (preset {preset})")),
    _phrase(r" \(preset (?P<preset>[\w-]+), with (?P<options>.+)\)$", _(" (preset {preset}, with {options})")),
    # Time
    _phrase(
        rf"(?P<limit>{_SECONDS}) s for a decision, a bank of (?P<bank>{_SECONDS}) s for a match",
        _("{limit} s for a decision, a bank of {bank} s for a match"),
    ),
    _phrase(rf"(?P<increment>{_SECONDS}) s more after each", _("{increment} s more after each")),
    # Faults
    _phrase(r"allowed are (?P<count>\d+) strikes? in a deal", _("strikes allowed in a deal: {count}")),
    _phrase(r"(?P<count>\d+) lost deals?", _("lost deals allowed: {count}")),
    # Stages
    _phrase(r"(?P<count>\d+) rounds? a phase", _("rounds of a phase: {count}")),
    _phrase(r"(?P<count>\d+) seatings? of a deck", _("seatings of a deck: {count}")),
    _phrase(r"(?P<count>\d+) deals? a match", _("deals of a match: {count}")),
    _phrase(r"at most (?P<count>\d+) deals? a game", _("deals of a game, at most: {count}")),
    _phrase(r"(?P<count>\d+) deals?", _("deals in all: {count}")),
    _phrase(r"(?P<count>\d+) games?", _("games in all: {count}")),
    _phrase(r'newcomers (?P<names>"(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*)', _("newcomers {names}")),
    _fixed(_("whist")),
    _fixed(_("swiss")),
    _fixed(_("not duplicate")),
    _fixed(_("duplicate")),
    _fixed(_("starter fixed")),
    _fixed(_("starter bid")),
    # Isolation
    _fixed(_("every seat a process of its own, in tier A: in a sandbox, all that it uses counted by control groups")),
    _fixed(_("every seat a process of its own, in tier B: in a sandbox")),
    _fixed(_("every seat a process of its own, in tier C: kept from files and the network by Landlock and seccomp")),
    _fixed(_("every seat a process of its own, in tier D: with limits, and without a sandbox")),
    _fixed(_("no bot runs on the arena's machine")),
    # Remote
    _phrase(
        rf"(?P<names>.+), played from elsewhere: (?P<lag>{_SECONDS}) s of each decision are not counted, "
        "for the way there and back",
        _("{names}, played from elsewhere: {lag} s of each decision are not counted, for the way there and back"),
    ),
    _phrase(
        rf"a stream that breaks can be taken up again within (?P<resume>{_SECONDS}) s, while the clock runs",
        _("a stream that breaks can be taken up again within {resume} s, while the clock runs"),
    ),
)
_BETWEEN = re.compile(r", |; |(?= \()|$")


def in_language(label: str, text: str, words: Words) -> tuple[str, str]:
    """A condition with its label, each translated if it is one of those that we write."""
    if words.language is Language.ENGLISH:
        return label, text
    found = _translated(text, words)
    return words.say(label) if label in _LABELS else label, text if found is None else found


def _translated(text: str, words: Words) -> str | None:
    """*text* phrase by phrase; None if there is something else in it."""
    said, place = "", 0
    while place < len(text):
        found = next(_matches(text, place), None)
        if found is None:
            return None
        phrase, match, between = found
        said += words.say(phrase.message, **_values(match.groupdict(), words)) + _mark(between[0], words)
        place = between.end()
    return said


def _matches(text: str, place: int) -> Iterator[tuple[_Phrase, re.Match[str], re.Match[str]]]:
    """Phrases that *text* has at this place, each with what follows before the next."""
    for phrase in _PHRASES:
        match = phrase.pattern.match(text, place)
        between = _BETWEEN.match(text, match.end()) if match else None
        if match and between:
            yield phrase, match, between


def _values(groups: Mapping[str, str], words: Words) -> dict[str, str]:
    return {name: value if name in _AS_WRITTEN else words.digits(value) for name, value in groups.items()}


def _mark(mark: str, words: Words) -> str:
    """What stands between two phrases."""
    match mark:
        case ", ":
            return words.say(", ")
        case "; ":
            return words.say("; ")
        case _:
            return ""

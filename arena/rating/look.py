"""Strangers' texts in sentences, and which of their names look the same."""

from __future__ import annotations

import re
import unicodedata

_MOST_SHOWN = 40

# Characters of no width: joiners, marks of direction, variation selectors, fillers.
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf"})
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def quoted(text: str) -> str:
    """*text* as it is shown in a sentence: its beginning, on one line, with nothing in it that a terminal obeys."""
    return repr(_beginning(text))


def spelt(text: str) -> str:
    """`quoted`, with all that is not ASCII as its number: others of the same look differ there."""
    return ascii(_beginning(text))


def look(name: str) -> str:
    """*name* as it is seen: composed, with plain blanks and without what is not shown."""
    seen = "".join(
        " " if each.isspace() else each for each in unicodedata.normalize("NFC", name) if not _is_unseen(each)
    )
    return unicodedata.normalize("NFC", seen).strip()


def _is_unseen(each: str) -> bool:
    if each.isspace():
        return False
    return unicodedata.category(each) in _UNSEEN_CATEGORIES or _UNSEEN.fullmatch(each) is not None


def _beginning(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"

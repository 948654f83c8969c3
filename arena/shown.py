"""Strangers' texts made fit to stand among ours."""

from __future__ import annotations

import unicodedata

from arena.words.languages import Language
from arena.words.words import Words

# Directions that a name would impose on what stands after it.
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSHOWN_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def shown(text: str) -> str:
    """*text* on one line and in its own direction: what would break either is shown as �."""
    # What is replaced is among what Python calls unprintable; a name without takes a tenth of the time so.
    if text.isprintable():
        return text
    return "".join(
        "�" if each in _BIDI_CONTROLS or unicodedata.category(each) in _UNSHOWN_CATEGORIES else each for each in text
    )


def named(name: str, words: Words) -> str:
    """A stranger's name for the middle of a sentence in this language; plain text in English, as documents have it."""
    return shown(name) if words.language is Language.ENGLISH else words.isolated(shown(name))

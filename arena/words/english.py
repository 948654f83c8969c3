"""The words of documents and of the terminal, which are in English."""

from __future__ import annotations

from typing import Final

from arena.words.languages import Language
from arena.words.words import Words, words_of

ENGLISH: Final[Words] = words_of(Language.ENGLISH)

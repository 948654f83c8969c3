"""Names of files for entrants, whose own names may be of any script and hold anything that can be printed."""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata

STEM_BYTES = 200
"""Of a name in the name of a file, which has at most 255 bytes."""

_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


def log_name(entrant: str) -> str:
    """File name of an entrant's log: the name, if it is of plain letters, digits, ``_``, ``.`` and ``-``.

    Of others, letters of any script are kept, as far as the file system takes them, and what follows a ``~``, which no
    plain name has, tells names apart that look alike.
    """
    return f"{_stem(entrant)}.log"


def folder_name(entrant: str) -> str:
    """Name of a folder of an entrant's own, like `log_name`; none begins with a dot, as ``..`` does."""
    stem = _stem(entrant)
    return f"~{stem}" if stem.startswith(".") else stem


def _stem(entrant: str) -> str:
    if _PLAIN.fullmatch(entrant) and len(entrant) <= STEM_BYTES:
        return entrant
    letters = "".join(each if _is_of_a_word(each) else "_" for each in unicodedata.normalize("NFC", entrant))
    encoding = sys.getfilesystemencoding()
    stem = letters.encode(encoding, "ignore")[:STEM_BYTES].decode(encoding, "ignore")
    return f"{stem}~{hashlib.sha256(entrant.encode()).hexdigest()[:12]}"


def _is_of_a_word(letter: str) -> bool:
    """Letters, the marks on them, and digits, of any script."""
    return letter in "_.-" or unicodedata.category(letter)[0] in "LMN"

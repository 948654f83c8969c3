"""Serves a cup of hostile names, which no cup file could give: ``python -m tests.browser.hostile_server FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.config import Cup, parse_cup
from arena.serving.command import _serve
from tests.arena.cups import cup_text, rules
from tests.browser.real_cups import HOSTILE

STAGE = '[[stage]]\nformat = "pairs"\ndeals = 2\n'


def hostile_cup(folder: Path, names: Sequence[str] = tuple(HOSTILE.values())) -> Cup:
    """A cup whose entrants, and their authors, are called *names*."""
    cup = parse_cup(cup_text(STAGE, names="ABCD", more=rules("forty-points")), folder)
    entrants = (replace(each, name=name, author=name) for each, name in zip(cup.entrants, names, strict=True))
    return replace(cup, entrants=tuple(entrants))


if __name__ == "__main__":
    files = Path(sys.argv[1])
    sys.exit(_serve(hostile_cup(files), host="127.0.0.1", port=0, ledger=None, files=files))

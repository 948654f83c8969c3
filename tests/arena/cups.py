"""Cup files and cups for tests; their bots are programs that exist and are never started here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.config import Cup, parse_cup
from arena.cup_file import BadCup
from arena.deals import secret_of_seed

PAIRS = '[[stage]]\nformat = "pairs"\ndeals = 4\n'
ONE_DEAL = '[[stage]]\nformat = "pairs"\ndeals = 1\n'
INDIVIDUAL = '[[stage]]\nformat = "individual"\ndeals = 4\n'
FRIENDS = '[[stage]]\nformat = "friends"\ndeals = 4\n'
FRIENDS_GAMES = '[[stage]]\nformat = "friends"\ngames = 2\n'
GAMES = '[[stage]]\nformat = "pairs"\ngames = 2\n'

SECRET = secret_of_seed("test")
"""Of all cups made here, unless they are given another seed."""


def bot(name: str, command: str = '"true"', more: str = "") -> str:
    return f'[[bot]]\nname = "{name}"\ncommand = {command}\n{more}'


def cup_text(
    *stages: str, names: Sequence[str] = "ABCD", more: str = "", seed: str | None = "test", command: str = '"true"'
) -> str:
    head = '[cup]\nname = "test"\n' + (f'seed = "{seed}"\n' if seed else "")
    return "\n".join([head, *(stages or (PAIRS,)), more, *(bot(name, command) for name in names)])


def cup(
    *stages: str, names: Sequence[str] = "ABCD", more: str = "", seed: str | None = "test", command: str = '"true"'
) -> Cup:
    return parse_cup(cup_text(*stages, names=names, more=more, seed=seed, command=command), Path("/"))


def refused(text: str, folder: Path = Path("/")) -> BadCup:
    """What is wrong with a cup file in a folder."""
    with pytest.raises(BadCup) as caught:
        parse_cup(text, folder)
    return caught.value


def rules(preset: str, more: str = "") -> str:
    """``[rules]``, to be given as *more* of a cup."""
    return f'[rules]\npreset = "{preset}"\n{more}\n'

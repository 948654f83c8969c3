"""The rules of the game compute, and do nothing else."""

from __future__ import annotations

import pytest

from tests.architecture.sources import Source, is_within, sources

ALLOWED_IMPORTS = (
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "json",
    "math",
    # Text and values, both ways: it computes, too.
    "msgspec",
    "operator",
    # Chance comes in as an argument, and this is its type. Making one is among the forbidden calls.
    "random.Random",
    "re",
    "referee.rules",
    "string",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
)
FORBIDDEN_CALLS = frozenset({"Random", "__import__", "breakpoint", "eval", "exec", "input", "open", "print"})


def impurities(source: Source) -> list[str]:
    """What *source* imports or calls that rules may not."""
    strange = {name for name in source.imports() if not any(is_within(name, allowed) for allowed in ALLOWED_IMPORTS)}
    return [
        *(f"{source.module} imports {name}" for name in sorted(strange)),
        *(f"{source.module} calls {name}" for name in sorted(source.calls() & FORBIDDEN_CALLS)),
    ]


def test_rules_compute_and_do_nothing_else() -> None:
    """No file, clock, chance, log, thread or message reaches the rules."""
    rules = list(sources("referee/rules"))

    assert rules
    assert [breach for source in rules for breach in impurities(source)] == []


@pytest.mark.parametrize(
    ("line", "breach"),
    [
        ("import random", "imports random"),
        ("import os.path", "imports os.path"),
        ("from time import monotonic", "imports time.monotonic"),
        ("import collections, logging", "imports logging"),
        ("import structlog", "imports structlog"),
        ("import asyncio", "imports asyncio"),
        ("import socket", "imports socket"),
        ("import importlib", "imports importlib"),
        ("from referee.wire.tractor.v1 import bot_pb2", "imports referee.wire.tractor.v1.bot_pb2"),
        ("from referee import serving", "imports referee.serving"),
        ("from ..serving import clock", "imports referee.serving.clock"),
        ("from .. import wire", "imports referee.wire"),
        ("import arena", "imports arena"),
        ("def peek() -> str:\n    import pathlib", "imports pathlib"),
        ("text = open('deck').read()", "calls open"),
        ("print('trump')", "calls print"),
        ("from random import Random\nrng = Random()", "calls Random"),
    ],
)
def test_an_impure_line_is_found(line: str, breach: str) -> None:
    assert impurities(Source("referee.rules.made_up", line)) == [f"referee.rules.made_up {breach}"]


PURE = """
import math
from collections import abc
from random import Random
from referee.rules.cards import Card
from .ladder import Ladder

def shuffle(deck: list[Card], rng: Random) -> None:
    rng.shuffle(deck)
"""


def test_a_pure_source_passes() -> None:
    assert impurities(Source("referee.rules.made_up", PURE)) == []

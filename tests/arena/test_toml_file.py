"""Files in TOML of any form: what is wrong is told with its key, in words that fit the form."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from arena.toml_file import BadFile, Command, Form, suggestion


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Leaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    code: Annotated[str, Meta(pattern="^[a-z]$")] = "a"


class Tree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    leaf: list[Leaf]
    prune: Command | None = None
    named: dict[str, str] = {}


class BadTree(BadFile):
    pass


FORM = Form(
    struct=Tree,
    error=BadTree,
    kind="a tree",
    tables={"leaf": Leaf},
    lists=frozenset({"leaf"}),
    choices={"colour": Colour},
    patterns={"code": "one small letter"},
)


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("", "leaf", "is missing; add [[leaf]]"),
        ("[leaf]\ncolour = 'red'\n", "leaf", "must be a list; write [[leaf]]"),
        ("[[leaf]]\ncolour = 'green'\n", "leaf[1].colour", "must be one of red, blue; the file has 'green'"),
        ("[[leaf]]\ncolor = 'red'\n", "leaf[1].color", "unknown key; did you mean colour?"),
        ("[[leaf]]\ncolour = 'red'\ncode = 'A'\n", "leaf[1].code", "must be one small letter; the file has 'A'"),
        ("prune = 1\n[[leaf]]\ncolour = 'red'\n", "prune", "must be a text or a list of texts; the file has 1"),
        ("leaf = []\n[named]\na = 'x'\nb = 1\n", "named.b", "must be a text; the file has 1"),
        ("leaf = []\n[named]\n'a b' = []\n", 'named."a b"', "must be a text"),
        ("size = 1\n", "size", "unknown key; known keys here: leaf, prune, named"),
        ("x = " + "[" * 20_000, "", "has lists or tables too deep in one another; no key of a tree needs that"),
    ],
)
def test_what_is_wrong_is_told_in_the_words_of_the_form(text: str, key: str, reason: str) -> None:
    with pytest.raises(BadTree) as caught:
        FORM.decode(text)

    assert (caught.value.key, caught.value.reason) == (key, reason)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadTree, match="cannot be read: No such file"):
        FORM.read(tmp_path / "tree.toml")
    (tmp_path / "tree.toml").write_bytes(b"\xff")
    with pytest.raises(BadTree, match="is not text in UTF-8"):
        FORM.read(tmp_path / "tree.toml")


def test_what_is_right_is_read(tmp_path: Path) -> None:
    (tmp_path / "tree.toml").write_text("\ufeff[[leaf]]\ncolour = 'red'\n", encoding="utf-8")

    assert FORM.read(tmp_path / "tree.toml") == Tree([Leaf(Colour.RED)])


def test_a_suggestion_is_the_nearest_or_all() -> None:
    assert suggestion("raed", ["red", "blue"], "known") == "did you mean red?"
    assert suggestion("x", ["red", "blue"], "known") == "known: red, blue"

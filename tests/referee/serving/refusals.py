"""The refusals that docs/protocol.md lists, and those that the code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SERVING = Path(__file__).parents[3] / "referee" / "serving"
PROTOCOL_PAGE = SERVING.parents[1] / "docs" / "protocol.md"

_ROW = re.compile(r"\| `([A-Z_]+)` \| (.+?) \| .*\|")

_ANY = "…"
"""Stands for what differs from one refusal to another."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One row: a status, and a sentence with gaps."""

    status: str
    sentence: str

    def matches(self, status: str, sentence: str) -> bool:
        """Whether it is this one."""
        return status == self.status and re.fullmatch(_pattern(self.sentence), sentence, re.DOTALL) is not None


def documented() -> list[Refusal]:
    """All rows of the tables of the page."""
    rows = [_ROW.fullmatch(line) for line in PROTOCOL_PAGE.read_text().splitlines()]
    return [Refusal(row[1], row[2]) for row in rows if row]


def refusals_of_the_docs() -> Callable[[str, str], bool]:
    """Whether the page has a status and a sentence."""
    rows = documented()
    return lambda status, sentence: any(row.matches(status, sentence) for row in rows)


def sentences_of_the_code() -> Iterator[tuple[str, str]]:
    """Sentences with which streams of bots are ended, with gaps, and where in the code they are."""
    folders = [SERVING, SERVING / "bridge", SERVING / "gateway"]
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        # What those say is heard by an arena, not by a bot.
        if (
            path.name in {"server.py", "seating.py", "relay.py", "client.py", "dialogue.py"}
            and path.parent.name != "bridge"
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            for text in _sentences(node):
                yield text, f"{path.name}:{getattr(node, 'lineno', 0)}"


def _sentences(node: ast.AST) -> Iterator[str]:
    """The sentences of a statement or a call that is known to have some."""
    match node:
        case ast.Call(args=[*_, ast.Attribute(value=ast.Attribute(attr="StatusCode"), attr=status), said]):
            if status not in {"OK", "UNKNOWN", "CANCELLED", "INTERNAL"}:
                yield from _texts(said)
        case ast.Assign(targets=[ast.Name(id="sentence")], value=said):
            yield from _texts(said)
        case ast.FunctionDef(name="excess" | "_excess"):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield from _texts(inner.value)
        case _:
            return


def _texts(said: ast.expr) -> Iterator[str]:
    match said:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else _ANY for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case _:
            return


def is_documented(sentence: str) -> bool:
    """Whether the page has a sentence of the code, with what it has in its gaps or with gaps."""
    return any(re.fullmatch(_pattern(sentence), row.sentence) for row in documented())


def _pattern(sentence: str) -> str:
    return ".+".join(re.escape(part) for part in sentence.split(_ANY))

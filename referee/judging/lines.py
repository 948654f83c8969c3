"""Lines in, lines out: the loop of `referee judge` and what becomes of a line that is no question."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterator
from typing import BinaryIO

import msgspec
from msgspec import UNSET, Struct

from referee.judging.bids import Bids
from referee.judging.follow import Follow, Follows
from referee.judging.kitty_trump import KittyTrumpQuestion
from referee.judging.lead import LeadQuestion
from referee.judging.order import Order
from referee.judging.question import Answer, Failure, Mistake
from referee.judging.score import Score
from referee.judging.winner import Winner
from referee.rules.scoring import Role

LONGEST_LINE = 1 << 20
"""Bytes of a line that is still read; a question about every card of the largest deck has a few thousand."""

ASKS = ("order", "lead", "follow", "follows", "winner", "bids", "kitty_trump", "score")

_QUESTIONS = msgspec.json.Decoder(Order | LeadQuestion | Follow | Follows | Winner | Bids | KittyTrumpQuestion | Score)
_ENCODER = msgspec.json.Encoder()


class _Identified(Struct):
    """The one key that is wanted of a line with something wrong in the others."""

    id: object = UNSET


_TYPES = {"str": "text", "int": "a whole number", "float": "a fraction", "bool": "true or false", "array": "a list"}
_TYPES |= {"object": "an object"}
_IDS = msgspec.json.Decoder(_Identified)

_HALF_PAIR = re.compile(rb"(?<!\\)(?:\\\\)*\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u|\\?\Z)")
"""The escape of a first half with something else after it. Close to its end, the decoder takes the line for cut off."""


def judge(questions: BinaryIO, answer: Callable[[bytes], object]) -> int:
    """Answer each line as it comes, until the input ends; the count of answers in which the referee itself failed."""
    failures = 0
    for line in _lines(questions):
        try:
            answered = answer_line(line)
        except Exception as error:  # noqa: BLE001 -- one answer a line is the promise, even where the fault is ours
            failures += 1
            traceback.print_exception(error)
            answered = _written(_failure(line, "the referee itself failed at this question; please report it"))
        answer(answered)
    return failures


def answer_line(line: bytes) -> bytes:
    """The answer to one line, as one line of ASCII."""
    if len(line) > LONGEST_LINE:
        return _written(Failure(error=f"longer than {LONGEST_LINE} bytes"))
    try:
        question = _QUESTIONS.decode(line)
        answer = question.answer()
        answer.id = question.id
    except Mistake as mistake:
        answer = _failure(line, str(mistake))
    except msgspec.ValidationError as error:
        answer = _failure(line, _in_words(str(error)))
    except msgspec.DecodeError as error:
        answer = Failure(error=_not_json(str(error), line))
    except RecursionError:
        answer = Failure(error="nested too deeply")
    return _written(answer)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their ends; of one that is too long, the first bytes, which are too many."""
    while line := source.readline(LONGEST_LINE + 1):
        if not line.endswith(b"\n"):
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        yield line.removesuffix(b"\n")


def _written(answer: Answer) -> bytes:
    line = _ENCODER.encode(answer)
    if not line.isascii():
        # Some readers take U+2028 and its like, which a text may hold, for the end of a line.
        line = json.dumps(msgspec.json.decode(line), separators=(",", ":")).encode()
    return line + b"\n"


def _failure(line: bytes, error: str) -> Failure:
    try:
        return Failure(error=error, id=_IDS.decode(line).id)
    except (msgspec.DecodeError, RecursionError):
        return Failure(error=error)


def _not_json(error: str, line: bytes) -> str:
    if not line.strip():
        return "an empty line; a question is a JSON object"
    if "surrogate" in error or (error.startswith("Input data was truncated") and _HALF_PAIR.search(line)):
        return r"a text has half of a surrogate pair, which is no character; a whole one is like \ud83d\ude00"
    if error.startswith("Input data was truncated"):
        return "not JSON: the line ends too early"
    return f"not JSON: {error.removeprefix('JSON is malformed: ')}"


def _in_words(error: str) -> str:
    """A complaint about keys and types, for someone who wrote JSON and not Python."""
    error, _, path = error.partition(" - at ")
    path = path.strip("`").removeprefix("$").removeprefix(".")
    if path == "ask" or error.endswith("field `ask`"):
        return f"ask: {'missing' if 'missing' in error else 'unknown'}; asks are {', '.join(ASKS)}"
    if not path and error.startswith("Expected"):
        return 'not a question, which is a JSON object with the key "ask"'
    where = f"{path}: " if path else ""
    if missing := re.fullmatch(r"Object missing required field `(.*)`", error):
        return f"{where}key {missing[1]!r} is missing"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", error, re.DOTALL):
        return f"{where}key {unknown[1][:40]!r} is unknown"
    if word := re.fullmatch(r"Invalid enum value '(.*)'", error, re.DOTALL):
        # The one key that is an enum.
        return f"{where}{word[1][:40]!r} is neither {' nor '.join(Role)}"
    named = re.sub(
        r"`(.+?)`", lambda types: " or ".join(_TYPES.get(name, name) for name in types[1].split(" | ")), error
    )
    return f"{where}{named[:1].lower()}{named[1:]}"

"""What a worker answers to an order, as bytes: what came of the match with its record, or why it was not played."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from arena.matches import Match, Outcome
from arena.outcome_line import NoOutcome, impossibilities, read_outcome_line


class BadAnswer(Exception):
    """Bytes that are no answer."""


class Log(msgspec.Struct, frozen=True):
    """What the programs of one bot printed in a match, as the arena logs it.

    Attributes:
        name: of the log's file.
        text: with its headings.
    """

    name: str
    text: str


class Played(msgspec.Struct, frozen=True, tag=True):
    """A match that was played to its end.

    Attributes:
        machine: where it was played.
        outcome: as a line of `matches.jsonl`.
        record: the file's bytes.
    """

    machine: str
    outcome: bytes
    record: bytes
    logs: tuple[Log, ...]


class Why(StrEnum):
    """Why a match was not played."""

    UNABLE = "unable"
    """The worker lacks something: a bot, a program, this version, room on its disk."""

    MACHINE_TOO_SLOW = "machine too slow"
    STRICT_FAULT = "strict fault"


class NotPlayed(msgspec.Struct, frozen=True, tag=True):
    """A match that this worker cannot play, and why: the cup stops.

    Attributes:
        reason: a sentence that goes on after the machine's name.
    """

    machine: str
    why: Why
    reason: str


class GivenUp(msgspec.Struct, frozen=True, tag=True):
    """A match that was broken off, and may be played again."""

    machine: str
    reason: str


Answer: TypeAlias = Played | NotPlayed | GivenUp


def encode_answer(answer: Answer) -> bytes:
    """An answer as bytes."""
    return msgspec.msgpack.encode(answer)


def decode_answer(data: bytes) -> Answer:
    """The answer in *data*.

    Raises:
        BadAnswer: there is none.
    """
    try:
        return msgspec.msgpack.decode(data, type=Answer)
    except msgspec.MsgspecError as error:
        raise BadAnswer(f"what a worker answered cannot be read: {error}") from None


def played(outcome: Outcome, *, machine: str, record: bytes, logs: tuple[Log, ...]) -> Played:
    """What is answered of an outcome."""
    return Played(machine, msgspec.json.encode(outcome), record, logs)


def outcome_of(answer: Played, match: Match) -> Outcome:
    """The outcome of a match that was asked for, as it would be had it been played here.

    Raises:
        BadAnswer: it is none, or none that this match can have.
    """
    try:
        outcome = read_outcome_line(answer.outcome)
    except NoOutcome as problem:
        raise BadAnswer(f"what {answer.machine} answered {problem}") from None
    if outcome.match != match:
        raise BadAnswer(f"what {answer.machine} answered is of another match")
    for reason in impossibilities(outcome):
        raise BadAnswer(f"what {answer.machine} answered {reason}")
    return outcome

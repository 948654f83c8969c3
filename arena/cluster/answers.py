"""What a worker answers to an order, as bytes: what came of the match with its record, or why it was not played."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from arena.matches import (
    Ending,
    Fault,
    FriendsResult,
    MachineFault,
    Match,
    Outcome,
    Result,
    SeatTimes,
)


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
    """A match that was played to its end; the fields that are not here are as in `arena.matches.Outcome`.

    Attributes:
        machine: where it was played.
        sides: results of two sides.
        players: results of players, in ``friends``; one of the two is empty.
        record: the file's bytes.
    """

    machine: str
    ending: Ending
    sides: tuple[Result, ...]
    players: tuple[FriendsResult, ...]
    faults: tuple[Fault, ...]
    times: tuple[SeatTimes, ...]
    record_name: str
    record_sha256: str
    deal_count: int
    decision_count: int
    message_count: int
    elapsed_s: float
    isolation: str
    machine_faults: tuple[MachineFault, ...]
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
    return Played(
        machine=machine,
        ending=outcome.ending,
        sides=tuple(each for each in outcome.results if isinstance(each, Result)),
        players=tuple(each for each in outcome.results if isinstance(each, FriendsResult)),
        faults=outcome.faults,
        times=outcome.times,
        record_name=outcome.record_name,
        record_sha256=outcome.record_sha256,
        deal_count=outcome.deal_count,
        decision_count=outcome.decision_count,
        message_count=outcome.message_count,
        elapsed_s=outcome.elapsed_s,
        isolation=outcome.isolation,
        machine_faults=outcome.machine_faults,
        record=record,
        logs=logs,
    )


def outcome_of(answer: Played, match: Match) -> Outcome:
    """The outcome of a match that was asked for, as it would be had it been played here."""
    return Outcome(
        match=match,
        ending=answer.ending,
        results=answer.players or answer.sides,
        faults=answer.faults,
        times=answer.times,
        record_name=answer.record_name,
        record_sha256=answer.record_sha256,
        deal_count=answer.deal_count,
        decision_count=answer.decision_count,
        message_count=answer.message_count,
        elapsed_s=answer.elapsed_s,
        isolation=answer.isolation,
        machine_faults=answer.machine_faults,
    )

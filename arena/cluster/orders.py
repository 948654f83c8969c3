"""A match as it is sent to a worker: the terms of its cup as far as it needs them, its bots, and its boards, as bytes.

The secret of the decks is not among them: a worker sees the cards of the matches that it plays, and no others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from arena.config import Cup
from arena.cup_file import FaultPolicy, TimeControl
from arena.deals import Board
from arena.entrants import OWN_PYTHON, Entrant, Local
from arena.matches import Match
from referee.rules.options import canonical_text
from referee.version import software_version

FORM: Final = 2
"""Of orders and answers; another form is another number."""


class BadOrder(Exception):
    """Bytes that are no order, or one of another version; the sentence says which."""


class BotOrder(msgspec.Struct, frozen=True):
    """A bot as it is started elsewhere.

    Attributes:
        command: as in `arena.entrants.Local`; the arena's own Python is written ``{python}``. Empty for a bot that was
            submitted, whose command is in its folder.
        folder: where it is started; empty likewise.
        readable: files and folders that it may read.
        content: SHA-256 (hex) of a bot that was submitted; else empty.
    """

    name: str
    version: str
    command: tuple[str, ...]
    folder: str
    environment: tuple[tuple[str, str], ...]
    readable: tuple[str, ...]
    content: str


class Order(msgspec.Struct, frozen=True):
    """One match to be played.

    Attributes:
        options: canonical text.
        bots: those of the match's seating, each once.
    """

    match: Match
    options: str
    time: TimeControl
    faults: FaultPolicy
    bots: tuple[BotOrder, ...]
    boards: tuple[Board, ...]


class _Envelope(msgspec.Struct, frozen=True):
    """What can be read of an order of any version."""

    form: int
    software: str
    order: msgspec.Raw


def encode_order(cup: Cup, match: Match, boards: tuple[Board, ...]) -> bytes:
    """A match of a cup, dealt, as bytes."""
    order = Order(
        match=match,
        options=canonical_text(cup.options),
        time=cup.time,
        faults=cup.faults,
        bots=tuple(_bots(cup.entrants, match)),
        boards=boards,
    )
    envelope = _Envelope(FORM, software_version(), msgspec.Raw(msgspec.msgpack.encode(order)))
    return msgspec.msgpack.encode(envelope)


def decode_order(data: bytes) -> Order:
    """The order in *data*.

    Raises:
        BadOrder: it is of another version of the software, or no order at all.
    """
    try:
        envelope = msgspec.msgpack.decode(data, type=_Envelope)
    except msgspec.MsgspecError as error:
        raise BadOrder(f"what the arena sent cannot be read: {error}") from None
    if (envelope.form, envelope.software) != (FORM, software_version()):
        raise BadOrder(
            f"it has tractor-arena {software_version()} (orders of form {FORM}), and the arena has "
            f"{envelope.software} (form {envelope.form}); install the same version on all machines"
        )
    try:
        return msgspec.msgpack.decode(envelope.order, type=Order)
    except msgspec.MsgspecError as error:
        raise BadOrder(f"what the arena sent cannot be read: {error}") from None


def _bots(entrants: Sequence[Entrant], match: Match) -> Iterator[BotOrder]:
    by_name = {entrant.name: entrant for entrant in entrants}
    for name in dict.fromkeys(match.seating):
        entrant = by_name[name]
        assert isinstance(entrant.player, Local), "bots elsewhere are refused before a cluster is dialled"
        if entrant.content:
            yield BotOrder(name, entrant.version, (), "", (), (), entrant.content)
        else:
            yield _of_command(entrant, entrant.player)


def _of_command(entrant: Entrant, player: Local) -> BotOrder:
    program, *arguments = player.command
    return BotOrder(
        name=entrant.name,
        version=entrant.version,
        command=(OWN_PYTHON if program == sys.executable else program, *arguments),
        folder=str(player.folder.resolve()),
        environment=player.environment,
        readable=tuple(str(Path(path).resolve()) for path in player.readable),
        content="",
    )

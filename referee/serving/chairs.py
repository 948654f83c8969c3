"""Who sits where: streams find their place at a table by their token, whichever of the two is there first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import grpc
import structlog
import trio

from referee.serving.bridge.server import Server
from referee.serving.bridge.stream import Stream
from referee.serving.chair import LEGAL_DECISIONS_MAX, NAME_BYTES_MAX, PROTOCOL, Chair
from referee.wire.tractor.v1.bot_pb2 import Hello, PlayRequest

EARLY_BY_S = 10.0
"""How long before its first match, which names its token, a bot may dial in."""

BETWEEN_MATCHES_S = 60.0
"""How long a stream stays open for another match."""

UNCLAIMED_COUNT = 256
"""How many streams may wait so."""

log = structlog.get_logger()


class TokenInUse(Exception):
    """Two matches at once name one token."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"another match plays with the token of seat {seat + 1}")
        self.seat = seat


class Place:
    """A place at a table, which is for whoever has its token.

    Attributes:
        chair: who is or was there last; None if nobody ever was.
        longest_gap_s: for which nobody was there, between one and the next who came; infinite after one who was sent
            away. Whoever lets them play begins it anew.
    """

    def __init__(self, entrant: str) -> None:
        self.entrant = entrant
        self.chair: Chair | None = None
        self.longest_gap_s = 0.0
        self._is_closed = False
        self._taken = trio.Event()

    async def taken(self) -> Chair:
        """Wait until somebody is there."""
        while self.chair is None or not self.chair.is_open:
            await self._taken.wait()
            self._taken = trio.Event()
        return self.chair

    def close(self) -> None:
        """Let nobody in any more."""
        self._is_closed = True

    def seat(self, chair: Chair) -> None:
        """Give the place to a newcomer, or refuse it."""
        if self._is_closed:
            chair.refuse(grpc.StatusCode.FAILED_PRECONDITION, "too late: the match goes on without this chair")
        elif self.chair is not None and self.chair.is_open:
            chair.refuse(grpc.StatusCode.ALREADY_EXISTS, "a stream with this token is open already")
        else:
            if self.chair is not None:
                self._note_gap(self.chair, chair)
            self.chair = chair
            chair.welcome(self.entrant)
            self._taken.set()

    def _note_gap(self, before: Chair, after: Chair) -> None:
        broke_at_s = before.broke_at_s
        gap_s = math.inf if broke_at_s is None else after.dialled_at_s - broke_at_s
        self.longest_gap_s = max(self.longest_gap_s, gap_s)


@dataclass(slots=True)
class _Unclaimed:
    chair: Chair
    waiting: trio.CancelScope = field(default_factory=trio.CancelScope)


class Chairs:
    """All streams of bots, and the places that await them."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self._places: dict[str, Place] = {}
        self._unclaimed: dict[str, _Unclaimed] = {}

    @property
    def unclaimed_count(self) -> int:
        """Streams that no match has named yet, or any more."""
        return len(self._unclaimed)

    async def admit(self, server: Server[PlayRequest]) -> None:
        """Let in whoever dials, until cancelled."""
        async for stream in server.arrivals:
            self._admit(stream)

    @contextmanager
    def places(self, chairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Place, ...]]:
        """Places of a table for these tokens, each with its entrant; their streams wait again when the block is left.

        Raises:
            TokenInUse: another table has one of them.
        """
        for seat, (token, _) in enumerate(chairs):
            if token in self._places:
                raise TokenInUse(seat)
        places = {token: Place(entrant) for token, entrant in chairs}
        self._places |= places
        for token, place in places.items():
            if (early := self._unclaimed.get(token)) is not None:
                early.waiting.cancel()
                del self._unclaimed[token]
                if early.chair.is_open:
                    place.seat(early.chair)
        try:
            yield tuple(places.values())
        finally:
            for token, place in places.items():
                del self._places[token]
                if place.chair is not None and place.chair.is_open:
                    self._keep(token, place.chair)

    def _admit(self, stream: Stream[PlayRequest]) -> None:
        request = stream.opening
        hello = request.hello
        if request.WhichOneof("message") != "hello":
            stream.close(grpc.StatusCode.INVALID_ARGUMENT, "the first message must be a hello")
        elif hello.protocol != PROTOCOL:
            sentence = f"this referee speaks {PROTOCOL!r}, not {hello.protocol[:40]!r}"
            stream.close(grpc.StatusCode.FAILED_PRECONDITION, sentence)
        elif not hello.token:
            sentence = "the hello has no token; the arena gives one in the environment variable TRACTOR_TOKEN"
            stream.close(grpc.StatusCode.UNAUTHENTICATED, sentence)
        elif (too_much := excess(hello)) is not None:
            stream.close(grpc.StatusCode.INVALID_ARGUMENT, too_much)
        else:
            log.debug("bot_dialled", name=hello.name, version=hello.version)
            self._seat(hello.token, Chair(stream, hello))

    def _seat(self, token: str, chair: Chair) -> None:
        if (place := self._places.get(token)) is not None:
            place.seat(chair)
        elif token in self._unclaimed:
            chair.refuse(grpc.StatusCode.ALREADY_EXISTS, "a stream with this token is open already")
        elif len(self._unclaimed) >= UNCLAIMED_COUNT:
            chair.refuse(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many streams wait for a match")
        else:
            self._keep(token, chair)

    def _keep(self, token: str, chair: Chair) -> None:
        unclaimed = _Unclaimed(chair)
        self._unclaimed[token] = unclaimed
        self._nursery.start_soon(self._wait_for_claim, token, unclaimed)

    async def _wait_for_claim(self, token: str, unclaimed: _Unclaimed) -> None:
        chair = unclaimed.chair
        with unclaimed.waiting, trio.move_on_after(BETWEEN_MATCHES_S if chair.is_welcome else EARLY_BY_S):
            await chair.lost()
        if self._unclaimed.get(token) is not unclaimed:
            return
        del self._unclaimed[token]
        if chair.is_welcome:
            chair.leave("no other match names this token")
        else:
            chair.refuse(grpc.StatusCode.UNAUTHENTICATED, "no match expects a bot with this token")


def excess(hello: Hello) -> str | None:
    """What of a hello is longer or more than allowed, as a sentence."""
    for field_name, text in (("name", hello.name), ("version", hello.version)):
        length = len(text.encode())
        if length > NAME_BYTES_MAX:
            return f"the {field_name} in the hello has at most {NAME_BYTES_MAX} bytes, this one has {length}"
    if hello.wants_legal_decisions > LEGAL_DECISIONS_MAX:
        return f"a bot can ask for at most {LEGAL_DECISIONS_MAX} legal decisions, not {hello.wants_legal_decisions}"
    return None

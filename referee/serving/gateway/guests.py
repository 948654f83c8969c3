"""Bots that have dialled in: let in by their token, there until they leave, at a table now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import grpc
import structlog
import trio

from referee.serving.bridge.server import Server
from referee.serving.bridge.stream import EndedBy, Stream, StreamEnded
from referee.serving.chair import MESSAGE_BYTES_MAX, PROTOCOL
from referee.serving.chairs import excess
from referee.version import software_version
from referee.wire.tractor.v1.bot_pb2 import Hello, PlayRequest, PlayResponse

LOOK_AT_TOKENS_S = 0.5
"""Between looks whether tokens were revoked."""

REFUSALS_LOGGED_PER_S = 5.0
REFUSALS_LOGGED_AT_ONCE = 50.0
"""Whoever dials in again and again with a wrong token does not fill the log."""

log = structlog.get_logger()


class Chair(Protocol):
    """A chair of an entrant; *sha256* is that of its token."""

    @property
    def entrant(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def sha256(self) -> str: ...


class Book(Protocol):
    """The chairs there are."""

    @property
    def chairs(self) -> Sequence[Chair]: ...

    def chair_of(self, token: str) -> Chair | None: ...

    def chair_count(self, entrant: str) -> int: ...


class Listener(Protocol):
    """Who hears what a bot says while it is at a table."""

    async def hear(self, request: PlayRequest) -> None: ...


class Guest:
    """One stream of a bot.

    Attributes:
        chair: whose token it said.
        listener: the table's side; None while it is at none.
        last_question_id: of all that it was sent.
    """

    def __init__(self, stream: Stream[PlayRequest], chair: Chair) -> None:
        self.chair = chair
        self.stream = stream
        self.listener: Listener | None = None
        self.is_taken = False
        self.last_question_id = 0

    @property
    def hello(self) -> Hello:
        """What it said first; with its token, which is not to be passed on."""
        return self.stream.opening.hello

    @property
    def is_here(self) -> bool:
        """Whether its stream has not ended, as far as is known."""
        return self.stream.end is None

    def welcome(self) -> None:
        """Tell it that it was let in."""
        response = PlayResponse()
        response.welcome.entrant = self.chair.entrant
        response.welcome.referee_version = software_version()
        response.welcome.message_bytes_max = MESSAGE_BYTES_MAX
        self.stream.send(response.SerializeToString())


@dataclass(frozen=True, slots=True)
class _Refused:
    """Somebody is not let in."""

    status: grpc.StatusCode
    sentence: str


class Guests:
    """All bots that are here.

    Attributes:
        changed: set when one came, left, or became free; then another event takes its place.
    """

    def __init__(self, book: Callable[[], Book]) -> None:
        self.changed = trio.Event()
        self._book = book
        self._here: dict[str, Guest] = {}
        self._expected = Counter[str]()
        self._log_budget = REFUSALS_LOGGED_AT_ONCE
        self._logged_at_s = 0.0

    @property
    def count(self) -> int:
        """Streams of bots that are here."""
        return len(self._here)

    def free(self, entrant: str) -> list[Guest]:
        """Its streams that are at no table and expected at none, by the numbers of their chairs."""
        free = [
            guest
            for sha256, guest in self._here.items()
            if guest.chair.entrant == entrant and guest.is_here and not guest.is_taken and not self._expected[sha256]
        ]
        return sorted(free, key=lambda guest: guest.chair.number)

    def connected_count(self, entrant: str) -> int:
        """Its streams, at tables or not."""
        return sum(guest.chair.entrant == entrant for guest in self._here.values())

    def token_count(self, entrant: str) -> int:
        """Its tokens."""
        return self._book().chair_count(entrant)

    async def comes_back(self, chair: Chair) -> Guest:
        """Wait for a bot with the same token; nobody else gets it meanwhile."""
        self._expected[chair.sha256] += 1
        try:
            while True:
                guest = self._here.get(chair.sha256)
                if guest is not None and guest.is_here and not guest.is_taken:
                    return guest
                await self.changed.wait()
        finally:
            self._expected[chair.sha256] -= 1

    @contextmanager
    def taken(self, guest: Guest) -> Iterator[None]:
        """The guest is at a table while the block lasts."""
        guest.is_taken = True
        try:
            yield
        finally:
            self.free_again(guest)

    def free_again(self, guest: Guest) -> None:
        """The guest is at no table any more."""
        guest.is_taken = False
        self._change()

    async def admit(self, server: Server[PlayRequest]) -> None:
        """Let in whoever dials, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._send_away_revoked)
            async for stream in server.arrivals:
                guest = self._admit(stream)
                if guest is not None:
                    nursery.start_soon(self._follow, guest)

    def send_away_all(self, status: grpc.StatusCode, sentence: str) -> None:
        """End all streams."""
        for guest in self._here.values():
            guest.stream.close(status, sentence)

    def _admit(self, stream: Stream[PlayRequest]) -> Guest | None:
        verdict = self._verdict(stream.opening)
        if isinstance(verdict, _Refused):
            stream.close(verdict.status, verdict.sentence)
            self._log_refusal(verdict)
            return None
        guest, hello = Guest(stream, verdict), stream.opening.hello
        self._here[verdict.sha256] = guest
        guest.welcome()
        log.info("bot_came", entrant=verdict.entrant, chair=verdict.number, name=hello.name, version=hello.version)
        self._change()
        return guest

    def _verdict(self, request: PlayRequest) -> Chair | _Refused:
        """The chair that a first message opens, or why none."""
        hello = request.hello
        if request.WhichOneof("message") != "hello":
            return _Refused(grpc.StatusCode.INVALID_ARGUMENT, "the first message must be a hello")
        if hello.protocol != PROTOCOL:
            sentence = f"this gateway speaks {PROTOCOL!r}, not {hello.protocol[:40]!r}"
            return _Refused(grpc.StatusCode.FAILED_PRECONDITION, sentence)
        chair = self._book().chair_of(hello.token)
        if chair is None:
            sentence = (
                "the token in the hello is none of this arena's, or was replaced by a newer one"
                if hello.token
                else "the hello has no token; the bot takes it from the environment variable TRACTOR_TOKEN"
            )
            return _Refused(grpc.StatusCode.UNAUTHENTICATED, sentence)
        if (too_much := excess(hello)) is not None:
            return _Refused(grpc.StatusCode.INVALID_ARGUMENT, too_much)
        before = self._here.get(chair.sha256)
        if before is not None and before.is_here:
            sentence = "a stream with this token is open already; a bot that plays two seats has two tokens"
            return _Refused(grpc.StatusCode.ALREADY_EXISTS, sentence)
        return chair

    def _log_refusal(self, refused: _Refused) -> None:
        now_s = trio.current_time()
        earned = (now_s - self._logged_at_s) * REFUSALS_LOGGED_PER_S
        self._log_budget = min(REFUSALS_LOGGED_AT_ONCE, self._log_budget + earned)
        self._logged_at_s = now_s
        if self._log_budget >= 1:
            self._log_budget -= 1
            log.info("bot_refused", status=refused.status.name, because=refused.sentence)

    async def _follow(self, guest: Guest) -> None:
        """Hand on what a bot says, or drop it while it is at no table, until it leaves."""
        chair = guest.chair
        try:
            while True:
                arrival = await guest.stream.receive()
                if guest.listener is not None:
                    await guest.listener.hear(arrival.message)
        except StreamEnded as ended:
            end = ended.end
            by_us = end.by is not EndedBy.PEER
            log.info("bot_left", entrant=chair.entrant, chair=chair.number, because=end.sentence, was_sent_away=by_us)
        finally:
            if self._here.get(chair.sha256) is guest:
                del self._here[chair.sha256]
            self._change()

    async def _send_away_revoked(self) -> None:
        while True:
            await trio.sleep(LOOK_AT_TOKENS_S)
            known = {chair.sha256 for chair in self._book().chairs}
            for sha256, guest in self._here.items():
                if sha256 not in known and guest.is_here:
                    sentence = "the token was revoked: newer ones were given"
                    guest.stream.close(grpc.StatusCode.UNAUTHENTICATED, sentence)

    def _change(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

"""A bot on its stream as its examiner has it: nothing that it says is passed over in silence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import trio

from referee.serving.address import parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import Server, listen
from referee.serving.bridge.stream import Arrival, Stream, StreamEnded
from referee.serving.chair import BOT_METHOD, Chair
from referee.wire.tractor.v1 import bot_pb2 as wire


class GuestGone(Exception):
    """The stream has ended; the sentence says how."""


class GuestSilent(Exception):
    """Nothing came in time."""

    def __init__(self, waited_s: float) -> None:
        super().__init__(f"nothing came within {waited_s:g} s")
        self.waited_s = waited_s


class WrongNumber(Exception):
    """A decision with the number of no question that was asked."""

    def __init__(self, given: int, asked: int) -> None:
        super().__init__(f"a decision with question_id {given}, and question {asked} was open")
        self.given = given
        self.asked = asked


@dataclass(frozen=True, slots=True)
class Hello:
    """What a bot said first.

    Attributes:
        is_hello: whether it was a hello at all.
    """

    is_hello: bool
    protocol: str
    token: str
    name: str
    version: str
    legal_decisions: int


class Guest:
    """One bot, from its first message on.

    Attributes:
        chair: for what is said to it.
        unasked: what it said that nobody had asked for, as texts.
        repeated: numbers of questions that it answered more than once.
    """

    def __init__(self, stream: Stream[wire.PlayRequest]) -> None:
        hello = stream.opening.hello
        self.hello = Hello(
            is_hello=stream.opening.WhichOneof("message") == "hello",
            protocol=hello.protocol,
            token=hello.token,
            name=hello.name,
            version=hello.version,
            legal_decisions=hello.wants_legal_decisions,
        )
        self.chair = Chair(stream, hello)
        self.unasked: list[str] = []
        self.repeated: list[int] = []
        self._stream = stream
        self._answered = 0
        self._given_up = set[int]()

    def say(self, message: bytes) -> None:
        """Send a message as it is."""
        self._stream.send(message)

    def give_up(self, question_id: int) -> None:
        """Expect no answer to a question any more; one that comes is nobody's mistake."""
        self._given_up.add(question_id)

    async def ready(self, within_s: float) -> None:
        """Wait for it to be ready.

        Raises:
            GuestGone: it left.
            GuestSilent: it does not become ready.
        """
        with trio.move_on_after(within_s):
            while (message := await self._receive()).WhichOneof("message") != "ready":
                self._note(message)
            return
        raise GuestSilent(within_s)

    async def answer(self, question_id: int, within_s: float) -> tuple[wire.Decision, float]:
        """The decision on a question, and when it was there, in trio's time.

        Raises:
            GuestGone: it left.
            GuestSilent: it decides nothing.
            WrongNumber: it answers what was not asked.
        """
        with trio.move_on_after(within_s):
            while True:
                arrival = await self._arrival()
                message = arrival.message
                is_decision = message.WhichOneof("message") == "decision"
                if is_decision and message.decision.question_id == question_id:
                    self._answered = question_id
                    return message.decision, arrival.at_s
                self._note(message, open_id=question_id)
        raise GuestSilent(within_s)

    def end(self, status: grpc.StatusCode, sentence: str) -> None:
        """End the stream, after what was said before."""
        self.chair.refuse(status, sentence)

    async def left(self) -> None:
        """Wait until the stream has ended."""
        await self._stream.ended.wait()

    def look(self) -> None:
        """Take note of what was said and not waited for."""
        while (arrival := self._stream.take()) is not None:
            self._note(arrival.message)

    def _note(self, message: wire.PlayRequest, *, open_id: int = 0) -> None:
        kind = message.WhichOneof("message")
        if kind != "decision":
            self.unasked.append(f"a {kind}" if kind else "a message with nothing in it")
            return
        given = message.decision.question_id
        if given in self._given_up:
            self._given_up.discard(given)
        elif 0 < given < open_id or 0 < given <= self._answered:
            self.repeated.append(given)
        elif open_id:
            raise WrongNumber(given, open_id)
        else:
            self.unasked.append(f"a decision on question {given}")

    async def _receive(self) -> wire.PlayRequest:
        return (await self._arrival()).message

    async def _arrival(self) -> Arrival[wire.PlayRequest]:
        try:
            return await self._stream.receive()
        except StreamEnded as ended:
            raise GuestGone(ended.end.sentence) from None


class Hall:
    """A socket that bots dial, one after another."""

    def __init__(self, server: Server[wire.PlayRequest]) -> None:
        self._server = server

    async def guest(self) -> Guest:
        """The next bot, once it has said its first message."""
        return Guest(await self._server.arrivals.receive())


@asynccontextmanager
async def open_hall(address: str) -> AsyncIterator[Hall]:
    """A hall at an address, ``unix:/path``, until the block is left; whoever is there is told ``UNAVAILABLE`` then.

    Raises:
        BadAddress: it cannot be there.
    """
    async with open_loop() as loop, listen(loop, parse_address(address), BOT_METHOD) as server:
        yield Hall(server)

"""Brings guests to the chairs of matches, all of a match at once, and keeps them there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import grpc
import structlog
import trio

from referee.serving.address import BadAddress, parse_address
from referee.serving.bridge.client import Client, connect
from referee.serving.bridge.dialogue import Dialogue
from referee.serving.bridge.loop import Loop
from referee.serving.bridge.server import Server
from referee.serving.bridge.stream import Method, Stream
from referee.serving.chair import BOT_METHOD
from referee.serving.gateway.guests import Guest, Guests
from referee.serving.gateway.relay import BotLeft, LetGo, Relay
from referee.wire.tractor.v1.remote_pb2 import AwaitedBot, RemoteChair, SeatRequest, SeatResponse

SEAT = "/tractor.v1.RemoteService/Seat"

SEAT_METHOD: Method[SeatRequest] = Method(
    path=SEAT, decode=SeatRequest.FromString, message_bytes_max=1 << 20, ends_when_peer_is_done=False
)

ASK_AGAIN_S = 0.1
NOT_YET = frozenset({grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.ALREADY_EXISTS})
"""A referee does not know the match yet, or has not seen that the stream before broke."""

log = structlog.get_logger()


class Seating:
    """The gateway's work for matches."""

    def __init__(self, loop: Loop, guests: Guests) -> None:
        self._loop = loop
        self._guests = guests
        self.listens_at = ""

    async def serve(self, server: Server[SeatRequest]) -> None:
        """Seat whoever matches ask for, until cancelled."""
        async with trio.open_nursery() as nursery:
            async for stream in server.arrivals:
                nursery.start_soon(self._seat, stream)

    async def _seat(self, stream: Stream[SeatRequest]) -> None:
        """Fill the chairs of one match as long as its call stands."""
        request = stream.opening
        try:
            address = parse_address(request.bots_address)
        except BadAddress as bad:
            stream.close(grpc.StatusCode.INVALID_ARGUMENT, str(bad))
            return
        if not request.chairs or not all(chair.entrant and chair.token for chair in request.chairs):
            stream.close(grpc.StatusCode.INVALID_ARGUMENT, "name an entrant and a token for every chair, at least one")
            return
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_cancel_at_end, stream, nursery.cancel_scope)
                async with connect(self._loop, address) as referee:
                    await _Match(self, stream, referee).play()
        except Exception:  # a mistake of ours costs this match, loudly, and no other
            log.exception("match_failed")
            stream.close(grpc.StatusCode.INTERNAL, "the gateway failed at this match; its log says more")

    def dialogue(self, referee: Client) -> Dialogue:
        """A stream to a referee, as a bot has it."""
        return Dialogue(referee, self._loop, BOT_METHOD.path)

    @property
    def guests(self) -> Guests:
        """Who is here."""
        return self._guests


class _Match:
    """The chairs of one match."""

    def __init__(self, seating: Seating, stream: Stream[SeatRequest], referee: Client) -> None:
        self._seating = seating
        self._guests = seating.guests
        self._stream = stream
        self._request = stream.opening
        self._referee = referee
        self._needed = Counter(chair.entrant for chair in self._request.chairs)

    async def play(self) -> None:
        """Fill the chairs, and keep them filled until all were let go or this is cancelled."""
        chosen = await self._gather()
        # Each task is begun, whatever happens, and frees its guest.
        async with trio.open_nursery() as nursery:
            for index, (chair, guest) in enumerate(zip(self._request.chairs, chosen, strict=True)):
                nursery.start_soon(self._keep, index, chair, guest)
            self._say(_seated(chosen))
            await trio.sleep_forever()

    async def _gather(self) -> list[Guest | None]:
        """A guest for every chair, taken all at once; None where the time for bots to dial in has passed."""
        absent_since_s: float | None = None
        has_told = False
        given_up: frozenset[str] = frozenset()
        while True:
            chosen = self._choice(given_up)
            if chosen is not None:
                for guest in filter(None, chosen):
                    guest.is_taken = True
                return chosen
            absent = self._absent() - given_up
            until_s = math.inf
            if absent:
                if absent_since_s is None:
                    absent_since_s = trio.current_time()
                until_s = absent_since_s + self._request.wait_within_s
                if not has_told:
                    has_told = True
                    self._tell_waiting(absent)
            else:
                absent_since_s = None
            with trio.move_on_at(until_s):
                await self._guests.changed.wait()
                continue
            given_up |= absent

    def _choice(self, given_up: frozenset[str]) -> list[Guest | None] | None:
        """Free guests for all chairs; None while bots are missing, other than those that were *given_up*."""
        free = {entrant: self._guests.free(entrant) for entrant in self._needed}
        if any(len(free[entrant]) < count for entrant, count in self._needed.items() if entrant not in given_up):
            return None
        return [free[chair.entrant].pop(0) if free[chair.entrant] else None for chair in self._request.chairs]

    def _absent(self) -> frozenset[str]:
        """Entrants with fewer streams than the match needs, at whatever table they are."""
        return frozenset(
            entrant for entrant, count in self._needed.items() if self._guests.connected_count(entrant) < count
        )

    async def _keep(self, index: int, chair: RemoteChair, guest: Guest | None) -> None:
        """Keep somebody in one chair, until the referee lets it go."""
        if guest is None:
            guest = await self._next_free(chair.entrant)
            self._tell_came(index)
        while True:
            with self._guests.taken(guest):
                match await self._relay(guest, chair.token):
                    case LetGo() as let_go:
                        self._tell_left(index, let_go.why)
                        return
                    case BotLeft() as left:
                        self._tell_left(index, left.why)
            guest = await self._guests.comes_back(guest.chair)
            self._tell_came(index)

    async def _next_free(self, entrant: str) -> Guest:
        while not (free := self._guests.free(entrant)):
            await self._guests.changed.wait()
        return free[0]

    async def _relay(self, guest: Guest, token: str) -> BotLeft | LetGo:
        while True:
            match await Relay(guest, self._seating.dialogue(self._referee), token).run():
                case LetGo(status) if status in NOT_YET:
                    await trio.sleep(ASK_AGAIN_S)
                case end:
                    return end

    # --- What the arena is told

    def _say(self, response: SeatResponse) -> None:
        self._stream.send(response.SerializeToString())

    def _tell_waiting(self, absent: frozenset[str]) -> None:
        response = SeatResponse()
        response.waiting.listens_at = self._seating.listens_at
        response.waiting.awaited.extend(
            AwaitedBot(
                entrant=entrant,
                needed_count=self._needed[entrant],
                connected_count=self._guests.connected_count(entrant),
                token_count=self._guests.token_count(entrant),
            )
            for entrant in sorted(absent)
        )
        self._say(response)

    def _tell_came(self, index: int) -> None:
        response = SeatResponse()
        response.came.chair = index
        self._say(response)

    def _tell_left(self, index: int, why: str) -> None:
        response = SeatResponse()
        response.left.chair = index
        response.left.why = why
        self._say(response)


def _seated(chosen: Sequence[Guest | None]) -> SeatResponse:
    response = SeatResponse()
    response.seated.SetInParent()
    response.seated.empty.extend(index for index, guest in enumerate(chosen) if guest is None)
    return response


async def _cancel_at_end(stream: Stream[SeatRequest], scope: trio.CancelScope) -> None:
    await stream.ended.wait()
    scope.cancel()

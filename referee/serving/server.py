"""The referee as a process: bots on one address, the arena on another, a table for every match that is asked for."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import structlog
import trio

from referee.serving.address import parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import Server, listen
from referee.serving.bridge.stream import Method, Stream
from referee.serving.chair import BOT_METHOD
from referee.serving.chairs import Chairs, TokenInUse
from referee.serving.logs import write_logs_to_stderr
from referee.serving.pulse import Pulse
from referee.serving.spec import BadSpec, read_spec
from referee.serving.table import Table, Update
from referee.serving.turnstile import Turnstile
from referee.serving.updates import update_message
from referee.wire.tractor.v1.table_pb2 import PlayMatchRequest

MATCH_BYTES_MAX = 16 << 20
"""Greatest length of a request for a match; most of it is decks."""

PLAY_MATCH = "/tractor.v1.TableService/PlayMatch"

ARENA_METHOD: Method[PlayMatchRequest] = Method(
    path=PLAY_MATCH,
    decode=PlayMatchRequest.FromString,
    message_bytes_max=MATCH_BYTES_MAX,
    ends_when_peer_is_done=False,
)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a referee listens, with the ports that were found."""

    bots: str
    arena: str


async def serve(*, bots: str, arena: str, thinking: int | None = None) -> None:
    """Be a referee until SIGTERM or SIGINT, as a process of its own.

    Says on standard output, in one line of JSON, where it listens; the log goes to standard error.

    Args:
        bots: address that bots dial: ``unix:/path`` or ``127.0.0.1:PORT``; port 0 is any free one.
        arena: address that an arena dials, in the same spelling.
        thinking: bots of this machine that may think at once, over all tables; None for any number.

    Raises:
        BadAddress: it cannot listen there.
    """
    write_logs_to_stderr()
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with open_referee(bots=bots, arena=arena, thinking=thinking) as listening:
            said = {"event": "listening", "bots": listening.bots, "arena": listening.arena}
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()
            log.info(**said)
            async for number in signals:
                log.info("stopping", signal=signal.Signals(number).name)
                break


@asynccontextmanager
async def open_referee(*, bots: str, arena: str, thinking: int | None = None) -> AsyncIterator[Listening]:
    """A referee at work until the block is left; every match is stopped then. See `serve`.

    Raises:
        BadAddress: it cannot listen there.
    """
    bots_address, arena_address = parse_address(bots), parse_address(arena)
    async with (
        open_loop() as loop,
        # Two servers, so that no bot can ask for a match.
        listen(loop, bots_address, BOT_METHOD) as bots_server,
        listen(loop, arena_address, ARENA_METHOD) as arena_server,
        trio.open_nursery() as nursery,
    ):
        room = _Room(Chairs(nursery), Pulse(), Turnstile(thinking))
        nursery.start_soon(room.pulse.beat)
        nursery.start_soon(room.chairs.admit, bots_server)
        nursery.start_soon(_play_matches, arena_server, room)
        yield Listening(bots_server.address, arena_server.address)
        nursery.cancel_scope.cancel()


@dataclass(frozen=True, slots=True)
class _Room:
    """What all tables have in common."""

    chairs: Chairs
    pulse: Pulse
    turnstile: Turnstile


async def _play_matches(server: Server[PlayMatchRequest], room: _Room) -> None:
    async with trio.open_nursery() as tables:
        async for stream in server.arrivals:
            tables.start_soon(_play_match, stream, room)


async def _play_match(stream: Stream[PlayMatchRequest], room: _Room) -> None:
    """Play the match that the first message of a stream asks for, while the stream is open."""

    def report(update: Update) -> None:
        stream.send(update_message(update).SerializeToString())

    try:
        spec = read_spec(stream.opening)
        with room.chairs.places([(chair.token, chair.entrant) for chair in spec.chairs]) as places:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_cancel_at_end, stream, nursery.cancel_scope)
                await Table(spec, places, report, pulse=room.pulse, turnstile=room.turnstile).play()
                nursery.cancel_scope.cancel()
    except BadSpec as bad:
        stream.close(grpc.StatusCode.INVALID_ARGUMENT, str(bad))
    except TokenInUse as error:
        stream.close(grpc.StatusCode.ALREADY_EXISTS, str(error))
    except Exception:  # a mistake of ours costs this table, loudly, and no other
        log.exception("table_failed", match=stream.opening.match_id)
        stream.close(grpc.StatusCode.INTERNAL, "the referee failed at this table; its log says more")
    else:
        stream.close(grpc.StatusCode.OK, "the match is over")


async def _cancel_at_end(stream: Stream[PlayMatchRequest], scope: trio.CancelScope) -> None:
    await stream.ended.wait()
    scope.cancel()

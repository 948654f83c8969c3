"""What a bot may open and send is bounded, and who goes beyond is told so, at once and alone."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
import trio

from referee.serving.bridge import server as server_module
from referee.serving.chair import BOT_METHOD
from referee.serving.server import open_referee
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.bridge.peers import Peer, dial
from tests.referee.serving.processes import (
    PlayedMatch,
    ask_for,
    honest_bots,
    match_request,
    memory_kib,
    referee_process,
)
from tests.referee.serving.waiting import until

pytestmark = pytest.mark.slow

SENDERS = 60
TEN_MB = 10_000_000


def hello(token: str) -> bytes:
    return pb.PlayRequest(hello=pb.Hello(protocol="tractor.v1", token=token)).SerializeToString()


async def test_sixty_streams_with_a_token_in_use_are_told_why() -> None:
    """While the match goes on, in which the one that was first plays."""
    match = match_request("sixty", limit_s=20.0, bank_s=60.0)
    tokens = [chair.token for chair in match.chairs]
    endings: list[tuple[str, str]] = []
    heard: list[pb.PlayResponse] = []
    played: list[PlayedMatch] = []
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:

        async def ask() -> None:
            played.append(await ask_for(at, match))

        async def note_end(peer: Peer) -> None:
            endings.append(await peer.ending())

        with honest_bots(at.bots, tokens, heard=heard.append), ExitStack() as stack, trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask)
                await until(lambda: sum(response.HasField("match_starting") for response in heard) == len(tokens))
                for _ in range(SENDERS):
                    peer = stack.enter_context(dial(at.bots, path=BOT_METHOD.path, hello=hello(tokens[0])))
                    nursery.start_soon(note_end, peer)

    assert endings == [("ALREADY_EXISTS", "a stream with this token is open already")] * SENDERS
    assert [list(deal.faults) for deal in played[0].deals] == [[]]


async def test_many_who_send_far_too_much_fill_no_memory(tmp_path: Path) -> None:
    """Sixty times 10 MB: each is refused before it is taken."""
    with (tmp_path / "log").open("w") as log, referee_process(log=log) as referee:
        before_kib = memory_kib(referee.process.pid)
        endings: list[str] = []
        threads = [
            threading.Thread(target=_send_too_much, args=(referee.at.bots, f"token {number}", endings), daemon=True)
            for number in range(SENDERS)
        ]
        most_kib = before_kib
        for thread in threads:
            thread.start()
        with trio.fail_after(120):
            while any(thread.is_alive() for thread in threads):
                most_kib = max(most_kib, memory_kib(referee.process.pid))
                await trio.sleep(0.005)

        assert endings == ["RESOURCE_EXHAUSTED"] * SENDERS
        assert most_kib - before_kib < SENDERS * TEN_MB / 1024 / 4


def _send_too_much(address: str, token: str, endings: list[str]) -> None:
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        call = channel.stream_stream(BOT_METHOD.path, None, None)(iter([hello(token), bytes(TEN_MB)]))
        try:
            list(call)
        except grpc.RpcError as error:
            endings.append(error.code().name)


async def test_streams_that_say_nothing_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that has waited longest goes; whoever says hello at once comes in."""
    monkeypatch.setattr(server_module, "UNHEARD_COUNT", 3)
    match = match_request("beside the silent", limit_s=20.0)
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        with ExitStack() as stack, trio.fail_after(30):
            silent = [stack.enter_context(dial(at.bots, path=BOT_METHOD.path, hello=None)) for _ in range(6)]
            endings = [await peer.ending() for peer in silent[:2]]
            with honest_bots(at.bots, [chair.token for chair in match.chairs]):
                played = await ask_for(at, match)

    assert endings == [("RESOURCE_EXHAUSTED", "too many streams have said nothing yet")] * 2
    assert [list(deal.faults) for deal in played.deals] == [[]]

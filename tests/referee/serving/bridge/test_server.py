"""Listening and closing: addresses, what is left behind, and how fast."""

from __future__ import annotations

import gc
import socket
import threading
from pathlib import Path

import pytest
import trio

from referee.serving.address import BadAddress, parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.bridge.stream import Method
from tests.referee.serving.bridge.peers import MESSAGE_BYTES_MAX, PATH, UNDECODABLE, Peer, decode, dial
from tests.referee.serving.waiting import until

TALK = Method(PATH, decode, MESSAGE_BYTES_MAX, ends_when_peer_is_done=True)


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def bridge_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "grpc-aio"]


async def test_closing_with_open_streams_is_quick_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "referee.sock"
    peers: list[Peer] = []
    async with open_loop() as loop, listen(loop, parse_address(f"unix:{path}"), TALK) as server:
        for hello in (b"hello", b"hello", b"hello", None):
            peer = Peer(server.address)
            peers.append(peer)
            if hello is not None:
                peer.say(hello)
                with trio.fail_after(5):
                    await server.arrivals.receive()
        await until(lambda: server.stream_count == 4)
        started_s = trio.current_time()
    took_s = trio.current_time() - started_s
    endings = [await peer.ending() for peer in peers]
    for peer in peers:
        peer.close()

    assert took_s < 1
    assert endings == [("UNAVAILABLE", "the referee is shutting down")] * 4
    assert bridge_threads() == []
    assert not path.exists()


async def test_cancelling_closes_as_well() -> None:
    with trio.move_on_after(0.05) as scope:
        async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), TALK) as server:
            with dial(server.address):
                await server.arrivals.receive()
                await trio.sleep_forever()

    assert scope.cancelled_caught
    assert bridge_threads() == []


async def test_two_live_in_one_process() -> None:
    async with (
        open_loop() as loop,
        open_loop() as other,
        listen(loop, parse_address("127.0.0.1:0"), TALK) as one,
        listen(other, parse_address("127.0.0.1:0"), TALK) as two,
    ):
        for server in (one, two):
            with dial(server.address) as peer, trio.fail_after(5):
                stream = await server.arrivals.receive()
                stream.send(b"here")
                assert await peer.hear() == b"here"


async def test_a_port_is_not_shared() -> None:
    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), TALK) as first:
        with pytest.raises(BadAddress, match="the port may be taken"):
            async with listen(loop, parse_address(first.address), TALK):
                pass


async def test_a_socket_in_use_is_not_taken_over(tmp_path: Path) -> None:
    address = parse_address(f"unix:{tmp_path}/referee.sock")
    async with open_loop() as loop, listen(loop, address, TALK):
        with pytest.raises(BadAddress, match="another process listens there"):
            async with listen(loop, address, TALK):
                pass


async def test_a_socket_left_behind_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "referee.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    async with open_loop() as loop, listen(loop, parse_address(f"unix:{path}"), TALK) as server:
        with dial(server.address), trio.fail_after(5):
            await server.arrivals.receive()


async def test_a_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary", encoding="utf-8")
    async with open_loop() as loop:
        with pytest.raises(BadAddress, match="not a socket"):
            async with listen(loop, parse_address(f"unix:{path}"), TALK):
                pass

    assert path.read_text(encoding="utf-8") == "dear diary"


async def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    async with open_loop() as loop:
        with pytest.raises(BadAddress, match="nowhere' does not exist"):
            async with listen(loop, parse_address(f"unix:{tmp_path}/nowhere/a.sock"), TALK):
                pass


@pytest.mark.slow
async def test_coming_and_going_leaves_nothing() -> None:
    """200 times, half of them in the rudest way."""
    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), TALK) as server:

        async def come_and_go(number: int) -> None:
            with dial(server.address) as peer, trio.fail_after(10):
                stream = await server.arrivals.receive()
                stream.send(b"question")
                await peer.hear()
                if number % 2:
                    peer.leave()
                    await peer.ending()
            await until(lambda: stream.ended.is_set() and server.stream_count == 0)

        for number in range(20):
            await come_and_go(number)
        threads, files = threading.active_count(), open_files()
        for number in range(200):
            await come_and_go(number)
        await until(lambda: threading.active_count() <= threads)
        await until(lambda: open_files() <= files)

        assert server._handlers == set()


@pytest.mark.parametrize("hello", [None, UNDECODABLE])
async def test_streams_that_are_never_opened_hold_no_file(hello: bytes | None) -> None:
    """Not even until what they leave is collected: of a crowd, there would be many."""
    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), TALK) as server:

        async def come_and_go(times: int) -> None:
            for _ in range(times):
                with dial(server.address, hello=hello) as peer, trio.fail_after(10):
                    if hello is None:
                        await until(lambda: server.stream_count == 1)
                    else:
                        await peer.ending()
                await until(lambda: server.stream_count == 0)

        await come_and_go(5)
        files = open_files()
        gc.disable()
        try:
            await come_and_go(20)
            await until(lambda: open_files() <= files)
        finally:
            gc.enable()

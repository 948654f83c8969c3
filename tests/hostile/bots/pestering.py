"""Attempts on the referee: streams without number, wrong tokens, rubbish, the arena's own service."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator

import grpc

from tests.hostile.bots.report import report

ADDRESS = os.environ.get("TRACTOR_ADDRESS", "")
TOKEN = os.environ.get("TRACTOR_TOKEN", "")
PLAY = "/tractor.v1.BotService/Play"
PLAY_MATCH = "/tractor.v1.TableService/PlayMatch"
STREAMS = 60
WITHIN_S = 20


def _raw(channel: grpc.Channel, method: str, messages: Iterable[bytes]) -> str:
    """How a stream ends on which these bytes are sent, and which is left open from our side."""
    is_over = threading.Event()

    def sent() -> Iterator[bytes]:
        yield from messages
        is_over.wait(WITHIN_S)

    try:
        for _ in channel.stream_stream(method, bytes, bytes)(sent(), timeout=WITHIN_S):
            pass
    except grpc.RpcError as error:
        return str(error.code().name)
    finally:
        is_over.set()
    return "OK"


def _hello(token: str) -> bytes:
    from tractor.v1.bot_pb2 import Hello, PlayRequest

    return PlayRequest(hello=Hello(protocol="tractor.v1", token=token, name="hostile")).SerializeToString()


def streams() -> None:
    """Sixty streams with its own token and sixty with others, all at once."""
    found: dict[str, list[str]] = {"own": [], "wrong": []}

    def one(kind: str, token: str, options: tuple[tuple[str, int], ...]) -> None:
        with grpc.insecure_channel(ADDRESS, options) as channel:
            found[kind].append(_raw(channel, PLAY, iter([_hello(token)])))

    threads = [
        threading.Thread(target=one, args=(kind, token, (("grpc.use_local_subchannel_pool", 1), ("hostile", place))))
        for place in range(STREAMS)
        for kind, token in (("own", TOKEN), ("wrong", f"{place:064x}"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report("streams", {kind: {status: each.count(status) for status in set(each)} for kind, each in found.items()})


def rubbish() -> None:
    """Bytes that are no message, a message that is too long, a service that is not there for bots."""
    with grpc.insecure_channel(ADDRESS) as channel:
        report(
            "rubbish",
            {
                "rubbish": _raw(channel, PLAY, iter([b"\xff" * 100])),
                "long": _raw(channel, PLAY, iter([bytes(20_000_000)])),
                "nothing": _raw(channel, PLAY, iter([b""])),
                "service of the arena": _raw(channel, PLAY_MATCH, iter([b""])),
            },
        )


def inbox() -> None:
    """Messages by the ten thousand on a stream without a place, and a connection that says nothing of gRPC."""
    import socket

    hello = _hello("f" * 64)
    with grpc.insecure_channel(ADDRESS) as channel:
        ended = _raw(channel, PLAY, iter([hello] * 20_000))
    with socket.socket(socket.AF_UNIX) as dialled:
        dialled.settimeout(5)
        dialled.connect(ADDRESS.removeprefix("unix:"))
        try:
            for _ in range(100):
                dialled.sendall(os.urandom(65536))
            plain = "took it all"
        except OSError:
            plain = "closed"
    report("inbox", {"ended": ended, "plain": plain})


def escapes() -> None:
    """Words for a terminal, and lines that look like others'."""
    os.write(
        2, b"\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b0m\r\n=== match 1, seat West, token 0123456789abcdef\n\xff\xfe\x00"
    )
    report("escapes", {"begun": True})

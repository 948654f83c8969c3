"""Health and reflection, asked as ordinary tools ask, and what they do not give away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar

import grpc
import pytest
import trio
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from referee.serving.address import parse_address
from referee.serving.bridge import standard
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.chair import BOT_METHOD
from referee.serving.server import open_referee

SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING

Said = TypeVar("Said")


async def asked(address: str, ask: Callable[[grpc.Channel], Said]) -> Said:
    """What a plain client gets, on a thread of its own."""

    def on_thread() -> Said:
        with grpc.insecure_channel(address) as channel:
            return ask(channel)

    with trio.fail_after(10):
        return await trio.to_thread.run_sync(on_thread)


def health_of(service: str) -> Callable[[grpc.Channel], int]:
    def ask(channel: grpc.Channel) -> int:
        request = health_pb2.HealthCheckRequest(service=service)
        return int(health_pb2_grpc.HealthStub(channel).Check(request).status)

    return ask


def services(channel: grpc.Channel) -> list[str]:
    return list(ProtoReflectionDescriptorDatabase(channel).get_services())


def methods(service: str) -> Callable[[grpc.Channel], list[str]]:
    def ask(channel: grpc.Channel) -> list[str]:
        pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
        return [method.name for method in pool.FindServiceByName(service).methods]

    return ask


async def test_both_addresses_tell_what_they_serve_and_that_they_do() -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        for address, service, method in (
            (at.bots, "tractor.v1.BotService", "Play"),
            (at.arena, "tractor.v1.TableService", "PlayMatch"),
        ):
            named = ["grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection", service]
            assert await asked(address, services) == named
            assert await asked(address, methods(service)) == [method]
            assert await asked(address, health_of("")) == SERVING
            assert await asked(address, health_of(service)) == SERVING


async def test_the_health_of_what_is_not_served_is_not_found() -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        with pytest.raises(grpc.RpcError) as error:
            await asked(at.bots, health_of("tractor.v1.TableService"))

        assert error.value.code() is grpc.StatusCode.NOT_FOUND


async def test_who_watches_is_told_that_it_stops() -> None:
    said: SimpleQueue[int] = SimpleQueue()

    def watch(address: str) -> None:
        with grpc.insecure_channel(address) as channel, suppress(grpc.RpcError):
            for response in health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest()):
                said.put(response.status)

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery, open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
            nursery.start_soon(trio.to_thread.run_sync, watch, at.bots)
            assert await trio.to_thread.run_sync(said.get) == SERVING

    assert said.get_nowait() == NOT_SERVING


async def test_what_asks_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By streams, and by requests and seconds of each; the streams of bots do not count."""
    monkeypatch.setattr(standard, "STREAMS_MAX", 2)
    monkeypatch.setattr(standard, "REFLECTION_REQUESTS_MAX", 3)
    ask = reflection_pb2.ServerReflectionRequest(list_services="")

    def reflect(channel: grpc.Channel, *, count: int) -> grpc.StatusCode:
        try:
            stub = reflection_pb2_grpc.ServerReflectionStub(channel)
            heard = list(stub.ServerReflectionInfo(iter([ask] * count)))
        except grpc.RpcError as error:
            return error.code()
        assert len(heard) == count
        return grpc.StatusCode.OK

    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), BOT_METHOD) as server:
        assert await asked(server.address, lambda channel: reflect(channel, count=3)) is grpc.StatusCode.OK
        assert await asked(server.address, lambda channel: reflect(channel, count=4)) is (
            grpc.StatusCode.RESOURCE_EXHAUSTED
        )

        def crowd(channel: grpc.Channel) -> grpc.StatusCode:
            watchers = [health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest()) for _ in range(2)]
            for watcher in watchers:
                next(watcher)
            return reflect(channel, count=1)

        assert await asked(server.address, crowd) is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_stream_of_reflection_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standard, "REFLECTION_WITHIN_S", 0.05)
    silence: SimpleQueue[reflection_pb2.ServerReflectionRequest] = SimpleQueue()

    def stay(channel: grpc.Channel) -> grpc.StatusCode:
        requests: Iterator[reflection_pb2.ServerReflectionRequest] = iter(silence.get, None)
        with pytest.raises(grpc.RpcError) as error:
            next(reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(requests))
        silence.put(reflection_pb2.ServerReflectionRequest())
        return error.value.code()

    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), BOT_METHOD) as server:
        assert await asked(server.address, stay) is grpc.StatusCode.DEADLINE_EXCEEDED

"""The standard services beside ours, health and reflection: ordinary tools ask what is served, and whether it is.

Anybody may ask, so both are bounded: nobody can tie up a referee by asking.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2, reflection_pb2_grpc

STREAMS_MAX = 64
"""Streams of both services that may be open at once."""

REFLECTION_REQUESTS_MAX = 100
REFLECTION_WITHIN_S = 30.0
"""What one stream of reflection may ask for, and how long it may take."""

STOP_WITHIN_S = 0.25
"""How long the end of all streams is waited for."""

_Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class StandardServices:
    """Health and reflection of one server; everything here is on asyncio's thread."""

    def __init__(self, server: grpc.aio.Server, service: str) -> None:
        """Add them to a server, not started yet, that serves *service*."""
        self._service = service
        self._guests = _Guests()
        self._health = _Health(self._guests)
        names = (service, health.SERVICE_NAME, reflection.SERVICE_NAME)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(_Reflection(names, self._guests), server)

    async def say_serving(self) -> None:
        """Say that the server and its service serve."""
        for name in ("", self._service):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def say_stopping(self) -> None:
        """Say, for good, that they serve no more; whoever watches hears it, if it does not take long."""
        await self._health.enter_graceful_shutdown()
        await self.ended()

    async def ended(self) -> None:
        """Wait until no stream of theirs is left, but not long."""
        if self._guests.tasks:
            await asyncio.wait(self._guests.tasks, timeout=STOP_WITHIN_S)


class _Guests:
    """Open streams of either service."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def one(self, context: _Context) -> AsyncIterator[None]:
        """One more stream while the block lasts, if there is room for it."""
        if len(self.tasks) >= STREAMS_MAX:
            sentence = f"too many streams ask for health or reflection; {STREAMS_MAX} are allowed"
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)
        me = asyncio.current_task()
        assert me is not None
        self.tasks.add(me)
        try:
            yield
        finally:
            self.tasks.discard(me)


class _Health(health.aio.HealthServicer):  # type: ignore[misc,name-defined]  # unknown to the stubs
    def __init__(self, guests: _Guests) -> None:
        super().__init__()
        self._guests = guests

    async def Watch(self, request: health_pb2.HealthCheckRequest, context: _Context) -> None:
        """Tell of every change until the last, that nothing is served any more."""
        async with self._guests.one(context):
            with contextlib.suppress(_Told):
                await super().Watch(request, _LastWords(context))


class _Told(Exception):
    """There is nothing more to tell."""


class _LastWords:
    """A context that is written to until it was told of the end; gRPC would end it before it has heard of that."""

    def __init__(self, context: _Context) -> None:
        self._context = context

    async def write(self, response: health_pb2.HealthCheckResponse) -> None:
        await self._context.write(response)
        if response.status == health_pb2.HealthCheckResponse.NOT_SERVING:
            raise _Told


class _Reflection(reflection.aio.ReflectionServicer):  # type: ignore[misc,name-defined]  # unknown to the stubs
    def __init__(self, services: tuple[str, ...], guests: _Guests) -> None:
        super().__init__(services)
        self._guests = guests

    async def ServerReflectionInfo(
        self, requests: AsyncIterator[reflection_pb2.ServerReflectionRequest], context: _Context
    ) -> AsyncIterator[reflection_pb2.ServerReflectionResponse]:
        async with self._guests.one(context):
            answers = super().ServerReflectionInfo(_bounded(requests, context), context)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REFLECTION_WITHIN_S):
                    async for answer in answers:
                        yield answer
                    return
            sentence = f"a stream of reflection may take {REFLECTION_WITHIN_S:g} s"
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, sentence)


async def _bounded(
    requests: AsyncIterator[reflection_pb2.ServerReflectionRequest], context: _Context
) -> AsyncIterator[reflection_pb2.ServerReflectionRequest]:
    """The first requests; a stream that has more is ended."""
    count = 0
    async for request in requests:
        count += 1
        if count > REFLECTION_REQUESTS_MAX:
            sentence = f"a stream of reflection has at most {REFLECTION_REQUESTS_MAX} requests"
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)
        yield request

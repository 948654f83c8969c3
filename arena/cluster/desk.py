"""Joins the tasks that a worker has on the library's event loop to matches that are played in trio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import trio

from arena.cluster.answers import Answer, GivenUp, encode_answer
from referee.serving.bridge.loop import Loop


class TableDesk:
    """Takes orders and has them carried out. Each method says on which thread it is to be called.

    Args:
        nursery: where matches are played.
        play: carries out one order.
        machine: what answers say of where they come from.
    """

    def __init__(
        self, loop: Loop, nursery: trio.Nursery, play: Callable[[bytes], Awaitable[Answer]], machine: str
    ) -> None:
        self._loop = loop
        self._nursery = nursery
        self._play_order = play
        self._machine = machine
        # trio's thread.
        self._scopes: dict[str, trio.CancelScope] = {}
        self._is_closed = False

    # --- asyncio's thread

    async def carry_out(self, key: str, order: bytes) -> bytes:
        """The answer to an order. Whoever waits no more has it dropped."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._loop.to_trio(self._begin, key, order, answer)
        try:
            return await answer
        except asyncio.CancelledError:
            self.drop(key)
            raise

    def drop(self, key: str) -> None:
        """Break an order off, if it is being carried out; nobody waits for the answer."""
        self._loop.to_trio(self._break_off, key)

    # --- trio's thread

    def drop_all(self) -> None:
        """Break off whatever is being carried out."""
        for scope in self._scopes.values():
            scope.cancel()

    def close(self) -> None:
        """Begin nothing any more."""
        self._is_closed = True

    def _begin(self, key: str, order: bytes, answer: asyncio.Future[bytes]) -> None:
        if self._is_closed:
            self._settle(answer, self._given_up())
        else:
            scope = self._scopes[key] = trio.CancelScope()
            self._nursery.start_soon(self._carry_out, key, order, answer, scope)

    def _break_off(self, key: str) -> None:
        if key in self._scopes:
            self._scopes[key].cancel()

    async def _carry_out(self, key: str, order: bytes, answer: asyncio.Future[bytes], scope: trio.CancelScope) -> None:
        told: Answer = self._given_up()
        try:
            with scope:
                told = await self._play_order(order)
        finally:
            if self._scopes.get(key) is scope:
                del self._scopes[key]
            self._settle(answer, told)

    def _given_up(self) -> GivenUp:
        return GivenUp(self._machine, "the worker broke it off")

    def _settle(self, answer: asyncio.Future[bytes], told: Answer) -> None:
        self._loop.to_asyncio(_set, answer, encode_answer(told))


def _set(answer: asyncio.Future[bytes], told: bytes) -> None:
    if not answer.done():
        answer.set_result(told)

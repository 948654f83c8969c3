"""Whole matches of a bot by the real table, clocks and rules; stand-ins sit at the seats that it does not have."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from referee.rules.ruleset import Ruleset
from referee.serving.address import parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.chair import BOT_METHOD
from referee.serving.chairs import Chairs
from referee.serving.clock import TimeControl, TimeUse
from referee.serving.faults import SeatFault
from referee.serving.pulse import Pulse
from referee.serving.rehearsal.stand_in import StandInPlace
from referee.serving.seat import Place
from referee.serving.spec import Board, ChairSpec, MatchSpec
from referee.serving.table import DealOver, Finished, Table, Update


@dataclass(frozen=True, slots=True)
class Game:
    """A match to be played.

    Attributes:
        tokens: by seat of the bot, with what its program there dials in.
        entrant: the bot's name.
    """

    match_id: str
    rules: Ruleset
    boards: tuple[Board, ...]
    is_game: bool
    tokens: Mapping[int, str]
    entrant: str
    time: TimeControl
    connect_within_s: float
    ready_within_s: float


@dataclass(frozen=True, slots=True)
class Played:
    """What came of it.

    Attributes:
        sentence: how it ended.
        faults: of the bot's seats, in order.
        deal_count: deals that were played to their end.
        is_void: the machine itself stood still.
        time_use: by seat of the bot.
    """

    sentence: str
    faults: tuple[SeatFault, ...]
    deal_count: int
    is_void: bool
    time_use: Mapping[int, TimeUse]


class House:
    """A socket that bots dial, and any number of tables."""

    def __init__(self, chairs: Chairs, pulse: Pulse) -> None:
        self._chairs = chairs
        self._pulse = pulse

    async def play(self, game: Game) -> Played:
        """Play a match to its end; the first fault ends it."""
        seat_count = len(game.rules.seat_names)
        tokens = [game.tokens.get(seat, f"stand-in {seat}") for seat in range(seat_count)]
        spec = MatchSpec(
            match_id=game.match_id,
            rules=game.rules,
            chairs=tuple(ChairSpec(token, game.entrant) for token in tokens),
            whole_game=game.is_game,
            boards=game.boards,
            time=game.time,
            connect_within_s=game.connect_within_s,
            ready_within_s=game.ready_within_s,
            strikes_allowed=0,
            strict=True,
        )
        deals: list[DealOver] = []
        ends: list[Finished] = []

        def take(update: Update) -> None:
            match update:
                case DealOver():
                    deals.append(update)
                case Finished():
                    ends.append(update)
                case _:
                    pass

        bots = sorted(game.tokens)
        with self._chairs.places([(game.tokens[seat], game.entrant) for seat in bots]) as taken:
            own = dict(zip(bots, taken, strict=True))
            table: list[Place] = [own[seat] if seat in own else StandInPlace() for seat in range(seat_count)]
            await Table(spec, table, take, pulse=self._pulse).play()
        (end,) = ends
        return Played(
            sentence=end.sentence,
            faults=tuple(fault for over in deals for fault in over.deal.faults),
            deal_count=len(deals),
            is_void=any(over.deal.machine_at_fault for over in deals),
            time_use={seat: end.time_use[seat] for seat in bots},
        )


@asynccontextmanager
async def open_house(address: str) -> AsyncIterator[House]:
    """A house at an address, ``unix:/path``, until the block is left.

    Raises:
        BadAddress: it cannot be there.
    """
    async with (
        open_loop() as loop,
        listen(loop, parse_address(address), BOT_METHOD) as server,
        trio.open_nursery() as nursery,
    ):
        pulse = Pulse()
        chairs = Chairs(nursery)
        nursery.start_soon(pulse.beat)
        nursery.start_soon(chairs.admit, server)
        yield House(chairs, pulse)
        nursery.cancel_scope.cancel()

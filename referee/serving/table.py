"""Plays one match: gathers the bots, plays the boards one after another, and reports what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import structlog
import trio

from referee.rules.deal import Scored
from referee.rules.game import Game, after
from referee.serving.chair import ChairLost
from referee.serving.clock import TimeUse
from referee.serving.deal_play import DealPlay, PlayedDeal
from referee.serving.decision_kind import DecisionKind
from referee.serving.pulse import Pulse
from referee.serving.seat import Place, Seat
from referee.serving.spec import Board, MatchSpec
from referee.serving.starting import get_ready
from referee.serving.turnstile import OPEN, Turnstile
from referee.wire.tractor.v1 import bot_pb2 as wire


@dataclass(frozen=True, slots=True)
class Begun:
    """All bots are ready, or their time to be so has passed."""


@dataclass(frozen=True, slots=True)
class DealOver:
    """A board was played."""

    board: Board
    deal: PlayedDeal


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over.

    Attributes:
        sentence: how it ended, for people.
        time_use: by seat.
        time_use_by_kind: by seat, the same for each kind of decision that was measured, in their order.
        message_count: to and from all bots.
        elapsed_s: from the first deal to the end.
    """

    ending: wire.MatchEnding.ValueType
    sentence: str
    time_use: tuple[TimeUse, ...]
    time_use_by_kind: tuple[Mapping[DecisionKind, TimeUse], ...]
    message_count: int
    elapsed_s: float


Update: TypeAlias = Begun | DealOver | Finished


@dataclass(frozen=True, slots=True)
class _End:
    ending: wire.MatchEnding.ValueType
    sentence: str


_ABORTED = _End(wire.MATCH_ENDING_ABORTED, "the match was stopped")


class Table:
    """One match being played."""

    def __init__(
        self,
        spec: MatchSpec,
        places: Sequence[Place],
        report: Callable[[Update], None],
        *,
        pulse: Pulse,
        turnstile: Turnstile = OPEN,
    ) -> None:
        self._spec = spec
        self._report = report
        self._pulse = pulse
        self._turnstile = turnstile
        self._seats = [
            Seat(number, name, place, spec.time, chair)
            for number, (name, place, chair) in enumerate(zip(spec.rules.seat_names, places, spec.chairs, strict=True))
        ]
        self._log = structlog.get_logger().bind(match=spec.match_id)

    async def play(self) -> None:
        """Play the match; bots are told how it ended, also if this is cancelled."""
        end = _ABORTED
        try:
            await self._gather()
            self._report(Begun())
            self._log.info("match_begun", boards=len(self._spec.boards))
            started_at_s = trio.current_time()
            end = await self._play_boards()
            elapsed_s = trio.current_time() - started_at_s
        finally:
            self._tell_end(end)
            self._log.info("match_ended", ending=wire.MatchEnding.Name(end.ending), sentence=end.sentence)
        self._report(
            Finished(
                ending=end.ending,
                sentence=end.sentence,
                time_use=tuple(seat.time_use for seat in self._seats),
                time_use_by_kind=tuple(seat.time_use_by_kind for seat in self._seats),
                message_count=sum(seat.message_count for seat in self._seats),
                elapsed_s=elapsed_s,
            )
        )

    # --- Who plays

    async def _gather(self) -> None:
        """Wait for the bots that are missing; each is waited for once, and one that does not come is out."""
        async with trio.open_nursery() as nursery:
            for seat in self._seats:
                if seat.chair is None and seat.out_because is None:
                    nursery.start_soon(self._await_bot, seat)

    async def _await_bot(self, seat: Seat) -> None:
        spec = self._spec
        chair = None
        # One whose stream broke has its time for that, too.
        grace_s = seat.resumable_until_s - trio.current_time()
        with trio.move_on_after(max(spec.connect_within_s, grace_s)):
            chair = await seat.place.taken()
        if chair is None:
            self._stand_out(seat, f"no bot dialled in within {spec.connect_within_s:g} s")
            return
        try:
            ready = await get_ready(spec, seat, chair, due_s=trio.current_time() + spec.ready_within_s)
        except ChairLost as lost:
            self._stand_out(seat, f"the bot left before it was ready: {lost.sentence}")
            return
        if ready is None:
            sentence = f"the bot was not ready within {spec.ready_within_s:g} s"
            if (chair := seat.chair) is not None:
                chair.tell(_match_ended(_End(wire.MATCH_ENDING_FAULT, sentence)))
            self._stand_out(seat, sentence)

    def _stand_out(self, seat: Seat, because: str) -> None:
        self._log.info("seat_not_ready", seat=seat.name, because=because)
        seat.stand_out(because)

    def _tell_end(self, end: _End) -> None:
        for seat in self._seats:
            if (chair := seat.chair) is not None:
                chair.tell(_match_ended(end))

    # --- What is played

    async def _play_boards(self) -> _End:
        game: Game | None = None
        for number, board in enumerate(self._spec.boards, start=1):
            if number > 1:
                await self._gather()
            before = game if self._spec.whole_game and game is not None else board.before
            assert before is not None, "a board that stands alone says what was before it"
            play = DealPlay(self._spec, self._seats, number, board, pulse=self._pulse, turnstile=self._turnstile)
            deal = await play.play(before)
            self._report(DealOver(board, deal))
            if (end := self._end_after(deal)) is not None:
                return end
            if isinstance(deal.end, Scored):
                game = after(before, deal.end)
                if self._spec.whole_game and game.won_by:
                    return _End(wire.MATCH_ENDING_NORMAL, "the game is won")
        if self._spec.whole_game:
            return _End(wire.MATCH_ENDING_NORMAL, "the deals that the game may last are used up")
        return _End(wire.MATCH_ENDING_NORMAL, "all deals were played")

    def _end_after(self, deal: PlayedDeal) -> _End | None:
        """The end of the match if this deal brings it about otherwise than by the rules."""
        if self._spec.strict and deal.faults:
            fault = deal.faults[0]
            name = self._spec.rules.seat_names[fault.seat]
            said = f" ({fault.rule})" if fault.rule else ""
            return _End(wire.MATCH_ENDING_FAULT, f"a fault ended the match: {name}, {fault.ending.value}{said}")
        if not self._spec.whole_game:
            return None
        if deal.machine_at_fault:
            return _End(wire.MATCH_ENDING_ABORTED, "the machine stood still, so the game is void")
        if deal.forfeited_by:
            name = self._spec.rules.seat_names[deal.forfeited_by[0]]
            return _End(wire.MATCH_ENDING_FAULT, f"a deal was lost by a fault of {name}, which ends the game")
        if not isinstance(deal.end, Scored):
            return _End(wire.MATCH_ENDING_ABORTED, "nobody bid with any of the decks, so the game cannot go on")
        return None


def _match_ended(end: _End) -> wire.PlayResponse:
    response = wire.PlayResponse()
    response.match_ended.ending = end.ending
    response.match_ended.sentence = end.sentence
    return response

"""Plays one deal: asks each seat in its turn, keeps the clock, and plays defaults where no legal decision comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import structlog
import trio

from referee.rules.deal import Asking, Decision, Event, Played, Scored, Start, ThrownIn, begin, step
from referee.rules.game import Game, after, next_start
from referee.rules.ladder import Ladder
from referee.rules.legal import default_decision
from referee.rules.record import Fault, Heading, line_of, record_of
from referee.rules.refusal import Refusal
from referee.serving import convert
from referee.serving.chair import ChairLost
from referee.serving.decision_kind import decision_kind
from referee.serving.faults import Conduct, SeatEnding, SeatFault
from referee.serving.inquiry import Inquiry
from referee.serving.offers import Taken, offer
from referee.serving.pulse import Pulse
from referee.serving.seat import Seat
from referee.serving.spec import Board, MatchSpec
from referee.serving.turnstile import Turnstile
from referee.wire.tractor.v1 import bot_pb2 as wire


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """What came of a board.

    Attributes:
        end: the score; or thrown in, if nobody bid with any of its decks.
        records: lines of the deals thrown in before, then that of *end*.
        faults: in order.
        forfeited_by: seats whose fault lost them the deal, in order.
        machine_at_fault: a seat was late while the machine stood still; the deal is void.
        decision_count: decisions of all its decks.
    """

    end: Scored | ThrownIn
    records: tuple[str, ...]
    faults: tuple[SeatFault, ...]
    forfeited_by: tuple[int, ...]
    machine_at_fault: bool
    decision_count: int


class DealPlay:
    """One deal being played; under its number, with the next deck, again and again while nobody bids (B7)."""

    def __init__(
        self,
        spec: MatchSpec,
        seats: Sequence[Seat],
        deal_number: int,
        board: Board,
        *,
        pulse: Pulse,
        turnstile: Turnstile,
    ) -> None:
        self._spec = spec
        self._seats = seats
        self._number = deal_number
        self._board = board
        self._pulse = pulse
        self._turnstile = turnstile
        self._log = structlog.get_logger().bind(match=spec.match_id, deal=deal_number)
        self._faults: list[SeatFault] = []
        self._forfeited_by: list[int] = []
        self._machine_at_fault = False
        # With the deck at hand.
        self._decision_count = 0
        self._defaults: list[int] = []
        self._took_ms: list[int | None] = []
        self._notes: list[tuple[int, str]] = []

    async def play(self, before: Game) -> PlayedDeal:
        """Play the board, *before* being the game before it."""
        for seat in self._seats:
            seat.conduct = Conduct()
            if seat.out_because is not None:
                self._note_fault(seat, SeatEnding.NOT_READY, offence=seat.out_because)
        decks = iter(self._board.decks)
        end, line = await self._play_deck(next_start(before, next(decks)), faults_before=0)
        records, decision_count = [line], self._decision_count
        for deck in decks:
            if isinstance(end, Scored):
                break
            before = after(before, end)
            end, line = await self._play_deck(next_start(before, deck), faults_before=len(self._faults))
            records.append(line)
            decision_count += self._decision_count
        if isinstance(end, Scored):
            self._tell_result(end)
        for seat in self._seats:
            seat.end_deal()
        return PlayedDeal(
            end=end,
            records=tuple(records),
            faults=tuple(self._faults),
            forfeited_by=tuple(self._forfeited_by),
            machine_at_fault=self._machine_at_fault,
            decision_count=decision_count,
        )

    async def _play_deck(self, start: Start, *, faults_before: int) -> tuple[Scored | ThrownIn, str]:
        """The end of a deal, and its record."""
        self._decision_count, self._defaults, self._took_ms, self._notes = 0, [], [], []
        # A deal in which nobody is asked never waits for anything.
        await trio.lowlevel.checkpoint()
        self._tell(convert.deal_started(start, deal_number=self._number))
        state, events = begin(start)
        while True:
            self._tell_events(events, convert.ladder_of(state))
            if isinstance(state, Scored | ThrownIn):
                return state, self._record(state, self._faults[faults_before:])
            state, events = await self._decide(state)
            self._decision_count += 1

    # --- One decision

    async def _decide(self, state: Asking) -> Taken:
        seat = self._seats[state.seat]
        default = default_decision(state)
        self._took_ms.append(None)
        # A strict match ends with this deal whatever is played, once there was a fault: nobody is asked any more.
        is_over = self._spec.strict and self._faults
        if not is_over and not seat.conduct.has_forfeited:
            taken = await self._ask(seat, state, default=default)
            if taken is not None:
                return taken
        self._defaults.append(self._decision_count)
        by_default = step(state, default)
        assert not isinstance(by_default, Refusal), f"a default decision was refused: {by_default}"
        return by_default

    async def _ask(self, seat: Seat, state: Asking, *, default: Decision) -> Taken | None:
        """What the seat's decision leads to; None if the default is to be played instead."""
        allowed_s = seat.allowed_s + seat.lag_allowance_s
        inquiry = Inquiry(self._spec, seat, state, default=default, deal_number=self._number, turnstile=self._turnstile)
        try:
            answer, spent_s = await inquiry.answer()
        except ChairLost as lost:
            self._note_fault(seat, lost.ending, inquiry, offence=lost.sentence)
            return None

        seat.charge(spent_s, decision_kind(state))
        self._took_ms[-1] = round(1000 * spent_s)
        if answer is None or spent_s > allowed_s:
            if self._pulse.is_machine_at_fault(since_s=inquiry.asked_at_s, allowed_s=allowed_s):
                self._machine_at_fault = True
                self._log.warning("machine_at_fault", seat=seat.name)
            else:
                self._note_fault(seat, SeatEnding.LATE, inquiry, overrun_s=max(0.0, spent_s - allowed_s))
            inquiry.refuse(None)
            return None

        if answer.note:
            self._notes.append((self._decision_count, answer.note))
        taken = offer(state, answer.cards, answer.friend_calls)
        if isinstance(taken, Refusal):
            self._note_fault(seat, SeatEnding.ILLEGAL, inquiry, rule=taken.rule, offence=taken.because)
            inquiry.refuse(taken)
            return None
        return taken

    def _note_fault(
        self,
        seat: Seat,
        ending: SeatEnding,
        inquiry: Inquiry | None = None,
        *,
        rule: str = "",
        overrun_s: float = 0.0,
        offence: str = "",
    ) -> None:
        question = inquiry.as_json() if inquiry is not None and self._spec.strict else ""
        fault = SeatFault(seat.number, self._decision_count, ending, rule, round(overrun_s, 6), offence, question)
        self._faults.append(fault)
        # The offence may name cards of the hand, so it is not logged.
        self._log.info("seat_fault", seat=seat.name, ending=ending.value, rule=rule, overrun_s=round(overrun_s, 3))
        had_forfeited = seat.conduct.has_forfeited
        seat.conduct = seat.conduct.after(ending, strikes_allowed=self._spec.strikes_allowed)
        if seat.conduct.has_forfeited and not had_forfeited:
            self._forfeited_by.append(seat.number)
            self._tell(convert.seat_defaulted(seat.number))

    # --- News

    def _tell(self, event: wire.Event) -> None:
        for seat in self._seats:
            seat.hear(event)

    def _tell_events(self, events: Iterable[Event], ladder: Ladder) -> None:
        for event in events:
            if isinstance(event, Played):
                self._tell_play(event, ladder)
            elif (message := convert.event_of(event, ladder)) is not None:
                self._tell(message)

    def _tell_play(self, event: Played, ladder: Ladder) -> None:
        """Tell of a single play those who want events at once; others see it on the table, or in the trick."""
        listeners = [seat for seat in self._seats if seat.wants_events]
        if listeners:
            message = convert.played(event, ladder)
            for seat in listeners:
                seat.hear_play(message)

    def _tell_result(self, end: Scored) -> None:
        for seat in self._seats:
            if (chair := seat.chair) is not None:
                response = wire.PlayResponse()
                response.deal_ended.news.extend(seat.take_news())
                convert.write_deal_ended(end, response.deal_ended, deal_number=self._number)
                chair.tell(response)

    # --- The record

    def _record(self, end: Scored | ThrownIn, faults: Iterable[SeatFault]) -> str:
        heading = Heading(
            match=self._spec.match_id,
            board=self._board.number,
            deal=self._number,
            whole_game=self._spec.whole_game,
            names=tuple([chair.entrant for chair in self._spec.chairs]),
        )
        record = record_of(
            end,
            heading,
            faults=tuple([self._recorded(fault) for fault in faults]),
            defaults=tuple(self._defaults),
            times=tuple(self._took_ms),
            notes=tuple(self._notes),
        )
        return line_of(record)

    def _recorded(self, fault: SeatFault) -> Fault:
        return Fault(
            seat=self._seats[fault.seat].name,
            decision=fault.decision,
            ending=fault.ending.value,
            rule=fault.rule,
            overrun_s=fault.overrun_s,
            offence=fault.offence,
        )

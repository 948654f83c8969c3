"""One match, played to its end whatever happens: void deals are replayed, lost programs replaced."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path

import trio

from arena.config import Cup
from arena.cup_file import TimeControl
from arena.deals import Board, boards
from arena.faults import GONE, as_crash, deal_result, game_result, seat_faults
from arena.launch import Launcher
from arena.matches import Ending, Match, Outcome, SeatTimes, Unit
from arena.records_store import store_record
from arena.referees import Referee
from arena.schedule import stage_of
from arena.seats import Seats, seated
from arena.table import Begun, DealPlayed, Finished, RefereeGone, TableSpec, Update
from referee.rules.options import canonical_text, ruleset

REPLACEMENTS = 2
"""Times that a match goes on with new programs because one was lost; after that the defaults play in its place."""

REPLAYS = 3
"""Times that deals, or a game, are replayed because the machine was at fault."""

DECISIONS_IN_A_DEAL = 400
"""More than any deal asks for; a referee that says nothing for the time of so many is taken for dead."""

SILENCE_TO_SPARE_S = 60.0


class MachineTooSlow(Exception):
    """Deals were void again and again, because several seats at a time got no time from the machine."""


class StrictFault(Exception):
    """A fault where none is allowed; the sentence says whose and what."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What matches are played with.

    Attributes:
        secret: what the decks are drawn from.
        records: folder of the cup's records.
        logs: folder of the bots' logs.
        on_deal: called with the match after every deal that counts.
    """

    cup: Cup
    secret: bytes = field(repr=False)
    launcher: Launcher
    records: Path
    logs: Path
    on_deal: Callable[[Match], None]


class _Left(Enum):
    """Why a set of programs left the table."""

    PLAYED = auto()
    GAME_LOST = auto()
    GAME_VOID = auto()
    PROGRAM_LOST = auto()


@dataclass(frozen=True, slots=True)
class _Sitting:
    """What came of one set of programs at the table.

    Attributes:
        deals: those that count.
        has_void_deals: the machine was at fault in some deal.
        finished: None if the table was left before the referee was done.
    """

    left: _Left
    deals: tuple[DealPlayed, ...]
    has_void_deals: bool
    finished: Finished | None
    elapsed_s: float


async def play_match(match: Match, referee: Referee, shop: Workshop) -> Outcome:
    """The outcome of a match; its record is on the disk.

    Raises:
        RefereeGone: the referee died; nothing of the match counts, and it may be played again.
        MachineTooSlow: deals stay void.
        StrictFault: a fault, where none is allowed.
        CannotStart: a bot that the system does not start.
        OSError: the record cannot be written.
    """
    to_play = boards(shop.secret, match, stage_of(shop.cup, match).starter, ruleset(shop.cup.options))
    deals: dict[int, DealPlayed] = {}
    sittings: list[_Sitting] = []
    while to_play:
        replaced = sum(sitting.left is _Left.PROGRAM_LOST for sitting in sittings)
        sitting = await _sit(match, to_play, referee, shop, may_leave=replaced < REPLACEMENTS)
        sittings.append(sitting)
        if sum(sitting.has_void_deals for sitting in sittings) > REPLAYS:
            raise MachineTooSlow(f"deals of one match were void {REPLAYS + 1} times")
        if match.unit is Unit.GAMES:
            if sitting.left is not _Left.GAME_VOID:
                deals = {deal.number: deal for deal in sitting.deals}
                break
        else:
            deals |= {deal.number: deal for deal in sitting.deals}
            to_play = tuple(board for board in to_play if board.number not in deals)
            if to_play and sitting.left is _Left.PLAYED and not sitting.has_void_deals:
                raise RefereeGone(f"the referee ended a match with {len(to_play)} of its deals not played")
    return _outcome(match, [deals[number] for number in sorted(deals)], sittings, shop)


async def _sit(
    match: Match, to_play: tuple[Board, ...], referee: Referee, shop: Workshop, *, may_leave: bool
) -> _Sitting:
    by_name = {entrant.name: entrant for entrant in shop.cup.entrants}
    entrants = [by_name[name] for name in match.seating]
    async with seated(entrants, shop.launcher, address=referee.bots_address, match=match.key, logs=shop.logs) as seats:
        spec = TableSpec(
            match_id=match.key,
            rules=canonical_text(shop.cup.options),
            chairs=seats.chairs,
            is_game=match.unit is Unit.GAMES,
            boards=to_play,
            time=shop.cup.time,
            faults=shop.cup.faults,
        )
        async with referee.client.play_match(spec) as updates:
            return await _listen(match, updates, seats, shop, may_leave=may_leave)


async def _listen(
    match: Match, updates: AsyncIterator[Update], seats: Seats, shop: Workshop, *, may_leave: bool
) -> _Sitting:
    began = trio.current_time()
    deals: list[DealPlayed] = []
    has_void_deals = False
    left: _Left | None = None
    finished: Finished | None = None
    while left is None:
        match await _next(updates, shop.cup.time):
            case Begun():
                began = trio.current_time()
            case DealPlayed() as played:
                deal = await _classified(played, seats)
                left = _reason_to_leave(match, deal, may_leave=may_leave)
                if deal.is_void:
                    has_void_deals = True
                else:
                    deals.append(deal)
                    shop.on_deal(match)
            case Finished(ending=Ending.NORMAL) as finished:
                if finished.by_fault:
                    raise StrictFault(_what_happened(match, deals, finished))
                left = _Left.PLAYED
            case Finished() as aborted:
                raise RefereeGone(f"the referee ended the match: {aborted.sentence}")
    return _Sitting(
        left=left,
        deals=tuple(deals),
        has_void_deals=has_void_deals,
        finished=finished,
        elapsed_s=finished.elapsed_s if finished else trio.current_time() - began,
    )


def _reason_to_leave(match: Match, deal: DealPlayed, *, may_leave: bool) -> _Left | None:
    """Why a match is not to go on after a deal, with these programs."""
    if match.unit is Unit.GAMES:
        if deal.is_void:
            return _Left.GAME_VOID
        return _Left.GAME_LOST if deal.forfeited_by else None
    if may_leave and any(fault.ending in GONE for fault in deal.faults):
        return _Left.PROGRAM_LOST
    return None


async def _next(updates: AsyncIterator[Update], time: TimeControl) -> Update:
    """The next update, or the conclusion that none will come."""
    decision_s = time.limit_s + time.increment_s
    silence_s = time.connect_within_s + time.ready_within_s + 4 * time.bank_s + DECISIONS_IN_A_DEAL * decision_s
    with trio.move_on_after(silence_s + SILENCE_TO_SPARE_S):
        async for update in updates:
            return update
        raise RefereeGone("the referee ended the stream in the middle of a match")
    raise RefereeGone(f"the referee said nothing for {silence_s + SILENCE_TO_SPARE_S:.0f} s")


async def _classified(deal: DealPlayed, seats: Seats) -> DealPlayed:
    """The deal with faults named as crashes where the program has ended, which only we can see."""
    left = [fault.seat for fault in deal.faults if fault.ending in {Ending.DISCONNECTED, Ending.NOT_READY}]
    if not left:
        return deal
    ended = await seats.ended(left)
    return replace(deal, faults=tuple(as_crash(fault, ended) for fault in deal.faults))


def _outcome(match: Match, deals: Sequence[DealPlayed], sittings: Sequence[_Sitting], shop: Workshop) -> Outcome:
    if not deals:
        raise RefereeGone("the referee ended a match without a deal")
    rules = ruleset(shop.cup.options)
    if match.unit is Unit.GAMES:
        results = [game_result(match.boards[0], deals[-1], match.format, rules)]
    else:
        results = [deal_result(deal, match.format, rules) for deal in deals]
    record = store_record(shop.records, match.key, [deal.record for deal in deals])
    finished = [sitting.finished for sitting in sittings if sitting.finished]
    return Outcome(
        match=match,
        ending=Ending.NORMAL,
        results=tuple(results),
        faults=seat_faults(deals),
        times=_times([end.times for end in finished], len(match.seating)),
        record_name=record.name,
        record_sha256=record.sha256,
        deal_count=record.deal_count,
        decision_count=sum(deal.decision_count for deal in deals),
        message_count=sum(end.message_count for end in finished),
        elapsed_s=sum(sitting.elapsed_s for sitting in sittings),
    )


def _times(sittings: Sequence[tuple[SeatTimes, ...]], seat_count: int) -> tuple[SeatTimes, ...]:
    """Times by seat over all sittings that were measured; percentiles of several are their means, by decisions."""
    return tuple(_joined([times[seat] for times in sittings if times]) for seat in range(seat_count))


def _joined(parts: Sequence[SeatTimes]) -> SeatTimes:
    count = sum(part.decision_count for part in parts)
    if count == 0:
        return SeatTimes(0, 0.0, 0.0, 0.0, 0.0)
    return SeatTimes(
        decision_count=count,
        total_s=sum(part.total_s for part in parts),
        p50_s=sum(part.p50_s * part.decision_count for part in parts) / count,
        p95_s=sum(part.p95_s * part.decision_count for part in parts) / count,
        max_s=max(part.max_s for part in parts),
    )


def _what_happened(match: Match, deals: Sequence[DealPlayed], finished: Finished) -> str:
    for deal in deals:
        for fault in deal.faults:
            rule = f" ({fault.rule})" if fault.rule else ""
            return f"{match.seating[fault.seat]} in deal {deal.number}: {fault.ending}{rule}: {fault.offence}"
    return finished.sentence

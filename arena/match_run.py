"""One match, played to its end whatever happens: void deals are replayed, lost programs replaced."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import trio

from arena.config import Cup
from arena.deals import Board
from arena.faults import GONE, as_crash, seat_faults
from arena.launch import Launcher
from arena.matches import (
    Ending,
    Kind,
    KindTimes,
    MachineFault,
    MachineTrouble,
    Match,
    Outcome,
    SeatTimes,
    Unit,
)
from arena.record_deals import with_deal
from arena.record_faults import Finding, last_lines, with_findings
from arena.records_store import store_record
from arena.referees import Referee
from arena.remote.reception import Reception
from arena.results import results_of
from arena.seats import Seats, seated
from arena.table import Begun, DealPlayed, Finished, RefereeGone, TableSpec, Update
from referee.rules.options import canonical_text
from referee.rules.ruleset import Ruleset, ruleset

REPLAYS = 3
"""Times that deals, or a game, are replayed because the machine was at fault."""

SECOND_CHANCES = 1
"""Times that a table is set up anew because a running program was not ready in time: the machine may have been slow."""

DECISIONS_A_CARD = 3
"""For every card of a hand, more decisions than any deal asks for, those of decks that are thrown in apart: each of
them asks for at most one more. A referee that says nothing for the time of so many is taken for dead."""

SILENCE_TO_SPARE_S = 60.0


class MachineTooSlow(Exception):
    """Deals were void again and again, because several seats at a time got no time from the machine."""


class StrictFault(Exception):
    """A fault where none is allowed; the sentence says whose and what."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What matches are played with.

    Attributes:
        deal: what a match is dealt.
        records: folder of the cup's records.
        logs: folder of the bots' logs.
        on_deal: called with the match after every deal that counts.
        reception: where remote bots are; None where there are none in the cup.
        tables_at_a_referee: at most; bots at the others are waited for.
    """

    cup: Cup
    deal: Callable[[Match], tuple[Board, ...]]
    launcher: Launcher
    records: Path
    logs: Path
    on_deal: Callable[[Match], None]
    reception: Reception | None = None
    tables_at_a_referee: int = 1


@dataclass(frozen=True, slots=True)
class _Sitting:
    """What came of one set of programs at the table.

    Attributes:
        deals: those that count.
        machine_faults: what the machine did wrong.
        finished: None where the table was left because it was not ready.
    """

    deals: tuple[DealPlayed, ...]
    machine_faults: tuple[MachineFault, ...]
    finished: Finished | None

    @property
    def has_void_deals(self) -> bool:
        return any(fault.kind is MachineTrouble.VOID_DEAL for fault in self.machine_faults)


async def play_match(match: Match, referee: Referee, shop: Workshop) -> Outcome:
    """The outcome of a match; its record is on the disk.

    Raises:
        RefereeGone: the referee died; nothing of the match counts, and it may be played again.
        MachineTooSlow: deals stay void.
        StrictFault: a fault, where none is allowed.
        CannotStart: a bot that the system does not start.
        GatewayGone: remote bots cannot be reached.
        OSError: the record cannot be written.
    """
    to_play = shop.deal(match)
    deals: dict[int, DealPlayed] = {}
    sittings: list[_Sitting] = []
    while to_play:
        late_starts = sum(sitting.finished is None for sitting in sittings)
        sitting = await _sit(match, to_play, referee, shop, must_be_ready=late_starts < SECOND_CHANCES)
        sittings.append(sitting)
        if sitting.finished is None:
            continue
        if sum(sitting.has_void_deals for sitting in sittings) > REPLAYS:
            raise MachineTooSlow(f"deals of one match were void {REPLAYS + 1} times")
        if match.unit is Unit.GAMES:
            if sitting.has_void_deals:
                continue
            deals, to_play = {deal.number: deal for deal in sitting.deals}, ()
        else:
            deals |= {deal.number: deal for deal in sitting.deals}
            to_play = tuple(board for board in to_play if board.number not in deals)
            if to_play and not sitting.has_void_deals:
                raise RefereeGone(f"the referee ended a match with {len(to_play)} of its deals not played")
    return _outcome(match, [deals[number] for number in sorted(deals)], sittings, shop)


async def _sit(
    match: Match, to_play: tuple[Board, ...], referee: Referee, shop: Workshop, *, must_be_ready: bool
) -> _Sitting:
    by_name = {entrant.name: entrant for entrant in shop.cup.entrants}
    entrants = [by_name[name] for name in match.seating]
    async with seated(
        entrants,
        shop.launcher,
        address=referee.bots_address,
        match=match.key,
        logs=shop.logs,
        reception=shop.reception,
        core=referee.core,
        turns=referee.turns,
    ) as seats:
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
            return await _listen(spec, updates, seats, shop, match=match, must_be_ready=must_be_ready)


async def _listen(
    spec: TableSpec,
    updates: AsyncIterator[Update],
    seats: Seats,
    shop: Workshop,
    *,
    match: Match,
    must_be_ready: bool,
) -> _Sitting:
    deals: list[DealPlayed] = []
    faults: list[MachineFault] = []
    silence_s = longest_silence_s(spec, ruleset(shop.cup.options), table_count=shop.tables_at_a_referee)
    while True:
        match await _next(updates, silence_s):
            case Begun():
                seats.turn_is_over.set()
            case DealPlayed() as played:
                deal = await _with_findings(played, seats)
                if must_be_ready and not deals and any(fault.ending is Ending.NOT_READY for fault in deal.faults):
                    return _Sitting((), (*faults, _not_ready(deal, match)), finished=None)
                if deal.is_void:
                    faults.append(_void(deal, match))
                else:
                    deals.append(deal)
                    shop.on_deal(match)
                is_over = played.number == spec.boards[-1].number or (shop.cup.faults.strict and played.faults)
                if not spec.is_game and not is_over:
                    # The referee waits for newcomers before the next deal.
                    for seat in dict.fromkeys(fault.seat for fault in played.faults if fault.ending in GONE):
                        await seats.replace(seat)
            case Finished() as finished:
                if finished.by_fault and shop.cup.faults.strict:
                    raise StrictFault(_what_happened(match, deals, finished))
                if finished.ending is Ending.ABORTED and not (faults or (deals and deals[-1].is_thrown_in)):
                    raise RefereeGone(f"the referee ended the match: {finished.sentence}")
                return _Sitting(tuple(deals), tuple(faults), finished)


def _void(deal: DealPlayed, match: Match) -> MachineFault:
    late = dict.fromkeys(match.seating[fault.seat] for fault in deal.faults if fault.ending is Ending.LATE)
    whom = ", ".join(late) if late else "a bot"
    return machine_fault(
        MachineTrouble.VOID_DEAL,
        f"the machine stood still while {whom} had to answer; deal {deal.number} was played again",
        deal=match.boards.index(deal.number) if match.unit is Unit.DEALS else deal.number - 1,
    )


def _not_ready(deal: DealPlayed, match: Match) -> MachineFault:
    whom = dict.fromkeys(match.seating[fault.seat] for fault in deal.faults if fault.ending is Ending.NOT_READY)
    return machine_fault(
        MachineTrouble.TABLE_SET_UP_AGAIN,
        f"{', '.join(whom)} ran and was not ready in time; the table was set up again with new programs",
    )


def machine_fault(kind: MachineTrouble, sentence: str, *, deal: int | None = None) -> MachineFault:
    """A trouble of the machine that is noted now."""
    return MachineFault(kind, deal, datetime.now(UTC).isoformat(timespec="seconds"), sentence)


def longest_silence_s(spec: TableSpec, rules: Ruleset, *, table_count: int = 1) -> float:
    """Seconds between two updates that the slowest bots may take, by the clocks that they have.

    Args:
        table_count: tables at which bots think in turn, this one among them.
    """
    time = spec.time
    hands = len(rules.seat_names) * rules.hand_size
    decisions = (DECISIONS_A_CARD + max(len(board.decks) for board in spec.boards)) * hands
    lag_s = max(chair.lag_allowance_s for chair in spec.chairs)
    thinking_s = len(rules.seat_names) * time.bank_s + decisions * (time.limit_s + time.increment_s + lag_s)
    resuming_s = len(rules.seat_names) * max(chair.resume_within_s for chair in spec.chairs)
    return time.connect_within_s + time.ready_within_s + table_count * thinking_s + resuming_s + SILENCE_TO_SPARE_S


async def _next(updates: AsyncIterator[Update], silence_s: float) -> Update:
    """The next update, or the conclusion that none will come."""
    with trio.move_on_after(silence_s):
        async for update in updates:
            return update
        raise RefereeGone("the referee ended the stream in the middle of a match")
    raise RefereeGone(f"the referee said nothing for {silence_s:.0f} s")


async def _with_findings(deal: DealPlayed, seats: Seats) -> DealPlayed:
    """The deal with what only we can see of its faults: that a program has ended, and what it printed."""
    if not deal.faults:
        return deal
    left = [fault.seat for fault in deal.faults if fault.ending in {Ending.DISCONNECTED, Ending.NOT_READY}]
    ended = await seats.ended(left) if left else frozenset[int]()
    faults = tuple(
        replace(as_crash(fault, ended), output=last_lines(seats.printed(fault.seat))) for fault in deal.faults
    )
    records = with_findings(deal.records, [Finding(fault.ending, fault.output) for fault in faults])
    return replace(deal, faults=faults, records=records)


def _outcome(match: Match, deals: Sequence[DealPlayed], sittings: Sequence[_Sitting], shop: Workshop) -> Outcome:
    if not deals:
        raise RefereeGone("the referee ended a match without a deal")
    ends = [sitting.finished for sitting in sittings if sitting.finished]
    record = store_record(shop.records, match.key, _lines(match, deals, sitting_count=len(ends)))
    return Outcome(
        match=match,
        ending=Ending.NORMAL,
        results=results_of(match, deals, ruleset(shop.cup.options)),
        faults=seat_faults(deals),
        times=_times([end.times for end in ends if end.times], len(match.seating)),
        record_name=record.name,
        record_sha256=record.sha256,
        deal_count=record.deal_count,
        decision_count=sum(deal.decision_count for deal in deals),
        message_count=sum(end.message_count for end in ends),
        elapsed_s=sum(end.elapsed_s for end in ends),
        isolation=shop.launcher.isolation.tier.value if shop.launcher.isolation else "",
        machine_faults=tuple(fault for sitting in sittings for fault in sitting.machine_faults),
    )


def _lines(match: Match, deals: Sequence[DealPlayed], *, sitting_count: int) -> list[str]:
    """The record of the match. Each sitting numbers its deals from 1; a game is of one sitting alone."""
    if match.unit is Unit.GAMES or sitting_count == 1:
        return [line for deal in deals for line in deal.records]
    return [line for number, deal in enumerate(deals, start=1) for line in with_deal(deal.records, number)]


def _times(sittings: Sequence[tuple[SeatTimes, ...]], seat_count: int) -> tuple[SeatTimes, ...]:
    """Times by seat over all sittings that were measured; percentiles of several are their means, by decisions."""
    return tuple(_joined([times[seat] for times in sittings]) for seat in range(seat_count))


def _joined(parts: Sequence[SeatTimes]) -> SeatTimes:
    kinds = tuple(
        KindTimes(kind, *_sums([each for part in parts for each in part.kinds if each.kind is kind]))
        for kind in Kind
        if any(each.kind is kind for part in parts for each in part.kinds)
    )
    return SeatTimes(*_sums(parts), kinds)


def _sums(parts: Sequence[SeatTimes] | Sequence[KindTimes]) -> tuple[int, float, float, float, float]:
    """Decisions, total, median, 95th percentile and longest of several measurements."""
    if len(parts) == 1:
        (only,) = parts
        return only.decision_count, only.total_s, only.p50_s, only.p95_s, only.max_s
    count = sum(part.decision_count for part in parts)
    if count == 0:
        return 0, 0.0, 0.0, 0.0, 0.0
    return (
        count,
        sum(part.total_s for part in parts),
        sum(part.p50_s * part.decision_count for part in parts) / count,
        sum(part.p95_s * part.decision_count for part in parts) / count,
        max(part.max_s for part in parts),
    )


def _what_happened(match: Match, deals: Sequence[DealPlayed], finished: Finished) -> str:
    for deal in deals:
        for fault in deal.faults:
            rule = f" ({fault.rule})" if fault.rule else ""
            printed = f"; it printed last: {fault.output.splitlines()[-1].strip()}" if fault.output else ""
            return f"{match.seating[fault.seat]} in deal {deal.number}: {fault.ending}{rule}: {fault.offence}{printed}"
    return finished.sentence

"""Cups and outcomes as if they had been played, for tests of what follows from them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from arena.entries import CupEntry, EntrantEntry
from arena.ledger import Ledger
from arena.matches import (
    AnyResult,
    Ending,
    Fault,
    Format,
    FriendsResult,
    Match,
    Outcome,
    Part,
    Result,
    SeatResult,
    SeatTimes,
    Unit,
)
from arena.records_store import record_name
from referee.rules.options import canonical_text, parse_options

BEGUN = datetime(2025, 6, 1, 12, 0, tzinfo=UTC)
RULES_ID = "5f" * 32
FOUR = ("Ada", "Ben", "Cy", "Dot")
FIVE = (*FOUR, "Eve")


def config(rules: str | Mapping[str, object] = "tractor") -> str:
    """What decides the results of a cup, as far as it is read back: the options."""
    return msgspec.json.encode({"rules": canonical_text(parse_options(rules))}).decode()


def entrants(*names: str) -> tuple[EntrantEntry, ...]:
    return tuple(EntrantEntry(name, f"author of {name}", "Python", "1") for name in names)


def cup_entry(**changes: object) -> CupEntry:
    entry = CupEntry(
        name="test-cup",
        config=config(),
        rules_id=RULES_ID,
        secret=b"a secret of thirty-two bytes ....",
        created=BEGUN,
        entrants=entrants(*FOUR),
        conditions=(("Time per decision", "1 s, and 30 s for the match"), ("Deals", "64, each played twice")),
    )
    return replace(entry, **changes)  # type: ignore[arg-type]  # fields by name


def result(score: float, margin: int, *, board: int = 1, **changes: object) -> Result:
    whole = Result(board=board, score=score, margin=margin, declarers=0, points=40, rated=True, lost_by=None)
    return replace(whole, **changes)  # type: ignore[arg-type]  # fields by name


def times(*, p50_s: float = 0.01, p95_s: float = 0.05, max_s: float = 0.2, decision_count: int = 100) -> SeatTimes:
    return SeatTimes(decision_count, decision_count * p50_s, p50_s, p95_s, max_s)


def outcome(
    seating: Sequence[str],
    results: Sequence[AnyResult],
    *,
    format_: Format = Format.PAIRS,
    unit: Unit = Unit.DEALS,
    round_: int = 1,
    ending: Ending = Ending.NORMAL,
    faults: Sequence[Fault] = (),
    seat_times: Sequence[SeatTimes] | None = None,
    cup: str = "test-cup",
    rules_id: str = RULES_ID,
) -> Outcome:
    """An outcome under the key that its content gives it."""
    boards = tuple(each.board for each in results)
    text = repr((cup, round_, format_, unit, tuple(seating), boards, rules_id))
    key = hashlib.sha256(text.encode()).hexdigest()
    match = Match(
        key=key,
        cup=cup,
        round=round_,
        format=format_,
        unit=unit,
        rules_id=rules_id,
        seating=tuple(seating),
        versions=("1",) * len(seating),
        boards=boards,
    )
    return Outcome(
        match=match,
        ending=ending,
        results=tuple(results),
        faults=tuple(faults),
        times=tuple(seat_times) if seat_times is not None else (times(),) * len(seating),
        record_name=record_name(key),
        record_sha256=hashlib.sha256(record_bytes(key)).hexdigest(),
        deal_count=len(results),
        decision_count=400,
        message_count=420,
        elapsed_s=1.25,
    )


def record_bytes(key: str) -> bytes:
    """What stands in for the record of the match *key*."""
    return f"record of {key}\n".encode()


def store(ledger: Ledger, records: Path, outcomes: Sequence[Outcome]) -> None:
    """Put outcomes into the ledger, and what stands in for their records into the folder."""
    for each in outcomes:
        ledger.store(each)
        (records / each.record_name).write_bytes(record_bytes(each.match.key))


def played_cup(names: Sequence[str], *, rounds: int = 6, deals: int = 8, seed: int = 1) -> list[Outcome]:
    """Outcomes in ``pairs`` and ``individual``: who is named earlier plays better, and the last one is careless."""
    rng = random.Random(seed)
    strength = {name: 1.0 - 2.0 * place / max(1, len(names) - 1) for place, name in enumerate(names)}
    outcomes = []
    for round_ in range(1, rounds + 1):
        boards = range(deals * (round_ - 1) + 1, deals * round_ + 1)
        outcomes += [
            _played((one, other, one, other), Format.PAIRS, round_, boards, strength=strength, rng=rng)
            for one in names
            for other in names
            if one != other
        ]
        outcomes += [
            _played(tuple(rng.sample(names, 4)), Format.INDIVIDUAL, round_, boards, strength=strength, rng=rng)
            for _ in names
        ]
    return outcomes


def _played(
    seating: tuple[str, ...],
    format_: Format,
    round_: int,
    boards: Sequence[int],
    *,
    strength: dict[str, float],
    rng: random.Random,
) -> Outcome:
    results = []
    faults = []
    careless = min(strength, key=lambda name: strength[name])
    for index, board in enumerate(boards):
        luck = random.Random(board).gauss(0, 1)
        lead = sum(strength[name] * sign for name, sign in zip(seating, (0.5, -0.5, 0.5, -0.5), strict=True))
        margin = max(-4, min(4, round(1.5 * (lead + luck + rng.gauss(0, 0.5)))))
        margin = margin or rng.choice((-1, 1))
        offender = seating.index(careless) if careless in seating and rng.random() < 0.04 else None
        if offender is not None:
            margin = -4 if offender % 2 == 0 else 4
            faults.append(Fault(index, offender, rng.choice((Ending.LATE, Ending.CRASHED)), "", 0.3, ""))
        results.append(
            result(
                float(margin > 0),
                margin,
                board=board,
                declarers=rng.randrange(2),
                rated=offender is None or format_ is Format.PAIRS,
                lost_by=offender,
            )
        )
    seat_times = [times(p50_s=0.002 + 0.01 * rng.random(), p95_s=0.03, max_s=0.2 + rng.random()) for _ in seating]
    return outcome(seating, results, format_=format_, round_=round_, faults=faults, seat_times=seat_times)


def friends_result(
    gains: Sequence[int], maker: int = 0, friends: Sequence[int] = (), **changes: object
) -> FriendsResult:
    """A deal in which those who gained anything have won, or all of their side if nobody gained."""
    makers_side = {maker, *friends}
    won = {seat for seat, gain in enumerate(gains) if gain > 0}
    seats = tuple(
        SeatResult(
            gain,
            seat in won,
            Part.MAKER if seat == maker else Part.FRIEND if seat in makers_side else Part.AGAINST,
        )
        for seat, gain in enumerate(gains)
    )
    whole = FriendsResult(board=1, seats=seats, points=45, rated=True, lost_by=None)
    return replace(whole, **changes)  # type: ignore[arg-type]  # fields by name


def friends_game(levels: Sequence[int], winners: Sequence[int], **changes: object) -> FriendsResult:
    """A whole game, by the levels that were climbed."""
    seats = tuple(SeatResult(gain, seat in winners, None) for seat, gain in enumerate(levels))
    whole = FriendsResult(board=1, seats=seats, points=None, rated=True, lost_by=None)
    return replace(whole, **changes)  # type: ignore[arg-type]  # fields by name


def friends_cup(round_count: int = 6) -> list[Outcome]:
    """Five bots in all seats: Ada makes and wins with a friend, nobody wins what the friend makes, Eve fails once."""
    outcomes = []
    for turn in range(5):
        seating = FIVE[turn:] + FIVE[:turn]
        ada = seating.index("Ada")
        for round_ in range(1, round_count + 1):
            friend = (ada + 1 + round_ % 4) % 5
            gains = [2 if seat in {ada, friend} else 0 for seat in range(5)]
            results: list[AnyResult] = [
                friends_result(gains, ada, [friend], board=2 * round_ - 1),
                friends_result([0] * 5, friend, [], board=2 * round_),
            ]
            outcomes.append(outcome(seating, results, format_=Format.FRIENDS, round_=round_))
    eve = FIVE.index("Eve")
    lost = friends_result([0, 0, 0, 0, -6], board=99, rated=False, lost_by=eve, points=None)
    fault = Fault(0, eve, Ending.CRASHED, "", None, "")
    return [*outcomes, outcome(FIVE, [lost], format_=Format.FRIENDS, round_=99, faults=[fault])]


def full_outcome() -> Outcome:
    """An outcome that uses every field."""
    return outcome(
        ("Ada", "Ben", "Cy", "Dot"),
        [
            result(1.0, 2, board=3),
            result(0.0, -1, board=4, declarers=1, points=95, rated=False, lost_by=2),
            result(0.5, 0, board=5, declarers=None, points=None),
        ],
        format_=Format.INDIVIDUAL,
        round_=2,
        faults=[
            Fault(deal=1, seat=2, ending=Ending.LATE, rule="", overrun_s=0.4, offence=""),
            Fault(deal=1, seat=2, ending=Ending.ILLEGAL, rule="F2", overrun_s=None, offence="♠A | <b> \n"),
        ],
    )


def friends_outcome() -> Outcome:
    """An outcome of players that uses every field."""
    return outcome(
        FIVE,
        [
            friends_result((2, 0, 2, 0, 0), 0, [2], board=3),
            friends_result((0, 0, 0, 0, -6), board=4, rated=False, lost_by=4, points=None),
            friends_game((13, 0, 1, 2, 3), (0,), board=5),
        ],
        format_=Format.FRIENDS,
    )

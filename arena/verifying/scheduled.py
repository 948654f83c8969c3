"""The schedule of a published cup: the one place where what was published is made into what the arena plays by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from arena.config import MATCHES_IN_A_STAGE, Cup, Stage
from arena.cup_document import CupDocument
from arena.cup_file import LAG_ALLOWANCE_S, RESUME_WITHIN_S, FaultPolicy, TimeControl
from arena.deals import Board, boards
from arena.entrants import Entrant, Local, Remote
from arena.layout import layout_of
from arena.matches import Format, Match, Outcome, Unit
from arena.schedule import matches, stage_of
from arena.seatings import bots_at_a_table
from referee.rules.options import Options
from referee.rules.ruleset import Ruleset, ruleset


class NoSchedule(Exception):
    """The terms of the cup are none that it can be played by; a sentence."""


class _Terms(
    msgspec.Struct,
    frozen=True,
    rename={
        "limit_s": "time.limit_s",
        "bank_s": "time.bank_s",
        "increment_s": "time.increment_s",
        "connect_within_s": "time.connect_within_s",
        "ready_within_s": "time.ready_within_s",
        "lag_allowance_s": "time.lag_allowance_s",
        "resume_within_s": "time.resume_within_s",
        "strikes_allowed": "faults.strikes_allowed",
        "deals_lost_allowed": "faults.deals_lost_allowed",
    },
):
    """Of a cup's configuration, what the schedule and results follow from."""

    limit_s: float
    bank_s: float
    increment_s: float
    connect_within_s: float
    ready_within_s: float
    strikes_allowed: int
    deals_lost_allowed: int
    lag_allowance_s: float = LAG_ALLOWANCE_S
    resume_within_s: float = RESUME_WITHIN_S


@dataclass(frozen=True, slots=True)
class Terms:
    """What a published cup is played by.

    Attributes:
        knows_stages: otherwise the schedule cannot be made, nor decks be drawn.
    """

    cup: Cup
    rules: Ruleset
    knows_stages: bool


def terms_of(document: CupDocument, options: Options) -> Terms:
    """The terms of a cup that was published.

    Raises:
        NoSchedule: no cup can have them.
    """
    try:
        config = msgspec.json.decode(document.config, type=_Terms)
    except (msgspec.DecodeError, RecursionError, OverflowError) as problem:
        raise NoSchedule(f"the field 'config' has not the terms of a cup: {problem}") from None
    rules = ruleset(options)
    for stage in document.stages or ():
        _check(stage, rules, [entrant.name for entrant in document.entrants])
    kinds = [(stage.format, stage.unit) for stage in document.stages or ()]
    if len(set(kinds)) != len(kinds):
        raise NoSchedule("two stages are of the same format and unit")
    cup = Cup(
        name=document.name,
        seed=None,
        options=options,
        stages=document.stages or (),
        time=TimeControl(
            limit_s=config.limit_s,
            bank_s=config.bank_s,
            increment_s=config.increment_s,
            connect_within_s=config.connect_within_s,
            ready_within_s=config.ready_within_s,
            lag_allowance_s=config.lag_allowance_s,
            resume_within_s=config.resume_within_s,
        ),
        faults=FaultPolicy(strikes_allowed=config.strikes_allowed, deals_lost_allowed=config.deals_lost_allowed),
        tables=None,
        entrants=tuple(
            Entrant(
                name=entrant.name,
                version=entrant.version,
                author=entrant.author,
                language=entrant.language,
                player=Remote() if entrant.is_remote else Local((), Path()),
                content=entrant.content,
            )
            for entrant in document.entrants
        ),
    )
    return Terms(cup, rules, knows_stages=document.stages is not None)


def scheduled(terms: Terms, secret: bytes, outcomes: Callable[[], Iterable[Outcome]]) -> Iterator[Match]:
    """All matches of the cup, in the order in which they are played.

    Args:
        outcomes: all that was played, from the start each time it is called.

    Raises:
        NoSchedule: from the iterator; the stages are such that there are none.
    """
    try:
        yield from matches(terms.cup, secret, outcomes())
    except (ArithmeticError, LookupError, ValueError) as problem:
        raise NoSchedule(f"no schedule follows from the stages: {problem}") from None


def dealt(terms: Terms, secret: bytes, match: Match, *, deal_count: int) -> tuple[Board, ...]:
    """What a match was dealt, of a whole game no more than the first *deal_count* deals."""
    stage = stage_of(terms.cup, match)
    if match.unit is Unit.GAMES:
        stage = replace(stage, deals_per_game=max(1, min(stage.deals_per_game, deal_count)))
    return boards(secret, match, stage, terms.rules)


def deals_at_most(terms: Terms, match: Match) -> int:
    """Deals that a match which is a whole game may have."""
    return stage_of(terms.cup, match).deals_per_game


def _check(stage: Stage, rules: Ruleset, names: Sequence[str]) -> None:
    """Refuse what a cup file could not have said."""
    kind = f"the stage {stage.format} by {stage.unit}"
    if stage.seat_count != len(rules.seat_names):
        raise NoSchedule(f"{kind} has {stage.seat_count} seats, and the game has {len(rules.seat_names)}")
    if (stage.format is Format.FRIENDS) != (rules.friends is not None):
        raise NoSchedule(f"{kind} is not played by these rules")
    if not (
        1 <= stage.count <= 1_000_000
        and 1 <= stage.deals_per_match <= 256
        and 1 <= stage.deals_per_game <= 1000
        and stage.seatings in {1, 2, 6, 24}
        and 1 <= stage.rounds_per_phase <= 100
    ):
        raise NoSchedule(f"{kind} has an impossible number of deals or games")
    if len(names) < bots_at_a_table(stage.format, stage.seat_count):
        raise NoSchedule(f"{kind} has a table for more than the {len(names)} entrants")
    try:
        match_count = layout_of(stage, names).match_count()
    except (ArithmeticError, LookupError, ValueError) as problem:
        raise NoSchedule(f"{kind} cannot be played: {problem}") from None
    if match_count > MATCHES_IN_A_STAGE:
        raise NoSchedule(f"{kind} has {match_count:,} matches, more than a stage may have")

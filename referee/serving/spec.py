"""What a match is to be: read from an arena's request once, and trusted from there on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.rules.cards import Card
from referee.rules.deal import begin
from referee.rules.game import Game, game_at, next_start
from referee.rules.levels import PAST_ACE, Level
from referee.rules.option_values import BadOption
from referee.rules.options import parse_canonical_text
from referee.rules.ruleset import Ruleset, ruleset
from referee.serving.clock import TimeControl
from referee.wire.tractor.v1 import table_pb2 as wire

BOARDS_MAX = 10_000
STRIKES_MAX = 1000
SECONDS_MAX = 86_400.0


class BadSpec(ValueError):
    """A request for a match that cannot be played."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ChairSpec:
    """Who is to sit at a seat.

    Attributes:
        lag_allowance_s: of each decision, not counted.
        resume_within_s: for a stream that broke to be taken up again while the clock runs; 0 where it is lost at once.
    """

    token: str = field(repr=False)
    entrant: str
    lag_allowance_s: float = 0.0
    resume_within_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """One deal to be played.

    Attributes:
        number: in the cup.
        before: the game before this deal: levels, starter, first drawer. None in a whole game after its first deal,
            where what was played says it.
        decks: to be played in turn while the deal is thrown in (B7), each in the order drawn.
    """

    number: int
    before: Game | None
    decks: tuple[tuple[Card, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match to be played.

    Attributes:
        whole_game: the boards are the deals of one game; else each stands alone.
        connect_within_s: for a bot to dial in.
        ready_within_s: for a bot to say that it is ready, once it is told of the match.
        strikes_allowed: late and illegal decisions of a seat in a deal.
        strict: the first fault ends the match.
    """

    match_id: str
    rules: Ruleset
    chairs: tuple[ChairSpec, ...]
    whole_game: bool
    boards: tuple[Board, ...]
    time: TimeControl
    connect_within_s: float
    ready_within_s: float
    strikes_allowed: int
    strict: bool


def read_spec(request: wire.PlayMatchRequest) -> MatchSpec:
    """The match that a request asks for.

    Raises:
        BadSpec: it cannot be played.
    """
    try:
        rules = ruleset(parse_canonical_text(request.rules))
    except BadOption as bad:
        raise BadSpec("rules", str(bad)) from None
    if not 1 <= len(request.boards) <= BOARDS_MAX:
        raise BadSpec("boards", f"a match has from 1 to {BOARDS_MAX} boards, not {len(request.boards)}")
    if request.strikes_allowed > STRIKES_MAX:
        raise BadSpec("strikes_allowed", f"at most {STRIKES_MAX}, not {request.strikes_allowed}")
    return MatchSpec(
        match_id=request.match_id,
        rules=rules,
        chairs=_read_chairs(request.chairs, rules),
        whole_game=request.whole_game,
        boards=tuple(
            _read_board(board, f"boards[{index}]", rules, starts_alone=not request.whole_game or index == 0)
            for index, board in enumerate(request.boards)
        ),
        time=TimeControl(
            limit_s=_seconds("limit_s", request.limit_s),
            bank_s=_seconds("bank_s", request.bank_s),
            increment_s=_seconds("increment_s", request.increment_s),
        ),
        connect_within_s=_seconds("connect_within_s", request.connect_within_s),
        ready_within_s=_seconds("ready_within_s", request.ready_within_s),
        strikes_allowed=request.strikes_allowed,
        strict=request.strict,
    )


def _seconds(where: str, given_s: float) -> float:
    if not (math.isfinite(given_s) and 0 <= given_s <= SECONDS_MAX):
        raise BadSpec(where, f"a number of seconds from 0 to {SECONDS_MAX:g}, not {given_s!r}")
    return given_s


def _read_chairs(chairs: Sequence[wire.Chair], rules: Ruleset) -> tuple[ChairSpec, ...]:
    seat_count = len(rules.seat_names)
    if len(chairs) != seat_count:
        raise BadSpec("chairs", f"the game has {seat_count} seats, and here are {len(chairs)} chairs")
    tokens = [chair.token for chair in chairs]
    if "" in tokens:
        raise BadSpec(f"chairs[{tokens.index('')}]", "the token is missing")
    if len(set(tokens)) < seat_count:
        raise BadSpec("chairs", "two chairs have the same token")
    return tuple(_read_chair(chair, f"chairs[{index}]") for index, chair in enumerate(chairs))


def _read_chair(chair: wire.Chair, where: str) -> ChairSpec:
    return ChairSpec(
        token=chair.token,
        entrant=chair.entrant,
        lag_allowance_s=_seconds(f"{where}.lag_allowance_s", chair.lag_allowance_s),
        resume_within_s=_seconds(f"{where}.resume_within_s", chair.resume_within_s),
    )


def _read_board(board: wire.Board, where: str, rules: Ruleset, *, starts_alone: bool) -> Board:
    decks = tuple(tuple(deck) for deck in board.decks)
    if not decks:
        raise BadSpec(where, "there is no deck")
    for deck in decks:
        if tuple(sorted(deck)) != rules.sorted_deck:
            raise BadSpec(where, f"a deck is not the {rules.deck_size} cards of the game")
    if not starts_alone:
        return Board(board.number, None, decks)
    seat_count = len(rules.seat_names)
    if not 1 <= board.first_drawer <= seat_count:
        raise BadSpec(where, f"the first drawer is a seat from 1 to {seat_count}, not {board.first_drawer}")
    if board.starter > seat_count:
        raise BadSpec(where, f"the starter is a seat from 1 to {seat_count}, or 0, not {board.starter}")
    before = game_at(
        rules,
        first_drawer=board.first_drawer - 1,
        starter=board.starter - 1 if board.starter else None,
        levels=_levels_by_side(board.levels, where, rules),
    )
    try:
        begin(next_start(before, decks[0]))
    except ValueError as error:
        raise BadSpec(where, str(error)) from None
    return Board(board.number, before, decks)


def _levels_by_side(by_seat: Sequence[int], where: str, rules: Ruleset) -> tuple[Level, ...]:
    if len(by_seat) != len(rules.side_of):
        raise BadSpec(where, f"there are {len(rules.side_of)} seats, and {len(by_seat)} levels")
    levels: dict[int, Level] = {}
    for seat, level in enumerate(by_seat):
        if not 2 <= level < PAST_ACE:
            raise BadSpec(where, f"the level of seat {seat + 1} is from 2 to 14, not {level}")
        if levels.setdefault(rules.side_of[seat], level) != level:
            raise BadSpec(where, "seats of one side have different levels")
    return tuple(levels[side] for side in range(rules.side_count))

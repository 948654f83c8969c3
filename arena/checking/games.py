"""The steps in which whole games are played, with stand-ins at the seats that the bot does not have."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack

import trio

from arena.checking.bounds import Bounds
from arena.checking.programs import Programs, Running
from arena.checking.report import Failure, Report
from arena.checking.steps import FIVE_GAMES, GAME_STEPS, ITSELF, TABLES
from arena.checking.wording import readable_question, rule_text
from referee.rules.game import new_game
from referee.rules.options import parse_options
from referee.rules.ruleset import Ruleset, ruleset
from referee.serving.clock import TimeUse
from referee.serving.faults import SeatFault
from referee.serving.rehearsal.match import Game, House, Played
from referee.serving.spec import Board

TABLES_MAX = 4
TABLES_UNSAID = 2

PLAYS_AGAIN = 2
"""Times that a game is played again because the machine stood still."""

DECKS_A_DEAL = 10
"""The first, and those for when nobody bids (B7)."""


class Games:
    """All games of one check, in one house.

    Attributes:
        times: of every program that played, in every game.
    """

    def __init__(
        self, house: House, address: str, programs: Programs, report: Report, bounds: Bounds, *, entrant: str
    ) -> None:
        self.times: list[TimeUse] = []
        self._house = house
        self._address = address
        self._programs = programs
        self._report = report
        self._bounds = bounds
        self._entrant = entrant
        self._count = 0

    async def play_presets(self, presets: Sequence[str]) -> None:
        """A game of each preset, with the bot at the seats of the first side."""
        for preset in presets:
            rules = ruleset(parse_options(preset))
            failure = await self._play(rules, _seats_of_side(rules, 0), self._bounds.deals_per_preset)
            self._report.settle(GAME_STEPS[preset], failure)

    async def play_series(self, preset: str, *, tables: int | None) -> None:
        """Five games in a row, on either side; one with the bot in all seats; and several at once."""
        rules, deals = ruleset(parse_options(preset)), self._bounds.deals_per_game
        failure: Failure | None = None
        for number in range(self._bounds.games_in_a_row):
            failure = failure or await self._play(rules, _seats_of_side(rules, number % rules.side_count), deals)
        self._report.settle(FIVE_GAMES, failure)
        self._report.settle(ITSELF, await self._play(rules, range(len(rules.seat_names)), deals))
        await self._play_at_once(rules, min(tables or TABLES_UNSAID, TABLES_MAX), deals)

    async def _play_at_once(self, rules: Ruleset, tables: int, deals: int) -> None:
        failures: list[Failure] = []

        async def play() -> None:
            failure = await self._play(rules, _seats_of_side(rules, 0), deals)
            if failure is not None:
                failures.append(failure)

        async with trio.open_nursery() as nursery:
            for _ in range(tables):
                nursery.start_soon(play)
        remark = "at one table" if tables == 1 else f"at {tables} tables"
        self._report.settle(TABLES, failures[0] if failures else None, remark=remark)

    async def _play(self, rules: Ruleset, seats: Iterable[int], deals: int) -> Failure | None:
        """Play a game; the failure if there was a fault."""
        for _ in range(1 + PLAYS_AGAIN):
            self._count += 1
            async with AsyncExitStack() as stack:
                running = {
                    seat: await stack.enter_async_context(self._programs.started(self._address)) for seat in seats
                }
                played = await self._house.play(self._game(rules, running, deals))
                self.times += played.time_use.values()
                if played.is_void:
                    continue
                return await _failure(played, running, rules)
        came = f"the machine stood still in {1 + PLAYS_AGAIN} games; give it less to do, and check again"
        return Failure("a game without a fault", came)

    def _game(self, rules: Ruleset, running: Mapping[int, Running], deals: int) -> Game:
        rng = random.Random(f"game {self._count}")
        return Game(
            match_id=f"check, game {self._count}",
            rules=rules,
            boards=_boards(rules, deals, rng),
            is_game=True,
            tokens={seat: each.token for seat, each in running.items()},
            entrant=self._entrant,
            time=self._bounds.clock,
            connect_within_s=self._bounds.connect_within_s(len(rules.seat_names)),
            ready_within_s=self._bounds.ready_within_s,
        )


def _boards(rules: Ruleset, deals: int, rng: random.Random) -> tuple[Board, ...]:
    before = new_game(rules, rng.randrange(len(rules.seat_names)))
    return tuple(
        Board(
            number=number,
            before=before if number == 1 else None,
            decks=tuple(tuple(rng.sample(rules.sorted_deck, rules.deck_size)) for _ in range(DECKS_A_DEAL)),
        )
        for number in range(1, deals + 1)
    )


def _seats_of_side(rules: Ruleset, side: int) -> tuple[int, ...]:
    return tuple(seat for seat, its_side in enumerate(rules.side_of) if its_side == side)


async def _failure(played: Played, running: Mapping[int, Running], rules: Ruleset) -> Failure | None:
    fault = next((fault for fault in played.faults if fault.seat in running), None)
    if fault is None:
        return None
    program = running[fault.seat]
    ending = await program.ending()
    came = f"{_fault_text(fault)}{f'; {ending}' if ending else ''} ({rules.seat_names[fault.seat]}'s seat)"
    return Failure(
        "a game without a fault",
        came,
        fault.rule,
        rule_text(fault.rule, rules.options) if fault.rule else "",
        readable_question(fault.question),
        program.transcript.last_lines(),
    )


def _fault_text(fault: SeatFault) -> str:
    late = f", {fault.overrun_s:.2f} s over its time" if fault.overrun_s else ""
    return f"{fault.ending.value}{late}{f': {fault.offence}' if fault.offence else ''}"

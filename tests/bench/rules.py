"""Speed of the rules: replaying recorded deals, playing random ones, and that beside other libraries of card games.

All is measured in the same rounds, one after the other, so that a ratio compares what ran at the same time.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from referee.rules.cards import Rank
from referee.rules.deal import Decision, Playing, Scored, Start, ThrownIn, begin, step
from referee.rules.legal import random_decision
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset

ROUNDS = 11
DEALS_PER_ROUND = 120
HEARTS_GAMES_PER_ROUND = 150
DOUDIZHU_GAMES_PER_ROUND = 3


_ENDS = (Scored, ThrownIn)


class Recorded(NamedTuple):
    """A deal that was played: its start and its decisions."""

    start: Start
    decisions: tuple[Decision, ...]
    play_count: int


class Pace(NamedTuple):
    """What some work took: CPU seconds, and how many moves were made in it."""

    elapsed_s: float
    move_count: int

    @property
    def moves_per_s(self) -> float:
        """Moves a second of CPU time."""
        return self.move_count / self.elapsed_s


def measure(rounds: int = ROUNDS) -> dict[str, object]:
    """Medians over the rounds: microseconds, deals a second, and ratios of moves a second, ours over theirs.

    A move is whatever a seat decides: a bid, a burial, a play. A comparison with a package that is not installed is
    the reason instead of a number.
    """
    rules = ruleset(parse_options("tractor"))
    rng = Random(1)
    recorded = [_record(_start(rules, rng), rng) for _ in range(DEALS_PER_ROUND)]
    rivals: dict[str, Callable[[Random], Pace] | str] = {
        "vs_openspiel_hearts": _rival("pyspiel", "open_spiel", _hearts),
        "vs_rlcard_doudizhu": _rival("rlcard", "rlcard", _doudizhu),
    }
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        replayed = _timed(lambda: sum(_replay(deal) for deal in recorded))
        played = _timed(lambda: sum(_play(_start(rules, rng), rng) for _ in range(DEALS_PER_ROUND)))
        figures = {
            "referee_us_per_play": replayed.elapsed_s * 1e6 / replayed.move_count,
            "replayed_deals_per_s": DEALS_PER_ROUND / replayed.elapsed_s,
            "random_deals_per_s": DEALS_PER_ROUND / played.elapsed_s,
        }
        for name, rival in rivals.items():
            if not isinstance(rival, str):
                figures[name] = played.moves_per_s / rival(rng).moves_per_s
        for name, figure in figures.items():
            found.setdefault(name, []).append(figure)
    result: dict[str, object] = {name: round(median(values), 3) for name, values in found.items()}
    return result | {name: rival for name, rival in rivals.items() if isinstance(rival, str)}


def _timed(work: Callable[[], int]) -> Pace:
    began_s = process_time()
    move_count = work()
    return Pace(process_time() - began_s, move_count)


# --- Ours


def _start(rules: Ruleset, rng: Random) -> Start:
    """A deal from the middle of a game."""
    # A fair shuffle in half the time of `Random.shuffle`, which is not what is to be measured.
    deck = tuple(sorted(rules.sorted_deck, key=lambda _: rng.random()))
    starter = rng.randrange(len(rules.side_of))
    rank = rng.choice(list(Rank))
    return Start(rules, deck, rank, starter, starter, (rank,) * rules.side_count)


def _play(start: Start, rng: Random) -> int:
    """A deal, played by chance; the number of moves."""
    state: Any = begin(start)[0]
    move_count = 0
    while not isinstance(state, _ENDS):
        reached: Any = step(state, random_decision(state, rng))
        state = reached[0]
        move_count += 1
    return move_count


def _record(start: Start, rng: Random) -> Recorded:
    """A deal as players by chance play it."""
    decisions = []
    play_count = 0
    state, _ = begin(start)
    while not isinstance(state, _ENDS):
        play_count += isinstance(state, Playing)
        decisions.append(random_decision(state, rng))
        result = step(state, decisions[-1])
        assert not isinstance(result, Refusal)
        state, _ = result
    return Recorded(start, tuple(decisions), play_count)


def _replay(deal: Recorded) -> int:
    """Every decision of a recorded deal taken again; how many of them were plays to tricks."""
    state: Any = begin(deal.start)[0]
    for decision in deal.decisions:
        reached: Any = step(state, decision)
        state = reached[0]
    return deal.play_count


# --- Theirs


def _rival(module: str, package: str, games: Callable[[Any, Random], int]) -> Callable[[Random], Pace] | str:
    """How to time another library, or why that is not done."""
    try:
        library = importlib.import_module(module)
    except ImportError:
        return f"not measured: the package {package} is not installed (make bench installs it)"
    return lambda rng: _timed(lambda: games(library, rng))


def _hearts(pyspiel: Any, rng: Random) -> int:
    """Games of hearts, played by chance; the number of moves."""
    game = pyspiel.load_game("hearts")
    move_count = 0
    for _ in range(HEARTS_GAMES_PER_ROUND):
        state = game.new_initial_state()
        while not state.is_terminal():
            move_count += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return move_count


def _doudizhu(rlcard: Any, rng: Random) -> int:
    """Games of Dou Dizhu, played by chance; the number of moves."""
    random_agents = importlib.import_module("rlcard.agents")
    environment = rlcard.make("doudizhu", config={"seed": rng.randrange(1 << 30)})
    environment.set_agents([random_agents.RandomAgent(environment.num_actions) for _ in range(3)])
    for _ in range(DOUDIZHU_GAMES_PER_ROUND):
        environment.run()
    return int(environment.timestep)

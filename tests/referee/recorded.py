"""Records of made-up games, as a referee writes them."""

from __future__ import annotations

from random import Random

from referee.rules.deal import begin, step
from referee.rules.game import after, new_game, next_start
from referee.rules.legal import random_decision
from referee.rules.options import parse_options
from referee.rules.phases import Scored, Start, ThrownIn
from referee.rules.record import Heading, line_of, record_of
from referee.rules.refusal import Refusal
from referee.rules.ruleset import ruleset


def recorded_game(seed: int, deal_count: int, *, preset: str = "tractor") -> list[str]:
    """The lines of the first *deal_count* deals of a game, played by chance; one thrown in has a line too."""
    rng, rules = Random(seed), ruleset(parse_options(preset))
    names = tuple(("Ada", "Bo")[side] if side < 2 else f"Bot {side + 1}" for side in rules.side_of)
    game, lines, number = new_game(rules, first_drawer=0), [], 1
    while number <= deal_count:
        deck = list(rules.sorted_deck)
        rng.shuffle(deck)
        end = _played(next_start(game, tuple(deck)), rng)
        lines.append(line_of(record_of(end, Heading("made up", number, number, True, names))))
        game = after(game, end)
        number += isinstance(end, Scored)
    return lines


def _played(start: Start, rng: Random) -> Scored | ThrownIn:
    state, _ = begin(start)
    while not isinstance(state, Scored | ThrownIn):
        reached = step(state, random_decision(state, rng))
        assert not isinstance(reached, Refusal)
        state, _ = reached
    return state

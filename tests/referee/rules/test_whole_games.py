"""Whole games of every preset and with every option, from the first deal to the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from referee.rules.deal import Asking, Decision, Scored
from referee.rules.game import Game, after, new_game, next_start
from referee.rules.legal import default_decision
from referee.rules.option_values import JokerLevel
from referee.rules.options import PRESETS, FriendsOptions, TractorOptions, parse_options
from referee.rules.record import DealRecord, line_of, read_line, record_of
from referee.rules.replay import first_difference_of
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules.deals import half_by_chance, heading_of, played_out, shuffled
from tests.referee.rules.option_samples import AT_WORK, name_of, random_options
from tests.sizes import scale

pytestmark = pytest.mark.slow

DEALS_MAX = 400
"""Far more than any game takes that has an end."""

DEALS_AGREED = 12
"""Of a game with a level Joker, which ends after an agreed number of deals (Z9)."""


def has_end(rules: Ruleset) -> bool:
    """Whether some level wins the game."""
    return rules.friends is None or rules.friends.joker_level is JokerLevel.OFF


def whole_game(rules: Ruleset, decide: Callable[[Asking], Decision], rng: Random) -> tuple[Game, list[DealRecord]]:
    """A game from its first deal to its end, and its records; deals thrown in have records too."""
    game, records, number = new_game(rules, rng.randrange(len(rules.seat_names))), [], 1
    while not game.won_by and number <= (DEALS_MAX if has_end(rules) else DEALS_AGREED):
        end = played_out(next_start(game, shuffled(rng, rules)), decide)
        records.append(read_line(line_of(record_of(end, heading_of(rules, deal=number, whole_game=True)))))
        game = after(game, end)
        number += isinstance(end, Scored)
    return game, records


def check_game(rules: Ruleset, decide: Callable[[Asking], Decision], rng: Random) -> None:
    """A game ends with somebody at the end level, and its records hold one after the other."""
    game, records = whole_game(rules, decide, rng)

    assert first_difference_of(records) is None
    result = records[-1].result
    assert result is not None
    if not has_end(rules):
        assert not game.won_by
        return
    assert game.won_by
    assert all(game.levels[side] >= rules.end_level for side in game.won_by)
    assert result.game_won_by == (game.won_by if rules.friends else game.won_by[0])
    with pytest.raises(ValueError, match="the game is won"):
        next_start(game, rules.sorted_deck)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_of_default_decisions_ends(preset: str) -> None:
    check_game(ruleset(parse_options(preset)), default_decision, Random(1))


@pytest.mark.parametrize("given", AT_WORK, ids=name_of)
def test_a_game_with_an_option_at_work_ends(given: dict[str, Any]) -> None:
    rng = Random(2)
    options = parse_options(given)

    check_game(ruleset(options), half_by_chance(rng), rng)


@pytest.mark.parametrize("seed", range(scale(2, 12)))
def test_a_game_with_options_by_chance_ends(seed: int) -> None:
    rng = Random(seed)

    check_game(ruleset(random_options(rng)), half_by_chance(rng), rng)


def test_every_option_is_at_work_in_some_game() -> None:
    """An option that is added to the rules is added here."""
    at_work = {name for given in AT_WORK for name in given}

    for kind in (TractorOptions, FriendsOptions):
        assert {option.name for option in fields(kind)} <= at_work

"""Deals in a row (B1, S3–S6)."""

from __future__ import annotations

from random import Random

import pytest

from referee.rules.cards import Rank
from referee.rules.deal import Scored
from referee.rules.game import Game, after, game_at, new_game, next_start
from referee.rules.legal import default_decision
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import played_out, shuffled

NORTH, WEST, SOUTH, EAST = range(4)


def test_a_game_begins_at_two_with_the_bidding_to_decide() -> None:
    """B1, B7."""
    start = next_start(new_game(TRACTOR, WEST), shuffled(Random(1)))

    assert start.trump_rank is Rank.TWO
    assert (start.first_drawer, start.starter, start.levels) == (WEST, None, (2, 2))


def test_the_trump_rank_is_the_level_of_the_starters_side_and_the_starter_draws_first() -> None:
    """B1."""
    game = game_at(TRACTOR, first_drawer=EAST, starter=EAST, levels=(5, 11))
    start = next_start(game, shuffled(Random(1)))

    assert start.trump_rank is Rank.JACK
    assert (start.first_drawer, start.starter) == (EAST, EAST)
    assert game.declarers == 1


@pytest.mark.slow
def test_each_deal_follows_from_the_one_before() -> None:
    rng = Random(7)
    game = new_game(TRACTOR, NORTH)
    deals = 0
    while game.won_by is None:
        start = next_start(game, shuffled(rng))
        end = played_out(start, default_decision)
        assert isinstance(end, Scored)
        before, game = game, after(game, end)
        deals += 1
        assert before.levels == start.levels
        assert game.levels == end.score.levels
        assert game.starter == end.score.next_starter
        if game.starter is not None:
            assert game.first_drawer == game.starter
            assert game.declarers == TRACTOR.side_of[game.starter]
            stayed = game.declarers == TRACTOR.side_of[end.contract.starter]
            assert stayed is end.score.declarers_won

    assert deals > 5
    assert game.levels[game.won_by] == 15
    with pytest.raises(ValueError, match="the game is won"):
        next_start(game, shuffled(rng))


def test_a_deal_thrown_in_is_dealt_again_from_the_same_game() -> None:
    """B7: nothing changes but the deck."""
    game = new_game(TRACTOR, SOUTH)
    first, again = (next_start(game, shuffled(Random(seed))) for seed in (1, 2))

    assert isinstance(game, Game)
    assert first.deck != again.deck
    assert (first.first_drawer, first.trump_rank) == (again.first_drawer, again.trump_rank)

"""Deals in a row (B1, S3–S6, Z2, Z9)."""

from __future__ import annotations

from random import Random

import pytest

from referee.rules.cards import Rank
from referee.rules.deal import Scored, ThrownIn
from referee.rules.friends_scoring import fresh_standing, score_sides
from referee.rules.game import Game, after, game_at, new_game, next_start
from referee.rules.legal import default_decision
from referee.rules.levels import parse_level
from referee.rules.options import parse_options
from referee.rules.phases import Contract, Standing
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.scoring import score_deal
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import played_out, shuffled

NORTH, WEST, SOUTH, EAST = range(4)


def friends(**options: object) -> Ruleset:
    """The rules of six players who find friends, with these options."""
    return ruleset(parse_options({"preset": "finding-friends-6", **options}))


def scored_end(game: Game, *, points: int, starter: int, table: str = "") -> Scored:
    """The end of the game's next deal, with these points; in Finding Friends ``M+`` mark the maker's side."""
    rules = game.rules
    start = next_start(game, rules.sorted_deck)
    if game.standing is None:
        score = score_deal(
            rules,
            opponents_points=points,
            buried_points=0,
            last_trick_size=1,
            opponents_won_last=False,
            levels=start.levels,
            starter=starter,
        )
    else:
        score = score_sides(
            rules,
            points=points,
            makers_side=[seat != "." for seat in table],
            maker=starter,
            first_drawer=start.first_drawer,
            levels=start.levels,
            standing=game.standing,
        )
    ladder = rules.printed_ladder(None)
    declarers = tuple(seat != "." for seat in table)
    contract = Contract(
        start=start,
        ladder=ladder,
        trump=ladder.trump,
        starter=starter,
        declarers=declarers,
        bids=(),
        bids_drawn=(),
        turned=(),
    )
    return Scored(contract=contract, buried=0, tricks=(), declarers=declarers, score=score, alliance=None)


def test_a_game_begins_at_two_with_the_bidding_to_decide() -> None:
    """B1, B7."""
    start = next_start(new_game(TRACTOR, WEST), shuffled(Random(1)))

    assert start.trump_rank is Rank.TWO
    assert (start.first_drawer, start.starter, start.levels) == (WEST, None, (2, 2))
    assert start.standing is None


def test_a_shorter_game_begins_at_its_start_level() -> None:
    start = next_start(new_game(ruleset(parse_options("short-game")), WEST), shuffled(Random(1)))

    assert (start.trump_rank, start.levels) == (Rank.TEN, (10, 10))


def test_the_trump_rank_is_the_level_of_the_starters_side_and_the_starter_draws_first() -> None:
    """B1."""
    game = game_at(TRACTOR, first_drawer=EAST, starter=EAST, levels=(5, 11))
    start = next_start(game, shuffled(Random(1)))

    assert start.trump_rank is Rank.JACK
    assert (start.first_drawer, start.starter) == (EAST, EAST)
    assert game.declarers == 1


@pytest.mark.parametrize(("points", "drawer", "rank"), [(40, SOUTH, Rank.THREE), (200, WEST, Rank.FIVE)])
def test_the_score_makes_the_next_starter(points: int, drawer: int, rank: Rank) -> None:
    """S6, B1."""
    game = new_game(TRACTOR, EAST)
    following = after(game, scored_end(game, points=points, starter=NORTH))
    start = next_start(following, shuffled(Random(1)))

    assert (start.first_drawer, start.starter, start.trump_rank) == (drawer, drawer, rank)
    assert following.declarers == TRACTOR.side_of[drawer]


@pytest.mark.slow
def test_each_deal_follows_from_the_one_before() -> None:
    rng = Random(7)
    game = new_game(TRACTOR, NORTH)
    deals = 0
    while not game.won_by:
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
    assert [game.levels[side] for side in game.won_by] == [15]


def test_no_deal_follows_once_the_game_is_won() -> None:
    game = game_at(TRACTOR, first_drawer=NORTH, starter=NORTH, levels=(14, 2))
    won = after(game, scored_end(game, points=0, starter=NORTH))

    assert won.won_by == (0,)
    with pytest.raises(ValueError, match="the game is won by side 0"):
        next_start(won, shuffled(Random(1)))


def test_a_deal_thrown_in_is_dealt_again_from_the_same_game() -> None:
    """B7: nothing changes but the deck."""
    game = new_game(TRACTOR, SOUTH)
    first = next_start(game, shuffled(Random(1)))

    assert after(game, ThrownIn(first)) == game


def test_in_finding_friends_the_bidding_sets_trump_and_maker_of_every_deal() -> None:
    """Z1, Z3."""
    rules = friends()
    game = new_game(rules, 4)
    first = next_start(game, shuffled(Random(1), rules))
    following = after(game, scored_end(game, points=30, starter=1, table=".M..++"))
    second = next_start(following, shuffled(Random(2), rules))

    assert (first.trump_rank, first.starter, first.first_drawer, first.levels) == (None, None, 4, (2,) * 6)
    assert (second.trump_rank, second.starter, second.first_drawer) == (None, None, 1)
    assert second.levels == (2, 4, 2, 2, 4, 4)
    assert first.standing == second.standing == Standing(active=(True,) * 6, debts=(0,) * 6)


def test_a_fixed_maker_plays_at_the_makers_level() -> None:
    """Option ``rotating_maker``: from the second deal on; Z2 says who draws first."""
    rules = friends(rotating_maker=True)
    game = new_game(rules, 4)
    following = after(game, scored_end(game, points=30, starter=1, table=".M..++"))
    start = next_start(following, shuffled(Random(2), rules))

    assert next_start(game, shuffled(Random(1), rules)).starter is None
    assert (start.starter, start.trump_rank, start.first_drawer) == (4, Rank.FOUR, 1)


def test_a_fixed_maker_at_level_joker_has_no_trump_rank() -> None:
    """Option ``joker_level``; with a plus, the rank is that of the level without it."""
    rules = friends(rotating_maker=True, joker_level="full")
    levels = tuple(map(parse_level, ("Jo", "5+", "2", "2", "2", "2")))
    ranks = [
        next_start(game_at(rules, first_drawer=0, starter=maker, levels=levels), rules.sorted_deck).trump_rank
        for maker in (0, 1)
    ]

    assert ranks == [None, Rank.FIVE]


def test_who_is_active_and_who_owes_go_on_to_the_next_deal() -> None:
    """Z9."""
    rules = friends(scoring="active_passive")
    before = Standing(active=(False, *(True,) * 5), debts=(3, 0, 0, 0, 1, 0))
    game = game_at(rules, first_drawer=0, starter=None, levels=(2,) * 6, standing=before)
    following = after(game, scored_end(game, points=0, starter=1, table="+M...."))

    assert next_start(game, rules.sorted_deck).standing == before
    assert following.standing == Standing(active=(True, True, *(False,) * 4), debts=(0, 0, 0, 0, 1, 0))
    assert following.levels == (2, 6, 2, 2, 2, 2)


def test_after_a_deal_thrown_in_all_are_active_and_debts_stay() -> None:
    """Z2, Z9."""
    rules = friends(scoring="active_passive")
    standing = Standing(active=(True, *(False,) * 5), debts=(0, 2, 0, 0, 0, 0))
    game = game_at(rules, first_drawer=3, starter=None, levels=(2, 5, 2, 2, 2, 2), standing=standing)
    again = after(game, ThrownIn(next_start(game, rules.sorted_deck)))

    assert again.standing == Standing(active=(True,) * 6, debts=(0, 2, 0, 0, 0, 0))
    assert (again.first_drawer, again.levels) == (3, game.levels)


def test_several_players_can_win_a_game() -> None:
    rules = friends()
    game = game_at(rules, first_drawer=0, starter=None, levels=(14, 2, 14, 2, 2, 2))
    won = after(game, scored_end(game, points=30, starter=0, table="M.+..."))

    assert game.standing == fresh_standing(rules)
    assert won.won_by == (0, 2)
    with pytest.raises(ValueError, match="the game is won by side 0, 2"):
        next_start(won, rules.sorted_deck)

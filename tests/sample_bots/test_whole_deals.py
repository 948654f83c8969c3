"""Whole deals and games by the referee's rules, of every game there is, with the sample bots at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from time import thread_time

import pytest
from tractor.v1.bot_pb2 import Decision, Phase, Question

from referee.rules.game import after, game_at, new_game
from referee.rules.options import PRESETS
from referee.rules.ruleset import Ruleset
from tests.sample_bots.tables import BOTS, DEFAULT, GREEDY, RANDOM, SENSIBLE, Decide, play_deal, play_scored, rules_of
from tests.sizes import scale

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "tractors in throws": {"throw_tractors": True},
    "graded follows": {"graded_follow": True, "must_punish": False},
    "bids with jokers": {"joker_overrides": True, "joker_pair_order": True, "allow_strengthening": True},
    "dead ranks": {"skip_dead_ranks": True, "throw_tractors": True, "graded_follow": True},
    "bids at the end": {"bidding": "after_drawing", "points_per_level": 20, "kitty_multiplier": "power"},
    "hook": {"hook": True, "start_level": "J", "must_stop_at": ["K"]},
    "three packs, six seats": {"packs": 3, "seats": 6, "skip_dead_ranks": True, "allow_strengthening": True},
    "one pack, six seats": {"packs": 1, "seats": 6},
    "friends: active and passive": {
        "preset": "finding-friends-5",
        "scoring": "active_passive",
        "call_other_copy": True,
        "bid_any_active_level": True,
    },
    "friends: the maker rotates": {"preset": "finding-friends-6", "rotating_maker": True, "first_draw": "rotate"},
    "friends: level Joker": {"preset": "finding-friends-7", "joker_level": "short", "start_level": "A"},
    "friends: throws of equal sets": {
        "preset": "finding-friends-8",
        "equal_sets_throws_only": True,
        "failed_throw": "debt",
    },
    "friends: a level for a failed throw": {
        "preset": "finding-friends-9",
        "failed_throw": "one_level",
        "no_overcalls": True,
    },
    "friends: cards for a failed throw": {
        "preset": "finding-friends-11",
        "failed_throw": "forfeit_cards",
        "all_jokers": True,
    },
    "friends: bombs and all sequences": {
        "preset": "finding-friends-12",
        "bombs": True,
        "graded_follow": True,
        "trump_sequences": True,
    },
}


# --- No refusals


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(scale(quick=1, full=3)))
@pytest.mark.parametrize("game", [*PRESETS, *OPTIONS])
def test_no_bot_is_ever_refused(game: str, seed: int) -> None:
    """In first deals, where bids decide the starter, and in the next ones; with all sorts of neighbours."""
    rng = Random(f"{game} {seed}")
    rules = rules_of(OPTIONS.get(game, game))
    standing = new_game(rules, first_drawer=seed)
    for _ in range(3):
        if standing.won_by:
            break
        standing = after(standing, play_deal(standing, rng.choices(BOTS, k=len(rules.side_of)), rng))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(scale(quick=2, full=8)))
@pytest.mark.parametrize("game", ["tractor", "tractor-online"])
def test_no_bot_is_refused_without_a_trump_suit(game: str, seed: int) -> None:
    """Whether cards of the trump rank are trumps then is for the bots to find out (O3)."""
    rules = rules_of({"preset": game, "nobody_bids": "no_trump"})
    start = game_at(rules, first_drawer=0, starter=0, levels=(2 + seed, 2 + seed))
    rng = Random(seed)

    end = play_scored(start, [_passing(bot) for bot in rng.choices(BOTS, k=4)], rng)

    assert end.contract.trump.suit is None


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_the_default_bot_plays_every_game_to_its_end(game: str) -> None:
    """From level K on, until somebody is past A."""
    rules, rng = rules_of({"preset": game, "start_level": "K"}), Random(game)
    standing = new_game(rules, first_drawer=0)
    deals_left = 40
    while not standing.won_by:
        assert deals_left
        deals_left -= 1
        standing = after(standing, play_deal(standing, [DEFAULT] * len(rules.side_of), rng))


# --- Time


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tractor-3-packs", "finding-friends-12"])
def test_a_decision_takes_milliseconds(game: str) -> None:
    """With the most cards and the most players there are; the deal's slowest decision, asked for again, counts."""
    rules, rng = rules_of(game), Random(game)
    slowest: dict[str, float] = {}

    def timed(question: Question) -> Iterable[int] | Decision:
        phase = Phase.Name(question.phase)
        slowest[phase] = max(slowest.get(phase, 0.0), min(_thinking_s(question) for _ in range(2)))
        return SENSIBLE(question)

    play_scored(new_game(rules, first_drawer=0), [timed] * len(rules.side_of), rng)

    assert {phase: seconds for phase, seconds in slowest.items() if seconds > 0.04} == {}
    assert "PHASE_PLAY" in slowest


# --- Strength


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(SENSIBLE, GREEDY, id="sensible over greedy"),
        pytest.param(SENSIBLE, DEFAULT, id="sensible over default"),
        pytest.param(GREEDY, RANDOM, id="greedy over random"),
        pytest.param(DEFAULT, RANDOM, id="default over random"),
    ],
)
def test_more_sense_wins_more_deals(better: Decide, worse: Decide) -> None:
    """The decks are always the same, so this says whether a change made a bot worse, not whether luck did."""
    assert _share_won(rules_of("tractor"), better, worse, decks=scale(quick=8, full=26)) > 0.65


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tractor-online", "tractor-3-packs", "tractor-6-seats", "forty-points"])
def test_sense_wins_in_every_tractor(game: str) -> None:
    assert _share_won(rules_of(game), SENSIBLE, RANDOM, decks=scale(quick=4, full=12)) > 0.8


@pytest.mark.slow
@pytest.mark.parametrize("players", [5, 8, 12])
def test_sense_gains_more_levels_among_friends(players: int) -> None:
    """Than the default bot and the random one, each of which sits in each seat with the same cards."""
    rules = rules_of(f"finding-friends-{players}")
    bots = (SENSIBLE, DEFAULT, RANDOM)
    gained = dict.fromkeys(bots, 0)
    seats_taken = dict.fromkeys(bots, 0)
    for seed in range(scale(quick=4, full=10)):
        for shift in range(len(bots)):
            seated = [bots[(seat + shift) % len(bots)] for seat in range(players)]
            end = play_scored(new_game(rules, first_drawer=seed % players), seated, Random(seed))
            for bot, gain in zip(seated, end.score.gains, strict=True):
                gained[bot] += gain
                seats_taken[bot] += 1
    mean = {bot: gained[bot] / seats_taken[bot] for bot in bots}

    assert mean[SENSIBLE] > mean[DEFAULT] + 0.05
    assert mean[SENSIBLE] > mean[RANDOM] + 0.05


def _thinking_s(question: Question) -> float:
    """What the sensible bot takes to answer, of the processor alone."""
    start = thread_time()
    SENSIBLE(question)
    return thread_time() - start


def _passing(bot: Decide) -> Decide:
    """A bot that never bids."""

    def decide(question: Question) -> Iterable[int] | Decision:
        return [] if question.phase == Phase.PHASE_BID else bot(question)

    return decide


def _share_won(rules: Ruleset, ours: Decide, theirs: Decide, *, decks: int) -> float:
    """Of duplicate deals, how many *ours* won; each deck is played from both sides."""
    won = 0
    for seed in range(decks):
        level = max(rules.start_level, 2 + seed % 13)
        starter = seed % len(rules.side_of)
        start = game_at(rules, first_drawer=starter, starter=starter, levels=(level, level))
        for our_side in (0, 1):
            bots = [ours if side == our_side else theirs for side in rules.side_of]
            end = play_scored(start, bots, Random(seed))
            won += end.score.declarers_won == (rules.side_of[starter] == our_side)
    return won / (2 * decks)

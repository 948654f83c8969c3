"""Options that go together, and those that do not (RULES 10–12)."""

from __future__ import annotations

import tomllib

import pytest

from referee.rules.option_values import BadOption
from referee.rules.options import PRESETS, canonical_text, parse_canonical_text, parse_options
from referee.rules.ruleset import ruleset
from tests.referee.rules.option_samples import refused


@pytest.mark.parametrize(
    ("key", "given", "reason"),
    [
        ("end_level", {"end_level": "2"}, "2 is not above the start level 2"),
        ("end_level", {"start_level": "Q", "end_level": "5"}, "5 is not above the start level Q"),
        ("points_per_level", {"points_per_level": 30}, "30 does not divide the threshold of 80"),
        ("points_per_level", {"packs": 1, "points_per_level": 80}, "80 does not divide the threshold of 40"),
        ("points_per_level", {"packs": 3, "points_per_level": 80}, "80 does not divide the threshold of 120"),
        ("must_stop_at", {"start_level": "5", "must_stop_at": ["4"]}, "no deal is played at level 4"),
        ("must_stop_at", {"end_level": "Q", "must_stop_at": ["Q"]}, "no deal is played at level Q"),
        ("must_defend", {"end_level": "K", "must_defend": ["A"]}, "no deal is played at level A"),
        ("must_defend", {"start_level": "5", "must_defend": ["2"]}, "the game goes from 5 to past A"),
        ("hook", {"start_level": "Q", "hook": True}, "no deal is played at level J"),
        ("hook", {"end_level": "J", "hook": True}, "no deal is played at level J"),
        ("hook", {"packs": 1, "hook": True}, "no two cards are identical"),
        ("throw_tractors", {"packs": 1, "throw_tractors": True}, "no two cards are identical"),
        ("graded_follow", {"packs": 1, "graded_follow": True}, "no two cards are identical"),
        ("skip_dead_ranks", {"packs": 1, "skip_dead_ranks": True}, "no two cards are identical"),
        ("allow_strengthening", {"packs": 1, "allow_strengthening": True}, "no two cards are identical"),
        ("joker_overrides", {"packs": 1, "joker_overrides": True}, "no two cards are identical"),
        ("joker_pair_order", {"packs": 1, "joker_pair_order": True}, "no two cards are identical"),
        ("throw_tractors", {"packs": 3, "throw_tractors": False}, "cannot be off with three packs"),
        ("graded_follow", {"packs": 3, "graded_follow": False}, "cannot be off with three packs"),
        ("joker_overrides", {"packs": 3, "joker_overrides": True}, "no bids with jokers"),
        ("joker_pair_order", {"packs": 3, "joker_pair_order": True}, "no bids with jokers"),
    ],
)
def test_options_of_tractor_that_do_not_go_together_are_refused(
    key: str, given: dict[str, object], reason: str
) -> None:
    problem = refused(given)

    assert (problem.key, reason in problem.reason) == (key, True), str(problem)


@pytest.mark.parametrize(
    ("key", "given", "reason"),
    [
        ("end_level", {"start_level": "5", "end_level": "4"}, "4 is not above the start level 5"),
        ("must_stop_at", {"start_level": "5", "must_stop_at": ["4"]}, "no deal is played at level 4"),
        ("must_stop_at", {"start_level": "Q", "joker_level": "short", "must_stop_at": ["9"]}, "no deal is played"),
        ("bombs", {"players": 11, "bombs": True}, "needs four identical cards, and 11 players play with 3 packs"),
        ("call_other_copy", {"players": 8, "call_other_copy": True}, "needs two packs, and 8 players play with 3"),
        ("bid_any_active_level", {"rotating_maker": True, "bid_any_active_level": True}, "cannot go with rotating"),
        ("end_level", {"joker_level": True, "end_level": "A"}, "cannot go with joker_level"),
        ("failed_throw_fine", {"failed_throw": "debt", "failed_throw_fine": 20}, "no points are paid with"),
        ("must_punish", {"failed_throw": "one_level", "must_punish": False}, "nobody plays on with"),
    ],
)
def test_options_of_finding_friends_that_do_not_go_together_are_refused(
    key: str, given: dict[str, object], reason: str
) -> None:
    problem = refused({"preset": "finding-friends-6", **given})

    assert (problem.key, reason in problem.reason) == (key, True), str(problem)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"preset": "tractor-online", "end_level": "5"},
            (
                "must_defend: no deal is played at level A: the game goes from 2 to 5; take it out of must_defend; "
                'the preset tractor-online has must_defend = ["A"], so set must_defend = []'
            ),
        ),
        (
            {"preset": "tractor-online", "packs": 1},
            (
                "throw_tractors: makes no sense with one pack, in which no two cards are identical; the preset "
                "tractor-online has throw_tractors = true, so set throw_tractors = false, graded_follow = false, "
                "allow_strengthening = false, joker_pair_order = false"
            ),
        ),
        (
            {"preset": "tractor-online", "packs": 3},
            (
                "joker_pair_order: makes no sense with three packs, which have no bids with jokers (X1); "
                "the preset tractor-online has joker_pair_order = true, so set joker_pair_order = false"
            ),
        ),
        (
            {"preset": "tractor-online", "packs": 1, "end_level": "5", "throw_tractors": False, "hook": True},
            (
                "must_defend: no deal is played at level A: the game goes from 2 to 5; take it out of must_defend; "
                'the preset tractor-online has must_defend = ["A"], so set must_defend = []'
            ),
        ),
        (
            {"preset": "tractor-online", "end_level": "5", "must_defend": ["A"]},
            "must_defend: no deal is played at level A: the game goes from 2 to 5; take it out of must_defend",
        ),
    ],
)
def test_a_value_that_a_preset_brings_is_told_as_its_own(given: dict[str, object], told: str) -> None:
    """With all that has to be set beside it, unless something else is wrong with what was chosen."""
    assert str(refused(given)) == told


def test_what_is_said_to_be_set_can_be_played() -> None:
    for preset in PRESETS:
        for chosen in ({"packs": 1}, {"packs": 2}, {"packs": 3}, {"end_level": "3"}, {"end_level": "J"}):
            if preset.startswith("finding"):
                continue
            given: dict[str, object] = {"preset": preset, **chosen}
            try:
                parse_options(given)
            except BadOption as problem:
                _, _, remedy = problem.reason.partition(", so set ")
                if problem.key not in chosen:
                    parse_options({**given, **tomllib.loads(remedy.replace(", ", "\n"))})


@pytest.mark.parametrize(
    "given",
    [
        {"packs": 1, "seats": 6},
        {"packs": 1, "no_trump_rank_cards": "trump", "nobody_bids": "no_trump"},
        {"packs": 3, "seats": 6, "skip_dead_ranks": True, "hook": True, "allow_strengthening": True},
        {"packs": 3, "points_per_level": 40, "no_trump_rank_cards": "trump"},
        {"graded_follow": True, "throw_tractors": False},
        {"allow_strengthening": True, "bidding": "after_drawing"},
        {"joker_overrides": True, "joker_pair_order": True, "nobody_bids": "no_trump"},
        {"start_level": "J", "end_level": "Q", "hook": True, "must_defend": ["J"], "must_stop_at": ["J"]},
        {"start_level": "T", "hook": True, "must_stop_at": ["3"]},
        {"preset": "finding-friends-12", "bombs": True, "graded_follow": True},
        {"preset": "finding-friends-7", "call_other_copy": True, "all_jokers": True, "trump_sequences": True},
        {"preset": "finding-friends-5", "scoring": "active_passive", "bid_any_active_level": True},
        {"preset": "finding-friends-5", "scoring": "active_passive", "rotating_maker": True, "joker_level": True},
        {"preset": "finding-friends-5", "rotating_maker": True, "no_overcalls": True, "first_draw": "rotate"},
        {"preset": "finding-friends-5", "start_level": "Q", "joker_level": "short", "must_stop_at": ["T", "A"]},
        {"preset": "finding-friends-5", "start_level": "Q", "joker_level": "full", "must_stop_at": ["2"]},
        {"preset": "finding-friends-5", "failed_throw": "forfeit_cards", "equal_sets_throws_only": True},
        {"preset": "finding-friends-5", "failed_throw_fine": 0, "must_punish": False},
    ],
)
def test_options_that_can_be_played_together_are_taken(given: dict[str, object]) -> None:
    options = parse_options(given)

    assert parse_canonical_text(canonical_text(options)) == options
    assert ruleset(options).deck_size > 0

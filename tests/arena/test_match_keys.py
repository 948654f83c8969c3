"""The keys of matches: the same for the same match for ever, and another for every other."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from arena.deals import secret_of_seed
from arena.schedule import matches
from tests.arena.cups import GAMES, INDIVIDUAL, PAIRS, SECRET, cup
from tests.arena.scheduled import EVERY_TABLE, FIVE, stage

KEYS = "17cbeade025f0a073c21d95f41baa5c6fe24ada44ca0fcfc8d4686579f55c5cb"
"""Of a cup of each format and unit, in order of the keys, before there were other games and other schedules."""


def keys(*stages: str, more: str = "", names: str = "ABCD", secret: bytes = SECRET) -> list[str]:
    return [match.key for match in matches(cup(*stages, more=more, names=names), secret)]


def test_the_same_cup_has_the_same_keys() -> None:
    assert keys(PAIRS, INDIVIDUAL, GAMES) == keys(PAIRS, INDIVIDUAL, GAMES)


def test_no_two_matches_have_the_same_key() -> None:
    found = keys(stage("pairs", 9, per_match=2), stage("individual", 9, per_match=2), GAMES)

    assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("names", ["ABCDEFG", "ABCDEFGHIJ"])
def test_no_two_matches_of_whist_have_the_same_key(names: str) -> None:
    """Also where the same four meet twice in a cycle, in the same seatings."""
    found = keys(stage("individual", 4, per_match=2, more="seatings = 24\n"), names=names)

    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "more",
    ["[time]\nlimit_s = 2", "[time]\nbank_s = 2", "[time]\nincrement_s = 2", "[faults]\nstrikes_allowed = 1"],
)
def test_other_terms_are_other_matches(more: str) -> None:
    assert set(keys(PAIRS)).isdisjoint(keys(PAIRS, more=more))


def test_another_secret_version_or_name_is_another_match() -> None:
    a_cup = cup(PAIRS)
    newer = replace(a_cup, entrants=tuple(replace(entrant, version="2") for entrant in a_cup.entrants))

    assert set(keys(PAIRS)).isdisjoint(keys(PAIRS, secret=secret_of_seed("other")))
    assert set(keys(PAIRS)).isdisjoint(match.key for match in matches(newer, SECRET))
    assert set(keys(PAIRS)).isdisjoint(match.key for match in matches(replace(a_cup, name="other"), SECRET))


@pytest.mark.parametrize("more", ["[run]\ntables = 7", "[time]\nready_within_s = 3", "[faults]\nstrict = true"])
def test_what_changes_no_result_changes_no_key(more: str) -> None:
    assert keys(PAIRS) == keys(PAIRS, more=more)


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_longer_stage_keeps_the_matches_of_the_shorter(duplicate: bool) -> None:
    short = keys(stage("individual", 8, per_match=4, duplicate=duplicate))
    long = keys(stage("individual", 16, per_match=4, duplicate=duplicate))

    assert set(short) < set(long)


def test_a_longer_stage_of_players_keeps_the_matches_of_the_shorter() -> None:
    short = keys(stage("friends", 3), names="ABCDEFG", more=FIVE)
    long = keys(stage("friends", 9), names="ABCDEFG", more=FIVE)

    assert long[: len(short)] == short


def test_longer_games_are_other_matches() -> None:
    assert set(keys(GAMES)).isdisjoint(keys(GAMES + "deals_per_game = 100\n"))
    assert keys(GAMES) == keys(GAMES + "deals_per_game = 200\n")


def test_keys_stay_what_they_were() -> None:
    """A cup goes on with the matches that it was begun with."""
    individual = stage("individual", 5, duplicate=False, more=EVERY_TABLE)
    found = keys(stage("pairs", 6, per_match=3), individual, GAMES)

    assert hashlib.sha256(" ".join(sorted(found)).encode()).hexdigest() == KEYS

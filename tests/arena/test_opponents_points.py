"""The thresholds of a deal are those of the rules' tables, and all deals with points are counted."""

from __future__ import annotations

import pytest

from arena.leaderboard import PointsPart, Progress
from arena.leaderboard_building import leaderboard
from arena.matches import Format, Outcome, Unit
from arena.opponents_points import Thresholds, thresholds
from arena.standings import standings
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from tests.arena.played import FIVE, config, cup_entry, entrants, friends_result, outcome, result

TABLE = ("Ada", "Ben", "Ada", "Ben")


@pytest.mark.parametrize(
    ("options", "rising", "win_from"),
    [
        ({"preset": "tractor"}, (5, 40, 80, 120, 160, 200), 80),
        ({"preset": "tractor", "points_per_level": 20}, (5, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200), 80),
        ({"preset": "tractor", "failed_throw_fine": 7}, (1, 40, 80, 120, 160, 200), 80),
        ({"preset": "tractor-3-packs"}, (5, 60, 120, 180, 240, 300), 120),
        ({"preset": "finding-friends-5"}, (5, 40, 80, 120, 160, 200), 120),
        ({"preset": "finding-friends-5", "scoring": "active_passive"}, (5, 80, 160, 200), 80),
        ({"preset": "finding-friends-8"}, (5, 60, 120, 180, 240, 300), 180),
    ],
)
def test_thresholds_are_those_of_the_rules(options: dict[str, object], rising: tuple[int, ...], win_from: int) -> None:
    assert thresholds(ruleset(parse_options(options))) == Thresholds(rising, win_from)


def test_thresholds_go_on_as_far_as_deals_went() -> None:
    """Up to twice the points of all cards, whatever multiplied buried ones came to."""
    rules = ruleset(parse_options("tractor"))

    assert thresholds(rules, highest=325).rising[-3:] == (240, 280, 320)
    assert thresholds(rules, highest=1 << 20).rising[-1] == 400


def points_of(played: Outcome, **changes: object) -> PointsPart | None:
    entry = cup_entry(**changes)
    (section,) = leaderboard(entry, standings([played], entry.entrants), Progress.COMPLETE).sections
    return section.points


def test_all_deals_with_points_are_counted_whoever_lost_them() -> None:
    results = [
        result(1, 1, points=85),
        result(0, -1, board=2, points=-10),
        result(0, -4, board=3, points=85, rated=False, lost_by=1),
        result(0, -4, board=4, points=None, lost_by=1),
    ]

    assert points_of(outcome(TABLE, results)) == PointsPart((5, 40, 80, 120, 160, 200), 80, ((-10, 1), (85, 2)))


def test_deals_of_players_have_the_points_of_those_against_the_maker() -> None:
    played = outcome(FIVE, [friends_result((2, 0, 2, 0, 0), points=15)], format_=Format.FRIENDS)
    found = points_of(played, config=config("finding-friends-5"), entrants=entrants(*FIVE))

    assert found == PointsPart((5, 40, 80, 120, 160, 200), 120, ((15, 1),))


def test_games_and_unknown_rules_have_none() -> None:
    game = outcome(TABLE, [result(1, 12, declarers=None, points=None)], unit=Unit.GAMES)

    assert points_of(game) is None
    assert points_of(outcome(TABLE, [result(1, 1)]), config='{"rules": "a_new_option = 1\\n"}') is None

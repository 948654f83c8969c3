"""Rated results that are read alone are those of the outcomes, in every database."""

from __future__ import annotations

from dataclasses import replace

from arena.faults import lost_by_faults
from arena.ledger import Ledger, open_ledger
from arena.ledger_results import PlayersResult, SideResult
from arena.matches import Format, FriendsResult, Outcome, Result, Unit
from tests.arena.played import (
    FIVE,
    FOUR,
    cup_entry,
    entrants,
    friends_cup,
    friends_game,
    full_outcome,
    outcome,
    played_cup,
)


def of_sides(outcomes: list[Outcome], format_: Format) -> list[SideResult]:
    return [
        SideResult(each.match.seating, one.board, one.score, one.margin)
        for each in outcomes
        if each.match.format is format_
        for one in each.results
        if isinstance(one, Result) and one.rated
    ]


def of_players(outcomes: list[Outcome]) -> list[PlayersResult]:
    return [
        PlayersResult(
            each.match.seating,
            one.board,
            tuple(seat.gain for seat in one.seats),
            tuple(seat.has_won for seat in one.seats),
        )
        for each in outcomes
        for one in each.results
        if isinstance(one, FriendsResult) and one.rated
    ]


def fill(ledger: Ledger, outcomes: list[Outcome]) -> None:
    for name in ("test-cup", "another"):
        ledger.begin_cup(cup_entry(name=name, entrants=entrants(*FIVE)))
    for each in outcomes:
        ledger.store(each)
        match = replace(each.match, cup="another", key=each.match.key[::-1])
        ledger.store(replace(each, match=match))


def test_rated_results_of_each_kind_are_read_alone(url: str) -> None:
    played = [*played_cup(FOUR, rounds=1, deals=2), full_outcome(), *friends_cup(1)]
    entry = cup_entry()
    with open_ledger(url) as ledger:
        fill(ledger, played)
        for format_ in (Format.PAIRS, Format.INDIVIDUAL):
            found = list(ledger.results_of_sides(entry, format_, Unit.DEALS))
            assert sorted(found) == sorted(of_sides(played, format_))
            assert {type(each.score) for each in found} == {float}
        found_of_players = list(ledger.results_of_players(entry, Unit.DEALS))
        assert sorted(found_of_players) == sorted(of_players(played))
        assert {type(won) for each in found_of_players for won in each.won} == {bool}


def test_results_by_other_rules_or_of_another_unit_are_none(url: str) -> None:
    with open_ledger(url) as ledger:
        fill(ledger, [*played_cup(FOUR, rounds=1, deals=2), *friends_cup(1)])
        others = cup_entry(rules_id="others")

        assert list(ledger.results_of_sides(others, Format.PAIRS, Unit.DEALS)) == []
        assert list(ledger.results_of_sides(cup_entry(), Format.PAIRS, Unit.GAMES)) == []
        assert list(ledger.results_of_players(others, Unit.DEALS)) == []


def test_results_and_those_lost_by_faults_are_counted(url: str) -> None:
    played = [*played_cup(FOUR, rounds=3), full_outcome(), *friends_cup(1)]
    with open_ledger(url) as ledger:
        fill(ledger, played)
        game = outcome(FOUR, [friends_game((13, 4, 0, 2), [0], board=7)], format_=Format.FRIENDS, unit=Unit.GAMES)
        ledger.store(game)

        deals = sum(len(each.results) for each in played)
        assert ledger.result_counts("test-cup") == {Unit.DEALS: deals, Unit.GAMES: 1}
        assert ledger.lost_by_faults("test-cup") == lost_by_faults(played)
        assert len(lost_by_faults(played)) > 1
        assert ledger.result_counts("nobody's") == ledger.lost_by_faults("nobody's") == {}

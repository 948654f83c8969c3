"""What deals and games count for, and what faults cost."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.faults import as_crash, deal_result, entrants_out, game_result, lost_by_faults, seat_faults
from arena.matches import Ending, Format, Result
from arena.table import DealPlayed, SeatFault
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from tests.arena.played import outcome, result
from tests.arena.referee_fake import deal, lost

RULES = ruleset(parse_options("tractor"))
EAST_WEST = {"declarers": (1, 3)}


@pytest.mark.parametrize(
    ("played", "score", "margin", "declarers"),
    [
        (deal(1), 1.0, 2, 0),
        (deal(1, declarers_won=False, gains=(0, 1, 0, 1), opponents_points=120), 0.0, -1, 0),
        (deal(1, declarers_won=False, gains=(0, 0, 0, 0), opponents_points=80), 0.0, 0, 0),
        (deal(1, **EAST_WEST, gains=(0, 3, 0, 3)), 0.0, -3, 1),
        (deal(1, **EAST_WEST, declarers_won=False, gains=(1, 0, 1, 0)), 1.0, 1, 1),
    ],
)
def test_a_deal_is_won_by_the_side_that_wins_it(played: DealPlayed, score: float, margin: int, declarers: int) -> None:
    """The margin is the levels gained, signed; declarers that lose by little lose the deal and no level (S5)."""
    for format_ in (Format.PAIRS, Format.INDIVIDUAL):
        counted = deal_result(played, format_, RULES)
        assert counted == Result(1, score, margin, declarers, played.opponents_points, rated=True, lost_by=None)


@pytest.mark.parametrize(("seat", "score", "margin"), [(0, 0.0, -3), (1, 1.0, 3), (2, 0.0, -3), (3, 1.0, 3)])
def test_a_deal_lost_by_a_fault_is_lost_by_the_widest_margin(seat: int, score: float, margin: int) -> None:
    """Whatever was played. It is a result in pairs, and charged to the offender alone in individual play."""
    in_pairs = deal_result(lost(1, seat), Format.PAIRS, RULES)
    in_individual = deal_result(lost(1, seat), Format.INDIVIDUAL, RULES)

    assert (in_pairs.score, in_pairs.margin, in_pairs.rated, in_pairs.lost_by) == (score, margin, True, seat)
    assert (in_individual.rated, in_individual.lost_by) == (False, seat)


def test_of_several_offenders_the_first_loses_the_deal() -> None:
    counted = deal_result(deal(1, forfeited_by=(3, 0)), Format.PAIRS, RULES)

    assert (counted.lost_by, counted.score) == (3, 1.0)


def test_a_fault_that_cost_no_deal_changes_nothing() -> None:
    late = SeatFault(1, Ending.LATE, "", 0.2, "")

    assert deal_result(deal(1, faults=(late,)), Format.PAIRS, RULES) == deal_result(deal(1), Format.PAIRS, RULES)


def test_a_deal_that_nobody_bids_in_counts_for_nobody() -> None:
    counted = deal_result(deal(1, is_thrown_in=True, declarers=(), gains=(), levels=()), Format.PAIRS, RULES)

    assert counted == Result(1, 0.5, 0, None, None, rated=False, lost_by=None)


def test_a_thrown_in_deal_is_still_lost_by_a_fault() -> None:
    counted = deal_result(
        deal(1, is_thrown_in=True, declarers=(), gains=(), levels=(), forfeited_by=(1,)), Format.PAIRS, RULES
    )

    assert (counted.score, counted.margin, counted.declarers, counted.points) == (1.0, 3, None, None)


@pytest.mark.parametrize(
    ("last", "score", "margin"),
    [
        (deal(9, game_winners=(0, 2), levels=(15, 7, 15, 7)), 1.0, 8),
        (deal(9, game_winners=(1, 3), levels=(14, 15, 14, 15)), 0.0, -1),
        (deal(200, levels=(5, 4, 5, 4)), 1.0, 1),
        (deal(200, levels=(5, 6, 5, 6)), 0.0, -1),
        (deal(200, levels=(5, 5, 5, 5)), 0.5, 0),
    ],
    ids=["won", "lost", "ahead", "behind", "level"],
)
def test_a_game_is_one_result(last: DealPlayed, score: float, margin: int) -> None:
    """Of the levels at its end; where its deals are used up the side ahead has won."""
    counted = game_result(3, last, Format.INDIVIDUAL, RULES)

    assert counted == Result(3, score, margin, None, None, rated=True, lost_by=None)


def test_a_game_lost_by_a_fault_is_lost_by_all_its_levels() -> None:
    counted = game_result(3, lost(9, seat=0), Format.PAIRS, RULES)

    assert (counted.score, counted.margin, counted.rated, counted.lost_by) == (0.0, -13, True, 0)
    assert not game_result(3, lost(9, seat=0), Format.INDIVIDUAL, RULES).rated


def test_faults_are_told_with_the_deal_they_were_in() -> None:
    late = SeatFault(1, Ending.LATE, "", 0.2, "")
    illegal = SeatFault(2, Ending.ILLEGAL, "F2", None, "9S is not of the led suit")
    found = seat_faults([deal(7, faults=(late,)), deal(8), deal(9, faults=(illegal, late))])

    assert [(fault.deal, fault.seat, fault.ending) for fault in found] == [
        (0, 1, Ending.LATE),
        (2, 2, Ending.ILLEGAL),
        (2, 1, Ending.LATE),
    ]
    assert (found[0].overrun_s, found[1].rule, found[1].offence) == (0.2, "F2", "9S is not of the led suit")


@pytest.mark.parametrize(
    ("ending", "is_crash"),
    [(Ending.DISCONNECTED, True), (Ending.NOT_READY, True), (Ending.PROTOCOL, False), (Ending.LATE, False)],
)
def test_only_a_program_that_left_can_have_crashed(ending: Ending, is_crash: bool) -> None:
    fault = SeatFault(2, ending, "", None, "")

    assert as_crash(fault, {2}).ending is (Ending.CRASHED if is_crash else ending)
    assert as_crash(fault, {1}).ending is ending


def test_lost_results_are_charged_to_their_offender() -> None:
    outcomes = [
        outcome(["Ada", "Ben", "Ada", "Ben"], [result(0, -3, lost_by=2), result(1, 3, board=2, lost_by=3)]),
        outcome(["Ben", "Cy", "Dot", "Ada"], [result(0, -3, lost_by=0, rated=False), result(1, 1, board=2)]),
    ]

    assert lost_by_faults(outcomes) == Counter({"Ada": 1, "Ben": 2})


def test_an_entrant_is_out_beyond_what_is_allowed() -> None:
    lost_counts = Counter({"Ada": 8, "Ben": 9})

    assert entrants_out(lost_counts, 8) == {"Ben"}
    assert entrants_out(lost_counts, 0) == {"Ada", "Ben"}

"""Standings: what is counted for whom, what is kept apart, and in which order it stands."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from arena.matches import Ending, Fault, Format, Kind, KindTimes, Outcome, Part, SeatTimes, Unit
from arena.ratings import RatedResult, Status, fit
from arena.standings import Meeting, PartUse, Row, Section, Share, standings
from arena.time_use import TimeUse
from tests.arena.played import FIVE, entrants, friends_cup, friends_game, outcome, result, times

FOUR = ("Ada", "Ben", "Cy", "Dot")


def only_section(outcomes: list[Outcome], *names: str) -> Section:
    (section,) = standings(outcomes, entrants(*names or FOUR)).sections
    return section


def row_of(section: Section, name: str) -> Row:
    return next(row for row in section.rows if row.entrant.name == name)


def meeting(section: Section, line: str, column: str) -> Meeting | None:
    names = [row.entrant.name for row in section.rows]
    return section.meetings[names.index(line)][names.index(column)]


def pairs(first: str, second: str, scores: str, *, margin: int = 1, round_: int = 1) -> Outcome:
    """A match of two entrants: ``W``, ``D`` or ``L`` of the first for each deal, which has a board of its own."""
    values = {"W": (1.0, margin), "D": (0.5, 0), "L": (0.0, -margin)}
    results = [result(*values[score], board=round_ * 1000 + number) for number, score in enumerate(scores)]
    return outcome((first, second, first, second), results, round_=round_)


def test_rows_stand_by_rating_and_carry_who_they_are() -> None:
    section = only_section([pairs("Ben", "Ada", "WWWL"), pairs("Ada", "Cy", "WWWL", round_=2)], "Ada", "Ben", "Cy")

    assert [row.entrant for row in section.rows] == [*entrants("Ben", "Ada", "Cy")]
    assert [row.estimate.best_rank for row in section.rows] == [1, 1, 1]
    assert sum(row.estimate.rating or 0.0 for row in section.rows) == pytest.approx(0.0, abs=1e-6)


def test_each_result_is_counted_once_for_each_entrant_of_a_side() -> None:
    row = row_of(only_section([pairs("Ada", "Ben", "WWDL")], "Ada", "Ben"), "Ada")

    assert (row.win_count, row.draw_count, row.loss_count, row.result_count) == (2, 1, 1, 4)


def test_formats_units_and_rules_are_never_mixed() -> None:
    played = [
        outcome(FOUR, [result(1.0, 1)], format_=Format.INDIVIDUAL),
        outcome(("Ada", "Ben") * 2, [result(1.0, 1, declarers=None)], unit=Unit.GAMES),
        outcome(("Ada", "Ben") * 2, [result(0.0, -1)]),
        outcome(("Ada", "Ben") * 2, [result(0.0, -1)], rules_id="00"),
    ]
    sections = standings(played, entrants(*FOUR)).sections

    assert [(section.format, section.unit, section.rules_id[:2], section.rating_unit) for section in sections] == [
        (Format.PAIRS, Unit.DEALS, "00", "Elo per deal"),
        (Format.PAIRS, Unit.DEALS, "5f", "Elo per deal"),
        (Format.PAIRS, Unit.GAMES, "5f", "Elo per game"),
        (Format.INDIVIDUAL, Unit.DEALS, "5f", "Elo per deal"),
    ]
    assert [section.result_count for section in sections] == [1, 1, 1, 1]


def test_ratings_are_those_of_the_fit_clustered_on_the_board() -> None:
    section = only_section([pairs("Ada", "Ben", "WWLWL" * 8)], "Ada", "Ben")
    results = [
        RatedResult(("Ada", "Ben", "Ada", "Ben"), str(number), float(score == "W"), 1.0 if score == "W" else -1.0)
        for number, score in enumerate("WWLWL" * 8)
    ]

    expected = fit(results).estimate("Ada")
    found = row_of(section, "Ada").estimate
    assert found.rating == expected.rating
    assert found.standard_error == pytest.approx(expected.standard_error)
    assert section.board_count == 40


def test_order_of_outcomes_changes_nothing() -> None:
    rng = random.Random(1)
    played = [
        outcome(
            rng.sample(FOUR, 4),
            [result(float(rng.random() < 0.5), rng.randint(-3, 3), board=board) for board in range(4)],
            format_=Format.INDIVIDUAL,
            round_=round_,
        )
        for round_ in range(12)
    ]
    first = only_section(played)

    rng.shuffle(played)
    again = only_section(played)
    assert (again.rows, again.meetings) == (first.rows, first.meetings)


def test_shares_as_declarers_and_as_opponents_are_told_apart() -> None:
    played = outcome(
        ("Ada", "Ben") * 2,
        [
            result(1.0, 1, board=1, declarers=0),
            result(1.0, 1, board=2, declarers=0),
            result(0.0, -1, board=3, declarers=0),
            result(1.0, 1, board=4, declarers=1),
            result(1.0, 1, board=5, declarers=None),
        ],
    )
    section = only_section([played], "Ada", "Ben")

    ada, ben = row_of(section, "Ada"), row_of(section, "Ben")
    assert (ada.as_declarers, ada.as_opponents) == (Share(count=3, won=2.0), Share(count=1, won=1.0))
    assert (ben.as_declarers, ben.as_opponents) == (Share(count=1, won=0.0), Share(count=3, won=1.0))
    assert ben.as_opponents.share == pytest.approx(1 / 3)
    assert Share(count=0, won=0.0).share is None


def test_fault_in_individual_is_charged_to_the_offender_and_rated_for_nobody() -> None:
    with_fault = outcome(
        FOUR,
        [result(1.0, 1, board=1), result(0.0, -4, board=2, rated=False, lost_by=2)],
        format_=Format.INDIVIDUAL,
        faults=[
            Fault(deal=1, seat=2, ending=Ending.LATE, rule="", overrun_s=0.3, offence=""),
            Fault(deal=1, seat=2, ending=Ending.LATE, rule="", overrun_s=0.1, offence=""),
            Fault(deal=1, seat=2, ending=Ending.CRASHED, rule="", overrun_s=None, offence="exit status 1"),
        ],
    )
    without = outcome(FOUR, [result(1.0, 1, board=1)], format_=Format.INDIVIDUAL)
    section, clean = only_section([with_fault]), only_section([without])

    assert (section.result_count, section.unrated_count) == (1, 1)
    assert [row.estimate for row in section.rows] == [row.estimate for row in clean.rows]
    offender = row_of(section, "Cy")
    assert offender.faults == ((Ending.LATE, 2), (Ending.CRASHED, 1))
    assert (offender.fault_losses, offender.win_count, offender.loss_count) == (1, 1, 0)
    assert all(row.fault_losses == 0 and row.faults == () for row in section.rows if row.entrant.name != "Cy")


def test_fault_in_pairs_is_a_deal_lost_and_counted_as_such() -> None:
    played = outcome(("Ada", "Ben") * 2, [result(0.0, -4, board=1, lost_by=0), result(1.0, 1, board=2)])
    row = row_of(only_section([played], "Ada", "Ben"), "Ada")

    assert (row.win_count, row.loss_count, row.fault_losses) == (1, 1, 1)


def test_head_to_head_is_seen_from_the_entrant_of_the_line() -> None:
    section = only_section([pairs("Ada", "Ben", "WWWD", margin=2), pairs("Cy", "Ada", "LW", round_=2)])

    assert meeting(section, "Ada", "Ben") == Meeting(count=4, won=3.5, levels_per_result=1.5)
    assert meeting(section, "Ben", "Ada") == Meeting(count=4, won=0.5, levels_per_result=-1.5)
    assert meeting(section, "Ada", "Cy") == Meeting(count=2, won=1.0, levels_per_result=0.0)
    assert meeting(section, "Ben", "Cy") is None
    assert meeting(section, "Ada", "Ada") is None


def test_partner_table_counts_what_was_scored_side_by_side() -> None:
    played = [
        outcome(("Ada", "Ben", "Cy", "Dot"), [result(1.0, 2)], format_=Format.INDIVIDUAL),
        outcome(("Ben", "Cy", "Dot", "Ada"), [result(0.0, -1)], format_=Format.INDIVIDUAL),
    ]
    section = only_section(played)

    assert meeting(section, "Ada", "Cy") == Meeting(count=2, won=2.0, levels_per_result=1.5)
    assert meeting(section, "Ben", "Dot") == Meeting(count=2, won=0.0, levels_per_result=-1.5)
    assert meeting(section, "Ada", "Ben") is None


def test_time_use_weighs_matches_by_their_decisions() -> None:
    slow = times(p50_s=0.5, p95_s=0.9, max_s=1.0, decision_count=10)
    quick = times(p50_s=0.1, p95_s=0.2, max_s=2.5, decision_count=90)
    idle = times(p50_s=0.0, p95_s=0.0, max_s=0.0, decision_count=0)
    played = [
        outcome(("Ada", "Ben") * 2, [result(1.0, 1)], seat_times=(slow, idle, quick, idle)),
        outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=2, seat_times=(slow, idle, slow, idle)),
    ]
    section = only_section(played, "Ada", "Ben")

    assert row_of(section, "Ada").times == TimeUse(decision_count=120, p50_s=0.1, p95_s=0.2, max_s=2.5)
    assert row_of(section, "Ben").times is None


def test_times_of_each_kind_are_those_of_the_decisions_of_that_kind() -> None:
    def seat(*kinds: KindTimes) -> SeatTimes:
        return replace(times(), kinds=kinds)

    quick, slow = (KindTimes(Kind.LEAD, 10, 0.1, p50_s, 2 * p50_s, 3 * p50_s) for p50_s in (0.0625, 0.5))
    bid, none = KindTimes(Kind.BID, 4, 0.1, 0.02, 0.03, 0.05), KindTimes(Kind.CALL, 0, 0.0, 0.0, 0.0, 0.0)
    seats = (seat(bid, quick), seat(), seat(none, slow), times())
    section = only_section([outcome(("Ada", "Ben") * 2, [result(1.0, 1)], seat_times=seats)], "Ada", "Ben")

    assert row_of(section, "Ada").times_by_kind == (
        (Kind.BID, TimeUse(4, 0.02, 0.03, 0.05)),
        (Kind.LEAD, TimeUse(20, 0.0625, 0.125, 1.5)),
    )
    assert row_of(section, "Ben").times_by_kind == ()


def test_row_says_where_levels_and_rating_disagree() -> None:
    """Ada wins more deals, Ben wins his by more."""
    played = outcome(
        ("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(3)] + [result(0.0, -9, board=9)]
    )
    section = only_section([played], "Ada", "Ben")
    agreed = only_section([pairs("Ada", "Ben", "WWWL")], "Ada", "Ben")

    assert [row.levels_disagree for row in section.rows] == [True, True]
    assert [row.levels_disagree for row in agreed.rows] == [False, False]


def test_who_won_everything_does_not_shift_the_mean_that_rating_and_levels_are_held_against() -> None:
    """Cy beats both by nine levels: over a mean with him, Ada's levels would be below and her rating above."""
    even = outcome(
        ("Ada", "Ben") * 2,
        [result(board % 4 < 3, 1 if board % 4 < 3 else -1, board=board) for board in range(40)],
    )
    beaten = [
        outcome(("Cy", name) * 2, [result(1.0, 9, board=100 + board) for board in range(20)]) for name in ("Ada", "Ben")
    ]
    section = only_section([even, *beaten], "Ada", "Ben", "Cy")
    ada, ben, cy = (row_of(section, name) for name in ("Ada", "Ben", "Cy"))

    assert ada.estimate.levels is not None
    assert ada.estimate.levels.per_result < 0
    assert cy.against_mean is None
    assert ada.against_mean is not None
    assert ben.against_mean is not None
    assert ada.against_mean.rating == pytest.approx(-ben.against_mean.rating) != 0
    assert ada.against_mean.levels == pytest.approx(-ben.against_mean.levels)
    assert ada.against_mean.rating > 0 < ada.against_mean.levels
    assert not ada.levels_disagree


def test_figures_that_are_printed_as_zero_do_not_disagree() -> None:
    """Ada wins one deal of 401 more than half, and by the margins Ben is a hair ahead; all of it is printed as 0."""
    scores = [result(1.0, 2, board=board) for board in range(201)]
    scores += [result(0.0, -2 if board else -3, board=1000 + board) for board in range(200)]
    scores += [result(0.5, -2, board=3000)]
    section = only_section([outcome(("Ada", "Ben") * 2, scores)], "Ada", "Ben")

    ada = row_of(section, "Ada")
    assert ada.estimate.levels is not None
    assert 0 < (ada.estimate.rating or 0.0) < 0.5
    assert -0.005 < ada.estimate.levels.per_result < 0
    assert [row.levels_disagree for row in section.rows] == [False, False]


def test_entrants_without_results_stand_last_and_say_why() -> None:
    section = only_section([pairs("Cy", "Dot", "WWL")])

    assert [row.entrant.name for row in section.rows] == ["Cy", "Dot", "Ada", "Ben"]
    assert [row.estimate.status for row in section.rows[2:]] == [Status.NO_RESULTS] * 2
    assert section.rows[2].times is None


def test_aborted_matches_and_no_matches_make_no_sections() -> None:
    aborted = outcome(FOUR, [result(1.0, 1)], ending=Ending.ABORTED)

    assert standings([aborted], entrants(*FOUR)).sections == ()
    assert standings([], entrants()).sections == ()


# --- Finding Friends


def friends_section() -> Section:
    return only_section(friends_cup(), *FIVE)


def test_players_stand_by_the_levels_they_gained() -> None:
    """Ada gained two levels in half of her deals, in which the mean of the table was 0.8."""
    section = friends_section()
    ada = section.rows[0]

    assert ada.entrant.name == "Ada"
    assert ada.estimate.rating == pytest.approx(0.6)
    assert sum(row.estimate.rating or 0.0 for row in section.rows) == pytest.approx(0.0)
    assert ada.estimate.levels is not None
    assert ada.estimate.levels.per_result == ada.estimate.rating
    assert (section.rating_unit, section.rating_digits) == ("levels per deal", 2)
    assert not any(row.levels_disagree for row in section.rows)


def test_a_deal_that_nobody_won_is_nobody_s() -> None:
    ada = row_of(friends_section(), "Ada")

    assert (ada.win_count, ada.draw_count, ada.loss_count, ada.result_count) == (30, 30, 0, 60)


def test_parts_are_counted_with_what_they_gained() -> None:
    """Ada makes in the deals that she wins; in the others her friend of that round makes, alone."""
    section = friends_section()
    ada, ben = dict(row_of(section, "Ada").by_part), dict(row_of(section, "Ben").by_part)

    assert ada[Part.MAKER] == PartUse(count=30, won=30, levels=60)
    assert ada[Part.FRIEND] == PartUse(count=0, won=0, levels=0)
    assert ada[Part.FRIEND].share is None
    assert ada[Part.AGAINST] == PartUse(count=30, won=0, levels=0)
    assert sum(use.count for use in ben.values()) == 60
    assert ben[Part.FRIEND].levels_per_result == 2.0
    assert row_of(section, "Ada").as_declarers == Share(30, 30.0)


def test_a_deal_lost_by_a_fault_is_the_offender_s_alone() -> None:
    section = friends_section()

    assert [(row.entrant.name, row.fault_losses) for row in section.rows if row.fault_losses] == [("Eve", 1)]
    assert row_of(section, "Eve").faults == ((Ending.CRASHED, 1),)
    assert {row.result_count for row in section.rows} == {60}
    assert (section.result_count, section.unrated_count, section.board_count) == (60, 1, 12)


def test_players_at_one_table_are_held_against_each_other() -> None:
    """Whoever gained more is ahead, in half of the deals that both gained alike."""
    section = friends_section()
    over, under = meeting(section, "Ada", "Eve"), meeting(section, "Eve", "Ada")

    assert over is not None
    assert under is not None
    assert (over.count, over.won + under.won) == (60, 60.0)
    assert over.share > 0.5
    assert over.levels_per_result == -under.levels_per_result
    assert meeting(section, "Ada", "Ada") is None


def test_games_of_players_have_no_parts() -> None:
    played = [outcome(FIVE, [friends_game((13, 3, 0, 13, 2), (0, 3))], format_=Format.FRIENDS, unit=Unit.GAMES)]
    section = only_section(played, *FIVE)

    assert {row.by_part for row in section.rows} == {()}
    assert [row.win_count for row in section.rows] == [1, 1, 0, 0, 0]
    assert section.rating_unit == "levels per game"
    assert row_of(section, "Ada").estimate.rating == pytest.approx(13 - 6.2)


def test_players_are_never_mixed_with_sides() -> None:
    played = [*friends_cup(), pairs("Ada", "Ben", "WL")]

    assert [section.format for section in standings(played, entrants(*FIVE)).sections] == [
        Format.PAIRS,
        Format.FRIENDS,
    ]

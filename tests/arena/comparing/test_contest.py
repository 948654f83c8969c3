"""Deals of a comparison count in their order, in pairs, and no longer than until it is decided."""

from __future__ import annotations

from collections.abc import Sequence

from arena.comparing.contest import Contest
from arena.comparing.sequential import Counts, Terms, Verdict
from arena.matches import Ending, Format, Match, Outcome, Result, Unit

EASY = Terms(elo0=0.0, elo1=200.0, alpha=0.2, beta=0.2)


def outcome(
    seating: tuple[str, str], scores: dict[int, float], unrated: Sequence[int] = (), lost_by: int | None = None
) -> Outcome:
    """A match of so many deals, by number the score of its first side; *lost_by* a fault of that seat."""
    match = Match(
        key=f"{seating} {sorted(scores)}",
        cup="compare",
        round=1,
        format=Format.PAIRS,
        unit=Unit.DEALS,
        rules_id="r",
        seating=seating * 2,
        versions=("1",) * 4,
        boards=tuple(scores),
    )
    results = tuple(
        Result(board, score, 1, 0, 40, rated=board not in unrated, lost_by=lost_by) for board, score in scores.items()
    )
    return Outcome(match, Ending.NORMAL, results, (), (), "name", "hash", len(scores), 1, 1, 1.0)


def contest(terms: Terms = EASY) -> Contest:
    return Contest(terms, "new")


def test_a_deal_counts_once_it_was_played_from_both_sides() -> None:
    held = contest()

    held.enter(outcome(("new", "old"), {1: 1.0}))
    assert held.counts == Counts()
    held.enter(outcome(("old", "new"), {1: 0.0}))
    assert held.counts == Counts(won=1)


def test_a_deal_won_from_the_same_seats_by_both_is_split() -> None:
    held = contest()

    held.enter(outcome(("new", "old"), {1: 1.0}))
    held.enter(outcome(("old", "new"), {1: 1.0}))

    assert held.counts == Counts(split=1)


def test_later_deals_wait_for_those_before_them() -> None:
    held = contest()
    for seating in (("new", "old"), ("old", "new")):
        held.enter(outcome(seating, {2: 1.0}))

    assert held.counts == Counts()

    for seating in (("new", "old"), ("old", "new")):
        held.enter(outcome(seating, {1: 1.0}))
    assert held.counts == Counts(split=2)


def test_what_is_found_does_not_depend_on_which_match_is_over_first() -> None:
    """The same verdict after the same deals, whichever order the matches come in."""
    played = [
        outcome(seating, {board: float(seating[0] == "new") if board > 1 else 0.5})
        for board in range(1, 40)
        for seating in (("new", "old"), ("old", "new"))
    ]
    forward, backward = contest(), contest()
    for each in played:
        forward.enter(each)
    for each in reversed(played):
        backward.enter(each)

    assert forward.counts == backward.counts
    assert forward.verdict is backward.verdict is Verdict.BETTER
    assert forward.counts.total < len(played) / 2


def test_a_deal_that_counts_for_nobody_at_one_table_is_left_out() -> None:
    held = contest()

    held.enter(outcome(("new", "old"), {1: 0.5, 2: 1.0}, unrated=[1]))
    held.enter(outcome(("old", "new"), {1: 1.0, 2: 0.0}))

    assert held.counts == Counts(won=1)


def test_nothing_counts_after_the_verdict() -> None:
    held = contest()
    boards = dict.fromkeys(range(1, 60), 1.0)
    held.enter(outcome(("new", "old"), boards))
    held.enter(outcome(("old", "new"), dict.fromkeys(boards, 0.0)))

    assert held.is_decided
    assert held.decided.is_set()
    assert held.counts.total < len(boards)


def test_every_deal_that_counts_is_told() -> None:
    held = contest(Terms())
    told: list[int] = []
    held.on_deal = lambda each: told.append(each.counts.total)

    held.enter(outcome(("new", "old"), {1: 1.0, 2: 0.0}))
    held.enter(outcome(("old", "new"), {1: 1.0, 2: 0.0}))

    assert told == [1, 2]


def test_deals_lost_by_faults_are_told_of_each_bot() -> None:
    """Whichever seat of whichever match it was, the bot in it is the one that lost them."""
    held = contest()

    held.enter(outcome(("new", "old"), {1: 0.0, 2: 0.0}, lost_by=2))
    held.enter(outcome(("old", "new"), {1: 0.0}, lost_by=0))

    assert (held.new_faults, held.old_faults) == (2, 1)

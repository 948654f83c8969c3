"""Who a bot takes for a friend."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cards import cards
from sides import chances_with
from tractor.v1 import bot_pb2

from tests.sample_bots.questions import EAST, NORTH, SOUTH, WEST, play_question, trick_of, wire

FIVE = "finding-friends-5"
EIGHT = "finding-friends-8"


def table_of(
    hand: str,
    *,
    seat: int,
    calls: Sequence[tuple[str, int, int]],
    maker: int = NORTH,
    joined: Sequence[int] = (),
    tricks: Sequence[bot_pb2.Trick] = (),
    game: str = FIVE,
) -> bot_pb2.View:
    """What a seat sees; calls are card, ordinal and who has played it."""
    question = play_question(hand, trump="2C", seat=seat, declarers=[maker, *joined], tricks=tricks, game=game)
    question.view.starter = maker
    for card, ordinal, played_by in calls:
        (called,) = wire(cards(card))
        question.view.friend_calls.add(card=called, ordinal=ordinal, played_by=played_by)
    return question.view


def test_in_tractor_sides_are_known() -> None:
    view = play_question("3S", trump="2C", seat=WEST, declarers=[NORTH, SOUTH]).view

    assert chances_with(view) == [0, 1, 0, 1]


def test_a_maker_takes_any_other_for_a_friend_by_chance() -> None:
    view = table_of("3S 4S", seat=NORTH, calls=[("AS", 1, 0)])

    assert chances_with(view) == [1, 0.25, 0.25, 0.25, 0.25]


def test_who_has_joined_is_a_friend_and_the_others_are_not() -> None:
    view = table_of("3S 4S", seat=NORTH, calls=[("AS", 1, SOUTH)], joined=[SOUTH])

    assert chances_with(view) == [1, 0, 1, 0, 0]


def test_with_the_friend_shown_the_others_stand_together() -> None:
    view = table_of("3S 4S", seat=WEST, calls=[("AS", 1, SOUTH)], joined=[SOUTH])

    assert chances_with(view) == [0, 1, 0, 1, 1]


def test_who_holds_every_copy_called_is_with_the_maker() -> None:
    view = table_of("AS AS 4S", seat=WEST, calls=[("AS", 1, 0)])

    assert chances_with(view) == [1, 1, 0, 0, 0]


def test_who_holds_the_last_copy_is_with_the_maker() -> None:
    tricks = [trick_of(EAST, ["3S", "4S", "AS", "6S", "7S"])]
    view = table_of("AS 4S", seat=WEST, calls=[("AS", 2, 0)], tricks=tricks)

    assert chances_with(view)[NORTH - 1] == 1


def test_who_holds_one_of_two_copies_may_be_with_the_maker() -> None:
    view = table_of("AS 4S", seat=WEST, calls=[("AS", 1, 0)])

    assert chances_with(view)[NORTH - 1] == pytest.approx(0.5)


def test_several_friends_are_shared_out_among_the_strangers() -> None:
    view = table_of("3S 4S", seat=NORTH, calls=[("AS", 1, 0), ("AD", 1, 0), ("AH", 1, EAST)], joined=[EAST], game=EIGHT)

    assert chances_with(view) == pytest.approx([1, 2 / 6, 2 / 6, 1, 2 / 6, 2 / 6, 2 / 6, 2 / 6])


def test_chances_are_chances() -> None:
    """Also with more friends to come than strangers are left, and copies that the maker itself holds."""
    view = table_of("AS AS 4S", seat=NORTH, calls=[("AS", 1, 0), ("KS", 1, 0)], joined=[WEST, SOUTH, EAST])

    assert all(0 <= chance <= 1 for chance in chances_with(view))

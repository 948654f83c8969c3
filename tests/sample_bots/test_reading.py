"""What a bot without a memory gathers from one view."""

from __future__ import annotations

import pytest
from cards import TRUMP, cards, text
from reading import is_order_certain, knowledge_in, order_in, packs_in, table_in
from tricks import read_lead

from referee.rules.options import PRESETS
from tests.sample_bots.questions import EAST, NORTH, SOUTH, WEST, ladder_in, play_question, trick_of, wire
from tests.sample_bots.tables import rules_of

HEARTS, SPADES = 3, 4


def test_an_empty_table_is_to_be_led_to() -> None:
    assert table_in(play_question("4S", trump="2C").view) is None


def test_the_trick_on_the_table_is_read() -> None:
    trick = trick_of(SOUTH, ["KS", "AS"])
    table = table_in(play_question("4S", trump="2C", trick=trick, seat=NORTH).view)

    assert table is not None
    assert table.winner == EAST
    assert table.later_seats == [WEST]
    assert not table.is_bound


def test_a_bound_seat_has_the_forced_lead_to_beat() -> None:
    """It beats the lead in its own suit, even where another has trumped meanwhile (T3)."""
    trick = trick_of(SOUTH, ["9S", "2C"], must_beat=NORTH)
    table = table_in(play_question("4S AS", trump="2C", trick=trick, seat=NORTH).view)

    assert table is not None
    assert table.is_bound
    assert table.to_beat == order_in(play_question("4S", trump="2C").view).strength[cards("9S")[0]]


def test_who_does_not_follow_has_shown_a_void() -> None:
    tricks = [trick_of(EAST, ["KS", "4S", "6C", "TS"]), trick_of(WEST, ["3H", "4H", "5H"])]
    knowledge = knowledge_in(play_question("4D", trump="2C", tricks=tricks).view)

    assert knowledge.voids == {(WEST, SPADES)}
    assert knowledge.chance_void(WEST, SPADES) == 1
    assert 0 < knowledge.chance_void(SOUTH, HEARTS) < 0.1


def test_what_was_played_or_is_held_is_not_unseen() -> None:
    tricks = [trick_of(NORTH, ["AS", "4S", "AS", "5S"])]
    knowledge = knowledge_in(play_question("KS KS RJ", trump="2C", tricks=tricks).view)

    assert knowledge.unseen_count == 108 - 4 - 3
    assert not set(cards("AS KS")) & set(knowledge.unseen[SPADES])
    assert knowledge.unseen[TRUMP].count(cards("RJ")[0]) == 1


@pytest.mark.parametrize(
    ("played", "lowest", "highest"),
    [("RJ", 0, 0), ("RJ RJ", 0, 0), ("AS", 0, 0.1), ("KS", 0.3, 0.6), ("3S", 0.95, 1), ("KS KS", 0.05, 0.2)],
)
def test_a_card_is_beaten_as_often_as_higher_ones_are_about(played: str, lowest: float, highest: float) -> None:
    view = play_question("3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 3H", trump="2C").view
    led = cards(played)

    chance = knowledge_in(view).chance_beaten(WEST, led, read_lead(led, order_in(view)))

    assert lowest <= chance <= highest


@pytest.mark.parametrize(
    ("hand", "stays"),
    [
        pytest.param("3D 5H 9H 4S BJ", False, id="among the hearts: one of them"),
        pytest.param("3D 9H 4S 5H BJ", True, id="below the joker: a trump"),
        pytest.param("3D 9H 4S BJ", False, id="none to be seen"),
    ],
)
def test_a_hand_shows_whether_rank_cards_are_trumps_without_a_suit(hand: str, stays: bool) -> None:
    """Which of the two the game has is not in the view, but the hand is sorted by it (O3)."""
    view = play_question("3D", trump="5N").view
    view.ClearField("hand")
    view.hand.extend(wire(cards(hand)))

    assert (order_in(view).suit[cards("5H")[0]] == TRUMP) is stays
    assert not is_order_certain(view)


@pytest.mark.parametrize("trump", ["2C", "5H", "AS", "7N"])
@pytest.mark.parametrize("game", ["tractor", "tractor-online"])
def test_the_order_read_from_a_whole_hand_is_the_referees(game: str, trump: str) -> None:
    """A hand with a card of each suit and rank, as the referee sorts it, leaves nothing open."""
    view = play_question("3D", trump=trump, game=game).view
    ladder = ladder_in(view, rules_of(game))
    view.ClearField("hand")
    view.hand.extend(wire(ladder.cards(ladder.read(range(1, 55)))))

    order = order_in(view)

    assert {card for card in range(1, 55) if order.suit[card] == TRUMP} == set(ladder.cards(ladder.trumps.low))


@pytest.mark.parametrize("game", PRESETS)
def test_packs_are_counted_from_the_cards_dealt(game: str) -> None:
    """At the first lead, after some tricks, and when the starter holds the kitty."""
    rules = rules_of(game)
    seat_count = len(rules.side_of)
    view = play_question("3S", trump="2C", game=game).view
    assert packs_in(view) == rules.packs

    view.hand_counts[0] += rules.kitty_size
    assert packs_in(view) == rules.packs

    view.hand_counts[:] = [rules.hand_size - 5] * seat_count
    view.tricks.append(trick_of(NORTH, ["3S 3S 3S"] * seat_count))
    view.tricks.append(trick_of(NORTH, ["4S 4S"] * seat_count))
    assert packs_in(view) == rules.packs


def test_more_packs_leave_more_unseen() -> None:
    view = play_question("KS KS", trump="2C", game="tractor-3-packs").view

    assert text(knowledge_in(view).unseen[SPADES]).count("KS") == 1
    assert text(knowledge_in(view).unseen[SPADES]).count("AS") == 3

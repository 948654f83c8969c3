"""The draw: who is asked for a bid when, what settles trump and starter, what a deal can start from (RULES 3, 10)."""

from __future__ import annotations

from referee.rules.cards import cards_text, parse_cards
from referee.rules.deal import (
    Asking,
    Burying,
    DealThrownIn,
    Decision,
    Drawing,
    Start,
    ThrownIn,
    TrumpSet,
    begin,
    step,
)
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from tests.referee.rules.builders import TRACTOR, game
from tests.referee.rules.deals import (
    SIX_SEATS,
    arranged,
    bid_by,
    decided,
    first_start,
    later_start,
    played_out,
    turn_where,
    turns,
)

NORTH, WEST, SOUTH, EAST = range(4)
NAMES = TRACTOR.seat_names


def asked(start: Start, bids: dict[tuple[int, int], str]) -> list[tuple[str, int]]:
    """Every question for a bid, as seat and cards drawn; *bids* by these two, all else is passed."""

    def decide(state: Asking) -> Decision:
        if not isinstance(state, Drawing):
            return default_decision(state)
        bid = bids.pop((state.seat, state.drawn), "")
        return decided(state, bid)

    found = [
        (NAMES[turn.state.seat], turn.state.drawn) for turn in turns(start, decide) if isinstance(turn.state, Drawing)
    ]
    assert not bids, "a bid was not asked for"
    return found


# --- The draw (B2, B6)


def test_a_seat_is_asked_after_each_card_it_draws_once_it_has_a_bid() -> None:
    """Then everybody with a bid once more, from the first drawer (B6)."""
    deck = arranged({SOUTH: "3C 4C 2H"}, first_drawer=WEST)

    questions = asked(first_start(deck, first_drawer=WEST), {})

    # South draws second of the four: its cards are the 2nd, 6th, 10th and so on, and the last of them is the 98th.
    assert questions == [("South", drawn) for drawn in range(10, 99, 4)] + [("South", 100)]


def test_a_bid_only_with_cards_that_are_drawn() -> None:
    """B2: North, who will draw a second two of hearts, may not show it yet."""
    deck = arranged({NORTH: "2H 3C 2H"})
    state, _ = begin(first_start(deck))

    assert isinstance(state, Drawing)
    assert (state.seat, state.drawn) == (NORTH, 1)
    refused = step(state, decided(state, "2H 2H"))
    assert isinstance(refused, Refusal)
    assert refused.rule == "B2"


def test_an_override_waits_for_that_seats_own_next_draw() -> None:
    """B6: West holds a pair already when South bids with 7 cards drawn, and is asked at its own next card."""
    deck = arranged({WEST: "2D 2D", SOUTH: "3C 2H"})

    questions = asked(first_start(deck), {(SOUTH, 7): "2H"})

    assert questions[:4] == [("West", 2), ("West", 6), ("South", 7), ("West", 10)]
    # South's own bid stands, so it is not asked; West is, to the end and in the last round (B5).
    assert questions[3:] == [("West", drawn) for drawn in range(10, 101, 4)] + [("West", 100)]


def test_the_last_round_goes_on_until_all_have_passed_since_the_last_bid() -> None:
    """B6: East's pair in the last round lets North answer with jokers, though North has passed before."""
    deck = arranged({NORTH: "BJ BJ", EAST: "2D 2D"})
    bids = iter(["", "2D 2D", "BJ BJ"])

    def decide(state: Asking) -> Decision:
        return decided(state, next(bids)) if isinstance(state, Drawing) and state.last_round else Decision(0)

    state, _ = begin(first_start(deck))
    last_round = []
    while isinstance(state, Drawing):
        if state.last_round:
            last_round.append((NAMES[state.seat], state.passed))
        result = step(state, decide(state))
        assert not isinstance(result, Refusal)
        state, _ = result

    # North passes; West and South have no bid; East bids; North is the next that has one.
    assert last_round == [("North", 0), ("East", 3), ("North", 0)]
    assert isinstance(state, Burying)
    assert state.contract.starter == NORTH
    assert state.contract.trump.text == "2N"
    assert state.contract.bids_drawn == (101, 101)


def test_a_pass_does_not_bind() -> None:
    """B6: North passes twice and then bids."""
    deck = arranged({NORTH: "2H"})

    assert asked(first_start(deck), {(NORTH, 9): "2H"}) == [("North", 1), ("North", 5), ("North", 9)]


def test_nobody_is_asked_who_has_no_legal_bid() -> None:
    """A later deal where all key cards are in the kitty or held by one seat that bids at once."""
    deck = arranged({EAST: "RJ RJ"})

    assert asked(later_start(deck), {(EAST, 8): "RJ RJ"}) == [("East", 8)]


# --- What settles trump (B7, B8)


def test_in_a_first_deal_the_last_bidder_is_the_starter() -> None:
    deck = arranged({NORTH: "2H", WEST: "2D 2D"})
    turn = turn_where(first_start(deck), bid_by({NORTH: "2H", WEST: "2D 2D"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    contract = turn.after.contract
    assert (contract.starter, contract.trump.text) == (WEST, "2D")
    assert contract.declarers == (False, True, False, True)
    assert contract.bids == ((NORTH, parse_cards("2H")), (WEST, parse_cards("2D 2D")))
    assert contract.turned == ()


def test_in_a_later_deal_a_bid_sets_trump_and_not_the_starter() -> None:
    deck = arranged({WEST: "2D"}, first_drawer=SOUTH)
    turn = turn_where(later_start(deck, starter=SOUTH), bid_by({WEST: "2D"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert (turn.after.contract.starter, turn.after.contract.trump.text) == (SOUTH, "2D")


def test_a_first_deal_without_bids_is_thrown_in() -> None:
    """B7."""
    deck = arranged({NORTH: "2H"})
    *_, last = turns(first_start(deck), lambda _: Decision(0))

    assert isinstance(last.after, ThrownIn)
    assert last.news == (DealThrownIn(),)


def test_a_later_deal_without_bids_turns_up_the_kitty() -> None:
    """B8; the rest of the kitty stays hidden."""
    deck = arranged({}, kitty="KS 5H 7D 2C 2D 2C 2H 2S")
    turn = turn_where(later_start(deck), lambda _: Decision(0), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert turn.after.contract.trump.text == "2C"
    assert cards_text(turn.after.contract.turned) == "KS 5H 7D 2C"


def test_a_later_deal_can_begin_at_the_kitty() -> None:
    """Nobody has a bid: all cards of the rank are in the kitty, and the jokers are single."""
    kitty = "2C 2C 2D 2D 2H 2H 2S 2S"
    deck = arranged({NORTH: "BJ", WEST: "BJ", SOUTH: "RJ", EAST: "RJ"}, kitty=kitty)
    state, news = begin(later_start(deck, starter=EAST))

    assert isinstance(state, Burying)
    assert news == (TrumpSet(state.contract),)
    assert state.seat == EAST
    assert state.hands[EAST].bit_count() == 33


# --- Options of the draw (section 10)


def test_after_drawing_only_the_last_round_asks() -> None:
    """B6, `bidding`: the same hands are asked while drawing where that is not set."""
    rules = game(bidding="after_drawing")
    deck = arranged({NORTH: "2H", SOUTH: "2D 2D"}, first_drawer=WEST)

    assert asked(first_start(deck, first_drawer=WEST, rules=rules), {}) == [("South", 100), ("North", 100)]
    assert asked(first_start(deck, first_drawer=WEST), {})[0] == ("South", 2)


def test_after_drawing_bids_go_on_until_all_have_passed() -> None:
    """B6: North overrides South in the one round that there is, and counts as bidding after the draw."""
    rules = game(bidding="after_drawing")
    deck = arranged({NORTH: "BJ BJ", SOUTH: "2D 2D"}, first_drawer=WEST)
    start = first_start(deck, first_drawer=WEST, rules=rules)
    end = turn_where(start, bid_by({SOUTH: "2D 2D", NORTH: "BJ BJ"}), TrumpSet).after

    assert isinstance(end, Burying)
    assert (end.contract.starter, end.contract.trump.text) == (NORTH, "2N")
    assert end.contract.bids_drawn == (101, 101)


def test_after_drawing_a_deal_without_a_legal_bid_asks_nobody() -> None:
    deck = arranged({NORTH: "BJ", WEST: "BJ", SOUTH: "RJ", EAST: "RJ"}, kitty="2C 2C 2D 2D 2H 2H 2S 2S")
    rules = game(bidding="after_drawing")

    state, _ = begin(later_start(deck, starter=EAST, rules=rules))
    assert isinstance(state, Burying)
    state, _ = begin(first_start(deck, rules=rules))
    assert isinstance(state, ThrownIn)


def test_a_standing_single_is_strengthened_once_its_pair_is_drawn() -> None:
    """B5, `allow_strengthening`: North bids at its first card and is asked again at its third, which makes a pair."""
    deck = arranged({NORTH: "2H 3C 2H"})
    rules = game(allow_strengthening=True)

    questions = asked(first_start(deck, rules=rules), {(NORTH, 1): "2H", (NORTH, 9): "2H 2H"})
    assert questions == [("North", 1), ("North", 9)]
    assert asked(first_start(deck), {(NORTH, 1): "2H"}) == [("North", 1)]


def test_a_strengthened_bid_has_the_strength_of_a_pair() -> None:
    deck = arranged({NORTH: "2H 2H", WEST: "2D 2D", SOUTH: "BJ BJ"})
    rules = game(allow_strengthening=True)
    bids = {(NORTH, 1): "2H", (NORTH, 5): "2H 2H"}

    questions = asked(first_start(deck, rules=rules), dict(bids))
    assert ("West", 6) not in questions
    assert ("South", 7) in questions


def test_a_strengthened_bid_is_recorded_whole() -> None:
    deck = arranged({NORTH: "2H 2H"})
    answers = iter(["2H", "2H 2H"])
    turn = turn_where(
        first_start(deck, rules=game(allow_strengthening=True)),
        lambda state: decided(state, next(answers)),
        TrumpSet,
    )

    assert isinstance(turn.after, Burying)
    assert turn.after.contract.bids == ((NORTH, parse_cards("2H")), (NORTH, parse_cards("2H 2H")))
    assert turn.after.contract.bids_drawn == (1, 5)
    assert turn.after.contract.trump.text == "2H"


def test_pairs_with_jokers_override_each_other_and_name_the_suit() -> None:
    """`joker_overrides`: the last of three bids makes spades trump."""
    deck = arranged({NORTH: "2H 2H", WEST: "2D 2D BJ", SOUTH: "2S 2S RJ RJ"})
    bids = {NORTH: "2H 2H", WEST: "2D 2D BJ", SOUTH: "2S 2S RJ RJ"}
    turn = turn_where(first_start(deck, rules=game(joker_overrides=True)), bid_by(dict(bids)), TrumpSet)

    assert isinstance(turn.after, Burying)
    contract = turn.after.contract
    assert [seat for seat, _ in contract.bids] == [NORTH, WEST, SOUTH]
    assert (contract.starter, contract.trump.text) == (SOUTH, "2S")


def test_without_bids_a_later_deal_can_have_no_trump_suit() -> None:
    """`nobody_bids`: nothing of the kitty is turned up."""
    deck = arranged({}, kitty="KS 5H 7D 2C 2D 2C 2H 2S")
    rules = game(nobody_bids="no_trump")
    turn = turn_where(later_start(deck, rules=rules), lambda _: Decision(0), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert (turn.after.contract.trump.text, turn.after.contract.turned) == ("2N", ())


def test_a_first_deal_without_bids_is_thrown_in_whatever_later_deals_do() -> None:
    rules = game(nobody_bids="no_trump")

    assert isinstance(played_out(first_start(arranged({NORTH: "2H"}), rules=rules), lambda _: Decision(0)), ThrownIn)


def test_six_seats_are_asked_in_turn() -> None:
    """Seat 4 draws as the fourth of six."""
    deck = arranged({3: "2H"}, rules=SIX_SEATS)
    state, _ = begin(first_start(deck, rules=SIX_SEATS))

    drawn = []
    while isinstance(state, Drawing):
        if state.seat == 3:
            drawn.append(state.drawn)
        result = step(state, Decision(0))
        assert not isinstance(result, Refusal)
        state, _ = result
    assert drawn == [*range(4, 102, 6), 102]


def test_three_packs_are_drawn_with_three_of_a_card() -> None:
    rules = game("tractor-3-packs")
    deck = arranged({NORTH: "2H 2H 2H", WEST: "2D 2D"}, rules=rules)
    turn = turn_where(first_start(deck, rules=rules), bid_by({NORTH: "2H 2H 2H", WEST: "2D 2D"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert turn.after.contract.bids == ((WEST, parse_cards("2D 2D")), (NORTH, parse_cards("2H 2H 2H")))
    assert turn.after.hands[NORTH].bit_count() == 39 + 6


def test_both_jokers_of_one_pack_make_no_trump_suit() -> None:
    rules = game("forty-points")
    deck = arranged({NORTH: "2H", SOUTH: "BJ RJ"}, rules=rules)
    turn = turn_where(first_start(deck, rules=rules), bid_by({NORTH: "2H", SOUTH: "BJ RJ"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert (turn.after.contract.starter, turn.after.contract.trump.text) == (SOUTH, "2N")

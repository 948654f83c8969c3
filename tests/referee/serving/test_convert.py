"""Rules to messages: what a bot is sent is what the rules say."""

from __future__ import annotations

from random import Random

from referee.rules.deal import Burying, Drawing, Playing, Scored, State, begin, step
from referee.rules.game import next_start
from referee.rules.legal import legal_decisions, random_decision
from referee.rules.refusal import Refusal
from referee.rules.view import view_of
from referee.serving import convert
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import board


def states(seed: int, *, starter: int | None = 0) -> list[State]:
    """All states of a deal that is played by chance."""
    first, rng = board(seed, starter=starter), Random(seed)
    assert first.before is not None
    state: State = begin(next_start(first.before, first.decks[0]))[0]
    found = [state]
    while isinstance(state, Drawing | Burying | Playing):
        taken = step(state, random_decision(state, rng))
        assert not isinstance(taken, Refusal)
        state, _ = taken
        found.append(state)
    return found


def seen(state: Drawing | Burying | Playing, seat: int, *, history: bool = False) -> pb.View:
    message = pb.View()
    convert.write_view(view_of(state, seat), message, deal_number=3, history=history)
    return message


def test_a_view_says_who_and_what() -> None:
    state = next(state for state in states(1) if isinstance(state, Playing) and len(state.tricks) == 5 and state.trick)
    assert state.trick is not None
    for seat in range(4):
        view = seen(state, seat, history=True)

        assert view.seat == seat + 1
        assert view.deal_number == 3
        assert tuple(view.hand) == state.ladder.cards(state.hands[seat])
        assert list(view.hand_counts) == [hand.bit_count() for hand in state.hands]
        assert view.starter == state.contract.starter + 1
        assert list(view.declarers) == [1, 3]
        assert bool(view.buried) == (seat == state.contract.starter)
        assert view.opponents_points == state.points
        assert view.trick_count == len(view.tricks) == 5
        assert view.trick.leader == state.trick.leader + 1
        assert view.trick.winner == 0
        assert len(view.trick.cards) == view.trick.play_size * len(state.trick.plays)


def test_finished_tricks_name_their_winner_and_hold_equal_plays() -> None:
    last = states(2)[-2]
    assert isinstance(last, Playing)
    for told, trick in zip(seen(last, 0, history=True).tricks, last.tricks, strict=True):
        assert trick.winner is not None
        assert told.winner == trick.winner + 1
        assert len(told.cards) == 4 * told.play_size


def test_trump_is_unset_until_somebody_has_bid() -> None:
    drawing = [state for state in states(3, starter=None) if isinstance(state, Drawing)]
    first = seen(drawing[0], drawing[0].seat)
    after_bid = [seen(state, 0) for state in drawing if state.bids]

    assert first.trump.rank == pb.RANK_TWO
    assert first.trump.suit == pb.SUIT_UNSPECIFIED
    assert first.starter == 0
    assert not first.declarers
    assert first.undrawn_count == 108 - sum(first.hand_counts)
    assert all(view.trump.suit != pb.SUIT_UNSPECIFIED and view.bids for view in after_bid)


def test_legal_decisions_are_packed_one_after_another() -> None:
    for state in states(4):
        if not isinstance(state, Playing):
            continue
        legal = legal_decisions(state, limit=20, rng=Random(1))
        message = pb.LegalDecisions()
        convert.write_legal_decisions(legal, state.ladder, message)
        cards = iter(message.cards)
        unpacked = [state.ladder.read(next(cards) for _ in range(size)) for size in message.sizes]

        assert unpacked == [decision.cards for decision in legal.decisions]
        assert next(cards, None) is None
        assert message.complete == legal.complete


def test_the_end_of_a_deal_is_told_by_seat() -> None:
    end = states(5)[-1]
    assert isinstance(end, Scored)
    message = pb.DealEnded()
    convert.write_deal_ended(end, message, deal_number=2)

    assert message.deal_number == 2
    assert message.opponents_points == end.score.total
    assert message.declarers_won == end.score.declarers_won
    assert list(message.gains) == list(end.score.gains) * 2
    assert list(message.levels) == list(end.score.levels) * 2
    assert list(message.game_won) == [0, 0, 0, 0]
    assert len(message.buried) == 8


def test_cards_ranks_and_levels_have_the_same_numbers_on_the_wire() -> None:
    assert list(convert.card_numbers([1, 54])) == [pb.CARD_TWO_OF_CLUBS, pb.CARD_RED_JOKER]
    assert convert.rank_number(14) == pb.RANK_ACE
    assert list(convert.level_numbers([2, 15])) == [pb.LEVEL_TWO, pb.LEVEL_PAST_ACE]

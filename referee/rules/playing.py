"""The kitty and the tricks: from the contract to the score (RULES 4–9)."""

from __future__ import annotations

from referee.rules.follow import check_follow
from referee.rules.kitty import check_burial
from referee.rules.ladder import Cards
from referee.rules.phases import (
    Buried,
    Burying,
    DealScored,
    Event,
    Played,
    Playing,
    Scored,
    State,
    Trick,
    TrickEnded,
)
from referee.rules.refusal import Refusal
from referee.rules.scoring import score_deal
from referee.rules.shapes import Kind, read_lead
from referee.rules.trick import beats, judge_lead

_THROW = Kind.THROW

# What is made for every play is made by this, which takes a third of the time of the tuple's own constructor.
_new = tuple.__new__


def bury(state: Burying, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after the starter has buried *cards* (K1)."""
    contract = state.contract
    seat = contract.starter
    refusal = check_burial(contract.start.rules, contract.ladder, state.hands[seat], cards)
    if refusal is not None:
        return refusal
    left = contract.ladder.remove(state.hands[seat], cards)
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    return Playing(contract, contract.ladder, cards, seat, hands, 0, (), None, 0, None, None), (Buried(seat),)


def lead(state: Playing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after ``state.seat`` has led *cards* (L1–L7, T1–T3)."""
    contract, ladder, buried, seat, hands, points, tricks, _, _, _, alliance = state
    rules = contract.start.rules
    hand = hands[seat]
    if cards & ~hand:
        return Refusal("F1", f"the hand does not hold all of these cards: {ladder.text(cards)}")
    led = read_lead(rules, ladder, cards)
    if isinstance(led, Refusal):
        return led

    failed_throw, must_beat = 0, None
    if led.kind is _THROW:
        thrown = judge_lead(rules, ladder, led, hands[seat + 1 :] + hands[:seat])
        if thrown.withdrawn_count:
            failed_throw, led = cards, thrown.lead
            cards = led.cards
            points += thrown.fine if contract.declarers[seat] else -thrown.fine
            if thrown.must_beat is not None:
                must_beat = (seat + 1 + thrown.must_beat) % len(hands)
    left = list(hands)
    left[seat] = ladder.remove(hand, cards)
    trick = _new(Trick, (seat, (cards,), failed_throw, must_beat, None))
    follower = rules.next_seat[seat]
    return (
        _new(Playing, (contract, ladder, buried, follower, tuple(left), points, tricks, trick, 0, led, alliance)),
        (_new(Played, (seat, cards, failed_throw)),),
    )


def follow(state: Playing, trick: Trick, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after ``state.seat`` has followed to *trick* with *cards* (F1–F4)."""
    contract, ladder, buried, seat, hands, points, tricks, _, best, led, alliance = state
    assert led is not None
    rules = contract.start.rules
    leader, plays, failed_throw, must_beat, _ = trick
    hand = hands[seat]
    refusal = check_follow(rules, ladder, led, hand, cards, must_beat=must_beat == seat)
    if refusal is not None:
        return refusal

    if beats(rules, ladder, led, plays[best], cards):
        best = len(plays)
    plays = (*plays, cards)
    left = list(hands)
    left[seat] = ladder.remove(hand, cards)
    hands = tuple(left)
    played = _new(Played, (seat, cards, 0))
    follower = rules.next_seat[seat]
    if follower != leader:
        trick = _new(Trick, (leader, plays, failed_throw, must_beat, None))
        return _new(Playing, (contract, ladder, buried, follower, hands, points, tricks, trick, best, led, alliance)), (
            played,
        )

    winner = (leader + best) % len(hands)
    if not contract.declarers[winner]:
        for play in plays:
            points += ladder.points(play)
    trick = _new(Trick, (leader, plays, failed_throw, must_beat, winner))
    ended = _new(TrickEnded, (trick,))
    tricks = (*tricks, trick)
    if hands[winner]:
        return _new(Playing, (contract, ladder, buried, winner, hands, points, tricks, None, 0, None, alliance)), (
            played,
            ended,
        )
    score = score_deal(
        rules,
        opponents_points=points,
        buried_points=ladder.points(buried),
        last_trick_size=cards.bit_count(),
        opponents_won_last=not contract.declarers[winner],
        levels=contract.start.levels,
        starter=contract.starter,
    )
    return Scored(contract, buried, tricks, contract.declarers, score, alliance), (played, ended, DealScored(score))

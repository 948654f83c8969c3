"""The kitty, the calls and the tricks: from the contract to the score (RULES 4–9, Z3, Z7)."""

from __future__ import annotations

from referee.rules.follow import check_follow
from referee.rules.friends import after_fine, after_play, after_trick, check_calls, new_alliance, points_of_others
from referee.rules.friends_scoring import score_friends
from referee.rules.kitty import check_burial
from referee.rules.ladder import Cards
from referee.rules.option_values import FailedThrow
from referee.rules.phases import (
    Alliance,
    Buried,
    Burying,
    Call,
    Calling,
    Contract,
    DealScored,
    Event,
    FriendsCalled,
    Played,
    Playing,
    Scored,
    State,
    Trick,
    TrickEnded,
)
from referee.rules.refusal import Refusal
from referee.rules.scoring import LastTrick, Score, score_deal
from referee.rules.shapes import Kind, Lead, read_lead
from referee.rules.trick import beats, judge_lead

_THROW = Kind.THROW
_TEN_POINTS = FailedThrow.TEN_POINTS

# What is made for every play is made by this, which takes a third of the time of the tuple's own constructor.
_new = tuple.__new__


def bury(state: Burying, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after the starter has buried *cards* (K1); in Finding Friends it calls friends next (Z3)."""
    contract = state.contract
    rules, seat = contract.start.rules, contract.starter
    refusal = check_burial(rules, contract.ladder, state.hands[seat], cards)
    if refusal is not None:
        return refusal
    left = contract.ladder.remove(state.hands[seat], cards)
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    if rules.called_count:
        return Calling(contract, cards, hands), (Buried(seat),)
    return _first_lead(contract, cards, hands, None), (Buried(seat),)


def call_friends(state: Calling, calls: tuple[Call, ...]) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after the maker has made these *calls* (Z3)."""
    contract, seat, hands = state.contract, state.seat, state.hands
    refusal = check_calls(contract.start.rules, contract.ladder, hands[seat], calls)
    if refusal is not None:
        return refusal
    alliance = new_alliance(calls, maker=seat, seat_count=len(hands))
    return _first_lead(contract, state.buried, hands, alliance), (FriendsCalled(seat, calls),)


def lead(state: Playing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after ``state.seat`` has led *cards* (L1–L7, T1–T3, Z3, Z7)."""
    contract, ladder, buried, seat, hands, points, tricks, _, _, _, alliance = state
    rules = contract.start.rules
    hand = hands[seat]
    if cards & ~hand:
        return Refusal("F1", f"the hand does not hold all of these cards: {ladder.text(cards)}")
    led = read_lead(rules, ladder, cards)
    if isinstance(led, Refusal):
        return led

    failed_throw, must_beat, fine = 0, None, 0
    if led.kind is _THROW:
        thrown = judge_lead(rules, ladder, led, hands[seat + 1 :] + hands[:seat])
        if thrown.withdrawn_count:
            if rules.failed_throw is not _TEN_POINTS:
                return _ended_by_throw(state, cards)
            failed_throw, led, fine = cards, thrown.lead, thrown.fine
            cards = led.cards
            if thrown.must_beat is not None:
                must_beat = (seat + 1 + thrown.must_beat) % len(hands)
    left = list(hands)
    left[seat] = ladder.remove(hand, cards)
    news: tuple[Event, ...] = (_new(Played, (seat, cards, failed_throw)),)
    if alliance is not None:
        alliance, joined = after_play(alliance, ladder, maker=contract.starter, seat=seat, cards=cards)
        if fine:
            alliance = after_fine(alliance, leader=seat, fine=fine)
        points = points_of_others(alliance)
        news += joined
    elif fine:
        points += fine if contract.declarers[seat] else -fine
    trick = _new(Trick, (seat, (cards,), failed_throw, must_beat, None))
    follower = rules.next_seat[seat]
    return (
        _new(Playing, (contract, ladder, buried, follower, tuple(left), points, tricks, trick, 0, led, alliance)),
        news,
    )


def follow(state: Playing, trick: Trick, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after ``state.seat`` has followed to *trick* with *cards* (F1–F4, Z3)."""
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
    news: tuple[Event, ...] = (_new(Played, (seat, cards, 0)),)
    if alliance is not None:
        alliance, joined = after_play(alliance, ladder, maker=contract.starter, seat=seat, cards=cards)
        if joined:
            points = points_of_others(alliance)
            news += joined
    follower = rules.next_seat[seat]
    if follower != leader:
        trick = _new(Trick, (leader, plays, failed_throw, must_beat, None))
        return (
            _new(Playing, (contract, ladder, buried, follower, hands, points, tricks, trick, best, led, alliance)),
            news,
        )

    winner = (leader + best) % len(hands)
    if alliance is not None:
        alliance = after_trick(alliance, winner=winner, points=sum(map(ladder.points, plays)))
        points = points_of_others(alliance)
    elif not contract.declarers[winner]:
        for play in plays:
            points += ladder.points(play)
    trick = _new(Trick, (leader, plays, failed_throw, must_beat, winner))
    news += (_new(TrickEnded, (trick,)),)
    tricks = (*tricks, trick)
    if hands[winner]:
        if rules.skips_dead_ranks:
            ladder = contract.ladder.skipping(_played(contract, buried, hands))
        return (
            _new(Playing, (contract, ladder, buried, winner, hands, points, tricks, None, 0, None, alliance)),
            news,
        )
    score = _score(contract, buried, trick, led, points=points, alliance=alliance)
    declarers = contract.declarers if alliance is None else alliance.makers_side
    return Scored(contract, buried, tricks, declarers, score, alliance), (*news, DealScored(score))


def _first_lead(contract: Contract, buried: Cards, hands: tuple[Cards, ...], alliance: Alliance | None) -> Playing:
    """The starter is to lead to the first trick (K1)."""
    return Playing(contract, contract.ladder, buried, contract.starter, hands, 0, (), None, 0, None, alliance)


def _played(contract: Contract, buried: Cards, hands: tuple[Cards, ...]) -> Cards:
    """The cards of all tricks, when none is on the table; buried cards are not among them."""
    ladder = contract.ladder
    played = ladder.remove(ladder.deck, buried)
    for hand in hands:
        played = ladder.remove(played, hand)
    return played


def _score(
    contract: Contract, buried: Cards, last: Trick, led: Lead, *, points: int, alliance: Alliance | None
) -> Score:
    """The score after the last trick, with all points of the tricks and the fines."""
    rules, ladder = contract.start.rules, contract.ladder
    buried_points = ladder.points(buried)
    assert last.winner is not None
    if alliance is not None:
        return score_friends(
            contract, alliance, last_winner=last.winner, buried_points=buried_points, unplayed_points=0, offender=None
        )
    hooked = None
    if rules.has_hook:
        hooked = LastTrick(last.leader, tuple([ladder.cards(play) for play in last.plays]), last.winner)
    return score_deal(
        rules,
        opponents_points=points,
        buried_points=buried_points,
        last_trick_size=led.card_count,
        last_trick_largest=led.components[0].cards.bit_count(),
        opponents_won_last=not contract.declarers[last.winner],
        levels=contract.start.levels,
        starter=contract.starter,
        trump=contract.trump,
        last_trick=hooked,
    )


def _ended_by_throw(state: Playing, throw: Cards) -> tuple[State, tuple[Event, ...]]:
    """The end of a deal by a *throw* of ``state.seat`` that failed (Z9); nothing of it lies on the table."""
    contract, alliance = state.contract, state.alliance
    assert alliance is not None
    points = contract.ladder.points
    score = score_friends(
        contract,
        alliance,
        last_winner=None,
        buried_points=points(state.buried),
        unplayed_points=sum(map(points, state.hands)),
        offender=state.seat,
    )
    trick = Trick(state.seat, (), throw, None, None)
    tricks = (*state.tricks, trick)
    return (
        Scored(contract, state.buried, tricks, alliance.makers_side, score, alliance),
        (TrickEnded(trick), DealScored(score)),
    )

"""Finding Friends over messages: calls and holds are asked for, joinings are told, and sides are nobody's before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from referee.rules.cards import parse_card, parse_cards
from referee.rules.deal import Call, Calling, Decision, Playing, Scored, step
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.serving.offers import CALLS_MAX, offer
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.rules.states import calling, friends_rules
from tests.referee.serving.tables import Player, Reply, board, by_default, deck, play, spec

FIVE = friends_rules(5)
SIX = friends_rules(6)


def calling_state() -> Calling:
    """Of six players, the maker is to call two friends; spades are trumps with the twos."""
    return calling(SIX, "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 3D 4D 5D 6D 7D", trump="2S")


def numbers(calls: str) -> list[tuple[int, int]]:
    """Calls as they come over the wire: ``AH1 KC2``."""
    return [(parse_card(each[:-1]), int(each[-1])) for each in calls.split()]


def test_calls_are_taken_in_any_order() -> None:
    state = calling_state()

    taken = offer(state, (), numbers("AH1 KH2"))

    assert taken == step(state, Decision(0, (Call(parse_card("AH"), 1), Call(parse_card("KH"), 2))))
    assert not isinstance(taken, Refusal)
    assert not isinstance(offer(state, (), numbers("KH2 AH1")), Refusal)


@pytest.mark.parametrize(
    ("cards", "calls", "part"),
    [
        ((), [], "2"),
        ((), numbers("AH1"), "2"),
        ((), numbers("AH1 AH1"), "AH"),
        ((), numbers("AH1 AS1"), "AS"),
        ((), numbers("AH1 2H1"), "2H"),
        ((), numbers("AH1 RJ1"), "RJ"),
        ((), numbers("AH1 KH3"), "3"),
        ((), numbers("AH1 KH0"), "KH"),
        ((), [(parse_card("AH"), 1), (parse_card("KH"), 2**32 - 1)], "4294967295"),
        ((), [(0, 1), (1, 1)], "0 is no card"),
        ((), [(parse_card("AH"), 1), (2**31 - 1, 1)], "2147483647 is no card"),
        ((), numbers("AH1") * 10_000, "10000 friends"),
        (parse_cards("3C 4C"), [], "3C 4C"),
    ],
)
def test_what_cannot_be_called_is_refused_and_the_state_is_as_it_was(
    cards: Sequence[int], calls: list[tuple[int, int]], part: str
) -> None:
    state = calling_state()
    before = (state.buried, state.hands)

    refusal = offer(state, cards, calls)

    assert isinstance(refusal, Refusal)
    assert refusal.rule == "Z3"
    assert part in refusal.because
    assert (state.buried, state.hands) == before
    assert CALLS_MAX < 10_000


def test_calls_where_a_play_is_due_are_refused() -> None:
    state = calling_state()
    taken = step(state, default_decision(state))
    assert not isinstance(taken, Refusal)
    playing, _ = taken
    assert isinstance(playing, Playing)

    refusal = offer(playing, parse_cards("3C"), numbers("AH1"))

    assert isinstance(refusal, Refusal)


def test_sides_are_not_said_before_they_are_formed() -> None:
    played = play(spec(board(1, starter=None, rules=FIVE), rules=FIVE))
    (starting,) = [
        response.match_starting for response in played.streams[0][0].heard() if response.HasField("match_starting")
    ]

    assert list(starting.sides) == []
    assert "players = 5\n" in starting.rules


def test_everybody_hears_who_called_and_who_joined() -> None:
    """In the news, or at once, and never before the play that shows it."""
    hellos = [pb.Hello(wants_events=seat == 1) for seat in range(6)]
    played = play(spec(*(board(number, starter=None, rules=SIX) for number in range(1, 5)), rules=SIX), hellos=hellos)
    told = [stream.news() for (stream,) in played.streams]
    calls = [[event.friends_called for event in news if event.HasField("friends_called")] for news in told]
    joined = [[event.friend_joined for event in news if event.HasField("friend_joined")] for news in told]

    assert len(calls[0]) == len(played.deals) == 4
    assert all(len(call.friend_calls) == 2 for call in calls[0])
    assert calls[1:] == [calls[0]] * 5
    assert joined[1:] == [joined[0]] * 5
    assert joined[0]
    for at, event in enumerate(told[1]):
        if event.HasField("friend_joined"):
            before = next(other for other in reversed(told[1][:at]) if not other.HasField("friend_joined"))
            assert before.played.seat == event.friend_joined.seat
            assert event.friend_joined.friend_call.card in before.played.cards


def test_a_view_knows_the_makers_side_by_what_was_played() -> None:
    played = play(spec(*(board(number, starter=None, rules=SIX) for number in range(1, 5)), rules=SIX))
    for (stream,) in played.streams:
        for question in stream.questions():
            view = question.view
            if question.phase != pb.PHASE_PLAY:
                assert list(view.friend_calls) == []
                continue
            shown = {call.played_by for call in view.friend_calls if call.played_by}
            assert set(view.declarers) == {view.starter} | shown
            assert len(view.points_by_seat) == 6
            assert view.trump.rank in range(2, 15)

    ended = [response.deal_ended for response in played.streams[0][0].heard() if response.HasField("deal_ended")]
    assert [list(end.declarers) for end in ended] == [
        [seat + 1 for seat, is_in in enumerate(deal.end.declarers) if is_in]
        for deal in played.deals
        if isinstance(deal.end, Scored)
    ]


def test_a_refused_call_is_told_what_was_called_instead() -> None:
    def calls_trumps(question: pb.Question) -> Reply:
        if question.phase != pb.PHASE_CALL:
            return question.default_decision, 0.1
        jokers = [pb.FriendCall(card=pb.CARD_RED_JOKER, ordinal=1)] * 2
        return pb.Decision(question_id=question.question_id, friend_calls=jokers), 0.1

    played = play(spec(board(1, starter=None, rules=SIX), rules=SIX), *[calls_trumps] * 6)
    (refusal,) = [refusal for (stream,) in played.streams for refusal in stream.refusals()]

    assert refusal.rule == "Z3"
    assert "RJ" in refusal.sentence
    assert len(refusal.done_instead_friend_calls) == 2
    assert list(refusal.done_instead) == []
    assert [fault.rule for fault in played.deals[0].faults] == ["Z3"]


def test_whoever_is_overridden_is_asked_to_hold_and_may() -> None:
    """Everybody bids what is listed, and holds where there is something to hold with."""
    held: list[pb.Question] = []

    def bids(question: pb.Question) -> Reply:
        legal = question.legal_decisions
        if question.phase not in (pb.PHASE_BID, pb.PHASE_HOLD):
            return question.default_decision, 0.1
        if question.phase == pb.PHASE_HOLD:
            held.append(question)
        last = legal.sizes[-1]
        return pb.Decision(question_id=question.question_id, cards=legal.cards[len(legal.cards) - last :]), 0.1

    boards = [board(number, starter=None, rules=FIVE, level=number) for number in range(2, 10)]
    played = play(spec(*boards, rules=FIVE), *[bids] * 5, hellos=[pb.Hello(wants_legal_decisions=20)] * 5)

    assert not any(deal.faults for deal in played.deals)
    assert held
    for question in held:
        override = question.view.bids[-1]
        assert override.seat != question.view.seat
        assert question.view.bids[-2].seat == question.view.seat
        assert list(question.legal_decisions.sizes) == [0, len(override.cards)]
        assert list(question.default_decision.cards) == []


def test_a_whole_game_has_a_level_for_every_player() -> None:
    rules = friends_rules(5, start_level="K")
    boards = [board(1, starter=None, rules=rules, level=13, decks=[deck(seed, rules) for seed in range(4)])]
    boards += [board(number, starter=None, rules=rules, level=13) for number in range(2, 40)]
    players: list[Player] = [by_default] * 5
    played = play(spec(*boards, rules=rules, whole_game=True), *players)
    last = [response.deal_ended for response in played.streams[0][0].heard() if response.HasField("deal_ended")][-1]

    assert played.finished.sentence == "the game is won"
    assert [won for won, level in zip(last.game_won, last.levels, strict=True) if level == pb.LEVEL_PAST_ACE]
    assert all(won == (level == pb.LEVEL_PAST_ACE) for won, level in zip(last.game_won, last.levels, strict=True))


def by_chance(seed: int) -> Player:
    """Plays what is listed every other time, so that some throws fail."""
    rng = Random(seed)

    def answer(question: pb.Question) -> Reply:
        legal = question.legal_decisions
        if question.phase != pb.PHASE_PLAY or rng.random() < 0.5:
            return question.default_decision, 0.1
        at = rng.randrange(len(legal.sizes))
        start = sum(legal.sizes[:at])
        cards = legal.cards[start : start + legal.sizes[at]]
        return pb.Decision(question_id=question.question_id, cards=cards), 0.1

    return answer


def views_of_a_game(rules: Ruleset, *, deals: int) -> list[pb.View]:
    """What the players of a game that begins at the ace are asked."""
    boards = [
        board(number, starter=None, rules=rules, level=14, decks=[deck(10 * number + at, rules) for at in range(8)])
        for number in range(1, deals + 1)
    ]
    players = [by_chance(seed) for seed in range(6)]
    hellos = [pb.Hello(wants_legal_decisions=50)] * 6
    played = play(spec(*boards, rules=rules, whole_game=True), *players, hellos=hellos)
    assert not any(deal.faults for deal in played.deals)
    return [question.view for (stream,) in played.streams for question in stream.questions()]


def test_debts_are_in_the_view() -> None:
    views = views_of_a_game(friends_rules(6, failed_throw="debt"), deals=4)

    assert any(any(view.debts) for view in views)
    assert not any(view.passive_seats or view.level_pluses for view in views)


def test_pluses_and_the_passive_are_in_the_view() -> None:
    views = views_of_a_game(friends_rules(6, scoring="active_passive", joker_level="short"), deals=12)

    assert any(view.passive_seats for view in views)
    assert any(any(view.level_pluses) for view in views)
    assert any(pb.LEVEL_JOKER in view.levels for view in views)
    assert all(2 <= level <= pb.LEVEL_JOKER for view in views for level in view.levels)
    assert not any(view.debts for view in views)

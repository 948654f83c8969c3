"""No byte that is sent to a seat depends on cards that it may not know.

A deal is played by chance. Then two cards that the seat cannot see are exchanged in the deck, and everybody decides as
before. Until the exchange shows in public, because a card of it is played, or a decision is no longer legal or has
another effect, the seat must have been sent the very same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import pytest

from referee.rules.deal import Asking, Burying, Decision, Drawing, Played, Playing, Scored, State, begin, step
from referee.rules.game import next_start
from referee.rules.legal import random_decision
from referee.rules.refusal import Refusal
from referee.serving import convert
from referee.serving.spec import Board
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import FakeStream, Reply, board, deck, play, spec
from tests.sizes import scale

Moment: TypeAlias = tuple[int, int, int, int]
"""Who decides, and when: seat, finished tricks, cards not drawn, bids."""

Script: TypeAlias = dict[Moment, tuple[int, ...]]
"""Decisions of a deal as cards; what is not in it is a pass."""

HELLOS = [
    pb.Hello(wants_legal_decisions=50, wants_history=True, wants_events=True),
    pb.Hello(wants_legal_decisions=50, wants_history=True),
    pb.Hello(wants_legal_decisions=1),
    pb.Hello(wants_events=True),
]


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat is to decide."""

    seat: int


def moment(state: Asking) -> Moment:
    match state:
        case Drawing():
            return state.seat, 0, state.start.rules.deck_size - state.drawn, len(state.bids)
        case Burying():
            return state.seat, -1, 0, 0
        case Playing():
            return state.seat, len(state.tricks), 0, 0


def moment_of(question: pb.Question) -> Moment:
    """The same, as a bot knows it."""
    view = question.view
    seat = view.seat - 1
    match question.phase:
        case pb.PHASE_BID:
            return seat, 0, view.undrawn_count, len(view.bids)
        case pb.PHASE_BURY:
            return seat, -1, 0, 0
        case _:
            return seat, view.trick_count, 0, 0


def first_state(deal: Board) -> State:
    assert deal.before is not None
    return begin(next_start(deal.before, deal.decks[0]))[0]


def by_chance(deal: Board, rng: Random) -> tuple[Script, State]:
    """Decisions that play the deal to its end."""
    script: Script = {}
    state = first_state(deal)
    while isinstance(state, Drawing | Burying | Playing):
        decision = random_decision(state, rng)
        if decision.cards:
            script[moment(state)] = state.ladder.cards(decision.cards)
        taken = step(state, decision)
        assert not isinstance(taken, Refusal)
        state, _ = taken
    return script, state


def course(deal: Board, script: Script) -> Iterator[Asked | bytes]:
    """What everybody at the table sees, and who is asked in between, while the script can be followed."""
    state = first_state(deal)
    while isinstance(state, Drawing | Burying | Playing):
        yield Asked(state.seat)
        ladder = state.ladder
        cards = script.get(moment(state), ())
        taken = step(state, Decision(ladder.read(cards)))
        if isinstance(taken, Refusal):
            return
        state, events = taken
        for event in events:
            message = convert.played(event, ladder) if isinstance(event, Played) else convert.event_of(event, ladder)
            if message is not None:
                yield message.SerializeToString()
        if isinstance(state, Playing) and state.trick is not None and state.trick.must_beat is not None:
            yield b"must beat %d" % state.trick.must_beat


def questions_before_it_shows(one: Board, other: Board, script: Script, seat: int) -> int:
    """How many questions the seat is asked before two deals differ in what it may know."""
    seen, count = [[item for item in course(deal, script) if not is_of_others(item, seat)] for deal in (one, other)], 0
    for mine, theirs in zip(*seen, strict=False):
        if mine != theirs:
            break
        count += isinstance(mine, Asked)
    return count


def is_of_others(item: Asked | bytes, seat: int) -> bool:
    return isinstance(item, Asked) and item.seat != seat


def bytes_to(seat: int, deal: Board, script: Script) -> list[bytes]:
    """What the seat is sent."""

    def answer(question: pb.Question) -> Reply:
        cards = convert.card_numbers(script.get(moment_of(question), ()))
        # An eighth of a second: sums and differences of it are exact.
        return pb.Decision(question_id=question.question_id, cards=cards), 0.125

    streams = [FakeStream(answer) for _ in range(4)]
    # Once the script cannot be followed, nothing is compared any more.
    play(spec(deal, strikes_allowed=0), *streams, hellos=HELLOS)
    return streams[seat].sent


def up_to_question(count: int, messages: list[bytes]) -> list[bytes]:
    """Messages up to a question, counted from 1."""
    questions = [at for at, data in enumerate(messages) if pb.PlayResponse.FromString(data).HasField("question")]
    return messages[: questions[count - 1] + 1]


def exchanged(deal: Board, one: int, other: int) -> Board:
    """The same deal with the cards at two places of the deck exchanged."""
    cards = list(deal.decks[0])
    cards[one], cards[other] = cards[other], cards[one]
    return Board(deal.number, deal.before, (tuple(cards),))


def hidden_places(deal: Board, end: Scored, seat: int) -> list[int]:
    """Places in the deck of cards that the seat never holds; only of late tricks and buried ones, long hidden."""
    contract = end.contract
    ladder, start = contract.ladder, contract.start
    late = set(ladder.cards(end.buried))
    for trick in end.tricks[len(end.tricks) // 2 :]:
        late.update(card for play in trick.plays for card in ladder.cards(play))
    kitty_at = start.rules.deck_size - start.rules.kitty_size
    own = set(range((seat - start.first_drawer) % 4, kitty_at, 4))
    if seat == contract.starter:
        own.update(range(kitty_at, start.rules.deck_size))
    return [place for place, card in enumerate(deal.decks[0]) if card in late and place not in own]


@pytest.mark.slow
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent() -> None:
    rng = Random(20)
    compared = deep = 0
    for number in range(scale(6, 40)):
        deal = board(number + 1, decks=[deck(1000 + number)], starter=(None, 0, 1, 2, 3)[number % 5])
        script, end = by_chance(deal, rng)
        if not isinstance(end, Scored):
            continue
        seat = rng.randrange(4)
        sent = bytes_to(seat, deal, script)
        places = hidden_places(deal, end, seat)
        for _ in range(4):
            other = exchanged(deal, *rng.sample(places, 2))
            count = questions_before_it_shows(deal, other, script, seat)
            if other.decks == deal.decks or count == 0:
                continue
            assert up_to_question(count, sent) == up_to_question(count, bytes_to(seat, other, script))
            compared += 1
            deep += count > 8

    assert compared >= scale(12, 100)
    assert deep >= scale(3, 30)


def test_what_a_seat_can_know_does_change_it() -> None:
    """The check above would find a difference: a card is exchanged that the seat draws."""
    deal = board(1)
    script, _ = by_chance(deal, Random(1))
    other = exchanged(deal, 2, 3)

    assert deal.decks != other.decks
    assert up_to_question(1, bytes_to(2, deal, script)) != up_to_question(1, bytes_to(2, other, script))

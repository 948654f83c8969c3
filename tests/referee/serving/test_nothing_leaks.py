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

from referee.rules.deal import (
    Asking,
    Burying,
    Call,
    Calling,
    Decision,
    Drawing,
    Holding,
    Played,
    Playing,
    Scored,
    State,
    ThrownIn,
    begin,
    step,
)
from referee.rules.game import next_start
from referee.rules.legal import default_decision, random_decision
from referee.rules.options import PRESETS, parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.serving import convert
from referee.serving.spec import Board
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import FakeStream, Reply, board, deck, play, spec
from tests.sizes import scale

Moment: TypeAlias = tuple[int, int, int, int]
"""Who decides, and when: seat, finished tricks (or less, before the play), cards not drawn, bids."""

Script: TypeAlias = dict[Moment, tuple[tuple[int, ...], tuple[Call, ...]]]
"""Decisions of a deal as cards and calls; what is not in it is a pass."""

PASS: tuple[tuple[int, ...], tuple[Call, ...]] = ((), ())
BURYING, HOLDING, CALLING = -1, -2, -3

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
        case Holding():
            drawing = state.drawing
            return state.seat, HOLDING, state.start.rules.deck_size - drawing.drawn, len(drawing.bids)
        case Burying():
            return state.seat, BURYING, 0, 0
        case Calling():
            return state.seat, CALLING, 0, 0
        case Playing():
            return state.seat, len(state.tricks), 0, 0


def moment_of(question: pb.Question) -> Moment:
    """The same, as a bot knows it."""
    view = question.view
    seat = view.seat - 1
    match question.phase:
        case pb.PHASE_BID:
            return seat, 0, view.undrawn_count, len(view.bids)
        case pb.PHASE_HOLD:
            return seat, HOLDING, view.undrawn_count, len(view.bids)
        case pb.PHASE_BURY:
            return seat, BURYING, 0, 0
        case pb.PHASE_CALL:
            return seat, CALLING, 0, 0
        case _:
            return seat, view.trick_count, 0, 0


def first_state(deal: Board) -> State:
    assert deal.before is not None
    return begin(next_start(deal.before, deal.decks[0]))[0]


def by_chance(deal: Board, rng: Random) -> tuple[Script, State]:
    """Decisions that play the deal to its end."""
    script: Script = {}
    state = first_state(deal)
    while not isinstance(state, Scored | ThrownIn):
        # Bids and holds by the default now and then, so that a deal is not always overbid at once.
        decision = random_decision(state, rng) if rng.random() < 0.9 else default_decision(state)
        if decision.cards or decision.calls:
            script[moment(state)] = state.ladder.cards(decision.cards), decision.calls
        taken = step(state, decision)
        assert not isinstance(taken, Refusal)
        state, _ = taken
    return script, state


def course(deal: Board, script: Script) -> Iterator[Asked | bytes]:
    """What everybody at the table sees, and who is asked in between, while the script can be followed."""
    state = first_state(deal)
    while not isinstance(state, Scored | ThrownIn):
        yield Asked(state.seat)
        ladder = state.ladder
        cards, calls = script.get(moment(state), PASS)
        taken = step(state, Decision(ladder.read(cards), calls))
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
        cards, calls = script.get(moment_of(question), PASS)
        decision = pb.Decision(question_id=question.question_id, cards=convert.card_numbers(cards))
        convert.write_calls(calls, decision.friend_calls)
        # An eighth of a second: sums and differences of it are exact.
        return decision, 0.125

    assert deal.before is not None
    rules = deal.before.rules
    streams = [FakeStream(answer) for _ in rules.seat_names]
    hellos = [HELLOS[at % len(HELLOS)] for at in range(len(streams))]
    # Once the script cannot be followed, nothing is compared any more.
    play(spec(deal, strikes_allowed=0, rules=rules), *streams, hellos=hellos)
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
    seat_count = len(start.rules.seat_names)
    own = set(range((seat - start.first_drawer) % seat_count, kitty_at, seat_count))
    if seat == contract.starter:
        own.update(range(kitty_at, start.rules.deck_size))
    return [place for place, card in enumerate(deal.decks[0]) if card in late and place not in own]


@pytest.mark.slow
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_sent() -> None:
    compared, deep = compare(ruleset(parse_options("tractor")), deals=scale(6, 40))

    assert compared >= scale(12, 100)
    assert deep >= scale(3, 30)


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"tractor"}))
def test_nothing_leaks_in_the_other_games(preset: str) -> None:
    compared, deep = compare(ruleset(parse_options(preset)), deals=scale(3, 8))

    assert compared >= scale(2, 12)
    assert deep >= scale(1, 3)


def compare(rules: Ruleset, *, deals: int) -> tuple[int, int]:
    """Deals with and without an exchange: how many were compared, and how many of these over more than 8 questions."""
    rng = Random(20)
    compared = deep = 0
    seats = range(len(rules.seat_names))
    for number in range(deals):
        starter = None if rules.called_count else (None, *seats)[number % (1 + len(seats))]
        deal = board(number + 1, decks=[deck(1000 + number, rules)], starter=starter, rules=rules)
        script, end = by_chance(deal, rng)
        if not isinstance(end, Scored):
            continue
        seat = rng.choice(seats)
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
    return compared, deep


def test_what_a_seat_can_know_does_change_it() -> None:
    """The check above would find a difference: a card is exchanged that the seat draws."""
    deal = board(1)
    script, _ = by_chance(deal, Random(1))
    other = exchanged(deal, 2, 3)

    assert deal.decks != other.decks
    assert up_to_question(1, bytes_to(2, deal, script)) != up_to_question(1, bytes_to(2, other, script))

"""A seat that answers with anything learns no more than others: neither from refusals nor from questions.

A deal is played twice, two cards exchanged that the seat cannot see, and it says the same in both. Until somebody else
does something else, which everyone may see, it must have been sent the very same bytes.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest

from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import FakeStream, Reply, board, deck, play, spec
from tests.sizes import scale

Deed: TypeAlias = tuple[int, tuple[int, ...], int]
"""A seat, the cards that it decided for, and how many messages the seat that looks had been sent by then."""

SEATS = 4
KITTY = 8
HELLOS = [
    pb.Hello(),
    pb.Hello(wants_history=True, wants_legal_decisions=50),
    pb.Hello(wants_events=True, wants_legal_decisions=1),
]


def test_what_a_fuzzing_seat_is_sent_depends_on_nothing_that_it_may_not_know() -> None:
    """However it was told, and whatever it tried."""
    compared = [_compared(seed, HELLOS[seed % len(HELLOS)]) for seed in range(scale(12, 120))]

    assert sum(compared) / len(compared) > 20


def _compared(seed: int, hello: pb.Hello) -> int:
    """Messages that were found to be the same in both courses of a deal."""
    rng = Random(seed)
    cards = list(deck(seed))
    looking = rng.randrange(1, SEATS)
    unseen = [index for index in range(len(cards) - KITTY) if index % SEATS not in {looking, 0}]
    one, other = next(
        (one, other)
        for one, other in iter(lambda: rng.sample(unseen, 2), None)
        if one % SEATS != other % SEATS and cards[one] != cards[other]
    )
    exchanged = list(cards)
    exchanged[one], exchanged[other] = cards[other], cards[one]
    (sent, deeds), (sent_then, deeds_then) = (
        _course(tuple(order), looking, hello, seed) for order in (cards, exchanged)
    )
    same = 0
    while same < len(deeds) and same < len(deeds_then) and deeds[same] == deeds_then[same]:
        same += 1
    at_end = [len(sent), len(sent_then)]
    count = min([of[same][2] for of in (deeds, deeds_then) if same < len(of)] or at_end)

    assert sent[:count] == sent_then[:count], f"seed {seed}, message {_first_difference(sent, sent_then)}"
    return count


def _course(cards: tuple[int, ...], looking: int, hello: pb.Hello, seed: int) -> tuple[list[bytes], list[Deed]]:
    """What the seat was sent that looks, and what the others did."""
    streams = [FakeStream() for _ in range(SEATS)]
    deeds: list[Deed] = []
    rng = Random(seed)

    def other(question: pb.Question) -> Reply:
        if question.default_decision.cards:
            done = tuple(question.default_decision.cards)
            deeds.append((question.view.seat, done, len(streams[looking].sent)))
        return question.default_decision, 0

    def anything(question: pb.Question) -> Reply:
        number = question.question_id
        tried = rng.choice(
            [
                [rng.randrange(-3, 60) for _ in range(rng.randrange(6))],
                rng.sample(list(question.view.hand), min(len(question.view.hand), rng.randrange(1, 5))),
            ]
        )
        return pb.Decision(question_id=number, cards=tried, note="n"), 0  # type: ignore[arg-type]  # any numbers

    for seat, stream in enumerate(streams):
        stream.player = anything if seat == looking else other
    hellos = [hello if seat == looking else pb.Hello() for seat in range(SEATS)]
    play(spec(board(1, decks=[cards]), strikes_allowed=1000), *streams, hellos=hellos)
    return streams[looking].sent, deeds


def _first_difference(sent: list[bytes], sent_then: list[bytes]) -> int:
    return next(index for index, (one, other) in enumerate(zip(sent, sent_then, strict=False)) if one != other)


pytestmark = pytest.mark.slow

"""Questions as a referee would ask them, from text.

Hands are as short as the case needs; the others are said to hold as many cards as early in a deal, so that chances are
those of a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from cards import Card, cards, order_of, printed_rank
from tractor.v1 import bot_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

NORTH, WEST, SOUTH, EAST = 1, 2, 3, 4


def wire(held: Iterable[Card]) -> list[bot_pb2.Card.ValueType]:
    """Cards as the generated code is typed to take them."""
    return [cast("bot_pb2.Card.ValueType", card) for card in held]


def trump_of(name: str) -> bot_pb2.Trump:
    """Trump from text: ``7C``; ``7N`` for no trump suit, ``7`` while nobody has bid."""
    rank = printed_rank(cards(name[0] + "C")[0])
    suit = " CDHSN".index(name[1]) if len(name) > 1 else 0
    return bot_pb2.Trump(
        rank=cast("bot_pb2.Rank.ValueType", rank),
        suit=cast("bot_pb2.Suit.ValueType", suit),
    )


def trick_of(leader: int, plays: Sequence[str], *, must_beat: int = 0) -> bot_pb2.Trick:
    """A trick from the texts of its plays, the lead first."""
    played = [cards(play) for play in plays]
    return bot_pb2.Trick(
        leader=leader,
        cards=wire(card for play in played for card in play),
        play_size=len(played[0]),
        must_beat=must_beat,
    )


def bid_question(hand: str, *, rank: str = "2", bids: Sequence[tuple[int, str]] = ()) -> bot_pb2.Question:
    """North is asked for a bid."""
    view = _view(hand, trump=rank, seat=NORTH)
    view.bids.extend(bot_pb2.Bid(seat=seat, cards=wire(cards(shown))) for seat, shown in bids)
    return bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_BID, view=view)


def bury_question(hand: str, *, trump: str, count: int = 8) -> bot_pb2.Question:
    """North, the starter, is asked to bury."""
    view = _view(hand, trump=trump, seat=NORTH)
    view.starter = NORTH
    default = bot_pb2.Decision(question_id=1, cards=view.hand[:count])
    return bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_BURY, view=view, default_decision=default)


def play_question(
    hand: str,
    *,
    trump: str,
    trick: bot_pb2.Trick | None = None,
    tricks: Sequence[bot_pb2.Trick] = (),
    seat: int = NORTH,
    declarers: Sequence[int] = (NORTH, SOUTH),
) -> bot_pb2.Question:
    """A seat is asked to lead, or to follow to *trick*."""
    view = _view(hand, trump=trump, seat=seat)
    view.declarers.extend(declarers)
    view.tricks.extend(tricks)
    if trick is not None:
        view.trick.CopyFrom(trick)
        for turn in range(len(trick.cards) // trick.play_size):
            view.hand_counts[(trick.leader - 1 + turn) % 4] -= trick.play_size
    return bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_PLAY, view=view)


def _view(hand: str, *, trump: str, seat: int) -> bot_pb2.View:
    held, named = cards(hand), trump_of(trump)
    order = order_of(named.rank, named.suit)
    held.sort(key=lambda card: (order.suit[card] == 0, order.suit[card], order.strength[card], card))
    return bot_pb2.View(seat=seat, deal_number=1, trump=named, hand=wire(held), hand_counts=[25] * 4)

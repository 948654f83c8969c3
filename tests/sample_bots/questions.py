"""Questions as a referee would ask them, from text.

Hands are as short as the case needs; the others are said to hold as many cards as early in a deal, so that chances are
those of a deal. The default decision and the legal ones that are listed are the referee's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from cards import Card, cards, order_of, printed_rank
from tractor.v1 import bot_pb2

from referee.rules.cards import SUITS, Rank
from referee.rules.follow import follows, lowest_follow
from referee.rules.ladder import Ladder
from referee.rules.legal_leads import legal_leads
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import read_lead
from tests.sample_bots.tables import rules_of

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


def bid_question(
    hand: str,
    *,
    listed: Sequence[str],
    rank: str = "2",
    bids: Sequence[tuple[int, str]] = (),
    phase: bot_pb2.Phase.ValueType = bot_pb2.Phase.PHASE_BID,
) -> bot_pb2.Question:
    """North is asked for a bid; beside the pass, which is the default, these bids are legal."""
    view = _view(hand, trump=rank, seat=NORTH)
    view.bids.extend(bot_pb2.Bid(seat=seat, cards=wire(cards(shown))) for seat, shown in bids)
    question = bot_pb2.Question(question_id=1, phase=phase, view=view)
    listing(question, ["", *listed], complete=True)
    return question


def bury_question(hand: str, *, trump: str, count: int = 8) -> bot_pb2.Question:
    """North, the starter, is asked to bury."""
    view = _view(hand, trump=trump, seat=NORTH)
    view.starter = NORTH
    default = bot_pb2.Decision(question_id=1, cards=view.hand[:count])
    return bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_BURY, view=view, default_decision=default)


def call_question(hand: str, *, trump: str, buried: str = "", count: int = 1) -> bot_pb2.Question:
    """North, the maker of five players with two packs, is asked to call so many friends."""
    view = _view(hand, trump=trump, seat=NORTH, hand_counts=[20] * 5)
    view.starter = NORTH
    view.declarers.append(NORTH)
    view.buried.extend(wire(cards(buried)))
    question = bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_CALL, view=view)
    question.default_decision.friend_calls.extend(
        [bot_pb2.FriendCall(card=bot_pb2.CARD_ACE_OF_CLUBS, ordinal=1)] * count
    )
    return question


def play_question(
    hand: str,
    *,
    trump: str,
    trick: bot_pb2.Trick | None = None,
    tricks: Sequence[bot_pb2.Trick] = (),
    seat: int = NORTH,
    declarers: Sequence[int] = (NORTH, SOUTH),
    game: str | Mapping[str, object] = "tractor",
) -> bot_pb2.Question:
    """A seat is asked to lead, or to follow to *trick*."""
    rules = rules_of(game)
    view = _view(hand, trump=trump, seat=seat, hand_counts=[rules.hand_size] * len(rules.side_of))
    view.declarers.extend(declarers)
    view.tricks.extend(tricks)
    if trick is not None:
        view.trick.CopyFrom(trick)
        for turn in range(len(trick.cards) // trick.play_size):
            view.hand_counts[(trick.leader - 1 + turn) % len(view.hand_counts)] -= trick.play_size
    question = bot_pb2.Question(question_id=1, phase=bot_pb2.Phase.PHASE_PLAY, view=view)
    _list_plays(question, rules)
    return question


def listing(question: bot_pb2.Question, decisions: Sequence[str], *, complete: bool) -> None:
    """Lists legal decisions, the first of which is the default one too."""
    packed = [cards(decision) for decision in decisions]
    legal = question.legal_decisions
    legal.sizes.extend(map(len, packed))
    legal.cards.extend(wire(card for decision in packed for card in decision))
    legal.complete = complete
    question.default_decision.cards.extend(wire(packed[0]))


def _list_plays(question: bot_pb2.Question, rules: Ruleset) -> None:
    """Lists every play that is legal by the rules, the default one first; of very many leads, a thousand."""
    view = question.view
    ladder = ladder_in(view, rules)
    hand = ladder.read(view.hand)
    if view.trick.cards:
        lead = read_lead(rules, ladder, ladder.read(view.trick.cards[: view.trick.play_size]))
        assert not isinstance(lead, Refusal)
        must_beat = view.trick.must_beat == view.seat
        plays = [
            lowest_follow(rules, ladder, lead, hand, must_beat=must_beat),
            *follows(rules, ladder, lead, hand, must_beat=must_beat),
        ]
        complete = True
    else:
        leads, complete = legal_leads(rules, ladder, hand, limit=1000, rng=Random(1))
        plays = list(leads)
    listing(question, [ladder.text(play) for play in dict.fromkeys(plays)], complete=complete)


def ladder_in(view: bot_pb2.View, rules: Ruleset) -> Ladder:
    """The referee's order of a view's deal."""
    suit = None if view.trump.suit == bot_pb2.SUIT_NONE else SUITS[view.trump.suit - 1]
    return rules.ladder(rules.trump(Rank(view.trump.rank), suit))


def _view(hand: str, *, trump: str, seat: int, hand_counts: Sequence[int] = (25,) * 4) -> bot_pb2.View:
    held, named = cards(hand), trump_of(trump)
    order = order_of(named.rank, named.suit)
    held.sort(key=lambda card: (order.suit[card] == 0, order.suit[card], order.strength[card], card))
    return bot_pb2.View(seat=seat, deal_number=1, trump=named, hand=wire(held), hand_counts=hand_counts)

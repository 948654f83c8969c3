"""Which bids a hand can make (docs/rules.md B3 to B5, with the default options)."""

from __future__ import annotations

from cards import BLACK_JOKER, RED_JOKER, Card, printed_rank
from tractor.v1.bot_pb2 import View


def possible_bids(view: View) -> list[list[Card]]:
    """Every bid that the seat may make now, singles first; to pass is always possible and not listed."""
    standing = view.bids[-1] if view.bids else None
    if standing is not None and standing.seat == view.seat:
        return []
    weight = 0 if standing is None else _weight(list(standing.cards))
    held: list[Card] = list(view.hand)
    biddable = [card for card in dict.fromkeys(held) if printed_rank(card) == view.trump.rank]
    singles = [[card] for card in biddable]
    doubles = [[card, card] for card in (*biddable, BLACK_JOKER, RED_JOKER) if held.count(card) > 1]
    return [bid for bid in singles + doubles if _weight(bid) > weight]


def _weight(bid: list[Card]) -> int:
    """A single below a pair below a pair of jokers."""
    return 3 if bid[0] >= BLACK_JOKER else len(bid)

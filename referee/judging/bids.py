"""Ask `bids`: which bids may a seat make?"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, rank_of_text, rules_of, seat_of
from referee.rules.bidding import Bid, check_bid, legal_bids
from referee.rules.cards import Rank
from referee.rules.ladder import Cards


class BidsAnswer(Answer):
    """Every legal bid, weakest first; passing, which is always legal, is left out."""

    bids: list[list[str]]


class GivenBid(Struct, forbid_unknown_fields=True):
    """A bid as a question tells it."""

    seat: str
    cards: list[str]


class Bids(Question, tag="bids"):
    """Which bids are legal?

    Attributes:
        rank: the trump rank.
        bids: those made so far, in order; the last stands.
        seat: whose bid it would be.
        hand: what that seat has drawn.
    """

    rank: str
    bids: list[GivenBid]
    seat: str
    hand: list[str]

    def answer(self) -> BidsAnswer:
        rules = rules_of(self.rules)
        rank = rank_of_text(self.rank, "rank")
        setting = Setting(rules, rules.printed_ladder(rank))
        seat = seat_of(rules, self.seat, "seat")
        hand = setting.read(self.hand, "hand")
        bids = _read_bids(setting, rank, self.bids)
        _check_shown(setting, bids, seat, hand)
        return BidsAnswer(bids=[setting.write(cards) for cards in legal_bids(rules, rank, bids, seat=seat, hand=hand)])


def _read_bids(setting: Setting, rank: Rank, given: Sequence[GivenBid]) -> list[Bid]:
    """The bids made so far, each of which must have been legal."""
    bids: list[Bid] = []
    for index, bid in enumerate(given):
        key = f"bids[{index}]"
        seat = seat_of(setting.rules, bid.seat, f"{key}.seat")
        cards = setting.read(bid.cards, f"{key}.cards")
        refusal = check_bid(setting.rules, rank, bids, seat=seat, hand=cards, cards=cards)
        if refusal is not None:
            raise Mistake(f"{key}: {refusal.because} ({refusal.rule})")
        bids.append(Bid(seat, cards))
    return bids


def _check_shown(setting: Setting, bids: Sequence[Bid], seat: int, hand: Cards) -> None:
    """Cards that were shown are still held: the seat's own in its hand, the others' in theirs."""
    shown = [0] * len(setting.rules.seat_names)
    for bid in bids:
        shown[bid.seat] |= bid.cards
    missing = shown[seat] & ~hand
    if missing:
        raise Mistake(
            f"hand: {setting.rules.seat_names[seat]} has bid {setting.ladder.text(shown[seat])}, which the hand lacks"
        )
    for cards in shown[:seat] + shown[seat + 1 :]:
        hand = setting.together(hand, cards, "hand and bids")

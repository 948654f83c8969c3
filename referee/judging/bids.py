"""Ask `bids`: which bids may a seat make?"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, rank_of_text, rules_of, seat_of
from referee.rules.bidding import Bid, check_bid, check_hold, legal_bids, legal_hold
from referee.rules.cards import Rank, rank_of
from referee.rules.ladder import Cards
from referee.rules.levels import JOKER, PAST_ACE, ROUND, Level, parse_level, rank_at
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset


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
        bids: those made so far, in order; the last stands.
        seat: whose bid it would be.
        hand: what that seat has drawn.
        rank: the trump rank; not in Finding Friends.
        level: of the seat, in Finding Friends alone.
        hold: in Finding Friends, the seat's bid was overridden by the last one, and it is asked to hold (Z1).
    """

    bids: list[GivenBid]
    seat: str
    hand: list[str]
    rank: str | UnsetType = UNSET
    level: str | UnsetType = UNSET
    hold: bool | UnsetType = UNSET

    def answer(self) -> BidsAnswer:
        rules = rules_of(self.rules)
        rank = self._rank(rules)
        setting = Setting(rules, rules.printed_ladder(rank))
        seat = seat_of(rules, self.seat, "seat")
        hand = setting.read(self.hand, "hand")
        bids = _read_bids(setting, rank, self.bids)
        _check_shown(setting, bids, seat, hand)
        if self.hold is True:
            return BidsAnswer(bids=_holds(setting, bids, seat, hand))
        return BidsAnswer(bids=[setting.write(cards) for cards in legal_bids(rules, rank, bids, seat=seat, hand=hand)])

    def _rank(self, rules: Ruleset) -> Rank | None:
        """The rank of the cards that the seat may show; None for none."""
        if rules.friends is None:
            for key in ("level", "hold"):
                if getattr(self, key) is not UNSET:
                    raise Mistake(f"key {key!r} is for Finding Friends")
            if self.rank is UNSET:
                raise Mistake("key 'rank' is missing")
            return rank_of_text(self.rank, "rank")
        if self.rank is not UNSET:
            raise Mistake("key 'rank' is not for Finding Friends, where a seat bids with its 'level'")
        if self.level is UNSET:
            raise Mistake("key 'level' is missing")
        return rank_at(_level(rules, self.level))


def _level(rules: Ruleset, text: str) -> Level:
    try:
        level = parse_level(text)
    except ValueError as error:
        raise Mistake(f"level: {error}") from None
    if level % ROUND == PAST_ACE or (level >= JOKER and rules.after_joker is None):
        raise Mistake(f"level: no deal is played at {text[:40]!r} in this game")
    return level


def _holds(setting: Setting, bids: Sequence[Bid], seat: int, hand: Cards) -> list[list[str]]:
    if len(bids) < 2 or bids[-2].seat != seat or bids[-1].seat == seat:
        name = setting.rules.seat_names[seat]
        raise Mistake(f"hold: {name} is not asked to; the last two bids would be its own and an override")
    hold = legal_hold(setting.rules, bids, seat=seat, hand=hand)
    return [] if hold is None else [setting.write(hold)]


def _read_bids(setting: Setting, rank: Rank | None, given: Sequence[GivenBid]) -> list[Bid]:
    """The bids made so far, each of which must have been legal."""
    bids: list[Bid] = []
    for index, bid in enumerate(given):
        key = f"bids[{index}]"
        seat = seat_of(setting.rules, bid.seat, f"{key}.seat")
        cards = setting.read(bid.cards, f"{key}.cards")
        if not cards:
            raise Mistake(f"{key}.cards: a bid shows at least one card; passes are left out")
        refusal = _refused(setting, rank, bids, seat, cards)
        if refusal is not None:
            raise Mistake(f"{key}: {refusal.because} ({refusal.rule})")
        bids.append(Bid(seat, cards))
    return bids


def _refused(setting: Setting, rank: Rank | None, bids: Sequence[Bid], seat: int, cards: Cards) -> Refusal | None:
    """Why a bid was not legal; of Finding Friends' players only their shown cards tell the level."""
    rules = setting.rules
    if rules.friends is not None:
        rank = rank_of(setting.ladder.cards(cards)[0])
        if len(bids) > 1 and bids[-2].seat == seat and cards.bit_count() == bids[-1].cards.bit_count():
            return check_hold(rules, bids, seat=seat, hand=cards, cards=cards)
    return check_bid(rules, rank, bids, seat=seat, hand=cards, cards=cards)


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

"""Ask `bids`: which bids may a seat make?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import UNSET, Struct, UnsetType

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, check_count, rank_of_text, rules_of, seat_of
from referee.rules.bid_table import BidTable, bid_table
from referee.rules.bidding import Bid, bids_from, check_hold, legal_hold, refused_bid
from referee.rules.cards import rank_of
from referee.rules.friends_bidding import tables_at
from referee.rules.friends_scoring import fresh_standing
from referee.rules.ladder import Cards
from referee.rules.levels import JOKER, PAST_ACE, ROUND, Level, parse_level, rank_at
from referee.rules.option_values import FriendsScoring
from referee.rules.options import FriendsOptions
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset

_Given = TypeVar("_Given")


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
        level: of the seat, in Finding Friends alone; with ``rotating_maker`` the maker's, whose rank everybody shows.
        levels: by player, in place of *level*; only with ``bid_any_active_level``.
        active: by player; only beside *levels*, with ``scoring = "active_passive"``. All are, if it is left out.
        hold: in Finding Friends, the seat's bid was overridden by the last one, and it is asked to hold (Z1).
    """

    bids: list[GivenBid]
    seat: str
    hand: list[str]
    rank: str | UnsetType = UNSET
    level: str | UnsetType = UNSET
    levels: list[str] | UnsetType = UNSET
    active: list[bool] | UnsetType = UNSET
    hold: bool | UnsetType = UNSET

    def answer(self) -> BidsAnswer:
        rules = rules_of(self.rules)
        seat = seat_of(rules, self.seat, "seat")
        table = self._table(rules, seat)
        setting = Setting(rules, table.ladder)
        hand = setting.read(self.hand, "hand")
        bids = _read_bids(setting, table, seat, self.bids)
        _check_shown(setting, bids, seat, hand)
        if self.hold is True:
            return BidsAnswer(bids=_holds(setting, bids, seat, hand))
        return BidsAnswer(bids=[setting.write(cards) for cards in bids_from(table, bids, seat, hand)])

    def _table(self, rules: Ruleset, seat: int) -> BidTable:
        """The bids that the seat may make if it holds the cards."""
        options = rules.friends
        if options is None:
            for key in ("level", "levels", "active", "hold"):
                self._refuse(key, "is for Finding Friends")
            return bid_table(rules, rank_of_text(_needed(self.rank, "rank"), "rank"))
        self._refuse("rank", "is not for Finding Friends, where a seat bids with its 'level'")
        if options.bid_any_active_level:
            self._refuse("level", "is not for games with bid_any_active_level, where 'levels' has every player's")
            levels = tuple([_level(rules, text, "levels") for text in _needed(self.levels, "levels")])
            check_count(levels, "levels", low=rules.side_count, high=rules.side_count, what="levels")
            return tables_at(rules, levels, self._active(rules, options))[seat]
        self._refuse("levels", "is for games with bid_any_active_level")
        self._refuse("active", "is for games with bid_any_active_level and scoring = 'active_passive'")
        rank = rank_at(_level(rules, _needed(self.level, "level"), "level"))
        return bid_table(rules) if rank is None else bid_table(rules, rank)

    def _active(self, rules: Ruleset, options: FriendsOptions) -> tuple[bool, ...]:
        if self.active is UNSET:
            return fresh_standing(rules).active
        if options.scoring is not FriendsScoring.ACTIVE_PASSIVE:
            raise Mistake("key 'active' is for games with scoring = 'active_passive'")
        check_count(self.active, "active", low=rules.side_count, high=rules.side_count, what="values")
        if True not in self.active:
            raise Mistake("active: in every deal somebody is")
        return tuple(self.active)

    def _refuse(self, key: str, why: str) -> None:
        if getattr(self, key) is not UNSET:
            raise Mistake(f"key {key!r} {why}")


def _needed(value: _Given | UnsetType, key: str) -> _Given:
    if value is UNSET:
        raise Mistake(f"key {key!r} is missing")
    return value


def _level(rules: Ruleset, text: str, key: str) -> Level:
    try:
        level = parse_level(text)
    except ValueError as error:
        raise Mistake(f"{key}: {error}") from None
    if level % ROUND == PAST_ACE or (level >= JOKER and rules.after_joker is None):
        raise Mistake(f"{key}: no deal is played at {text[:40]!r} in this game")
    return level


def _holds(setting: Setting, bids: Sequence[Bid], seat: int, hand: Cards) -> list[list[str]]:
    if len(bids) < 2 or bids[-2].seat != seat or bids[-1].seat == seat:
        name = setting.rules.seat_names[seat]
        raise Mistake(f"hold: {name} is not asked to; the last two bids would be its own and an override")
    hold = legal_hold(setting.rules, bids, seat=seat, hand=hand)
    return [] if hold is None else [setting.write(hold)]


def _read_bids(setting: Setting, table: BidTable, asked: int, given: Sequence[GivenBid]) -> list[Bid]:
    """The bids made so far, each of which must have been legal; *table* is that of the seat *asked*."""
    bids: list[Bid] = []
    for index, bid in enumerate(given):
        key = f"bids[{index}]"
        seat = seat_of(setting.rules, bid.seat, f"{key}.seat")
        cards = setting.read(bid.cards, f"{key}.cards")
        if not cards:
            raise Mistake(f"{key}.cards: a bid shows at least one card; passes are left out")
        refusal = _refused(_table_of(setting, table, cards, is_asked=seat == asked), bids, seat, cards)
        if refusal is not None:
            raise Mistake(f"{key}: {refusal.because} ({refusal.rule})")
        bids.append(Bid(seat, cards))
    return bids


def _table_of(setting: Setting, table: BidTable, cards: Cards, *, is_asked: bool) -> BidTable:
    """The table of who showed *cards*: that of the seat asked, where all have the same; else cards tell the level."""
    options = setting.rules.friends
    if options is None or options.rotating_maker or options.bid_any_active_level or is_asked:
        return table
    rank = rank_of(setting.ladder.cards(cards)[0])
    return bid_table(setting.rules) if rank is None else bid_table(setting.rules, rank)


def _refused(table: BidTable, bids: Sequence[Bid], seat: int, cards: Cards) -> Refusal | None:
    """Why a bid was not legal; one of as many cards as the override of the seat's own can only hold (Z1)."""
    overridden = table.rules.friends is not None and len(bids) > 1 and bids[-2].seat == seat
    if overridden and cards.bit_count() == bids[-1].cards.bit_count():
        return check_hold(table.rules, bids, seat=seat, hand=cards, cards=cards)
    return refused_bid(table, bids, seat, cards, cards)


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

"""Which bids there are and which outrank which, as tables (RULES 3, 10, X1, Z1).

Cards of bids are sets on the printed ladder (`Ruleset.printed_ladder`), since trump is not settled. That ladder is the
same whatever the trump rank is, so bids of players at several levels can be told against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.rules.cards import BLACK_JOKER, RED_JOKER, SUITS, Rank, card_of
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class BidTable:
    """The bids of whoever may show cards of these ranks; get it from `bid_table`, which keeps one of each.

    Attributes:
        rules: the game.
        ladder: the printed one.
        ranks: the trump rank (B3); or in Finding Friends the ranks that a player may show, lowest first: their own
            level, none, or several (Z1, Z9).
        bids: every bid with these ranks.
        opening: those that may be made while no bid stands; weakest first, as in the next two.
        above: by standing bid, the bids that outrank it (B4).
        strengthening: by standing bid of one's own, what may be made of it (B5); a bid that is no key has nothing.
        key_cards: the cards, by number, that can be part of a bid.
    """

    rules: Ruleset
    ladder: Ladder
    ranks: tuple[Rank, ...]
    bids: frozenset[Cards]
    opening: tuple[Cards, ...]
    above: dict[Cards, tuple[Cards, ...]] = field(repr=False)
    strengthening: dict[Cards, tuple[Cards, ...]]
    key_cards: frozenset[int]


@lru_cache(maxsize=256)
def bid_table(rules: Ruleset, *ranks: Rank) -> BidTable:
    """The bids with these ranks: in Tractor one, the trump rank; in Finding Friends any number (`BidTable.ranks`)."""
    match rules.options:
        case TractorOptions():
            (rank,) = ranks
            return _tractor_table(rules, rules.options, rank)
        case FriendsOptions():
            return _friends_table(rules, rules.options, ranks)


class _Kind(NamedTuple):
    """Bids that do not outrank each other.

    Attributes:
        outranked: the bids that each of them outranks.
    """

    bids: tuple[Cards, ...]
    outranked: frozenset[Cards]


def _tractor_table(rules: Ruleset, options: TractorOptions, rank: Rank) -> BidTable:
    ladder = rules.printed_ladder(rank)
    kinds: list[_Kind] = []
    weaker: frozenset[Cards] = frozenset()
    sets = [_sets(ladder, (rank,), size) for size in rules.rank_bid_sizes]
    for bids in sets:
        kinds.append(_Kind(bids, weaker))
        weaker |= frozenset(bids)
    bare = weaker
    if options.joker_overrides:
        for joker_count in (1, 2):
            bids = tuple(
                ladder.add(pair, ladder.read((joker,) * joker_count))
                for joker in (BLACK_JOKER, RED_JOKER)
                for pair in _sets(ladder, (rank,), 2)
            )
            kinds.append(_Kind(bids, weaker))
            weaker |= frozenset(bids)
    # Jokers alone come last though they do not outrank pairs with jokers: what outranks what is no linear order there.
    weaker = bare
    for jokers in rules.joker_bids:
        bid = ladder.read(jokers)
        kinds.append(_Kind((bid,), weaker))
        if options.joker_pair_order:
            weaker |= {bid}
    bids = tuple(bid for kind in kinds for bid in kind.bids)
    return BidTable(
        rules=rules,
        ladder=ladder,
        ranks=(rank,),
        bids=frozenset(bids),
        opening=bids,
        above={
            standing: tuple(bid for kind in kinds if standing in kind.outranked for bid in kind.bids)
            for standing in bids
        },
        strengthening=_strengthening(sets) if options.allow_strengthening else {},
        key_cards=_key_cards(ladder, bids),
    )


def _strengthening(sets: Sequence[Sequence[Cards]]) -> dict[Cards, tuple[Cards, ...]]:
    """By set, the one of the same suit with one card more (B5, X1); *sets* are given by size and then suit."""
    return {
        bid: (stronger,) for smaller, larger in pairwise(sets) for bid, stronger in zip(smaller, larger, strict=True)
    }


def _friends_table(rules: Ruleset, options: FriendsOptions, ranks: tuple[Rank, ...]) -> BidTable:
    """The bids of Z1, where the number of cards alone decides; one card opens **(choice)**."""
    ladder = rules.printed_ladder(None)
    sizes = rules.rank_bid_sizes
    own = {size: _sets(ladder, ranks, size) for size in sizes}
    larger = {size: tuple(bid for more in sizes if more > size for bid in own[more]) for size in sizes}
    if options.no_overcalls:
        larger = dict.fromkeys(sizes, ())
    bids = tuple(bid for size in sizes for bid in own[size])
    return BidTable(
        rules=rules,
        ladder=ladder,
        ranks=ranks,
        bids=frozenset(bids),
        opening=own[sizes[0]],
        above={standing: larger[size] for size in sizes for standing in _sets(ladder, tuple(Rank), size)},
        strengthening={},
        key_cards=_key_cards(ladder, bids),
    )


def _sets(ladder: Ladder, ranks: tuple[Rank, ...], size: int) -> tuple[Cards, ...]:
    """All sets of this size, by rank and then suit."""
    return tuple(ladder.read((card_of(suit, rank),) * size) for rank in ranks for suit in SUITS)


def _key_cards(ladder: Ladder, bids: Iterable[Cards]) -> frozenset[int]:
    return frozenset(card for bid in bids for card in ladder.cards(bid))

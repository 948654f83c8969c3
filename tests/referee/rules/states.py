"""States for tests that are built at once, where a bidding would only be in the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.rules.cards import RANK_LETTERS, SUITS, Card, Rank, Suit, parse_card, parse_cards
from referee.rules.deal import Burying, Call, Calling, Contract, Playing, Start
from referee.rules.friends import new_alliance
from referee.rules.levels import JOKER
from referee.rules.options import parse_options
from referee.rules.phases import Standing
from referee.rules.ruleset import Ruleset, ruleset

PRESETS = tuple(f"finding-friends-{players}" for players in range(5, 13))


def friends_rules(players: int, **options: object) -> Ruleset:
    """The game of so many players, with options on top of its preset."""
    return ruleset(parse_options({"preset": f"finding-friends-{players}", **options}))


def calls(text: str) -> tuple[Call, ...]:
    """Calls as a card with its ordinal, 0 for the other: ``AH1 KC0``."""
    return tuple(Call(parse_card(each[:-1]), int(each[-1])) for each in text.split())


def calling(rules: Ruleset, hand: str, *, buried: str = "", trump: str = "2S", maker: int = 0) -> Calling:
    """The maker holds this hand, and the others whatever is left of the deck."""
    contract = _contract(rules, trump, maker)
    ladder = contract.ladder
    kept, gone = parse_cards(hand), parse_cards(buried)
    rest = list(rules.sorted_deck)
    for card in (*kept, *gone):
        rest.remove(card)
    hands = _dealt(rules, rest)
    hands[maker] = list(kept)
    return Calling(contract, ladder.read(gone), tuple([ladder.read(held) for held in hands]))


def playing(
    rules: Ruleset,
    *hands: str,
    called: str = "",
    buried: str = "",
    trump: str = "2S",
    starter: int = 0,
) -> Playing:
    """The starter leads, and each player holds these few cards, all as many; after them the deal ends."""
    contract = _contract(rules, trump, starter)
    ladder = contract.ladder
    held = tuple([ladder.read(parse_cards(hand)) for hand in hands])
    gone = ladder.read(parse_cards(buried))
    alliance = new_alliance(calls(called), maker=starter, seat_count=len(hands)) if rules.friends else None
    return Playing(contract, ladder, gone, starter, held, 0, (), None, 0, None, alliance)


def random_burying(rng: Random, rules: Ruleset) -> Burying:
    """Any maker, any trump and any hands."""
    maker = rng.randrange(len(rules.seat_names))
    contract = _contract(rules, rng.choice(RANK_LETTERS) + rng.choice(SUITS), maker)
    deck = list(rules.sorted_deck)
    rng.shuffle(deck)
    hands = _dealt(rules, deck)
    hands[maker] += deck[rules.hand_size * len(hands) :]
    return Burying(contract, tuple([contract.ladder.read(hand) for hand in hands]))


def _contract(rules: Ruleset, trump: str, starter: int) -> Contract:
    """What a bidding would have settled; the rank ``N`` is that of a deal at level Joker."""
    rank = None if trump[0] == "N" else Rank(RANK_LETTERS.index(trump[0]) + 2)
    settled = rules.trump(rank, None if trump[1] == "N" else Suit(trump[1]))
    seats, sides = range(len(rules.seat_names)), rules.side_of
    standing = Standing(active=(True,) * len(seats), debts=(0,) * len(seats)) if rules.friends else None
    start = Start(
        rules=rules,
        deck=rules.sorted_deck,
        trump_rank=None if rules.friends else rank,
        first_drawer=starter,
        starter=None if rules.friends else starter,
        levels=(rank.value if rank else JOKER,) * rules.side_count,
        standing=standing,
    )
    return Contract(
        start=start,
        ladder=rules.ladder(settled),
        trump=settled,
        starter=starter,
        declarers=tuple([sides[seat] == sides[starter] for seat in seats]),
        bids=(),
        bids_drawn=(),
        turned=(),
    )


def _dealt(rules: Ruleset, cards: Sequence[Card]) -> list[list[Card]]:
    size = rules.hand_size
    return [list(cards[seat * size : (seat + 1) * size]) for seat in range(len(rules.seat_names))]

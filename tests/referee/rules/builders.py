"""Rules questions in the words of the rules: cards as text, a trump as rank and suit (``7C``, ``7N``)."""

from __future__ import annotations

from referee.rules.cards import RANK_LETTERS, Card, Rank, Suit, parse_cards
from referee.rules.follow import check_follow
from referee.rules.ladder import Cards, Ladder, Trump, ladder_for
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.shapes import Lead, read_lead
from referee.rules.trick import Thrown, judge_lead, winner_of

TRACTOR: Ruleset = ruleset(parse_options("tractor"))
"""The preset ``tractor``."""


def game(preset: str = "tractor", **options: object) -> Ruleset:
    """The game of a preset, with options on top of it."""
    return ruleset(parse_options({"preset": preset, **options}))


def cards(text: str) -> tuple[Card, ...]:
    """Cards as numbers, in the order written."""
    return parse_cards(text)


def ladder(trump: str, *, packs: int = 2) -> Ladder:
    """The order of a deal, with two jokers a pack."""
    rank = Rank(RANK_LETTERS.index(trump[0]) + 2)
    suit = None if trump[1] == "N" else Suit(trump[1])
    return ladder_for(Trump(rank, suit), packs=packs, black_jokers=packs, red_jokers=packs)


def held(trump: str, text: str) -> Cards:
    """The set of these cards on the ladder of a deal."""
    return ladder(trump).read(parse_cards(text))


def lead_on(order: Ladder, text: str) -> Lead:
    """The lead that these cards make on a ladder."""
    read = read_lead(TRACTOR, order, order.read(parse_cards(text)))
    assert isinstance(read, Lead), read
    return read


def lead(trump: str, text: str) -> Lead:
    """The lead that these cards make in a deal."""
    return lead_on(ladder(trump), text)


def refused_follow(
    hand: tuple[Card, ...], *, lead: str, play: str, trump: str, must_beat: bool = False
) -> Refusal | None:
    """What is wrong with following *lead* from *hand* with *play*."""
    order = ladder(trump)
    return check_follow(TRACTOR, order, lead_on(order, lead), order.read(hand), held(trump, play), must_beat=must_beat)


def refusal(hand: tuple[Card, ...], *, lead: str, play: str, trump: str, must_beat: bool = False) -> str | None:
    """Number of the rule that following *lead* from *hand* with *play* breaks; None if it is legal."""
    refused = refused_follow(hand, lead=lead, play=play, trump=trump, must_beat=must_beat)
    return None if refused is None else refused.rule


def winner(trump: str, *plays: str) -> int:
    """Index of the winning play; the first is the lead, which stands."""
    return winner_of(TRACTOR, ladder(trump), lead(trump, plays[0]), [held(trump, play) for play in plays])


def throw(trump: str, cards: str, *others: str) -> Thrown:
    """What becomes of a lead against the other hands."""
    return judge_lead(TRACTOR, ladder(trump), lead(trump, cards), [held(trump, hand) for hand in others])

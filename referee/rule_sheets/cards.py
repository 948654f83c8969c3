"""The part of a rule sheet about table, deck and the order of cards (RULES 1, 2)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rule_sheets.page import Item, Rule, Section, counted, in_words, listed, section
from referee.rules.cards import points_of
from referee.rules.levels import Level, level_text
from referee.rules.option_values import JokerLevel, NobodyBids, NoTrumpRankCards
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.ruleset import Ruleset

SET_NAMES = {2: "pair", 3: "triple", 4: "quadruple"}
"""By size, what a set of identical cards is called."""

_TIMES = {2: "twice", 3: "three times", 4: "four times"}


def table_section(rules: Ruleset) -> Section:
    """Who plays, and with which cards."""
    return section("Table and cards", _seats(rules), _deck(rules), _words(rules))


def order_section(rules: Ruleset) -> Section:
    """Which card is higher, and which are neighbours."""
    return section("The order of the cards", _order(rules), _without_suit(rules), _consecutive(rules))


def run_noun(rules: Ruleset) -> str:
    """What consecutive sets are called: ``tractor``, and ``sequence`` in Finding Friends."""
    return "tractor" if rules.friends is None else "sequence"


def jokers_text(rules: Ruleset) -> str:
    """The jokers of the deck from the top, each kind with a comma behind it; empty if it has none."""
    kinds = (("red", rules.red_jokers), ("black", rules.black_jokers))
    return "".join(f"the {colour} {'joker' if count == 1 else 'jokers'}, " for colour, count in kinds if count)


def spoken_level(level: Level) -> str:
    """A level as people say it: ``10`` for T, ``2 with a plus``."""
    text = level_text(level)
    plain = text.rstrip("+").replace("T", "10")
    return f"{plain} with a plus" if text.endswith("+") else plain


def turns_kitty(rules: Ruleset) -> bool:
    """Whether cards of the kitty can be turned up to set trump (B8)."""
    match rules.options:
        case TractorOptions(nobody_bids=nobody_bids):
            return nobody_bids is NobodyBids.TURN_KITTY
        case FriendsOptions(rotating_maker=is_known):
            return is_known


def kitty_can_be_all_jokers(rules: Ruleset) -> bool:
    """Whether a kitty that is turned up can fail to name a suit."""
    return turns_kitty(rules) and rules.kitty_size <= rules.red_jokers + rules.black_jokers


def _seats(rules: Ruleset) -> Iterator[Item]:
    names = rules.seat_names
    if rules.friends is not None:
        yield Rule(
            "12",
            f"{in_words(len(names)).capitalize()} players, {names[0]} to {names[-1]} in order of play, each alone and "
            "with a level of their own. The seat to the right is the next in order of play.",
        )
        yield Rule(
            "12",
            "Sides are formed anew in every deal: one player is the maker, who finds partners by calling cards; all "
            "who are not on the maker's side collect points together.",
        )
        return
    sides = [
        listed([name for name, of in zip(names, rules.side_of, strict=True) if of == side])
        for side in range(rules.side_count)
    ]
    yield Rule(
        "1",
        f"{in_words(len(names)).capitalize()} seats, in order of play {', '.join(names)}; the seat to the right is the "
        f"next in this order. {sides[0]} play against {sides[1]}.",
    )
    yield Rule(
        "1",
        "In every deal one side are the declarers; one of them, the starter, takes the kitty and leads first. The "
        "other side, the opponents, collect points.",
    )


def _deck(rules: Ruleset) -> Iterator[Item]:
    jokers = [
        counted(count, f"{colour} joker")
        for colour, count in (("red", rules.red_jokers), ("black", rules.black_jokers))
        if count
    ]
    with_jokers = f"with {listed(jokers)}" if jokers else "without jokers"
    times = "" if rules.packs == 1 else f", {'every other' if jokers else 'every'} card {_TIMES[rules.packs]}"
    yield Rule(
        "1",
        f"{in_words(rules.packs).capitalize()} {'pack' if rules.packs == 1 else 'packs'} {with_jokers}{times}: "
        f"{rules.deck_size} cards. Each player draws {rules.hand_size}, and {rules.kitty_size} are left, the kitty.",
    )
    points = sum(map(points_of, rules.sorted_deck))
    yield Rule("1", f"A king counts 10 points, a ten 10, a five 5, nothing else counts: {points} points in all.")
    texts = " BJ is a black and RJ a red joker." if rules.red_jokers and rules.black_jokers else ""
    if not texts and jokers:
        texts = " RJ is a red joker."
    yield Rule("1", f"Cards are written as rank and suit: 2C 9D TH JS QC KD AS.{texts}")


def _words(rules: Ruleset) -> Iterator[Item]:
    if rules.packs == 1:
        return
    names = listed([f"{in_words(size)} are a {SET_NAMES[size]}" for size in range(2, rules.packs + 1)])
    yield Rule(
        "1",
        f"Identical cards agree in suit and rank; cards of equal strength are not identical. Identical cards together "
        f"are a set: {names}.",
    )
    noun = run_noun(rules)
    yield Rule(
        "1" if noun == "tractor" else "Z4",
        f"A {noun} is two or more sets of one size, of two cards or more, that are consecutive (O4) in one suit.",
    )


def _order(rules: Ruleset) -> Iterator[Item]:
    yield Rule(
        "O1",
        "All trumps are one suit, whatever is printed on them. With trump rank r and trump suit s they are, from the "
        f"top: {jokers_text(rules)}the r of s, the r of the other suits (all equal), and the rest of s from A down "
        "to 2, without r.",
    )
    yield Rule("O2", "Every other suit runs from A down to 2, without r.")


def _without_suit(rules: Ruleset) -> Iterator[Item]:
    when = _when_without_suit(rules)
    if not when:
        return
    match rules.options:
        case TractorOptions(no_trump_rank_cards=NoTrumpRankCards.TRUMP):
            text = (
                f"the trumps are {jokers_text(rules)}and below them the r of every suit, all equal "
                "(no_trump_rank_cards). Every suit runs from A to 2 without r."
            )
        case _ if rules.red_jokers and rules.black_jokers:
            text = (
                "only the jokers are trumps, red over black, and r is an ordinary rank: every suit runs from A to 2 "
                "with all thirteen ranks."
            )
        case _ if rules.red_jokers:
            text = (
                "only the jokers are trumps, and r is an ordinary rank: every suit runs from A to 2 with all thirteen "
                "ranks."
            )
        case _:
            text = "there are no trumps at all: every suit runs from A to 2 with all thirteen ranks."
    yield Rule("O3", f"Without a trump suit ({when}), {text}")


def _when_without_suit(rules: Ruleset) -> str:
    """The ways in which a deal can come to have no trump suit; empty if there is none."""
    ways = []
    if rules.joker_bids:
        ways.append("jokers were bid")
    match rules.options:
        case TractorOptions(nobody_bids=NobodyBids.NO_TRUMP):
            ways.append("nobody bid in a later deal")
        case FriendsOptions(joker_level=kind) if kind is not JokerLevel.OFF:
            ways.append("the deal is at level Joker")
    if kitty_can_be_all_jokers(rules):
        ways.append("nobody bid and the kitty is all jokers")
    return listed(ways, "or") if ways else ""


def _consecutive(rules: Ruleset) -> Iterator[Item]:
    if rules.packs == 1:
        return
    text = (
        "Consecutive means adjacent in that order as it stands in the deal: with a trump suit and r = 4, the 3 and the "
        "5 of a suit are adjacent."
    )
    if rules.runs_with_rank_cards:
        jokers = [f"{colour} joker" for colour, count in _rising_jokers(rules) if count]
        above = "".join(f", that to the {joker}" for joker in jokers)
        text += (
            " Among trumps the A of s is adjacent to each off-suit r, each of these to the r of s"
            f"{above}. Equal cards are not consecutive with each other."
        )
    yield Rule("O4", text)
    if not rules.runs_with_rank_cards:
        without = "jokers and cards of the trump rank" if rules.red_jokers else "cards of the trump rank"
        yield Rule("Z4", f"Sequences are made without {without}; those of trumps end at the A.")
    if rules.skips_dead_ranks:
        yield Rule(
            "10",
            "A tractor may skip ranks of its suit of which every card has been played, to tricks, face up "
            "(skip_dead_ranks). A joker is a rank here; the rung of off-suit cards of the trump rank is dead once all "
            "of them have been played.",
        )


def _rising_jokers(rules: Ruleset) -> tuple[tuple[str, int], ...]:
    return ("black", rules.black_jokers), ("red", rules.red_jokers)

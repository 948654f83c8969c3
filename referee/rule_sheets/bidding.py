"""The part of a rule sheet about the draw and the bidding, the kitty and the calls (RULES 3, 4, X1, Z1–Z3)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rule_sheets.cards import SET_NAMES, kitty_can_be_all_jokers, spoken_level, turns_kitty
from referee.rule_sheets.page import Item, Rule, Section, counted, listed, section
from referee.rules.option_values import Bidding, FirstDraw, FriendsScoring, JokerLevel
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.ruleset import Ruleset


def bidding_section(rules: Ruleset) -> Section:
    """How trump and starter are found."""
    match rules.options:
        case TractorOptions():
            return section(
                "The draw and the bids",
                _first_and_later_deals(rules),
                _draw(rules),
                _bids(rules, rules.options),
                _own_bid(rules, rules.options),
                _asked_in_turn() if rules.options.bidding is Bidding.AFTER_DRAWING else _asked(),
                _starter_by_bid(),
                _nobody_bids(rules),
            )
        case FriendsOptions():
            return section(
                "The draw and the bids",
                _levels_of_friends(rules, rules.options),
                _draw(rules),
                _bids_of_friends(rules, rules.options),
                _asked_until_a_bid() if rules.options.no_overcalls else _asked(),
                _joker_deals(rules.options),
                _maker_by_bid(rules.options),
                _nobody_bids_of_friends(rules, rules.options),
            )


def kitty_section(rules: Ruleset) -> Section:
    """The kitty and, in Finding Friends, the calls."""
    taker = "starter" if rules.friends is None else "maker"
    end = "" if rules.friends is not None else ", and then leads to the first trick"
    return section(
        "The kitty" if rules.friends is None else "The kitty and the calls",
        (
            Rule(
                "K1",
                f"The {taker} takes the {counted(rules.kitty_size, 'card')} of the kitty unseen by others and buries "
                f"as many, any cards, face down{end}.",
            ),
            Rule("K2", f"Only the {taker} knows what is buried, until the end of the deal."),
        ),
        _calls(rules),
    )


def _draw(rules: Ruleset) -> Iterator[Item]:
    yield Rule(
        "B2",
        f"The seats draw one card each in turn until each has {rules.hand_size} and {rules.kitty_size} are left. A "
        "seat bids only with cards that it has drawn.",
    )


def _asked() -> Iterator[Item]:
    yield Rule(
        "B6",
        "After each card the seat that drew it is asked, if it has a legal bid; who could override has to wait for "
        "their own next card. After the last card each seat in turn, from the first drawer, is asked, if it has a "
        "legal bid, until all have passed in a row since the last bid. To pass is always legal and never binds.",
    )


def _asked_until_a_bid() -> Iterator[Item]:
    yield Rule(
        "B6",
        "Until somebody bids, after each card the seat that drew it is asked, if it has a legal bid, and after the "
        "last card each seat once more in turn, from the first drawer. To pass is always legal and never binds.",
    )


def _asked_in_turn() -> Iterator[Item]:
    yield Rule(
        "B6",
        "Bids are asked for once all cards are drawn (bidding): each seat in turn, from the first drawer, is asked "
        "if it has a legal bid, until all have passed in a row since the last bid. To pass is always legal and "
        "never binds.",
    )


# --- Tractor


def _first_and_later_deals(rules: Ruleset) -> Iterator[Item]:
    yield Rule(
        "B1",
        f"First deal: the trump rank is {spoken_level(rules.start_level)}, the level of both sides, and chance says "
        "who draws first. Later deals: the trump rank is the level of the declarers; the starter is known (S6) and "
        "draws first.",
    )


def _bids(rules: Ruleset, options: TractorOptions) -> Iterator[Item]:
    packs = rules.packs
    kinds = ["one card of the trump rank"]
    if packs > 1:
        kinds.append("two identical ones")
    if packs > 2:
        kinds.append("three identical ones")
    text = f"A bid is {listed(kinds, 'or')}, whose suit becomes trump"
    if options.joker_overrides:
        text += (
            "; or a pair of the trump rank with one joker, or with two of one colour, to the same end (joker_overrides)"
        )
    if packs == 2:
        text += "; or two identical jokers: no trump suit"
    if packs == 1:
        text += "; or both jokers together: no trump suit"
    yield Rule("X1" if packs == 3 else "B3", f"{text}." + (" Jokers are not bid." if not rules.joker_bids else ""))
    yield Rule("X1" if packs == 3 else "B4", f"A bid must outrank the standing one: {_ranking(rules, options)}.")


def _ranking(rules: Ruleset, options: TractorOptions) -> str:
    sets = ["single", *(SET_NAMES[size] for size in range(2, rules.packs + 1))]
    if rules.packs == 1:
        return "single < both jokers. A single never replaces a single"
    if rules.packs == 3:
        return f"{' < '.join(sets)}. Bids of one size never replace each other"
    if options.joker_overrides:
        finality = (
            "only two red ones outrank two black ones (joker_pair_order), and nothing else outranks them"
            if options.joker_pair_order
            else "and nothing outranks them"
        )
        return (
            f"{' < '.join(sets)} < pair with one joker < pair with two jokers. Bids of one kind never replace each "
            f"other. Two jokers alone outrank only a single and a bare pair, {finality}"
        )
    if options.joker_pair_order:
        return (
            f"{' < '.join(sets)} < two black jokers < two red jokers (joker_pair_order). Bids of one kind never "
            "replace each other"
        )
    return f"{' < '.join(sets)} < two jokers. Bids of one kind never replace each other, so two jokers are final"


def _own_bid(rules: Ruleset, options: TractorOptions) -> Iterator[Item]:
    partners = "its partner" if len(rules.seat_names) == 2 * rules.side_count else "its partners"
    yield Rule(
        "B5",
        f"The seat whose bid stands may not bid; {partners} may override it, and a seat that was overridden may bid "
        "again.",
    )
    if options.allow_strengthening:
        more = "the standing single may be made a pair of the same suit by its own seat"
        if rules.packs > 2:
            more += ", and a pair a triple, but a single not a triple at once; the whole new set is shown"
        yield Rule("B5", f"But {more} (allow_strengthening).")


def _starter_by_bid() -> Iterator[Item]:
    yield Rule(
        "B7",
        "First deal: the seat whose bid stands is the starter, and its side the declarers. If nobody bids, all cards "
        "are shuffled and dealt again with the same first drawer. Later deals: bids only set the trump suit.",
    )


def _nobody_bids(rules: Ruleset) -> Iterator[Item]:
    if turns_kitty(rules):
        yield Rule("B8", f"Later deals, if nobody bids: {_turning(rules)}")
    else:
        yield Rule("B8", "Later deals, if nobody bids: there is no trump suit (nobody_bids).")


def _turning(rules: Ruleset) -> str:
    text = (
        "the kitty is turned up card by card until one of the trump rank appears, whose suit is trump; the rest stays "
        "hidden. If it holds none, its highest card by plain rank (A high, jokers left out) names the suit, among "
        "equals the one turned first."
    )
    return text + (" If all are jokers, there is no trump suit." if kitty_can_be_all_jokers(rules) else "")


# --- Finding Friends


def _levels_of_friends(rules: Ruleset, options: FriendsOptions) -> Iterator[Item]:
    start = spoken_level(rules.start_level)
    yield Rule("Z1", f"Every player starts at level {start}. The trump rank is that of the bid that stands.")
    if options.rotating_maker:
        yield Rule(
            "Z9",
            "From the second deal on the last result fixes the maker (rotating_maker), and the trump rank is the "
            "maker's level.",
        )
    if options.scoring is FriendsScoring.ACTIVE_PASSIVE:
        who = "only they may bid" if not options.rotating_maker else "only they rise by their whole gain"
        yield Rule(
            "Z9",
            "Players are active or passive. All start active; from the second deal on, those are active who won the "
            f"last one, and {who}. After a deal thrown in, all are active.",
        )
    if options.first_draw is FirstDraw.ROTATE:
        drawer = "Later, the first draw passes to the right each deal (first_draw)."
        yield Rule("Z9", f"Chance says who draws first in the first deal. {drawer}")
    else:
        yield Rule(
            "Z2",
            "Chance says who draws first in the first deal. Later the last maker does if the maker's side won"
            + (" or nobody did" if options.scoring is FriendsScoring.STANDARD else "")
            + ", else the next player to the maker's right who was on the winning side.",
        )


def _bids_of_friends(rules: Ruleset, options: FriendsOptions) -> Iterator[Item]:
    active = options.scoring is FriendsScoring.ACTIVE_PASSIVE
    if options.bid_any_active_level:
        whose = "the level of any active player" if active else "the level of any player"
        yield Rule(
            "Z1 Z9",
            f"A bid is one card whose rank is {whose} (bid_any_active_level): its suit becomes trump, its rank the "
            "trump rank.",
        )
    else:
        who = "An active player bids" if active else "A player bids"
        yield Rule(
            "Z1",
            f"{who} with one card whose rank is the player's own level: its suit becomes trump, its rank the trump "
            f"rank.{' Jokers are not bid.' if rules.red_jokers else ''}",
        )
    if options.rotating_maker:
        yield Rule(
            "Z9",
            "Where the maker is fixed, anyone may bid with cards of the maker's level, and the bid sets the trump suit "
            "only.",
        )
    if options.no_overcalls:
        yield Rule("Z9", "The first bid stands; nobody overrides it (no_overcalls).")
        return
    sizes = range(2, rules.packs + 1)
    against = [
        f"{listed([str(more) for more in sizes if more > size], 'or')} against {size}" for size in range(1, rules.packs)
    ]
    yield Rule(
        "Z1",
        f"Another player may override with more identical cards of a rank that they may show: {', '.join(against)}. "
        "Nobody overrides their own bid. "
        "The player overridden is asked at once and may hold the bid with cards identical to their own, as many in all "
        "as the override has; then the overrider's cards are taken back.",
    )


def _joker_deals(options: FriendsOptions) -> Iterator[Item]:
    if options.joker_level is JokerLevel.OFF:
        return
    whose = (
        "the fixed maker is at level Joker"
        if options.rotating_maker
        else "the first drawer is at level Joker, who then is the maker"
    )
    if not options.rotating_maker and options.scoring is FriendsScoring.ACTIVE_PASSIVE:
        whose = (
            "the first drawer, or if passive the next active player to the right, is at level Joker and so the maker"
        )
    yield Rule("Z9", f"Where {whose}, the deal has no bids, no trump suit and no trump rank (joker_level).")


def _maker_by_bid(options: FriendsOptions) -> Iterator[Item]:
    text = "The player whose bid stands is the maker"
    if options.rotating_maker:
        text = "In the first deal the player whose bid stands is the maker"
    if options.bid_any_active_level:
        text += "; if that player is not active at the rank shown, the next player to the right who is becomes it"
        if options.scoring is FriendsScoring.STANDARD:
            text = text.replace("is not active at", "is not at the level of")
    yield Rule("Z3", f"{text}.")


def _nobody_bids_of_friends(rules: Ruleset, options: FriendsOptions) -> Iterator[Item]:
    if not options.rotating_maker:
        yield Rule("Z2", "If nobody bids, all cards are shuffled and dealt again with the same first drawer.")
        return
    yield Rule(
        "Z2",
        "If nobody bids in the first deal, all cards are shuffled and dealt again with the same first drawer.",
    )
    yield Rule("B8", f"If nobody bids in a later deal: {_turning(rules)}")


def _calls(rules: Ruleset) -> Iterator[Item]:
    options = rules.friends
    if options is None:
        return
    ordinals = listed(["first", "second", "third", "fourth"][: rules.packs], "or")
    what = (
        f"{counted(rules.called_count, 'card')}, none of them a trump, each with an ordinal"
        if rules.called_count > 1
        else "a card that is not a trump, with an ordinal"
    )
    yield Rule(
        "Z3",
        f"The maker then calls {what}: {ordinals}. Copies are counted as they are played to the tricks, in order of "
        "play; whoever plays the copy called joins the maker.",
    )
    if options.call_other_copy:
        yield Rule(
            "Z9",
            "Of a card of which the maker holds exactly one copy, the maker may call the other instead "
            "(call_other_copy).",
        )
    smaller = (
        "a player plays two of the cards called, or the maker plays one"
        if rules.called_count > 1
        else "the maker plays the card called"
    )
    yield Rule(
        "Z3",
        f"The maker's side has at most {rules.makers_side_max} players, the maker among them; it is smaller if "
        f"{smaller}. Calls and joinings are public. The maker leads to the first trick.",
    )

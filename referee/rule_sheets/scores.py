"""The part of a rule sheet about points, levels and the end of a game (RULES 9, 10, Z8, Z9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from referee.rule_sheets.cards import spoken_level
from referee.rule_sheets.page import Item, Rule, Section, Table, listed, section
from referee.rules.friends_scoring import Earned, earned_by
from referee.rules.levels import NO_END, PAST_ACE, Level, level_text
from referee.rules.option_values import FailedThrow, FriendsScoring, KittyMultiplier
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Role, levels_earned

_E = TypeVar("_E")

_ROWS_WITHOUT_LIMIT = 4
"""Gains of the opponents that a table shows before it says that it goes on."""


def score_section(rules: Ruleset) -> Section:
    """What a deal earns."""
    match rules.options:
        case TractorOptions():
            return section("Scoring", _total(rules), _gains(rules), _next_starter(rules))
        case FriendsOptions():
            return section(
                "Scoring", _total_of_friends(rules), _gains_of_friends(rules, rules.options), _debts(rules.options)
            )


def level_section(rules: Ruleset) -> Section:
    """What gains do to levels, and how a game ends."""
    match rules.options:
        case TractorOptions():
            return section("Levels and the end of the game", _ladder(rules), _stops(rules), _hook(rules), _end(rules))
        case FriendsOptions():
            return section("Levels and the end of the game", _ladder(rules), _stops(rules), _end(rules))


# --- Tractor


def _total(rules: Ruleset) -> Iterator[Item]:
    fines = ", fines (T2)" if rules.failed_throw_fine else ""
    yield Rule("S1", f"The opponents' total is the points in their tricks{fines} and what S2 adds.")
    factor = {
        KittyMultiplier.CARDS: (
            "times 2n if each player played n cards to it: 2 for a single card, 4 for two, and so on"
            if rules.packs > 1
            else "times 2n if each player played n cards to it"
        ),
        KittyMultiplier.LARGEST: (
            "times twice the number of cards in the largest component of its lead (kitty_multiplier)"
        ),
        KittyMultiplier.POWER: "times 2 to the power of n if each player played n cards to it (kitty_multiplier)",
    }[rules.kitty_multiplier]
    yield Rule(
        "S2",
        f"If the opponents win the last trick, the buried cards are shown, and their points count for them, {factor}.",
    )


def _gains(rules: Ruleset) -> Iterator[Item]:
    yield Rule(
        "S3 S5",
        f"From {rules.threshold} points on the opponents become declarers; below, the declarers stay. Who wins gains "
        f"levels, one more for every {rules.step} points:",
    )

    def earned(total: int) -> tuple[str, int]:
        return "opponents" if total >= rules.threshold else "declarers", levels_earned(rules, total)

    last = rules.threshold + _ROWS_WITHOUT_LIMIT * rules.step - 1
    rows = [(span, winners, f"+{gain}") for span, (winners, gain) in _spans(rules, earned, last)]
    yield Table((("total", "winners", "levels"), *rows, ("more", "opponents", "and so on, without limit")))


def _next_starter(rules: Ruleset) -> Iterator[Item]:
    stays = (
        "the starter's partner"
        if len(rules.seat_names) == 2 * rules.side_count
        else "the second seat to the starter's right, which is the next of that side,"
    )
    yield Rule(
        "S6",
        f"If the declarers win, {stays} starts next; if the opponents win, the seat to the starter's right does.",
    )


def _hook(rules: Ruleset) -> Iterator[Item]:
    if rules.has_hook:
        yield Rule(
            "10",
            "In a deal whose trump rank is J: if the play that wins the last trick contains a J of the trump suit and "
            "the trick holds such a J of the other side, the other side's level drops to 2, before any gain of this "
            "deal (hook).",
        )


# --- Finding Friends


def _total_of_friends(rules: Ruleset) -> Iterator[Item]:
    settled = ""
    if rules.failed_throw_fine and rules.failed_throw is FailedThrow.TEN_POINTS:
        settled = ", fines settled"
    yield Rule(
        "Z8",
        f"The total t is the points of those who are not on the maker's side{settled}; if one of them wins the last "
        "trick, the buried points count for them twice.",
    )


def _gains_of_friends(rules: Ruleset, options: FriendsOptions) -> Iterator[Item]:
    def earned(total: int) -> Earned:
        return earned_by(rules, total, makers_side_size=rules.makers_side_max)

    is_active_passive = options.scoring is FriendsScoring.ACTIVE_PASSIVE
    names = {Role.DECLARERS: "the maker's side", Role.OPPONENTS: "the others", None: "nobody"}
    most = 100 * rules.packs
    rows = [
        (f"{span} or more" if span == str(most) else span, names[found.winner], f"+{found.gain}" if found.gain else "")
        for span, found in _spans(rules, earned, most)
    ]
    unit = "points" if is_active_passive else "levels"
    yield Rule("Z9" if is_active_passive else "Z8", "A deal earns:")
    yield Table((("t", "winners", unit), *rows))
    if is_active_passive:
        yield Rule(
            "Z9",
            f"For every player that the maker's side is short of {rules.makers_side_max}, it gains 1 more, or 2 more "
            "if t is 0 or less.",
        )
        yield Rule(
            "Z9",
            "Every member of the winning side gains these points, each a level; but a passive one spends the first on "
            "becoming active. Losers turn passive and keep their level.",
        )
        return
    yield Rule(
        "Z8",
        "What the maker's side gains is multiplied by 1 + the number of players that it is short of "
        f"{rules.makers_side_max}. Every member of the winning side rises.",
    )


def _debts(options: FriendsOptions) -> Iterator[Item]:
    if options.rotating_maker:
        yield Rule(
            "Z9",
            "Next maker (rotating_maker): after a maker who won, the nearest partner to the right, or the same maker "
            "if there is none; after one who lost, the nearest of the others to the right"
            + ("; if nobody won, the same maker." if options.scoring is FriendsScoring.STANDARD else "."),
        )
    if options.failed_throw is FailedThrow.DEBT:
        first = ", once it is active," if options.scoring is FriendsScoring.ACTIVE_PASSIVE else ""
        yield Rule("Z9", f"A player who owes levels pays them{first} from gains, before any level rises.")


# --- Levels


def _ladder(rules: Ruleset) -> Iterator[Item]:
    text = "Levels go 2 3 4 5 6 7 8 9 10 J Q K A"
    if rules.after_joker is None:
        yield Rule("1", f"{text}. The game starts at {spoken_level(rules.start_level)}.")
        return
    again = level_text(rules.after_joker)
    yield Rule(
        "Z9",
        f"{text}, then Joker, then {spoken_level(rules.after_joker)} and on (written {again}, with one more plus in "
        f"each round). The game starts at {spoken_level(rules.start_level)}.",
    )


def _stops(rules: Ruleset) -> Iterator[Item]:
    who = "a side that" if rules.friends is None else "a player who"
    skippable = sorted(rules.stops - rules.must_defend)
    if skippable:
        yield Rule(
            "10",
            f"Nobody skips {_levels(skippable)} (must_stop_at): {who} would pass "
            f"{'it' if len(skippable) == 1 else 'one of them'} stops on it"
            f"{', with a plus or without.' if rules.after_joker else '.'}",
        )
    if rules.must_defend:
        yield Rule(
            "10",
            f"A side gets past {_levels(sorted(rules.must_defend))} only by winning as declarers while on it; other "
            "gains stop there (must_defend).",
        )


def _end(rules: Ruleset) -> Iterator[Item]:
    who = "The side that" if rules.friends is None else "A player who"
    if rules.end_level == NO_END:
        yield Rule("Z9", "Nobody wins the game by levels: it ends after a number of deals agreed beforehand.")
    elif rules.end_level == PAST_ACE:
        at_once = ", declarers or not" if rules.friends is None else "; several can at once"
        yield Rule("S4", f"{who} gets past A wins the game{at_once}.")
    else:
        yield Rule(
            "10",
            f"{who} reaches or would pass {spoken_level(rules.end_level)} wins the game and stands on it (end_level).",
        )


def _levels(levels: Sequence[Level]) -> str:
    return f"level{'' if len(levels) == 1 else 's'} {listed([spoken_level(level) for level in levels])}"


def _spans(rules: Ruleset, earned: Callable[[int], _E], highest: int) -> Iterator[tuple[str, _E]]:
    """Totals from 0 to *highest* that earn the same, as text, and what they earn; the first holds all below it too."""
    grain = 1 if rules.failed_throw_fine % 5 else 5
    for found, totals in groupby(range(0, highest + 1, grain), earned):
        low, *rest = totals
        high = rest[-1] if rest else low
        yield "0 or less" if low == 0 else str(low) if low == high else f"{low} to {high}", found

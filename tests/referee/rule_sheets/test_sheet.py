"""Rule sheets say what the options make of a game, and nothing that does not apply."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import NamedTuple

import pytest

from referee.rule_sheets.page import WIDTH
from referee.rule_sheets.sheet import rule_sheet
from referee.rules.options import PRESETS, FriendsOptions, TractorOptions, parse_options, rules_id
from referee.rules.ruleset import ruleset
from referee.rules.scoring import levels_earned
from tests.referee.command import ROOT

DEFINED = re.findall(r"^- \*\*([A-Z]\d+)\*\* ", (ROOT / "docs/rules.md").read_text(encoding="utf-8"), re.MULTILINE)

# Each of these changes something that sheets speak of; together they set every option.
TRIED: tuple[tuple[str, dict[str, object]], ...] = (
    *((preset, {}) for preset in PRESETS),
    ("tractor", {"seats": 6, "packs": 1, "nobody_bids": "no_trump", "failed_throw_fine": 7}),
    (
        "tractor",
        {"seats": 6, "packs": 3, "allow_strengthening": True, "kitty_multiplier": "power", "must_punish": False},
    ),
    ("tractor", {"joker_overrides": True, "joker_pair_order": True, "bidding": "after_drawing", "hook": True}),
    ("tractor", {"skip_dead_ranks": True, "no_trump_rank_cards": "trump", "throw_tractors": True, "end_level": "K"}),
    ("tractor", {"must_stop_at": [5, 10], "must_defend": ["J", "A"], "start_level": 3, "graded_follow": True}),
    ("finding-friends-7", {"all_jokers": True, "rotating_maker": True, "joker_level": "short", "must_stop_at": ["5"]}),
    ("finding-friends-12", {"bombs": True, "graded_follow": True, "trump_sequences": True, "no_overcalls": True}),
    ("finding-friends-5", {"scoring": "active_passive", "failed_throw": "debt", "joker_level": True}),
    ("finding-friends-6", {"call_other_copy": True, "bid_any_active_level": True, "equal_sets_throws_only": True}),
    ("finding-friends-8", {"first_draw": "rotate", "failed_throw": "one_level", "start_level": 5, "end_level": "A"}),
    ("finding-friends-10", {"scoring": "active_passive", "rotating_maker": True, "failed_throw": "forfeit_cards"}),
    ("finding-friends-6", {"players": 9, "must_punish": False, "failed_throw_fine": 0}),
)


def sheet(preset: str, **options: object) -> str:
    """The rule sheet as it is printed."""
    return rule_sheet(parse_options({"preset": preset, **options}), title="The rules")


def said(preset: str, **options: object) -> str:
    """What a sheet says below its heading, on one line without the rules' numbers."""
    _, _, body = sheet(preset, **options).partition("TABLE AND CARDS")
    return " ".join(" ".join(line[9:] for line in body.splitlines()).split())


class Change(NamedTuple):
    """What an option changes.

    Attributes:
        base: options that both games have.
        now: said with the option and not without it.
        before: said without it and not with it; empty if nothing goes away.
    """

    option: str
    value: object
    now: str
    before: str = ""
    preset: str = "tractor"
    base: Mapping[str, object] = MappingProxyType({})


TRACTOR_CHANGES = (
    Change("packs", 1, "One pack with 1 red joker", "Two packs with 2 red jokers"),
    Change("packs", 1, "a throw: several single cards", "tractor"),
    Change("packs", 1, "< both jokers", "< two jokers"),
    Change("packs", 1, "the highest single trump among such plays", "pair"),
    Change("packs", 3, "single < pair < triple", "< two jokers"),
    Change("packs", 3, "a pair or a triple"),
    Change("packs", 3, "If all are jokers, there is no trump suit"),
    Change("packs", 3, "To a triple: a triple of the suit"),
    Change("packs", 3, "162 cards. Each player draws 39, and 6 are left", "108 cards. Each player draws 25, and 8"),
    Change("packs", 3, "From 120 points on", "From 80 points on"),
    Change("seats", 6, "Seat1, Seat3 and Seat5 play against Seat2, Seat4 and Seat6", "North and South play"),
    Change("seats", 6, "the second seat to the starter's right", "the starter's partner"),
    Change("seats", 6, "its partners may override", "its partner may override"),
    Change("points_per_level", 20, "one more for every 20 points", "one more for every 40 points"),
    Change("points_per_level", 20, "5 to 15 declarers +4", "5 to 35 declarers +2"),
    Change("must_stop_at", [5, 10], "Nobody skips levels 5 and 10"),
    Change("must_stop_at", ["K"], "Nobody skips level K (must_stop_at): a side that would pass it stops on it"),
    Change("start_level", 5, "The game starts at 5", "The game starts at 2"),
    Change("start_level", 5, "First deal: the trump rank is 5", "First deal: the trump rank is 2"),
    Change("end_level", "K", "The side that reaches or would pass K wins the game", "gets past A wins"),
    Change("hook", True, "the other side's level drops to 2"),
    Change("skip_dead_ranks", True, "A tractor may skip ranks"),
    Change("joker_overrides", True, "or a pair of the trump rank with one joker"),
    Change("joker_overrides", True, "pair < pair with one joker < pair with two jokers", "< two jokers"),
    Change("allow_strengthening", True, "the standing single may be made a pair"),
    Change("allow_strengthening", True, "but a single not a triple at once", base={"packs": 3}),
    Change("bidding", "after_drawing", "once all cards are drawn", "After each card the seat that drew"),
    Change("no_trump_rank_cards", "trump", "below them the r of every suit", "r is an ordinary rank"),
    Change("throw_tractors", True, "read as components greedily", "as many pairs as it makes"),
    Change("throw_tractors", True, "split into the throw's shapes", "at least as many pairs as the throw has"),
    Change("throw_tractors", True, "tractor of that size and length", "a strictly higher single or pair"),
    Change("must_punish", False, "Nobody has to beat the component", "must do so: only plays that beat it"),
    Change("must_punish", False, "in the order F1, F2, F3.", "in the order F1, F2, F3, T3."),
    Change("graded_follow", True, "followed as closely as the hand allows", "Any pairs will do"),
    Change("graded_follow", True, "F2, what the lead asks for (F3 for a pair, else X4), T3.", "F2, F3, T3."),
    Change("must_defend", ["A"], "gets past level A only by winning as declarers"),
    Change("joker_pair_order", True, "< two black jokers < two red jokers", "so two jokers are final"),
    Change(
        "joker_pair_order", True, "only two red ones outrank", "and nothing outranks", base={"joker_overrides": True}
    ),
    Change("failed_throw_fine", 0, "No points are paid", "pays 10 points for every card"),
    Change("failed_throw_fine", 0, "in their tricks and what", "fines (T2)"),
    Change("failed_throw_fine", 5, "pays 5 points for every card", "pays 10 points"),
    Change("failed_throw_fine", 7, "1 to 39 declarers +2", "5 to 35 declarers +2"),
    Change("kitty_multiplier", "largest", "the largest component of its lead", "times 2n"),
    Change("kitty_multiplier", "power", "times 2 to the power of n", "times 2n"),
    Change("nobody_bids", "no_trump", "if nobody bids: there is no trump suit", "the kitty is turned up"),
    Change("nobody_bids", "no_trump", "jokers were bid or nobody bid in a later deal"),
)

SIX, TWELVE = "finding-friends-6", "finding-friends-12"

FRIENDS_CHANGES = (
    Change("players", 7, "Two packs without jokers, every card twice: 104 cards", "Two packs with 2 red", SIX),
    Change("players", 8, "2 or 3 against 1, 3 against 2", "2 against 1.", SIX),
    Change("players", 5, "calls a card that is not a trump", "calls 2 cards, none of them a trump", SIX),
    Change("players", 12, "it is short of 6", "it is short of 3", SIX),
    Change("start_level", 10, "Every player starts at level 10", "starts at level 2", SIX),
    Change("end_level", "A", "A player who reaches or would pass A wins", "gets past A wins", SIX),
    Change("must_stop_at", ["T"], "Nobody skips level 10 (must_stop_at): a player who would pass it", preset=SIX),
    Change("must_punish", False, "Nobody has to beat", "must do so", SIX),
    Change("failed_throw_fine", 0, "No points are paid", ", fines settled", SIX),
    Change("failed_throw_fine", 20, "pays 20 points for every card withdrawn to the other", "pays 10 points", SIX),
    Change("scoring", "active_passive", "a passive one spends the first on becoming active", "is multiplied by", SIX),
    Change("scoring", "active_passive", "only they may bid", "80 to 115 nobody", SIX),
    Change("scoring", "active_passive", "5 to 75 the maker's side +1", "5 to 35 the maker's side +2", SIX),
    Change("call_other_copy", True, "the maker may call the other instead", preset=SIX),
    Change("rotating_maker", True, "after a maker who won, the nearest partner to the right", preset=SIX),
    Change("rotating_maker", True, "the kitty is turned up", "If nobody bids, all cards are shuffled", SIX),
    Change("first_draw", "rotate", "the first draw passes to the right", "Later the last maker does", SIX),
    Change("all_jokers", True, "3 red jokers and 3 black jokers", "with 2 red jokers, every", "finding-friends-8"),
    Change("bid_any_active_level", True, "the next player to the right who is becomes it", "own level: its suit", SIX),
    Change("no_overcalls", True, "The first bid stands", "Another player may override", SIX),
    Change("no_overcalls", True, "Until somebody bids, after each card", "who could override has to wait", SIX),
    Change("joker_level", True, "A, then Joker, then 2 with a plus", "gets past A wins", SIX),
    Change("joker_level", "short", "A, then Joker, then 10 with a plus", "gets past A wins", SIX),
    Change("joker_level", True, "the first drawer is at level Joker, who then is the maker", preset=SIX),
    Change(
        "joker_level",
        True,
        "the fixed maker is at level Joker, the deal has no bids",
        preset=SIX,
        base={"rotating_maker": True},
    ),
    Change("failed_throw", "one_level", "each of its players gains a level", "the throw is withdrawn", SIX),
    Change("failed_throw", "forfeit_cards", "the points of all cards not played", "the throw is withdrawn", SIX),
    Change("failed_throw", "debt", "owes two levels and each other player of that side one", ", fines settled", SIX),
    Change("failed_throw", "debt", "A player who owes levels pays them from gains", "F2, Z5, T3", SIX),
    Change("equal_sets_throws_only", True, "All sets of a throw must have one size", preset=SIX),
    Change("graded_follow", True, "followed as closely as the hand allows", "Sequences are never forced", SIX),
    Change("graded_follow", True, "sets of four step down likewise", "Sequences are never forced", TWELVE),
    Change("trump_sequences", True, "the A of s is adjacent to each off-suit r", "Sequences are made without", SIX),
    Change("joker_level", True, "stops on it, with a plus or without", "stops on it.", SIX, {"must_stop_at": ["A"]}),
    Change(
        "joker_level",
        True,
        "or if passive the next active player to the right, is at level Joker",
        preset=SIX,
        base={"scoring": "active_passive"},
    ),
    Change("scoring", "active_passive", "An active player bids", "A player bids", SIX),
    Change("scoring", "active_passive", "2 more if t is 0 or less", preset=SIX),
    Change("scoring", "active_passive", "maker's side won, else", "maker's side won or nobody did, else", SIX),
    Change("scoring", "active_passive", "only they rise by", "if nobody won, the same", SIX, {"rotating_maker": True}),
    Change(
        "scoring",
        "active_passive",
        "pays them, once it is active, from",
        "pays them from",
        SIX,
        {"failed_throw": "debt"},
    ),
    Change(
        "scoring",
        "active_passive",
        "the level of any active player",
        "is not at the level of the rank",
        SIX,
        {"bid_any_active_level": True},
    ),
    Change("rotating_maker", True, "In the first deal the player whose bid", "The player whose bid stands", SIX),
    Change(
        "all_jokers", True, "and the kitty is all jokers", preset="finding-friends-7", base={"rotating_maker": True}
    ),
    Change("all_jokers", True, "Jokers are not bid", preset="finding-friends-7"),
    Change("trump_sequences", True, "that to the black joker, that to the red", preset="finding-friends-11"),
    Change("trump_sequences", True, "the r of s. Equal cards", preset="finding-friends-10"),
    Change("failed_throw", "one_level", "Who has not joined the maker by then", "T3", SIX),
    Change("bombs", True, "beat a sequence of two pairs", preset=TWELVE),
)


@pytest.mark.parametrize(
    "change",
    TRACTOR_CHANGES + FRIENDS_CHANGES,
    ids=lambda change: f"{change.preset} {change.option} {change.now[-20:]}",
)
def test_a_sentence_stands_where_its_option_has_it_stand(change: Change) -> None:
    before = said(change.preset, **change.base)
    now = said(change.preset, **change.base, **{change.option: change.value})

    assert change.now in now
    assert change.now not in before
    if change.before:
        assert change.before in before
        assert change.before not in now


def test_every_option_is_shown_to_change_the_sheet() -> None:
    assert {change.option for change in TRACTOR_CHANGES} == {option.name for option in fields(TractorOptions)}
    assert {change.option for change in FRIENDS_CHANGES} == {option.name for option in fields(FriendsOptions)}


@pytest.mark.parametrize(("preset", "options"), TRIED)
def test_a_sheet_is_readable_anywhere(preset: str, options: dict[str, object]) -> None:
    """Lines of a terminal's width, plain characters, no gaps and no leftovers of its making."""
    text = sheet(preset, **options)

    assert text.isascii()
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not re.search(r" $|None|\{|\}|  \.|,,|\.\.", text, re.MULTILINE)
    for sentence in re.findall(r"^  \S.*?(?=^  \S|^$|\Z|^ +  \S+ {2,})", text, re.MULTILINE | re.DOTALL):
        assert sentence.rstrip()[-1] in ".:;", sentence


@pytest.mark.parametrize(("preset", "options"), TRIED)
def test_a_sheet_cites_rules_that_there_are(preset: str, options: dict[str, object]) -> None:
    text = sheet(preset, **options)
    cited = set(re.findall(r"\b[A-Z]\d\b", text)) - {"J9"}

    assert cited <= set(DEFINED)
    assert {"O1", "B2", "K1", "L1", "F1", "W1", "T4"} <= cited


@pytest.mark.parametrize(("preset", "options"), TRIED)
def test_a_sheet_names_the_rules_by_their_id(preset: str, options: dict[str, object]) -> None:
    assert f"rules id {rules_id(parse_options({'preset': preset, **options}))}." in sheet(preset, **options)


def test_nothing_is_said_of_the_other_game() -> None:
    tractor, friends = said("tractor"), said("finding-friends-12")

    assert not re.search(r"maker|sequence|called|triple", tractor)
    assert not re.search(r"tractor|declarer|starter|opponents", friends)


@pytest.mark.parametrize("preset", ["tractor", "tractor-3-packs", "forty-points"])
def test_the_table_of_gains_is_what_the_rules_count(preset: str) -> None:
    """S3: every row, at both of its ends."""
    rules = ruleset(parse_options(preset))
    rows = re.findall(r"^ +(\d+)(?: to (\d+)| or less) +(\w+) +\+(\d+)$", sheet(preset), re.MULTILINE)

    assert len(rows) > 5
    for low, high, winners, gain in rows:
        for total in (int(low), int(high or -10)):
            assert levels_earned(rules, total) == int(gain)
            assert ("opponents" if total >= rules.threshold else "declarers") == winners
    lows = [int(low) for low, *_ in rows]
    highs = [int(high or low) for low, high, *_ in rows]
    assert [high + 5 for high in highs[:-1]] == lows[1:]

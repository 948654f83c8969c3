"""Decks are drawn as docs/deals.md says, which a second, small implementation here follows on its own."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from arena.config import Stage
from arena.cup_file import Starter
from arena.deals import (
    LATER_REDEALS,
    REDEALS,
    Board,
    boards,
    commitment,
    cycle,
    deal_name,
    draw_deck,
    game_deal_name,
    new_secret,
    secret_of_seed,
)
from arena.matches import Format, Match, Unit
from referee.rules.cards import cards_text
from referee.rules.options import PRESETS, parse_options
from referee.rules.ruleset import Ruleset, ruleset
from tests.sizes import scale

RULES = ruleset(parse_options("tractor"))
SECRET = secret_of_seed("test")


@dataclass(frozen=True, slots=True)
class Case:
    seed: str
    secret: str
    commitment: str
    name: str
    deck: str
    numbers_passed_over: int
    preset: str = "tractor"
    packs: int = 2
    black_jokers: int = 2
    red_jokers: int = 2


VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deals.json").read_text(encoding="utf-8"))
CASES = [Case(**case) for case in (*VECTORS["cases"], *VECTORS["other_games"])]


# --- docs/deals.md once more, with nothing of the arena


def printed_order(case: Case) -> list[str]:
    plain = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    jokers = ["BJ"] * case.black_jokers + ["RJ"] * case.red_jokers
    return [card for card in plain for _ in range(case.packs)] + jokers


def numbers(secret: bytes, name: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(secret, name.encode("ascii") + bytes(1) + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (256 * high + low for high, low in zip(block[::2], block[1::2], strict=True))
        counter += 1


def below(n: int, stream: Iterator[int], passed_over: list[int]) -> int:
    bound = 65536 // n * n
    while (number := next(stream)) >= bound:
        passed_over.append(number)
    return number % n


def shuffled(cards: list[str], draw: Callable[[int], int]) -> str:
    for p in range(len(cards) - 1, 0, -1):
        q = draw(p + 1)
        cards[p], cards[q] = cards[q], cards[p]
    return "".join(cards)


# --- Drawing


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.preset}, {case.name}")
def test_the_vectors_are_what_the_document_says(case: Case) -> None:
    """A second implementation comes to the published decks."""
    secret = bytes.fromhex(case.secret)
    passed_over: list[int] = []

    assert hashlib.sha256(b"tractor-arena secret v1\n" + case.seed.encode()).hexdigest() == case.secret
    assert hashlib.sha256(secret).hexdigest() == case.commitment
    draw = partial(below, stream=numbers(secret, case.name), passed_over=passed_over)
    assert shuffled(printed_order(case), draw) == case.deck
    assert len(passed_over) == case.numbers_passed_over


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.preset}, {case.name}")
def test_the_arena_draws_the_vectors(case: Case) -> None:
    secret = secret_of_seed(case.seed)

    assert secret.hex() == case.secret
    assert commitment(secret) == case.commitment
    deck = ruleset(parse_options(case.preset)).sorted_deck
    assert cards_text(draw_deck(secret, case.name, deck), between="") == case.deck


def test_the_vectors_reach_numbers_that_are_passed_over() -> None:
    """Who leaves out the step against bias does not pass them."""
    assert sum(case.numbers_passed_over for case in CASES) >= 2


def test_every_deck_holds_every_card() -> None:
    for deal in range(1, scale(20, 200)):
        deck = draw_deck(SECRET, deal_name(Format.PAIRS, deal, 0), RULES.sorted_deck)
        assert Counter(deck) == Counter(RULES.sorted_deck)


@pytest.mark.slow
def test_every_card_is_as_likely_at_every_place() -> None:
    """Chi-square of one card's place in many decks; the secret is fixed, so the verdict is too."""
    count = scale(4000, 40_000)
    red_joker_places: Counter[int] = Counter()
    for deal in range(count):
        deck = draw_deck(SECRET, deal_name(Format.PAIRS, deal, 0), RULES.sorted_deck)
        red_joker_places.update(place for place, card in enumerate(deck) if card == RULES.sorted_deck[-1])
    expected = 2 * count / len(RULES.sorted_deck)
    chi_square = sum((red_joker_places[place] - expected) ** 2 / expected for place in range(len(RULES.sorted_deck)))

    # 107 degrees of freedom: mean 107, standard deviation about 14.6.
    assert 60 < chi_square < 165


def test_names_of_decks_never_meet() -> None:
    names = [deal_name(format_, deal, redeal) for format_ in Format for deal in (1, 11) for redeal in (0, 1)]
    names += [game_deal_name(format_, game, deal, 0) for format_ in Format for game in (1, 11) for deal in (1, 11)]

    assert len(set(names)) == len(names)


def test_secrets_are_new_every_time() -> None:
    assert len({new_secret() for _ in range(8)}) == 8
    assert len(new_secret()) == 32


# --- Boards


def match(*numbers: int, unit: Unit = Unit.DEALS, format_: Format = Format.PAIRS) -> Match:
    return Match(
        key="0" * 64,
        cup="test",
        round=1,
        format=format_,
        unit=unit,
        rules_id="",
        seating=("A", "B", "A", "B"),
        versions=("1",) * 4,
        boards=numbers,
    )


def dealt(
    *numbers: int, starter: Starter = Starter.FIXED, rules: Ruleset = RULES, per_game: int = 200, **kind: object
) -> tuple[Board, ...]:
    played = match(*numbers, **kind)  # type: ignore[arg-type]  # kinds by name
    stage = Stage(played.format, played.unit, len(rules.seat_names), 1, 1, per_game, True, starter)
    return boards(SECRET, played, stage, rules)


def test_deals_go_through_all_ranks_with_all_starters() -> None:
    """After 52 deals each seat has started at each trump rank once, with both sides on that level."""
    seen = Counter((board.levels, board.starter) for board in dealt(*range(1, 53)))

    assert set(seen) == {((rank,) * 4, seat) for rank in range(2, 15) for seat in range(4)}
    assert set(seen.values()) == {1}


def test_the_starter_of_a_deal_draws_first() -> None:
    assert all(board.first_drawer == board.starter for board in dealt(*range(1, 9)))


def test_a_deal_is_its_number_s_whatever_else_is_played() -> None:
    assert dealt(7) == dealt(5, 6, 7)[2:]


def test_bid_deals_are_first_deals_with_decks_to_spare() -> None:
    """With the starter bid for, every deal starts at the start level, and can be dealt again (B7)."""
    for place, board in enumerate(dealt(1, 2, 3, 4, 5, starter=Starter.BID)):
        assert board.starter is None
        assert board.levels == (2, 2, 2, 2)
        assert board.first_drawer == place % 4
        assert len(set(board.decks)) == 1 + REDEALS


def test_a_game_has_decks_for_as_long_as_it_may_last() -> None:
    game = dealt(3, unit=Unit.GAMES)

    assert [board.number for board in game] == list(range(1, 201))
    assert {board.first_drawer for board in game} == {2}
    assert len(game[0].decks) == 1 + REDEALS
    assert {len(board.decks) for board in game[1:]} == {1}
    assert len({deck for board in game for deck in board.decks}) == 200 + REDEALS


def test_a_game_may_be_shorter() -> None:
    assert dealt(3, unit=Unit.GAMES, per_game=7) == dealt(3, unit=Unit.GAMES)[:7]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_dealt_its_own_deck(preset: str) -> None:
    """All cards of it, everyone at one level, levels and first drawers coming round together after a cycle."""
    rules = ruleset(parse_options(preset))
    count = cycle(rules)
    found = dealt(*range(1, count + 1), rules=rules, format_=Format.FRIENDS if rules.friends else Format.PAIRS)

    assert all(Counter(board.decks[0]) == Counter(rules.sorted_deck) for board in found[:3])
    assert {len(board.levels) for board in found} == {len(rules.seat_names)}
    assert {len(set(board.levels)) for board in found} == {1}
    assert len({(board.levels[0], board.first_drawer) for board in found}) == count
    assert {board.levels[0] for board in found} == set(range(rules.start_level, 15))


# --- Finding Friends

FIVE = ruleset(parse_options("finding-friends-5"))
ROTATING = ruleset(parse_options({"preset": "finding-friends-5", "rotating_maker": True}))
JOKER = ruleset(parse_options({"preset": "finding-friends-5", "joker_level": True}))


def friends(*numbers: int, rules: Ruleset = FIVE, **kind: object) -> tuple[Board, ...]:
    return dealt(*numbers, rules=rules, format_=Format.FRIENDS, **kind)  # type: ignore[arg-type]  # kinds by name


def test_players_bid_at_every_level_with_decks_to_spare() -> None:
    """The bidding decides who makes, in any deal (Z1); where nobody bids it is dealt again (Z2)."""
    found = friends(*range(1, 14), starter=Starter.BID)

    assert [board.levels for board in found] == [(level,) * 5 for level in range(2, 15)]
    assert {board.starter for board in found} == {None}
    assert [board.first_drawer for board in found[:6]] == [0, 1, 2, 3, 4, 0]
    assert {len(set(board.decks)) for board in found} == {1 + REDEALS}


def test_a_maker_that_rotates_is_given() -> None:
    """Then the kitty sets trump where nobody bids (Z9), and no deck is spare."""
    found = friends(1, 2, 3, rules=ROTATING)

    assert [board.starter for board in found] == [board.first_drawer for board in found] == [0, 1, 2]
    assert {len(board.decks) for board in found} == {1}


def test_deals_that_stand_alone_stop_at_ace_with_a_level_joker() -> None:
    assert [board.levels[0] for board in friends(13, 14, rules=JOKER, starter=Starter.BID)] == [14, 2]


@pytest.mark.parametrize(("rules", "later"), [(FIVE, 1 + LATER_REDEALS), (ROTATING, 1)], ids=["bid", "rotating"])
def test_later_deals_of_a_game_can_be_thrown_in_where_nobody_must_make(rules: Ruleset, later: int) -> None:
    game = friends(3, rules=rules, unit=Unit.GAMES, starter=Starter.BID, per_game=4)

    assert [len(set(board.decks)) for board in game] == [1 + REDEALS, later, later, later]
    assert {board.first_drawer for board in game} == {2}
    assert {board.levels for board in game} == {(2,) * 5}


@pytest.mark.slow
def test_the_longest_game_fits_in_a_message() -> None:
    """A message has at most four megabytes."""
    rules = ruleset(parse_options("finding-friends-12"))
    game = friends(1, rules=rules, unit=Unit.GAMES, starter=Starter.BID, per_game=1000)

    assert sum(len(deck) for board in game for deck in board.decks) < 2_000_000


def test_formats_and_units_share_no_deck() -> None:
    decks = [
        board.decks[0]
        for format_ in Format
        for board in (*dealt(1, 2, format_=format_), *dealt(1, format_=format_, unit=Unit.GAMES)[:2])
    ]

    assert len(set(decks)) == len(decks)

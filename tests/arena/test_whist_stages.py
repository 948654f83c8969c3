"""Stages of whole cycles of whist: everyone with everyone, and against everyone twice as often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

import pytest

from arena.matches import Match
from arena.schedule import extent, matches
from tests.arena.cups import SECRET, cup
from tests.arena.scheduled import schedule, seats_taken, stage

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def met(played: Iterable[Match]) -> tuple[Counter[frozenset[str]], Counter[frozenset[str]]]:
    """How often two were partners, and opponents, over all boards."""
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for match in played:
        for one, other in combinations(range(4), 2):
            pair = frozenset((match.seating[one], match.seating[other]))
            (partners if (one - other) % 2 == 0 else opponents)[pair] += len(match.boards)
    return partners, opponents


@pytest.mark.parametrize(("bots", "deals", "per_match"), [(5, 3, 1), (8, 5, 2), (9, 16, 16), (12, 7, 4)])
def test_every_block_is_a_whole_cycle_of_whist(bots: int, deals: int, per_match: int) -> None:
    """Over every block of decks everyone partners everyone equally often, and opposes everyone twice as often."""
    blocks: defaultdict[int, list[Match]] = defaultdict(list)
    for match in schedule(stage("individual", deals, per_match=per_match), names=LETTERS[:bots]):
        blocks[(match.boards[0] - 1) // per_match].append(match)

    assert len(blocks) == -(-deals // per_match)
    for played in blocks.values():
        boards = played[0].boards
        assert all(match.boards == boards for match in played)
        partners, opponents = met(played)
        assert len(partners) == len(opponents) == bots * (bots - 1) // 2
        (times,) = set(partners.values())
        assert set(opponents.values()) == {2 * times}


def test_rounds_run_through_the_whole_stage_and_seat_nobody_twice() -> None:
    by_round: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for match in schedule(stage("individual", 6, per_match=2), names="ABCDEFGH"):
        by_round[match.round].add(frozenset(match.seating))

    assert list(by_round) == list(range(1, 22))
    for fours in by_round.values():
        assert sorted(name for four in fours for name in four) == list("ABCDEFGH")


def test_blocks_are_played_in_different_cycles() -> None:
    blocks: defaultdict[tuple[int, ...], set[frozenset[str]]] = defaultdict(set)
    for match in schedule(stage("individual", 8, per_match=2), names="ABCDEFGHI"):
        blocks[match.boards].add(frozenset(match.seating))

    assert len({frozenset(fours) for fours in blocks.values()}) == 4


@pytest.mark.parametrize("seatings", [2, 6, 24])
def test_a_table_plays_its_decks_in_so_many_seatings(seatings: int) -> None:
    tables: defaultdict[tuple[int, frozenset[str]], set[tuple[str, ...]]] = defaultdict(set)
    a_stage = stage("individual", 4, per_match=4, more=f"seatings = {seatings}\n")
    for match in schedule(a_stage, names="ABCDEFGH"):
        tables[match.round, frozenset(match.seating)].add(match.seating)

    assert len(tables) == 14
    assert {len(each) for each in tables.values()} == {seatings}


@pytest.mark.parametrize("bots", [4, 5, 8, 9])
@pytest.mark.parametrize("duplicate", [True, False])
def test_seats_are_even_over_whole_cycles(bots: int, duplicate: bool) -> None:
    """Nobody has one seat oftener than another by more than what each block leaves over at most."""
    names = LETTERS[:bots]
    most = (2 if bots == 4 else 1) * (2 if duplicate else 1)
    for blocks in (1, 4):
        taken = seats_taken(schedule(stage("individual", blocks, duplicate=duplicate), names=names))
        assert (
            max(
                max(taken[name, seat] for seat in range(4)) - min(taken[name, seat] for seat in range(4))
                for name in names
            )
            <= most * blocks
        )


def test_whist_without_duplicates_shares_no_deck() -> None:
    boards = Counter(
        board
        for match in schedule(stage("individual", 9, per_match=4, duplicate=False), names="ABCDEFGHI")
        for board in match.boards
    )

    assert set(boards.values()) == {1}
    assert sum(boards.values()) == 9 * 18


@pytest.mark.slow
def test_two_hundred_are_scheduled_without_making_all_of_it() -> None:
    a_cup = cup(stage("individual", 64, per_match=16), names=[f"B{number}" for number in range(200)])

    assert extent(a_cup, a_cup.stages[0]).match_count == 4 * 2 * 199 * 50
    assert next(matches(a_cup, SECRET)).round == 1

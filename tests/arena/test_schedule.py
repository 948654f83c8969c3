"""Who plays whom on which deals."""

from __future__ import annotations

import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

import pytest

from arena.matches import Format, Match, Unit
from arena.schedule import extent, matches, stage_of
from tests.arena.cups import FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, SECRET, cup
from tests.arena.scheduled import EVERY_TABLE, FIVE, SIX, schedule, seats_taken, stage


def sides(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return match.seating[0::2], match.seating[1::2]


def starts(played: Iterable[Match]) -> Counter[str]:
    """How often each entrant is the starter of a deal."""
    return Counter(match.seating[(board - 1) % 4] for match in played for board in match.boards)


def test_every_two_play_the_same_deals_on_both_sides() -> None:
    played: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for match in schedule(stage("pairs", 10, per_match=4)):
        played[match.seating].extend(match.boards)

    assert set(played) == {seating for a, b in combinations("ABCD", 2) for seating in ((a, b, a, b), (b, a, b, a))}
    assert all(boards == list(range(1, 11)) for boards in played.values())


def test_every_four_play_the_same_deals_in_all_splits_on_both_sides() -> None:
    played: defaultdict[frozenset[str], Counter[tuple[frozenset[str], int]]] = defaultdict(Counter)
    for match in schedule(stage("individual", 3, more=EVERY_TABLE), names="ABCDE"):
        north_south, _ = sides(match)
        for board in match.boards:
            played[frozenset(match.seating)][frozenset(north_south), board] += 1

    assert set(played) == {frozenset(four) for four in combinations("ABCDE", 4)}
    for four, splits in played.items():
        pairs = {frozenset(pair) for pair in combinations(four, 2)}
        assert splits == Counter({(pair, board): 1 for pair in pairs for board in (1, 2, 3)})


@pytest.mark.parametrize(("per_match", "deals"), [(1, 8), (2, 8), (4, 8), (8, 16)])
def test_everyone_sits_in_every_seat_equally_often(per_match: int, deals: int) -> None:
    """With every table, after every second turn of the tables: six seatings over four seats make 1½ a deal."""
    taken = seats_taken(schedule(stage("individual", deals, per_match=per_match, more=EVERY_TABLE)))

    assert set(taken.values()) == {3 * deals // 2}
    assert len(taken) == 16


def test_everyone_follows_everyone_equally_often() -> None:
    after = Counter(
        (match.seating[seat], match.seating[(seat + 1) % 4])
        for match in schedule(stage("individual", 4, per_match=4, more=EVERY_TABLE))
        for seat in range(4)
    )

    assert after == Counter({(a, b): 2 for a in "ABCD" for b in "ABCD" if a != b})


@pytest.mark.parametrize("per_match", [1, 2, 4])
@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize(("format_", "more"), [("pairs", ""), ("individual", EVERY_TABLE)])
def test_everyone_starts_equally_often(format_: str, more: str, duplicate: bool, per_match: int) -> None:
    """However the deals are cut, no entrant is the starter more often than another, over 16 turns of the tables."""
    started = starts(schedule(stage(format_, 64, per_match=per_match, duplicate=duplicate, more=more)))

    assert len(set(started.values())) == 1
    assert set(started) == set("ABCD")


def test_without_duplicates_no_deal_is_played_twice() -> None:
    for format_ in (Format.PAIRS, Format.INDIVIDUAL):
        boards = Counter(
            board for match in schedule(stage(format_, 9, per_match=4, duplicate=False)) for board in match.boards
        )
        assert set(boards.values()) == {1}
        assert sum(boards.values()) == 9 * (6 if format_ is Format.PAIRS else 3)


@pytest.mark.parametrize("names", ["AB", "ABCDEFGH", "ABCDEFGHIJKLM"])
def test_without_duplicates_every_table_still_sees_all_ranks_and_starters(names: str) -> None:
    """Also where the number of tables has a factor in common with the 52 of ranks and starters."""
    seen: defaultdict[frozenset[str], set[int]] = defaultdict(set)
    for match in schedule(stage("pairs", 52, per_match=13, duplicate=False), names=names):
        seen[frozenset(match.seating)].update(board % 52 for board in match.boards)

    assert all(len(kinds) == 52 for kinds in seen.values())


def test_games_are_numbered_and_played_on_both_sides() -> None:
    played = Counter((match.seating, match.boards) for match in schedule(GAMES, names="AB"))

    assert played == Counter({(seating, (game,)): 1 for seating in (tuple("ABAB"), tuple("BABA")) for game in (1, 2)})


def test_each_round_is_one_block_for_everyone() -> None:
    """Halfway through the blocks, everyone has played half of the deals."""
    played = schedule(stage("pairs", 8, per_match=2))
    half = Counter(name for match in played[: len(played) // 2] for name in match.seating for _ in match.boards)

    assert [match.round for match in played] == sorted(match.round for match in played)
    assert len(set(half.values())) == 1


def test_rounds_of_several_stages_are_played_side_by_side() -> None:
    played = schedule(stage("pairs", 4), stage("individual", 2), GAMES)
    half = played[: len(played) // 2]

    assert {(match.format, match.unit) for match in half} == {
        (Format.PAIRS, Unit.DEALS),
        (Format.INDIVIDUAL, Unit.DEALS),
        (Format.PAIRS, Unit.GAMES),
    }


def test_the_extent_counts_what_is_scheduled() -> None:
    stages = (stage("pairs", 7, per_match=3), stage("individual", 5, per_match=2, duplicate=False), GAMES)
    for names in ("ABCD", "ABCDEF"):
        for text in stages:
            a_cup = cup(text, names=names)
            played = list(matches(a_cup, SECRET))
            told = extent(a_cup, a_cup.stages[0])
            assert told.match_count == len(played)
            assert told.result_count == sum(len(match.boards) for match in played)


def test_a_match_knows_its_stage() -> None:
    a_cup = cup(PAIRS, INDIVIDUAL, GAMES)

    assert {stage_of(a_cup, match) for match in matches(a_cup, SECRET)} == set(a_cup.stages)


def test_the_first_match_of_millions_is_there_without_the_others() -> None:
    a_cup = cup(stage("individual", 16, per_match=16, more=EVERY_TABLE), names=[f"B{number}" for number in range(60)])
    tracemalloc.start()
    try:
        first = next(matches(a_cup, SECRET))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert set(first.seating) == {"B0", "B1", "B2", "B3"}
    assert extent(a_cup, a_cup.stages[0]).match_count == 2_925_810
    assert peak_bytes < 1_000_000


# --- Gauntlet


@pytest.mark.parametrize("duplicate", [True, False])
def test_newcomers_meet_all_others_and_nobody_else_meets(duplicate: bool) -> None:
    newcomers = stage("gauntlet", 4, per_match=2, duplicate=duplicate, more='newcomers = ["E", "B"]\n')
    played = schedule(newcomers, names="ABCDEF")
    pairs = Counter(frozenset(match.seating) for match in played)
    boards = Counter(board for match in played for board in match.boards)

    assert pairs == Counter({frozenset((one, other)): 4 if duplicate else 2 for one in "EB" for other in "ACDF"})
    assert set(boards.values()) == {16 if duplicate else 1}
    assert {match.format for match in played} == {Format.GAUNTLET}


# --- Six seats


def test_two_bots_sit_alternately_at_six_seats() -> None:
    seatings = {match.seating for match in schedule(PAIRS, names="AB", more=SIX)}

    assert seatings == {tuple("ABABAB"), tuple("BABABA")}


@pytest.mark.parametrize(("per_match", "deals"), [(1, 18), (3, 18), (6, 18)])
def test_six_sit_in_every_seat_equally_often(per_match: int, deals: int) -> None:
    """In all ten ways to form sides, after every third turn of the tables: twenty seatings over six seats."""
    played = schedule(stage("individual", deals, per_match=per_match), names="ABCDEF", more=SIX)
    ways = Counter(frozenset(match.seating[0::2]) for match in played for _ in match.boards)

    assert set(ways.values()) == {deals}
    assert len(ways) == 20
    assert set(seats_taken(played).values()) == {20 * deals // 6}


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("format_", ["pairs", "individual"])
def test_at_six_seats_everyone_starts_equally_often(format_: str, duplicate: bool) -> None:
    played = schedule(stage(format_, 36, per_match=6, duplicate=duplicate), names="ABCDEF", more=SIX)
    started = Counter(match.seating[(board - 1) % 6] for match in played for board in match.boards)

    assert len(set(started.values())) == 1


# --- Finding Friends


@pytest.mark.parametrize("names", ["ABCDE", "ABCDEFGH"])
def test_all_tables_of_a_round_play_the_same_decks(names: str) -> None:
    played: defaultdict[int, list[Match]] = defaultdict(list)
    for match in schedule(stage("friends", 10, per_match=4), names=names, more=FIVE):
        played[match.round].append(match)

    assert [{match.boards for match in played[number]} for number in (1, 2, 3)] == [
        {(1, 2, 3, 4)},
        {(5, 6, 7, 8)},
        {(9, 10)},
    ]
    for matches_of_round in played.values():
        assert set(seats_taken(matches_of_round).values()) == {len(matches_of_round[0].boards)}
        assert len(seats_taken(matches_of_round)) == 5 * len(names)


def test_tables_of_players_change_from_round_to_round() -> None:
    by_round: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
    for match in schedule(stage("friends", 4), names="ABCDEFG", more=FIVE):
        by_round[match.round].add(match.seating)

    assert len({frozenset(tables) for tables in by_round.values()}) > 1


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("names", ["ABCDE", "ABCDEFG"])
def test_players_draw_first_equally_often(names: str, duplicate: bool) -> None:
    """And sit equally often in each seat counted from the first drawer."""
    played = schedule(stage("friends", 10, per_match=5, duplicate=duplicate), names=names, more=FIVE)
    taken = Counter(
        (name, (seat - (board - 1)) % 5)
        for match in played
        for board in match.boards
        for seat, name in enumerate(match.seating)
    )

    assert set(taken.values()) == {10}
    assert len(taken) == 5 * len(names)


def test_players_without_duplicates_share_no_deck() -> None:
    played = schedule(stage("friends", 9, per_match=4, duplicate=False), names="ABCDEF", more=FIVE)
    boards = Counter(board for match in played for board in match.boards)

    assert set(boards.values()) == {1}
    assert sum(boards.values()) == 9 * 6


def test_the_extent_counts_tables_of_players() -> None:
    for text in (stage("friends", 7, per_match=3), FRIENDS_GAMES):
        a_cup = cup(text, names="ABCDEFG", more=FIVE)
        played = list(matches(a_cup, SECRET))
        told = extent(a_cup, a_cup.stages[0])

        assert told.match_count == len(played)
        assert told.result_count == sum(len(match.boards) for match in played)

"""Matches are given out in order, but for those of entrants that have no room at the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from arena import waiting
from arena.entrants import Entrant, Remote
from arena.ledger import Ledger
from arena.matches import Format, Match, Unit
from arena.table import TableSpec
from arena.waiting import WaitingList
from tests.arena.cups import PAIRS, cup
from tests.arena.referee_fake import SITTING, Rehearsal, Said, all_well


def entrant(name: str, *, tables: int | None = None, chairs: int | None = None) -> Entrant:
    return Entrant(name, "1", "", "", Remote(), tables=tables, chairs=chairs)


def matches_of(*seatings: str) -> Iterator[Match]:
    """Matches whose key is their number, from 1."""
    return (
        Match(str(number), "cup", 1, Format.PAIRS, Unit.DEALS, "", tuple(seating), ("1",) * len(seating), (1,))
        for number, seating in enumerate(seatings, 1)
    )


async def key_of_next(waiting: WaitingList) -> str | None:
    match = await waiting.take()
    return None if match is None else match.key


async def test_without_bounds_matches_come_in_their_order() -> None:
    waiting = WaitingList(matches_of("AB", "AB", "CD"), [entrant(name) for name in "ABCD"])

    assert [await key_of_next(waiting) for _ in range(4)] == ["1", "2", "3", None]


async def test_a_match_of_a_busy_entrant_is_passed_over_and_comes_next() -> None:
    waiting = WaitingList(matches_of("AB", "AC", "BC", "BD"), [entrant("A", tables=1), *map(entrant, "BCD")])
    first = await waiting.take()
    assert first is not None

    assert await key_of_next(waiting) == "3"
    waiting.leave(first)
    assert await key_of_next(waiting) == "2"
    assert await key_of_next(waiting) == "4"


async def test_where_only_busy_entrants_are_left_it_is_waited_for_them() -> None:
    waiting = WaitingList(matches_of("AB", "AC"), [entrant("A", tables=1), *map(entrant, "BC")])
    first = await waiting.take()
    assert first is not None
    found: list[str | None] = []

    async def take() -> None:
        found.append(await key_of_next(waiting))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        nursery.start_soon(take)
        await wait_all_tasks_blocked()
        assert found == []
        waiting.leave(first)
        await wait_all_tasks_blocked()
        assert sorted(found, key=str) == ["2", None]


async def test_chairs_are_counted_seat_by_seat() -> None:
    waiting = WaitingList(matches_of("ABAB", "ACBD", "BCBC"), [entrant("A", chairs=3), *map(entrant, "BCD")])

    assert [await key_of_next(waiting) for _ in range(2)] == ["1", "2"]

    waiting = WaitingList(matches_of("ABAB", "ACAC", "BCBC"), [entrant("A", chairs=3), *map(entrant, "BC")])

    assert [await key_of_next(waiting) for _ in range(2)] == ["1", "3"]


async def test_with_too_few_chairs_for_a_match_it_is_played_alone() -> None:
    waiting = WaitingList(matches_of("ABAB"), [entrant("A", chairs=1), entrant("B")])

    assert await key_of_next(waiting) == "1"


async def test_no_more_are_passed_over_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "HELD_MOST", 2)
    read: list[str] = []

    def told(matches: Iterator[Match]) -> Iterator[Match]:
        for match in matches:
            read.append(match.key)
            yield match

    listed = WaitingList(told(matches_of("AB", "AB", "AB", "AB", "CD")), [entrant("A", tables=1)])
    first = await listed.take()
    assert first is not None

    async with trio.open_nursery() as nursery:
        nursery.start_soon(listed.take)
        await wait_all_tasks_blocked()
        assert read == ["1", "2", "3"]
        nursery.cancel_scope.cancel()


async def test_everything_is_played_and_no_bound_passed_whatever_the_order() -> None:
    rng = Random(7)
    seatings = ["".join(rng.choice("ABCDEF") for _ in range(4)) for _ in range(300)]
    bounds = {"A": 1, "B": 2, "C": 5}
    listed = WaitingList(matches_of(*seatings), [entrant(name, tables=count) for name, count in bounds.items()])
    playing, played = Counter[str](), Counter[str]()

    async def table() -> None:
        while (match := await listed.take()) is not None:
            playing.update(set(match.seating))
            assert all(playing[name] <= count for name, count in bounds.items())
            for _ in range(rng.randrange(4)):
                await trio.lowlevel.checkpoint()
            playing.subtract(set(match.seating))
            played[match.key] += 1
            listed.leave(match)

    async with trio.open_nursery() as nursery:
        for _ in range(8):
            nursery.start_soon(table)

    assert played == Counter({str(number): 1 for number in range(1, 301)})


# --- In a cup


@pytest.mark.slow
async def test_an_entrant_is_never_at_more_tables_than_it_can_play_at(ledger: Ledger, tmp_path: Path) -> None:
    """And all is played, with the other tables in use meanwhile."""
    a_cup = cup(PAIRS, names="ABCD", command=SITTING)
    bounded = replace(a_cup, entrants=(replace(a_cup.entrants[0], tables=1), *a_cup.entrants[1:]))
    open_tables, with_a, most = [0], [0], Counter[str]()

    def play(spec: TableSpec) -> Iterator[Said]:
        is_with_a = any(chair.entrant == "A" for chair in spec.chairs)
        open_tables[0] += 1
        with_a[0] += is_with_a
        most["tables"] = max(most["tables"], open_tables[0])
        most["A"] = max(most["A"], with_a[0])
        yield trio.lowlevel.checkpoint
        *said, end = all_well(spec)
        yield from said
        open_tables[0] -= 1
        with_a[0] -= is_with_a
        yield end

    stage = Rehearsal(bounded, ledger, tmp_path, play, tables=3)
    await stage.run.play()

    assert most["A"] == 1
    assert most["tables"] > 1
    assert stage.run.is_finished

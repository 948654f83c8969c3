"""Files of records: those that hold, those that do not, and those that are none."""

from __future__ import annotations

import io
import json
import tracemalloc
from functools import lru_cache

import pytest
import zstandard

from referee.audit import Differs, Holds, Unreadable, Verdict, audit, exit_status
from tests.referee.recorded import recorded_game


@lru_cache(maxsize=1)
def lines() -> tuple[str, ...]:
    """Three deals of a game."""
    return tuple(recorded_game(seed=5, deal_count=3))


def file_of(*records: str) -> bytes:
    return "".join(f"{record}\n" for record in records).encode()


def packed(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def verdict_on(data: bytes) -> Verdict:
    return audit(io.BytesIO(data))


def test_records_hold_plain_or_compressed_in_one_frame_or_several() -> None:
    whole, (first, *others) = file_of(*lines()), lines()
    holds = Holds(deal_count=len(lines()))

    assert verdict_on(whole) == holds
    assert verdict_on(whole.removesuffix(b"\n")) == holds
    assert verdict_on(packed(whole)) == holds
    assert verdict_on(packed(file_of(first)) + packed(file_of(*others))) == holds
    assert exit_status(holds) == 0


@pytest.mark.parametrize("preset", ["tractor-online", "tractor-3-packs", "tractor-6-seats", "finding-friends-5"])
def test_records_of_other_games_hold_too(preset: str) -> None:
    lines_of_game = recorded_game(seed=6, deal_count=2, preset=preset)

    assert verdict_on(file_of(*lines_of_game)) == Holds(deal_count=len(lines_of_game))


def test_a_friend_who_did_not_play_the_card_called_is_found() -> None:
    first, second = recorded_game(seed=6, deal_count=2, preset="finding-friends-6")
    fields = json.loads(second)
    fields["calls"][0][2] = None if fields["calls"][0][2] else "Seat1"

    verdict = verdict_on(file_of(first, json.dumps(fields)))

    assert isinstance(verdict, Differs)
    assert (verdict.line, verdict.deal) == (2, 2)
    assert verdict.what.startswith("calls: the record says [[")


def test_the_first_thing_that_does_not_hold_is_named_with_its_place() -> None:
    """What the record says and what the rules say are both told."""
    first, second, third = lines()
    fields = json.loads(second)
    said, found = fields["result"]["total"] + 5, fields["result"]["total"]
    fields["result"]["total"] = said

    verdict = verdict_on(file_of(first, json.dumps(fields), third))

    assert isinstance(verdict, Differs)
    assert (verdict.line, verdict.deal) == (2, 2)
    assert "result.total" in verdict.what
    assert verdict.what.index(str(said)) < verdict.what.index(str(found))
    assert not verdict.what.startswith("line")
    assert exit_status(verdict) == 1


@pytest.mark.parametrize(
    ("changes", "result_changes", "told"),
    [
        ({}, {"declarers_won": True}, "result.declarers_won: the record says true, the rules say false"),
        ({}, {"game_won_by": 1}, "result.game_won_by: the record says 1, the rules say null"),
        ({}, {"gains": [0, 9]}, "result.gains: the record says [0,9], the rules say ["),
        ({}, {"levels": ["2", "W"]}, 'result.levels: the record says ["2","W"], the rules say ["'),
        ({}, {"next_starter": "Up"}, 'result.next_starter: the record says "Up", the rules say "'),
        ({"trump": 'x, "y'}, {}, r'trump: the record says "x, \"y", the rules say "'),
        ({"levels": ["2", "W"]}, {}, "start: the levels are 2 W; each of 2 sides has one from 2 to A"),
        ({"levels": []}, {}, "start: the levels are none; each of 2 sides has one from 2 to A"),
        ({"rules_id": "x" * 200}, {}, f'rules_id: the record says "{"x" * 79}…, the rules say "'),
    ],
)
def test_values_are_told_as_the_record_writes_them(
    changes: dict[str, object], result_changes: dict[str, object], told: str
) -> None:
    """Levels by their letters and all as JSON; who wrote the record may know no Python."""
    fields = json.loads(lines()[0])
    fields.update(changes)
    fields["result"].update(result_changes)
    verdict = verdict_on(file_of(json.dumps(fields)))

    assert isinstance(verdict, Differs)
    assert verdict.what.startswith(told)


def test_a_play_that_the_hand_does_not_hold_is_found() -> None:
    """The last two plays of a trick are exchanged."""
    fields = json.loads(lines()[0])
    fields["tricks"][0][3:5] = reversed(fields["tricks"][0][3:5])

    verdict = verdict_on(file_of(json.dumps(fields)))

    assert isinstance(verdict, Differs)
    assert "tricks[0]" in verdict.what


def test_a_deal_left_out_of_a_game_is_found() -> None:
    first, _, third = lines()

    verdict = verdict_on(file_of(first, third))

    assert isinstance(verdict, Differs)
    assert verdict.line == 2
    assert "deal" in verdict.what


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "there is no record in it"),
        (b"\n", "line 1: not a record"),
        (b'{"record": "tractor/1"}\n', "line 1: not a record"),
        (b'{"record": "tractor/9"}\n', "line 1: not a record"),
        (b"[" * 100_000, "line 1: not a record"),
        (b"\xff\xfe\n", "line 1: not a record"),
        (b" " * (1 << 21), "line 1: longer than a record can be"),
        (b"\x28\xb5\x2f\xfdrubbish", "line 1: the compressed data is damaged"),
    ],
)
def test_what_is_no_file_of_records_cannot_be_read(data: bytes, why: str) -> None:
    verdict = verdict_on(data)

    assert isinstance(verdict, Unreadable)
    assert verdict.why.startswith(why)
    assert exit_status(verdict) == 2


def test_the_line_that_cannot_be_read_is_named() -> None:
    first, second, _ = lines()

    verdict = verdict_on(file_of(first, second[:-1]))

    assert isinstance(verdict, Unreadable)
    assert verdict.why.startswith("line 2: not a record")


@pytest.mark.parametrize("cut", [1, 100])
def test_a_compressed_file_that_breaks_off_cannot_be_read(cut: int) -> None:
    """Not even where all its lines are there and only the checksum is cut."""
    verdict = verdict_on(packed(file_of(*lines()))[:-cut])

    assert isinstance(verdict, Unreadable)
    assert "breaks off" in verdict.why


def test_a_compressed_file_with_a_changed_byte_cannot_be_read() -> None:
    """The last byte belongs to the checksum."""
    data = bytearray(packed(file_of(*lines())))
    data[-1] ^= 1

    verdict = verdict_on(bytes(data))

    assert isinstance(verdict, Unreadable)
    assert "damaged" in verdict.why


@pytest.mark.slow
@pytest.mark.parametrize("filling", [b" ", b"\n"])
def test_a_file_that_swells_without_end_is_refused_in_little_memory(filling: bytes) -> None:
    """A gigabyte of blanks packs into some 30 kB."""
    compressor = zstandard.ZstdCompressor().compressobj()
    bomb = b"".join(compressor.compress(filling * (1 << 20)) for _ in range(1 << 10)) + compressor.flush()

    tracemalloc.start()
    try:
        verdict = verdict_on(bomb)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert isinstance(verdict, Unreadable)
    assert len(bomb) < 1 << 17
    assert peak < 100 << 20

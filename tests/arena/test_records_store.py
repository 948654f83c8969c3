"""Records are on the disk whole, under a name of their match, with the hash of what is there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import zstandard

from arena.locks import held, take
from arena.records_store import record_name, remove_unfinished, store_record

KEY = "0123456789abcdef" * 4


def test_what_was_stored_can_be_read(tmp_path: Path) -> None:
    stored = store_record(tmp_path / "records" / "cup", KEY, ['{"board": 1}', '{"board": 2, "note": "雪"}'])
    content = (tmp_path / "records" / "cup" / stored.name).read_bytes()

    assert stored.name == record_name(KEY) == f"{KEY[:32]}.jsonl.zst"
    assert stored.sha256 == hashlib.sha256(content).hexdigest()
    assert stored.deal_count == 2
    assert zstandard.ZstdDecompressor().decompress(content).decode() == '{"board": 1}\n{"board": 2, "note": "雪"}\n'


def test_the_same_deals_are_the_same_bytes(tmp_path: Path) -> None:
    assert store_record(tmp_path / "a", KEY, ["{}"]).sha256 == store_record(tmp_path / "b", KEY, ["{}"]).sha256


def test_a_record_left_by_a_run_that_died_is_replaced(tmp_path: Path) -> None:
    store_record(tmp_path, KEY, ["old"])
    stored = store_record(tmp_path, KEY, ["new"])

    assert [path.name for path in tmp_path.iterdir()] == [stored.name]
    assert zstandard.ZstdDecompressor().decompress((tmp_path / stored.name).read_bytes()) == b"new\n"


def test_nothing_half_done_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arena.records_store.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        store_record(tmp_path, KEY, ["{}"])

    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    """The record of a writer at work, another file, and what is finished stay."""
    stored = store_record(tmp_path, KEY, ["{}"])
    left, at_work = tmp_path / f".{stored.name}.123", tmp_path / f".{stored.name}.124"
    left.write_bytes(b"half of a rec")
    (tmp_path / "notes.txt").write_text("mine")
    lock = take(at_work, waits=False)
    assert lock is not None
    with held(lock):
        remove_unfinished(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {stored.name, at_work.name, "notes.txt"}
    remove_unfinished(tmp_path / "gone")


def test_a_line_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line break"):
        store_record(tmp_path, KEY, ["{\n}"])

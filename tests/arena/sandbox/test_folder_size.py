"""What a program takes of the disk is counted, wherever it hides it."""

from __future__ import annotations

import os
from pathlib import Path

from arena.sandbox.folder_size import ENTRY_BYTES, taken_bytes

MUCH = 1 << 40


def test_files_in_folders_count_what_they_take_and_links_do_not_lead_out(tmp_path: Path) -> None:
    home, outside = tmp_path / "home", tmp_path / "outside"
    for folder in (home / "deep" / "er", outside):
        folder.mkdir(parents=True)
    (home / "deep" / "er" / "file").write_bytes(b"x" * 100_000)
    (outside / "file").write_bytes(b"x" * 10_000_000)
    (home / "link").symlink_to(outside)
    with (home / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 33)

    assert 100_000 <= taken_bytes(str(home), (), most=MUCH) < 1_000_000


def test_files_without_content_count_too(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / str(number)).touch()

    assert taken_bytes(str(tmp_path), (), most=MUCH) >= 20 * ENTRY_BYTES


def test_a_file_that_was_removed_and_is_still_open_counts(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"x" * 1_000_000)
        before = taken_bytes(str(tmp_path), (), most=MUCH)
        (tmp_path / "file").unlink()

        assert before >= 1_000_000
        assert taken_bytes(str(tmp_path), (os.getpid(),), most=MUCH) >= 1_000_000
        assert taken_bytes(str(tmp_path), (), most=MUCH) == 0


def test_what_is_not_there_takes_nothing(tmp_path: Path) -> None:
    assert taken_bytes(str(tmp_path / "gone"), (999_999_999,), most=MUCH) == 0

"""Bots that were submitted: kept for ever as they are, listed once they are whole, found by entrant and version."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.bot_content import remove
from arena.bot_file import BadBot
from arena.bot_store import BadStore, BotStore, Draft, LabelTaken, Manifest, NameTaken, UnknownBot
from arena.entrants import Local, Remote

BEGUN = datetime(2025, 6, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> BotStore:
    return BotStore(tmp_path / "bots")


def source(tmp_path: Path, name: str = "Ada", version: str = "1", code: str = "", more: str = "") -> Path:
    folder = tmp_path / f"source-{name.replace('/', '_')}"
    folder.mkdir(exist_ok=True)
    (folder / "bot.toml").write_text(f'name = "{name}"\nversion = "{version}"\nrun = ["sh", "bot.sh"]\n{more}')
    (folder / "bot.sh").write_text(code)
    return folder


def submitted(store: BotStore, folder: Path, *, at: datetime = BEGUN) -> Manifest:
    with store.draft(folder) as draft:
        assert isinstance(draft, Draft)
        return store.keep(draft, at)


# --- Kept


def test_a_bot_is_kept_under_its_hash_and_is_read_only(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path, more='author = "Lovelace"\nlanguage = "sh"\ntables = 3\n'))

    place = store.place("Ada", kept.content)
    assert place == store.folder / "Ada" / kept.content
    assert store.versions() == (kept,)
    assert (kept.author, kept.language, kept.tables, kept.submitted) == ("Lovelace", "sh", 3, BEGUN)
    assert {path.stat().st_mode & 0o222 for path in (place, *place.iterdir())} == {0}


def test_it_is_built_where_it_is_kept(store: BotStore, tmp_path: Path) -> None:
    with store.draft(source(tmp_path)) as draft:
        assert isinstance(draft, Draft)
        assert draft.bot.folder == draft.place
        (draft.place / "made").write_text("")
        kept = store.keep(draft, BEGUN)

    assert (store.place("Ada", kept.content) / "made").exists()


def test_the_same_content_is_told_and_kept_once(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))

    with store.draft(source(tmp_path)) as again:
        assert again == kept
    assert store.versions() == (kept,)


def test_what_is_not_kept_leaves_nothing(store: BotStore, tmp_path: Path) -> None:
    with store.draft(source(tmp_path)) as draft:
        assert isinstance(draft, Draft)

    assert store.versions() == ()
    assert list(store.folder.iterdir()) == []


def test_what_is_kept_is_all_that_is_left(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))

    assert {path.name for path in store.folder.rglob("*")} == {
        "Ada",
        kept.content,
        "bot.toml",
        "bot.sh",
        f"{kept.content}.json",
    }


def test_a_label_stands_for_one_content(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))

    with pytest.raises(LabelTaken, match=rf"version '1' of 'Ada' has other content \({kept.hash}.*raise version"):
        submitted(store, source(tmp_path, code="true"))
    submitted(store, source(tmp_path, version="2", code="true"))


def test_names_that_look_alike_are_one_entrant(store: BotStore, tmp_path: Path) -> None:
    submitted(store, source(tmp_path))

    with pytest.raises(NameTaken, match="differ in case alone"):
        submitted(store, source(tmp_path, "ada"))


def test_a_version_whose_folder_is_gone_can_be_submitted_again(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))
    remove(store.place("Ada", kept.content))

    with pytest.raises(BadBot, match=r"does not exist.*submit the bot again"):
        store.entrant(kept)
    assert submitted(store, source(tmp_path)) == kept


# --- Cut short, and at the same time


CUT_SHORT = """
import os, signal, sys
from pathlib import Path
from arena.bot_store import BotStore
with BotStore(Path(sys.argv[1])).draft(Path(sys.argv[2])) as draft:
    (draft.place / "half").write_text("")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_what_was_cut_short_is_not_listed_and_is_done_again(store: BotStore, tmp_path: Path) -> None:
    folder = source(tmp_path)
    done = subprocess.run([sys.executable, "-c", CUT_SHORT, str(store.folder), str(folder)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert store.versions() == ()

    kept = submitted(store, folder)

    assert not (store.place("Ada", kept.content) / "half").exists()


def test_a_full_disk_leaves_nothing(store: BotStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)

    with pytest.raises(OSError, match="No space left"):
        submitted(store, source(tmp_path))
    assert list(store.folder.iterdir()) == []


def half_made(store: BotStore) -> list[Path]:
    """Of each kind that a killed submission leaves, one."""
    own = store.folder / "Bob"
    (own / ".new-copy" / "bot").mkdir(parents=True)
    (own / ".new-copy" / "lock").touch()
    (own / ".new-file").touch()
    (own / ("a" * 64)).mkdir()
    (own / ("a" * 64) / "made").touch()
    (own / ("a" * 64)).chmod(0o500)
    (own / f".{'a' * 64}.lock").touch()
    (store.folder / ".new-file").touch()
    return [own, store.folder / ".new-file"]


def test_what_was_left_half_made_goes_with_the_next_submission_of_other_content(
    store: BotStore, tmp_path: Path
) -> None:
    left = half_made(store)

    submitted(store, source(tmp_path))

    assert not any(path.exists() for path in left)


def test_what_is_kept_or_under_way_is_not_swept(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))
    with store.draft(source(tmp_path, "Bob")) as draft:
        assert isinstance(draft, Draft)
        (draft.place / "half").touch()
        before = sorted(store.folder.rglob("*"))

        # Locks of one process keep it out as those of others do.
        store.sweep()

        assert sorted(path for path in store.folder.rglob("*")) == before
    assert store.versions() == (kept,)
    assert store.place("Ada", kept.content).is_dir()


def test_where_nothing_was_submitted_nothing_is_swept_and_nothing_made(store: BotStore) -> None:
    store.sweep()

    assert not store.folder.exists()


def test_two_who_submit_the_same_at_once_keep_it_once(store: BotStore, tmp_path: Path) -> None:
    folder = source(tmp_path)

    def submit(_: int) -> Manifest:
        with BotStore(store.folder).draft(folder) as draft:
            return store.keep(draft, BEGUN) if isinstance(draft, Draft) else draft

    with ThreadPoolExecutor(8) as workers:
        kept = set(workers.map(submit, range(8)))

    assert store.versions() == tuple(kept)


def test_of_two_who_submit_other_content_under_one_label_one_is_refused(store: BotStore, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    first, second = source(tmp_path / "a"), source(tmp_path / "b", code="true")

    with store.draft(first) as one, store.draft(second) as other:
        assert isinstance(one, Draft)
        assert isinstance(other, Draft)
        kept = store.keep(one, BEGUN)
        with pytest.raises(LabelTaken):
            store.keep(other, BEGUN)

    assert store.versions() == (kept,)


def test_a_damaged_file_is_named(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path))
    listed = store.folder / "Ada" / f"{kept.content}.json"
    listed.write_text("{")

    with pytest.raises(BadStore, match=f"{listed} is damaged; remove it"):
        store.versions()


# --- Found


@pytest.fixture
def three(store: BotStore, tmp_path: Path) -> list[Manifest]:
    """Versions 1, 2 and 3, submitted on three days."""
    return [
        submitted(store, source(tmp_path, version=str(number), code=f"# {number}"), at=BEGUN + timedelta(days=number))
        for number in (1, 2, 3)
    ]


def test_without_a_version_the_newest_is_found(store: BotStore, three: list[Manifest]) -> None:
    assert store.find("Ada") == three[2]


def test_a_version_is_found_by_its_label_or_the_beginning_of_its_hash(store: BotStore, three: list[Manifest]) -> None:
    assert store.find("Ada", "2") == three[1]
    assert store.find("Ada", three[0].content[:8]) == three[0]
    assert store.find("Ada", three[0].content.upper()) == three[0]


def test_an_unknown_version_is_told_with_those_there_are(store: BotStore, three: list[Manifest]) -> None:
    with pytest.raises(UnknownBot) as caught:
        store.find("Ada", "9z")

    assert str(caught.value) == (
        f"'9z' is no version of 'Ada'; there are 1 ({three[0].hash}), 2 ({three[1].hash}), 3 ({three[2].hash})"
    )
    assert caught.value.is_version


def test_an_unknown_entrant_is_told_with_what_it_was_to_be(store: BotStore, tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="'Ada' was not submitted; none were; arena submit DIR does it"):
        store.find("Ada")
    submitted(store, source(tmp_path))
    with pytest.raises(UnknownBot, match=r"'Adda' was not submitted; did you mean Ada\?"):
        store.find("Adda")
    with pytest.raises(UnknownBot, match="'Zoe' was not submitted; those that were are: Ada"):
        store.find("Zoe")


def test_a_version_takes_part_with_its_content(store: BotStore, tmp_path: Path) -> None:
    kept = submitted(store, source(tmp_path, more="tables = 2\n"))

    entrant = store.entrant(kept, name="Ada 1")

    assert (entrant.name, entrant.version, entrant.tables, entrant.content) == ("Ada 1", "1", 2, kept.content)
    assert isinstance(entrant.player, Local)
    assert entrant.player.readable == (store.place("Ada", kept.content),)


# --- Elsewhere


def test_a_bot_elsewhere_is_an_entrant_with_chairs(store: BotStore) -> None:
    kept = store.enter_remote("Far", chairs=2, submitted=BEGUN)

    entrant = store.entrant(store.find("Far"))

    assert (entrant.player, entrant.chairs, entrant.content, entrant.version) == (Remote(), 2, "", "remote")
    assert kept.is_remote


def test_a_bot_elsewhere_that_is_entered_again_is_one_still(store: BotStore) -> None:
    store.enter_remote("Far", chairs=2, submitted=BEGUN)
    later = store.enter_remote("Far", chairs=5, submitted=BEGUN + timedelta(days=1))

    assert store.versions() == (later,)


def test_a_name_is_that_of_a_folder_or_of_a_bot_elsewhere(store: BotStore, tmp_path: Path) -> None:
    submitted(store, source(tmp_path))
    store.enter_remote("Far", chairs=1, submitted=BEGUN)

    with pytest.raises(NameTaken, match="was submitted as a folder"):
        store.enter_remote("Ada", chairs=1, submitted=BEGUN)
    with pytest.raises(NameTaken, match="is a bot elsewhere"):
        submitted(store, source(tmp_path, "Far"))

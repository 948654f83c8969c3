"""Publishing: the same files from the same ledger, whole at every moment, with nothing told too early."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import zstandard

from arena.config import Stage
from arena.leaderboard import FORMAT
from arena.ledger import Ledger, UnknownCup, ledger_url, open_ledger, read_ledger
from arena.locks import locked
from arena.matches import Ending, Fault, Format, Outcome
from arena.publish import Progress, PublishError, publish
from arena.publishing import workforce
from arena.ratings import Anchor
from arena.site import paths
from arena.words.languages import Language
from referee.rules.options import parse_canonical_text, rules_id
from tests.arena.cups import GAMES, PAIRS, cup
from tests.arena.played import FOUR, cup_entry, outcome, played_cup, record_bytes, result, store


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as opened:
        opened.begin_cup(cup_entry())
        yield opened


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "cup-records"
    folder.mkdir()
    return folder


def a_few() -> list[Outcome]:
    return [
        outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1), result(0.0, -1, board=2)]),
        outcome(("Ben", "Ada") * 2, [result(1.0, 1, board=1), result(0.0, -1, board=2)]),
        outcome(FOUR, [result(1.0, 1)], format_=Format.INDIVIDUAL, round_=2),
    ]


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_complete_cup_is_published_with_records_and_secret(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page

    assert page == tmp_path / "out" / "test-cup" / "index.html"
    files = files_below(page.parent)
    assert set(files) >= {
        *("index.html", "leaderboard.json", "leaderboard.csv", "leaderboard.md", "matches.jsonl", "cup.json"),
        *(f"{language.folder}matches.html" for language in Language),
        *(f"{language.folder}{paths.match_page(each.match.key)}" for each in a_few() for language in Language),
    }
    assert {name for name in files if name.startswith("records/")} == {
        f"records/{each.record_name}" for each in a_few()
    }
    document = json.loads(files["leaderboard.json"])
    assert document["format"] == FORMAT == "tractor-arena/leaderboard/1"
    assert hashlib.sha256(bytes.fromhex(document["secret"])).hexdigest() == document["commitment"]
    for name in ("index.html", "leaderboard.md"):
        assert cup_entry().secret.hex().encode() in files[name]


def test_running_cup_keeps_secret_and_records_back(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    """Other entrants are still to play the decks that the records hold."""
    store(ledger, records, a_few())
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page

    files = files_below(page.parent)
    assert not [name for name in files if name.startswith(("records/", "replays/"))]
    document = json.loads(files["leaderboard.json"])
    assert document["secret"] is None
    assert document["commitment"] == cup_entry().commitment
    for content in files.values():
        assert cup_entry().secret not in content
        assert cup_entry().secret.hex().encode() not in content
    for each in a_few():
        told = files[paths.match_page(each.match.key)]
        assert b"replay.html" not in told
        assert b"records/" not in told


@pytest.mark.slow
@pytest.mark.parametrize("progress", Progress)
def test_same_ledger_gives_the_same_bytes(ledger: Ledger, records: Path, tmp_path: Path, progress: Progress) -> None:
    store(ledger, records, a_few())
    first = files_below(publish(ledger, "test-cup", tmp_path / "one", records, progress=progress).page.parent)
    with open_ledger(ledger_url(tmp_path / "other.sqlite")) as other:
        other.begin_cup(cup_entry())
        store(other, records, a_few()[::-1])
        second = files_below(publish(other, "test-cup", tmp_path / "two", records, progress=progress).page.parent)

    # When a match was stored, only the feed tells.
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] in ([], ["feed.xml"])


def test_reader_of_the_ledger_is_enough_to_publish(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    with read_ledger(ledger_url(tmp_path / "arena.sqlite")) as reader:
        assert publish(reader, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page.exists()


@pytest.mark.slow
def test_published_matches_are_those_of_the_ledger(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page

    lines = (page.parent / "matches.jsonl").read_bytes().splitlines()
    assert lines == [msgspec.json.encode(outcome) for outcome in ledger.outcomes("test-cup")]


@pytest.mark.slow
def test_words_of_faults_wait_for_the_end(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    """They name cards of hands that others are still to play; which rule was broken is told at once."""
    seating = ("Ada", "Ben", "Cy", "Dot")
    fault = Fault(0, 2, Ending.ILLEGAL, "F2", None, "played 7H of 9S 9S")
    played = outcome(seating, [result(1.0, 1)], format_=Format.INDIVIDUAL, faults=[fault])
    store(ledger, records, [played])

    def told(progress: Progress) -> list[bytes]:
        target = publish(ledger, "test-cup", tmp_path / "out", records, progress=progress).page.parent
        return [path.read_bytes() for path in sorted(target.rglob("*")) if path.suffix in {".html", ".jsonl"}]

    assert not any(b"7H of 9S" in content for content in told(Progress.RUNNING))
    assert sum(b"F2" in content for content in told(Progress.RUNNING)) >= 1 + len(Language)
    assert sum(b"7H of 9S" in content for content in told(Progress.COMPLETE)) == 1 + len(Language)


def test_cup_without_matches_has_a_page(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page

    assert "No match has been played yet" in page.read_text()


def test_unknown_cup_is_refused(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownCup, match="nothing"):
        publish(ledger, "nothing", tmp_path / "out", records, progress=Progress.RUNNING)
    assert not (tmp_path / "out").exists()


def test_missing_record_is_named(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    gone = records / a_few()[1].record_name
    gone.unlink()

    with pytest.raises(PublishError, match=f"{gone.name}.*missing"):
        publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)


def test_changed_record_is_not_published(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    changed = records / a_few()[1].record_name
    changed.write_bytes(b"another game")

    with pytest.raises(PublishError, match="not the one in the ledger"):
        publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)
    assert not (tmp_path / "out" / "test-cup" / "records" / changed.name).exists()


@pytest.mark.slow
def test_published_record_that_was_changed_is_put_right(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page
    copy = page.parent / "records" / a_few()[0].record_name
    copy.write_bytes(b"edited")

    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)
    assert copy.read_bytes() == record_bytes(a_few()[0].match.key)


def test_what_a_stranger_needs_to_follow_the_cup_is_published_before_its_first_card(
    ledger: Ledger, records: Path, tmp_path: Path
) -> None:
    stages = cup(PAIRS, GAMES).stages
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING, stages=stages).page

    document = json.loads((page.parent / "cup.json").read_bytes())
    assert document["format"] == "tractor-arena/cup/1"
    assert document["commitment"] == cup_entry().commitment
    assert document["config"] == cup_entry().config
    assert (
        rules_id(parse_canonical_text(document["rules"])) == hashlib.sha256(document["rules"].encode()).hexdigest()[:16]
    )
    assert [each["name"] for each in document["entrants"]] == list(FOUR)
    assert msgspec.convert(document["stages"], tuple[Stage, ...]) == stages


def test_anchor_is_published_with_the_ratings_that_it_fixes(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    anchor = Anchor("Ben", 1500.0)
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING, anchor=anchor).page

    document = json.loads((page.parent / "leaderboard.json").read_bytes())
    assert document["anchor"] == {"name": "Ben", "rating": 1500.0}
    (ben,) = (row for row in document["sections"][0]["rows"] if row["name"] == "Ben")
    assert ben["rating"] == 1500.0


@pytest.mark.slow
def test_one_who_publishes_waits_for_another_and_takes_none_of_its_files(
    ledger: Ledger, records: Path, tmp_path: Path
) -> None:
    """While somebody is at work in the folder, nothing in it is touched; afterwards, no file is left over."""
    store(ledger, records, a_few())
    target = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page.parent
    part = target / ".index.html.part"
    program = (
        "from pathlib import Path\nimport sys\nfrom arena.ledger import read_ledger\n"
        "from arena.publish import Progress, publish\nprint('ready', flush=True)\n"
        "with read_ledger(sys.argv[1]) as ledger:\n"
        "    publish(ledger, 'test-cup', Path(sys.argv[2]), Path(sys.argv[3]), progress=Progress.COMPLETE)\n"
    )
    places = (ledger_url(tmp_path / "arena.sqlite"), str(tmp_path / "out"), str(records))
    with locked(target / ".publishing.lock"):
        part.write_bytes(b"half of a page")
        other = subprocess.Popen([sys.executable, "-c", program, *places], stdout=subprocess.PIPE)
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        # A process that waits for a file lock says so itself.
        while f"{other.pid} " not in Path("/proc/locks").read_text().replace("->", ""):
            assert other.poll() is None
        assert part.read_bytes() == b"half of a page"
        assert not (target / "records").exists()
    assert other.wait(timeout=60) == 0
    other.stdout.close()
    assert (target / "records").exists()
    assert not list(target.glob(".*"))


@pytest.mark.parametrize("name", ["../../escaped", "/etc/passwd", ".hidden", ""])
def test_record_name_leads_nowhere_else(ledger: Ledger, records: Path, tmp_path: Path, name: str) -> None:
    ledger.store(replace(a_few()[0], record_name=name))

    with pytest.raises(PublishError, match="no name of a file"):
        publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)


@pytest.mark.slow
def test_file_is_replaced_only_when_the_new_one_is_whole(
    ledger: Ledger, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails while the new page is synced leaves the old one as it was."""
    store(ledger, records, a_few()[:1])
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page
    before = {name: content for name, content in files_below(page.parent).items() if not name.startswith(".")}
    store(ledger, records, a_few()[1:])

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING)
    after = {name: content for name, content in files_below(page.parent).items() if not name.startswith(".")}
    assert after == before

    monkeypatch.undo()
    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING)
    assert b"3 matches" in page.read_bytes()
    assert not list(page.parent.glob(".*"))


def test_records_of_an_earlier_cup_and_left_over_parts_are_removed_and_nothing_else(
    ledger: Ledger, records: Path, tmp_path: Path
) -> None:
    name = f"{'0a' * 16}.jsonl.zst"
    listed = replace(a_few()[0], record_name=f"{'0b' * 16}.jsonl.zst")
    store(ledger, records, [listed])
    target = tmp_path / "out" / "test-cup"
    ours = (f"records/{name}", f"records/.{name}.part", f"records/.{listed.record_name}.part", ".index.html.part")
    foreign = ("records/notes.txt", f"records/{name}.bak", "records/.x.part", ".mine.part", f"records/more/{name}")
    (target / "records" / "more").mkdir(parents=True)
    for each in (*ours, *foreign, name):
        (target / each).write_bytes(b"from before")

    for progress in Progress:
        publish(ledger, "test-cup", tmp_path / "out", records, progress=progress)
        assert not [each for each in ours if (target / each).exists()]
        assert [each for each in (*foreign, name) if not (target / each).exists()] == []
    assert (target / "records" / listed.record_name).exists()


def test_folder_that_is_also_the_source_of_records_loses_none(ledger: Ledger, tmp_path: Path) -> None:
    records = tmp_path / "out" / "test-cup" / "records"
    records.mkdir(parents=True)
    store(ledger, records, a_few())
    of_another_cup = records / f"{'0a' * 16}.jsonl.zst"
    of_another_cup.write_bytes(b"played")

    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)
    assert of_another_cup.exists()


@pytest.mark.parametrize("full", ["records", "pages"])
def test_full_disk_leaves_no_part_behind(
    ledger: Ledger, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    store(ledger, records, a_few())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "sync" if full == "records" else "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)
    assert not [path for path in (tmp_path / "out").rglob("*") if path.name.endswith(".part")]


def test_replays_hold_the_records_of_a_complete_cup(ledger: Ledger, tmp_path: Path) -> None:
    records = tmp_path / "real-records"
    records.mkdir()
    real = []
    for each in a_few():
        content = zstandard.ZstdCompressor().compress(f'{{"match":"{each.match.key}"}}\n'.encode())
        (records / each.record_name).write_bytes(content)
        real.append(replace(each, record_sha256=hashlib.sha256(content).hexdigest()))
        ledger.store(real[-1])
    files = files_below(publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page.parent)

    for each in real:
        replay = files[paths.replay_data(each.match.key)]
        assert replay.startswith(f'tractorReplay("{each.match.key[:32]}",'.encode())
        assert f'{{"match":"{each.match.key}"}}'.encode() in replay
        page = files[f"fa/{paths.match_page(each.match.key)}"].decode()
        assert f'href="../replay.html?match={each.match.key[:32]}"' in page


@pytest.mark.slow
def test_another_process_makes_the_same_files(
    ledger: Ledger, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(ledger, records, played_cup(FOUR, rounds=2, deals=2))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    alone = publish(ledger, "test-cup", tmp_path / "one", records, progress=Progress.COMPLETE).page.parent
    monkeypatch.setattr(workforce, "FEW", 0)
    shared = publish(ledger, "test-cup", tmp_path / "two", records, progress=Progress.COMPLETE).page.parent
    assert files_below(shared) == files_below(alone)

    (records / played_cup(FOUR, rounds=1, deals=2)[0].record_name).unlink()
    with pytest.raises(PublishError, match="missing"):
        publish(ledger, "test-cup", tmp_path / "two", records, progress=Progress.COMPLETE)
    assert files_below(shared) == files_below(alone)


@pytest.mark.slow
def test_what_one_who_was_killed_has_left_is_removed(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    """Killed while it writes: what is there is what was there before, and the next publication tidies."""
    store(ledger, records, a_few()[:1])
    target = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING).page.parent
    before = files_below(target)
    store(ledger, records, a_few()[1:])
    program = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom arena.ledger import read_ledger\n"
        "from arena.publish import Progress, publish\n"
        "os.sync = lambda: os.kill(os.getpid(), signal.SIGKILL)\n"
        "with read_ledger(sys.argv[1]) as ledger:\n"
        "    publish(ledger, 'test-cup', Path(sys.argv[2]), Path(sys.argv[3]), progress=Progress.COMPLETE)\n"
    )
    places = (ledger_url(tmp_path / "arena.sqlite"), str(tmp_path / "out"), str(records))
    killed = subprocess.run([sys.executable, "-c", program, *places], timeout=60, check=False)

    assert killed.returncode == -signal.SIGKILL
    left = files_below(target)
    assert [name for name in left if name.endswith(".part")]
    seen = {name: content for name, content in left.items() if not any(part[0] == "." for part in Path(name).parts)}
    assert seen == before
    assert (target / ".records.part").is_dir()
    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)
    assert not [path for path in target.rglob("*") if path.name.startswith(".")]


def test_pages_of_an_earlier_cup_are_removed_and_nothing_else(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    target = tmp_path / "out" / "test-cup"
    key = "0a" * 16
    ours = (f"matches/{key}.html", f"zh/matches/{key}.html", f"replays/{key}.js", "bots/Zoe.html", "badges/Zoe.svg")
    foreign = ("matches/notes.html", "replays/mine.js", "bots/mine.txt", "evil.html", "assets/mine.css")
    for each in (*ours, *foreign):
        (target / each).parent.mkdir(parents=True, exist_ok=True)
        (target / each).write_bytes(b"from before")
    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.RUNNING)

    assert not [each for each in ours if (target / each).exists()]
    assert [each for each in foreign if not (target / each).exists()] == []


@pytest.mark.slow
def test_what_has_not_changed_is_not_written_anew(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    target = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page.parent
    before = {path: path.stat().st_ino for path in target.rglob("*") if path.is_file()}
    publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE)

    assert [path.name for path, inode in before.items() if path.stat().st_ino != inode] == ["matches.jsonl"]

"""Folders that strangers made to hurt: whatever is in them, there is a verdict or a sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from arena.verifying.command import verify_folder
from arena.verifying.published import BadFile, Folder, Unpublished
from arena.verifying.report import text
from arena.verifying.verification import verify
from referee.version import software_version
from tests.arena.cups import PAIRS, cup
from tests.arena.verifying.made import published

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("verifying")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("made"), cup(PAIRS, names="AB"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def first_record(folder: Path) -> Path:
    return next((folder / "records").iterdir())


def put(folder: Path, name: str, text: str | bytes) -> None:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def first_line(folder: Path, **changes: object) -> None:
    """Change fields of the first match."""
    first, *rest = (folder / "matches.jsonl").read_text().splitlines()
    put(folder, "matches.jsonl", "\n".join([json.dumps({**json.loads(first), **changes}), *rest]) + "\n")


def document(folder: Path, name: str, **changes: object) -> None:
    put(folder, name, json.dumps({**json.loads((folder / name).read_text()), **changes}))


def replace(path: Path, by: Callable[[Path], object] = lambda _: None) -> None:
    """Remove a file or folder, and put something in its place."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    by(path)


def lead_out(path: Path) -> None:
    """Move a file or folder out of the cup's, and leave a link to it."""
    elsewhere = Path(f"{path.parent}.{path.name}")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


DEEP = "[" * 100_000 + "]" * 100_000

REFUSED: dict[str, Callable[[Path], object]] = {
    "nothing": lambda folder: replace(folder, Path.mkdir),
    "no folder": shutil.rmtree,
    "a file": lambda folder: replace(folder, lambda path: path.write_text("cup")),
    "no cup.json": lambda folder: replace(folder / "cup.json"),
    "cup.json a folder": lambda folder: replace(folder / "cup.json", Path.mkdir),
    "cup.json a pipe": lambda folder: replace(folder / "cup.json", os.mkfifo),
    "cup.json cut off": lambda folder: put(folder, "cup.json", (folder / "cup.json").read_bytes()[:-20]),
    "cup.json not text": lambda folder: put(folder, "cup.json", b"\xff\xfe{}"),
    "cup.json deep": lambda folder: put(folder, "cup.json", DEEP),
    "half a character": lambda folder: document(folder, "cup.json", config="\ud800"),
    "another format": lambda folder: document(folder, "cup.json", format="tractor-arena/cup/2"),
    "a format that is none": lambda folder: document(folder, "cup.json", format=7),
    "begun never": lambda folder: document(folder, "cup.json", begun="then"),
    "no rules": lambda folder: document(folder, "cup.json", rules="seats = 5"),
    "no terms": lambda folder: document(folder, "cup.json", config="{}"),
    "no entrants": lambda folder: document(folder, "cup.json", entrants=[]),
    "entrants alike": lambda folder: document(folder, "cup.json", entrants=[{"name": "A"}, {"name": "A"}]),
    "stages without end": lambda folder: document(
        folder,
        "cup.json",
        stages=[{**json.loads((folder / "cup.json").read_text())["stages"][0], "count": 10**17}],
    ),
    "stages of nothing": lambda folder: document(
        folder,
        "cup.json",
        stages=[{**json.loads((folder / "cup.json").read_text())["stages"][0], "deals_per_match": 0}],
    ),
    "another leaderboard": lambda folder: document(folder, "leaderboard.json", format="tractor-arena/leaderboard/9"),
    "a huge number": lambda folder: put(folder, "cup.json", '{"format": ' + "9" * 5000 + "}"),
}

DIFFERS: dict[str, Callable[[Path], object]] = {
    "no matches": lambda folder: (folder / "matches.jsonl").unlink(),
    "matches empty": lambda folder: put(folder, "matches.jsonl", ""),
    "matches a link": lambda folder: lead_out(folder / "matches.jsonl"),
    "matches deep": lambda folder: put(folder, "matches.jsonl", DEEP),
    "matches cut off": lambda folder: put(folder, "matches.jsonl", (folder / "matches.jsonl").read_bytes()[:-9]),
    "a line of many megabytes": lambda folder: put(folder, "matches.jsonl", b"7" * (40 << 20) + b"\n{}\n"),
    "lines that are no objects": lambda folder: put(folder, "matches.jsonl", "\n[]\nnull\n7\n"),
    "not a number": lambda folder: put(
        folder,
        "matches.jsonl",
        (folder / "matches.jsonl").read_text().replace('"elapsed_s":1.0', '"elapsed_s":NaN', 1),
    ),
    "too large a number": lambda folder: put(
        folder,
        "matches.jsonl",
        (folder / "matches.jsonl").read_text().replace('"elapsed_s":1.0', '"elapsed_s":1e999', 1),
    ),
    "a record's name leads out": lambda folder: first_line(folder, record_name="../../../etc/passwd"),
    "a record's name is absolute": lambda folder: first_line(folder, record_name="/etc/passwd"),
    "an aborted match": lambda folder: first_line(folder, ending="aborted"),
    "results of another kind": lambda folder: first_line(folder, results=[{"board": 1, "seats": [], "points": 1}]),
    "results without end": lambda folder: first_line(folder, results=[{"board": 10**30}] * 3),
    "deals without number": lambda folder: first_line(folder, deal_count=1 << 39),
    "fields there twice": lambda folder: put(
        folder,
        "matches.jsonl",
        (folder / "matches.jsonl").read_bytes().replace(b'"elapsed_s":', b'"elapsed_s":9,"elapsed_s":', 1),
    ),
    "no leaderboard": lambda folder: (folder / "leaderboard.json").unlink(),
    "a leaderboard of other types": lambda folder: document(folder, "leaderboard.json", sections=[{"rows": 7}]),
    "a leaderboard with half a character": lambda folder: document(folder, "leaderboard.json", commitment="\ud800"),
    "a leaderboard with a field twice": lambda folder: put(
        folder, "leaderboard.json", (folder / "leaderboard.json").read_text().replace("{", '{"cup": "other",', 1)
    ),
    "a leaderboard of which no page can be made": lambda folder: put(
        folder,
        "leaderboard.json",
        re.sub(r'"high": [-0-9.]+', '"high": null', (folder / "leaderboard.json").read_text()),
    ),
    "a secret that is none": lambda folder: document(folder, "leaderboard.json", secret="guess"),
    "no secret": lambda folder: document(folder, "leaderboard.json", secret=None),
    "an anchor that is none": lambda folder: document(
        folder, "leaderboard.json", anchor={"name": "nobody", "rating": 1e300}
    ),
    "records a link": lambda folder: lead_out(folder / "records"),
    "records a file": lambda folder: replace(folder / "records", Path.touch),
    "a record a link": lambda folder: lead_out(first_record(folder)),
    "a record a pipe": lambda folder: replace(first_record(folder), os.mkfifo),
    "a record that swells": lambda folder: first_record(folder).write_bytes(
        zstandard.ZstdCompressor().compress(b"\0" * (256 << 20))
    ),
    "a record of empty lines": lambda folder: first_record(folder).write_bytes(
        zstandard.ZstdCompressor().compress(b"\n" * (64 << 20))
    ),
    "a record that is none": lambda folder: first_record(folder).write_bytes(b"PK\x03\x04"),
    "a record too many": lambda folder: put(folder, f"records/{'0a' * 16}.jsonl.zst", b""),
    "no page": lambda folder: (folder / "index.html").unlink(),
    "a page that is no text": lambda folder: put(folder, "leaderboard.md", b"\xff\xfe"),
}


@pytest.mark.parametrize("harm", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_published_cup_is_refused_in_a_sentence(
    folder: Path, harm: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    harm(folder)
    status = verify_folder(folder, commitment=None, as_document=False)
    said = capsys.readouterr()

    assert (status, said.out) == (2, "")
    assert said.err.startswith("arena: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("harm", DIFFERS.values(), ids=DIFFERS.keys())
def test_what_is_wrong_with_a_published_cup_is_named(
    folder: Path, harm: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    harm(folder)
    status = verify_folder(folder, commitment=None, as_document=False)
    said = capsys.readouterr()

    assert (status, said.err) == (1, "")
    assert "differs" in said.out
    assert said.out.endswith("verdict: does not hold\n")
    assert len(said.out) < 100_000


def test_a_damaged_leaderboard_leaves_the_records_to_be_checked(folder: Path) -> None:
    put(folder, "leaderboard.json", (folder / "leaderboard.json").read_bytes() + b"}")
    found = verify(folder)
    statuses = {each.check.value: (each.status.value, each.summary) for each in found.checks}
    unread = ("not checked", "leaderboard.json cannot be read")

    assert [name for name, what in statuses.items() if what == unread] == ["commitment", "schedule", "decks", "pages"]
    assert [name for name, (status, _) in statuses.items() if status == "holds"] == [
        *("matches", "records", "rules", "results")
    ]
    assert statuses["standings"][0] == "differs"
    assert next(text(found)).endswith("; leaderboard.json cannot be read")
    shutil.rmtree(folder / "records")
    assert {
        each.status for each in verify(folder).checks if each.check in {"records", "decks", "rules", "results"}
    } == {"not checked"}


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"[" * 100_000, "cup.json: is nested too deeply"), (b'{"format": "\xff"}', "cup.json: is not UTF-8")],
)
def test_what_is_no_document_is_said_in_our_words(folder: Path, content: bytes, said: str) -> None:
    put(folder, "cup.json", content)

    with pytest.raises(Unpublished, match=f"^{said}$"):
        verify(folder)


def test_fields_of_later_versions_are_let_be(folder: Path) -> None:
    for name in ("cup.json", "leaderboard.json"):
        document(folder, name, later={"than": "this"}, written_by="tractor-arena 9.9")
    first_line(folder, later=[1, 2, 3])

    assert [each for each in verify(folder).checks if each.difference_count] == []


def test_pages_of_another_version_are_not_compared(folder: Path) -> None:
    """They may be worded otherwise; it is said whose they are, and that they were let be."""
    document(folder, "cup.json", written_by="9.9")
    put(folder, "index.html", "other words")
    pages = verify(folder).checks[-1]

    assert (pages.check, pages.status) == ("pages", "not checked")
    assert "written by version 9.9" in pages.summary


@pytest.mark.parametrize(("written_by", "is_told"), [("9.9", False), (software_version(), True)])
def test_sentences_of_another_version_are_not_compared(folder: Path, written_by: str, *, is_told: bool) -> None:
    document(folder, "cup.json", written_by=written_by)
    sections = json.loads((folder / "leaderboard.json").read_text())["sections"]
    sections[0]["gauge"] = "Zero is where it was."
    sections[0]["rows"][0]["notes"] = ["Two sentences.", "Where there was one, or none."]
    document(folder, "leaderboard.json", sections=sections)
    standings = next(each for each in verify(folder).checks if each.check == "standings")

    assert bool(standings.difference_count) == is_told


def test_control_characters_of_strangers_reach_no_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first_line(folder, record_name="\x1b[2J\x1b]0;owned\x07\u202e")
    verify_folder(folder, commitment=None, as_document=False)
    said = capsys.readouterr().out

    assert "matches.jsonl, line 1" in said
    assert not {"\x1b", "\x07", "\u202e"}.intersection(said)


def test_names_that_are_no_text_are_told_to_people_and_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = os.fsdecode(b"\xff.jsonl.zst")
    (folder / "records" / name).touch()
    folder = folder.rename(folder.with_name(os.fsdecode(b"\xfe")))
    said = []
    for as_document in (False, True):
        assert verify_folder(folder, commitment=None, as_document=as_document) == 1
        said.append(capsys.readouterr().out)
        said[-1].encode()

    assert ".jsonl.zst: no match names it" in said[0]
    (difference,) = (each for check in json.loads(said[1])["checks"] for each in check["differences"])
    assert difference["file"] == "records/?.jsonl.zst"


@pytest.mark.parametrize("commitment", ["", "abc", "g" * 64, "ab" * 33])
def test_what_is_no_commitment_is_refused(folder: Path, commitment: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_folder(folder, commitment=commitment, as_document=False) == 2
    assert "is no commitment" in capsys.readouterr().err


def test_a_file_of_the_folder_is_read_and_none_beside_it(folder: Path) -> None:
    (folder / "link").symlink_to("/etc/passwd")
    inside = Folder(folder)

    assert inside.read("cup.json")
    for parts in (("link",), ("records", "none"), ("cup.json", "none")):
        with pytest.raises(BadFile):
            inside.read(*parts)


def test_a_document_that_is_too_large_is_not_read(folder: Path) -> None:
    with (folder / "cup.json").open("r+b") as file:
        file.truncate(1 << 40)

    with pytest.raises(Unpublished, match="larger than"):
        verify(folder)

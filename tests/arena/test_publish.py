"""Publishing: the same files from the same ledger, whole at every moment, with nothing told too early."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from arena.config import Stage
from arena.entries import EntrantEntry
from arena.estimates import LevelsEstimate
from arena.leaderboard import FORMAT, LevelsLine, leaderboard
from arena.leaderboard_text import csv_text, interval, markdown_text, seconds, shown, signed
from arena.ledger import Ledger, UnknownCup, ledger_url, open_ledger, read_ledger
from arena.locks import locked
from arena.matches import Format, Outcome, Unit
from arena.page import index_page
from arena.publish import Progress, PublishError, publish
from arena.ratings import Anchor, Status
from arena.standings import Standings, standings
from arena.summary import summary
from referee.rules.options import parse_canonical_text, rules_id
from tests.arena.cups import GAMES, PAIRS, cup
from tests.arena.played import (
    FIVE,
    config,
    cup_entry,
    entrants,
    friends_cup,
    friends_game,
    friends_result,
    outcome,
    played_cup,
    record_bytes,
    result,
)

NAMES = ("Ada", "Ben", "Cy", "Dot")

HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "a | b\n| c",
    "\u202egnp.exe\u202c",
    "*bold* [x](http://x.example/) `code` &amp; \\",
    "x" * 200,
)


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


def store(ledger: Ledger, records: Path, outcomes: list[Outcome]) -> None:
    for each in outcomes:
        ledger.store(each)
        (records / each.record_name).write_bytes(record_bytes(each.match.key))


def a_few() -> list[Outcome]:
    return [
        outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1), result(0.0, -1, board=2)]),
        outcome(("Ben", "Ada") * 2, [result(1.0, 1, board=1), result(0.0, -1, board=2)]),
        outcome(NAMES, [result(1.0, 1)], format_=Format.INDIVIDUAL, round_=2),
    ]


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_complete_cup_is_published_with_records_and_secret(ledger: Ledger, records: Path, tmp_path: Path) -> None:
    store(ledger, records, a_few())
    page = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page

    assert page == tmp_path / "out" / "test-cup" / "index.html"
    files = files_below(page.parent)
    assert set(files) == {
        *("index.html", "records.html", "leaderboard.json", "leaderboard.csv", "leaderboard.md", "matches.jsonl"),
        "cup.json",
        *(f"records/{each.record_name}" for each in a_few()),
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
    assert set(files) == {
        *("index.html", "leaderboard.json", "leaderboard.csv", "leaderboard.md", "matches.jsonl", "cup.json"),
    }
    document = json.loads(files["leaderboard.json"])
    assert document["secret"] is None
    assert document["commitment"] == cup_entry().commitment
    for content in files.values():
        assert cup_entry().secret not in content
        assert cup_entry().secret.hex().encode() not in content
    assert b"records.html" not in files["index.html"]


@pytest.mark.slow
@pytest.mark.parametrize("progress", Progress)
def test_same_ledger_gives_the_same_bytes(ledger: Ledger, records: Path, tmp_path: Path, progress: Progress) -> None:
    store(ledger, records, a_few())
    first = files_below(publish(ledger, "test-cup", tmp_path / "one", records, progress=progress).page.parent)
    with open_ledger(ledger_url(tmp_path / "other.sqlite")) as other:
        other.begin_cup(cup_entry())
        store(other, records, a_few()[::-1])
        second = files_below(publish(other, "test-cup", tmp_path / "two", records, progress=progress).page.parent)

    assert second == first


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
    assert [each["name"] for each in document["entrants"]] == list(NAMES)
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
        assert not (target / "records.html").exists()
    assert other.wait(timeout=60) == 0
    other.stdout.close()
    assert (target / "records.html").exists()
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


# Names that strangers chose. --------------------------------------------------------------------------------------


def hostile_board() -> tuple[str, str]:
    """CSV and Markdown of a cup whose entrants have such names, authors and versions."""
    named = tuple(EntrantEntry(name, name, name, name) for name in HOSTILE)
    outcomes = [outcome((HOSTILE[0], name) * 2, [result(1.0, 1), result(0.0, -1)]) for name in HOSTILE[1:]]
    board = leaderboard(cup_entry(entrants=named), standings(outcomes, named), Progress.COMPLETE)
    return csv_text(board), markdown_text(board)


def test_no_cell_of_the_csv_is_a_formula_or_breaks_its_line() -> None:
    text, _ = hostile_board()
    rows = list(csv.DictReader(io.StringIO(text)))

    assert text.count("\n") == len(HOSTILE) + 1
    assert len(rows) == len(HOSTILE)
    for row in rows:
        for column in ("name", "author", "language", "version"):
            assert row[column][0] not in "=+-@\t\r"
    assert {"'" + HOSTILE[1], "a | b�| c", "�gnp.exe�"} <= {row["name"] for row in rows}


def test_markdown_shows_names_as_they_are_and_nothing_else() -> None:
    _, text = hostile_board()
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)

    inline = [child for token in tokens for child in token.children or []]
    assert {child.type for child in inline} <= {"text", "text_special", "code_inline"}
    assert not [token for token in tokens if token.type in {"html_block", "html_inline"}]
    cells = ["".join(child.content for child in token.children or []) for token in tokens if token.type == "inline"]
    for name in HOSTILE:
        assert shown(name) in cells
    tables = text.split("\n\n")
    widths = {line.replace("\\|", "").count("|") for line in tables[2].splitlines()}
    assert len(widths) == 1


def test_markdown_escapes_only_what_would_mean_something_there() -> None:
    plain = "R&D's bot_2.1-beta (95 %), a/b: c! 1.5 > 1; #1? {x}"
    named = entrants(plain.replace(" #1", ""), "Ben")
    played = [outcome((named[0].name, "Ben") * 2, [result(1.0, 1), result(0.0, -1)])]
    text = markdown_text(leaderboard(cup_entry(entrants=named), standings(played, named), Progress.COMPLETE))

    assert f"| {named[0].name} | 1 | author of {named[0].name} |" in text
    assert "Zero is the mean of the rated entrants." in text
    assert "- Time per decision: 1 s, and 30 s for the match" in text


@pytest.mark.parametrize(
    "text",
    [
        *("# a", "a #", "#", "- a", "-", "---", "+ a", "> a", "1. a", "1)", "12.", "===", "     code", "- - -", "* a"),
        *(
            "***",
            "_a_",
            "a _b c_",
            "__a__",
            "~~~",
            "```",
            "&#42;a&#42;",
            "&lt;b>",
            "<b>",
            "[x]: /y",
            "![a](b)",
            "[ ] a",
        ),
        *("\\*a*", "a\\", "<http://x.example>", "|", "a|b", "--- | ---", "_", "é_a_é", "_é_"),
    ],
)
def test_text_in_any_place_of_the_markdown_is_only_text(text: str) -> None:
    entry = cup_entry(name=text, conditions=((text, text),), entrants=entrants(text, "Ben"))
    played = [outcome((text, "Ben") * 2, [result(1.0, 1)])]
    page = markdown_text(leaderboard(entry, standings(played, entry.entrants), Progress.COMPLETE))
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(page)

    assert {each.type for token in tokens for each in token.children or []} <= {"text", "text_special", "code_inline"}
    shape = [token.type for token in tokens if not token.type.startswith(("t", "inline"))]
    assert shape.count("heading_open") == 4
    assert set(shape) == {
        f"{kind}_{end}" for kind in ("heading", "paragraph", "bullet_list", "list_item") for end in ("open", "close")
    }
    assert shape.count("bullet_list_open") == 2
    cells = ["".join(child.content for child in token.children or []) for token in tokens if token.type == "inline"]
    assert cells[0] == text.strip()
    assert f"{text.strip()}: {text.strip()}" in cells


@pytest.mark.parametrize("text", ["http://x.example", "www.x.example", "WWW.x.example", "a@x.example", "$a$"])
def test_nothing_in_markdown_becomes_a_link_or_a_formula_by_itself(text: str) -> None:
    entry = cup_entry(name=text)
    assert text not in markdown_text(leaderboard(entry, standings([], ()), Progress.COMPLETE))


def test_text_is_shown_on_one_line_in_its_own_direction() -> None:
    assert shown("a\nb\u202ec\u2028d\x00e\ud800") == "a�b�c�d�e�"
    assert shown("拖拉机 שלום 👩‍💻") == "拖拉机 שלום 👩‍💻"


@pytest.mark.parametrize(("value", "text"), [(12.4, "+12"), (-0.3, "0"), (0.0, "0"), (-12.6, "−13"), (316.638, "+317")])
def test_numbers_have_their_sign_unless_they_are_nothing(value: float, text: str) -> None:
    assert signed(value) == text


def test_numbers_for_people_have_few_digits() -> None:
    assert [seconds(value) for value in (0.0004, 0.0123, 0.9994, 1.2345, 12.345)] == [
        *("0 ms", "12 ms", "999 ms", "1.23 s", "12.3 s")
    ]
    assert interval(-0.5, 1.25, 2) == "−0.50 … +1.25"
    assert interval(None, None) == ""


# The document. ----------------------------------------------------------------------------------------------------


def test_document_holds_a_row_for_each_entrant_and_a_cell_for_each_two() -> None:
    cup = played_cup(NAMES, rounds=3, deals=6)
    board = leaderboard(cup_entry(), standings(cup, entrants(*NAMES)), Progress.COMPLETE)

    assert [section.format for section in board.sections] == [Format.PAIRS, Format.INDIVIDUAL]
    for section in board.sections:
        assert [len(line) for line in (*section.meetings, *section.superiority)] == [4] * 8
        assert sum(row.rating or 0.0 for row in section.rows) == pytest.approx(0.0, abs=0.01)
        first, last = section.rows[0], section.rows[-1]
        assert (first.rating or 0.0) > (last.rating or 0.0)
        assert section.superiority[0][3] == pytest.approx(1 - (section.superiority[3][0] or 0.0), abs=0.0002)


def test_perfect_score_is_said_plainly() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(20)])]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    won, lost = section.rows
    assert won.bound == 316.638131993
    assert won.notes == (
        "Won all 20 deals: unbounded. Its side is at least 316.6 Elo above the others (one-sided 95 %).",
    )
    assert lost.notes == (
        "Lost all 20 deals: unbounded. Its side is at least 316.6 Elo below the others (one-sided 95 %).",
    )


def test_partnership_that_never_lost_is_not_called_a_group_that_beat_the_rest() -> None:
    """Ada with Ben won all; Ada with others mostly lost, and no rating is limited all the same."""
    tables = [(("Ada", "Cy", "Ben", "Dot"), "WWWW"), (NAMES, "WLLL"), (("Ada", "Ben", "Dot", "Cy"), "WLLL")]
    played = [
        outcome(
            seating,
            [result(float(each == "W"), 1 if each == "W" else -1, board=board) for board, each in enumerate(scores)],
            format_=Format.INDIVIDUAL,
            round_=round_,
        )
        for round_, (seating, scores) in enumerate(tables)
    ]
    board = leaderboard(cup_entry(), standings(played, entrants(*NAMES)), Progress.COMPLETE)

    note = (
        "Some combination of entrants won every result, so that the results set the ratings no limit. "
        "Only the penalty holds this one, and it has no interval; play more deals."
    )
    (section,) = board.sections
    assert [(row.status, row.low, row.notes) for row in section.rows] == [(Status.SEPARATED, None, (note,))] * 4
    assert {row["notes"] for row in csv.DictReader(io.StringIO(csv_text(board)))} == {note}
    assert note.partition(";")[0] in index_page(board)


def test_perfect_score_of_few_results_claims_nothing() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(3)])]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    assert section.rows[0].notes == ("Won all 3 deals: unbounded, and too few to say by how much.",)
    assert [row.bound for row in section.rows] == [None, None]
    assert section.gauge.endswith("those held by the penalty alone included.")


def test_perfect_score_of_many_plays_of_one_deck_claims_nothing() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1)], round_=round_) for round_ in range(30)]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    assert section.rows[0].notes == ("Won all 30 deals: unbounded, and on too few decks to say by how much.",)


def test_perfect_score_of_few_results_is_shown_as_unbounded_everywhere() -> None:
    """Of one result, the note speaks of one."""
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1)])]
    board = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE)
    page = index_page(board)

    assert [row.notes for row in board.sections[0].rows] == [
        ("Won its only deal: unbounded, and too few to say by how much.",),
        ("Lost its only deal: unbounded, and too few to say by how much.",),
    ]
    assert [row["bound"] for row in csv.DictReader(io.StringIO(csv_text(board)))] == ["", ""]
    assert "unbounded ↑" in page
    assert "unbounded ↓" in page


# --- Finding Friends


@pytest.fixture(scope="module")
def friends_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a cup of players, published while it is played."""
    folder = tmp_path_factory.mktemp("friends")
    with open_ledger(ledger_url(folder / "arena.sqlite")) as opened:
        opened.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        store(opened, folder, friends_cup())
        return publish(opened, "test-cup", folder / "out", folder, progress=Progress.RUNNING).page


def test_players_are_published_with_their_levels(friends_page: Path) -> None:
    document = json.loads((friends_page.parent / "leaderboard.json").read_text())
    (section,) = document["sections"]
    ada = section["rows"][0]

    assert (section["format"], section["rating_unit"], section["penalty_sd"]) == ("friends", "levels per deal", None)
    assert section["meetings_are"] == "together"
    assert (ada["name"], ada["rating"], ada["levels"]["per_result"]) == ("Ada", 0.6, 0.6)
    assert ada["by_part"]["maker"] == {"count": 30, "share": 1.0, "levels_per_result": 2.0}
    assert ada["by_part"]["friend"] == {"count": 0, "share": None, "levels_per_result": None}
    assert ada["low"] < 0.6 < ada["high"]
    assert section["superiority"][0][1] > 0.98


def test_pages_of_players_speak_of_parts_and_not_of_sides(friends_page: Path) -> None:
    page, text = friends_page.read_text(), (friends_page.parent / "leaderboard.md").read_text()

    assert "Friends, deal by deal" in page
    assert "Friends, deal by deal" in text
    assert "Maker / friend / against" in page
    assert '30 / 0 / 30<br><span class="small">+2.00 / – / 0.00</span>' in page
    assert "| 30, +2.00 | – | 30, 0.00 |" in text
    assert "| As maker | As friend | Against |" in text
    assert "| +0.60 |" in text
    assert "At one table" in page
    assert "50 % won<br>30 won, 30 nobody’s, 0 lost" in page
    assert "| 30–30–0 | 50 % |" in text
    assert "Lost 1 deal by its own faults, which no rating counts." in page
    assert "Declarers" not in page
    assert "Elo" not in page


def test_the_table_of_players_has_the_columns_of_all(friends_page: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((friends_page.parent / "leaderboard.csv").read_text())))

    assert rows[0]["name"] == "Ada"
    assert (rows[0]["format"], rows[0]["rating"]) == ("friends", "0.6")
    assert (rows[0]["maker_results"], rows[0]["maker_levels_per_result"]) == ("30", "2.0")
    assert (rows[0]["friend_results"], rows[0]["friend_share"]) == ("0", "")


def test_matches_of_players_are_published_by_seat(friends_page: Path) -> None:
    lines = (friends_page.parent / "matches.jsonl").read_bytes().splitlines()
    first = json.loads(lines[0])["results"][0]

    assert set(first) == {"board", "seats", "points", "rated", "lost_by"}
    assert {tuple(seat) for seat in first["seats"]} == {("gain", "has_won", "part")}


def test_the_game_is_said_wherever_the_conditions_are() -> None:
    entry = cup_entry(config=config({"preset": "finding-friends-5", "rotating_maker": True}))
    board = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING)
    game = "Finding Friends, 5 players, 2 packs (preset finding-friends-5, with rotating_maker = true)"

    assert (board.conditions[0].label, board.conditions[0].text) == ("Game", game)
    assert game in index_page(board)
    assert "- Game: " in markdown_text(board)
    assert f"<li>Game: {game}</li>" in MarkdownIt("js-default").render(markdown_text(board))


def test_a_cup_of_unknown_options_is_published_all_the_same() -> None:
    entry = cup_entry(config='{"rules": "a_new_option = 1\\n"}')
    board = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING)

    assert [each.label for each in board.conditions] == ["Time per decision", "Deals"]


@pytest.mark.parametrize(
    ("unit", "board_count", "said"),
    [
        (Unit.DEALS, 1, "2 rated deals on 1 deck."),
        (Unit.DEALS, 2, "4 rated deals on 2 different decks."),
        (Unit.GAMES, 1, "2 rated games on 1 set of decks."),
        (Unit.GAMES, 2, "4 rated games on 2 different sets of decks."),
    ],
)
def test_the_page_says_on_how_many_decks_was_played(unit: Unit, board_count: int, said: str) -> None:
    played = [
        outcome(seating, [result(score, 1, board=board)], unit=unit)
        for board in range(1, board_count + 1)
        for seating, score in ((["Ada", "Ben"] * 2, 1), (["Ben", "Ada"] * 2, 1))
    ]
    board = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE)

    assert said in index_page(board)
    assert ("Too few different decks for an interval." in index_page(board)) == (board_count == 1)


def test_page_text_and_terminal_round_the_same_number_once() -> None:
    """One whose shorter form would be rounded the other way."""
    low = -0.6549
    (section,) = standings(friends_cup(), entrants(*FIVE)).sections
    levels = LevelsEstimate(0.6, 0.6, low, 1.8549)
    estimate = replace(section.rows[0].estimate, rating=0.6, low=low, high=1.8549, levels=levels)
    found = Standings((replace(section, rows=(replace(section.rows[0], estimate=estimate), *section.rows[1:])),))
    board = leaderboard(cup_entry(), found, Progress.COMPLETE)
    drawn = io.StringIO()
    Console(file=drawn, width=120).print(*summary(found, 120))

    assert board.sections[0].rows[0].low == low
    assert board.sections[0].rows[0].levels == LevelsLine(0.6, 0.6, low, 1.8549)
    assert "−0.65 … +1.85" in index_page(board)
    assert "−0.65 … +1.85" in markdown_text(board)
    assert "-0.65 to +1.85" in drawn.getvalue()
    assert f",{low}," in csv_text(board)


def test_published_numbers_have_nine_digits() -> None:
    board = leaderboard(cup_entry(), standings(played_cup(NAMES), entrants(*NAMES)), Progress.COMPLETE)
    row = board.sections[0].rows[0]

    assert row.rating is not None
    assert row.levels is not None
    for number in (row.rating, row.low, row.levels.per_result, row.levels.low):
        assert number == round(number or 0, 9) != round(number or 0, 6)


@pytest.mark.parametrize("names", [("Ada", "Ben", "Cy", "Dot"), ("Dot", "Cy", "Ada", "Ben")])
def test_equal_ratings_stand_by_name(names: tuple[str, ...]) -> None:
    """Whatever the last bits of the computation say, and wherever they are in the cup file."""
    every_pair = [(one, other) for one in names for other in names if one != other]
    played = [
        outcome([one, other] * 2, [result(board % 2, 2 * (board % 2) - 1, board=board) for board in range(1, 15)])
        for one, other in every_pair
    ]
    (section,) = standings(played, entrants(*names)).sections

    assert [row.entrant.name for row in section.rows] == ["Ada", "Ben", "Cy", "Dot"]
    assert {row.estimate.rating for row in section.rows} == {0.0}


@pytest.mark.parametrize(("unit", "is_said"), [(Unit.DEALS, True), (Unit.GAMES, False)])
def test_the_page_explains_no_column_that_is_not_there(unit: Unit, *, is_said: bool) -> None:
    """Nobody is maker, or declarer, of a whole game."""
    games = [friends_game((13, 4, 0, 2, 2), [0], board=board) for board in (1, 2)]
    deals = [friends_result((2, 0, 2, 0, 0), 0, [2], board=board) for board in (1, 2)]
    seats = outcome(FIVE, games if unit is Unit.GAMES else deals, format_=Format.FRIENDS, unit=unit)
    sides = outcome(["Ada", "Ben"] * 2, [result(1, 1), result(0, -1, board=2)], unit=unit)
    pages = [
        index_page(leaderboard(cup_entry(), standings([each], entrants(*FIVE)), Progress.COMPLETE))
        for each in (seats, sides)
    ]

    assert [" / friend / against" in pages[0], "Under maker, friend and against" in pages[0]] == [is_said] * 2
    assert ["Declarers / opponents" in pages[1], "Under declarers and opponents" in pages[1]] == [is_said] * 2

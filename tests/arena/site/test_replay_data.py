"""The file of a replay: its record as it stands, which nothing in it can turn into code, and the shell around it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from arena.site.replay_data import Mark, packed, rules_facts
from arena.site.replay_page import SCRIPTS, STYLE
from arena.site.squeezed import SQUEEZED, squeezed
from arena.words.languages import Language
from referee.rules.options import PRESETS, parse_options
from referee.rules.ruleset import ruleset
from tests.arena.site.replays import put_match, shell
from tests.goldens.playthroughs import FOLDER
from tests.tools import require_tool

SHELL_BYTES = 60_000


def test_marks_are_where_the_gain_changes() -> None:
    marks = rules_facts(ruleset(parse_options("tractor"))).marks

    assert marks == (
        Mark(0, "declarers", 3),
        Mark(5, "declarers", 2),
        Mark(40, "declarers", 1),
        Mark(80, "opponents", 0),
        Mark(120, "opponents", 1),
        Mark(160, "opponents", 2),
        Mark(200, "opponents", 3),
    )


@pytest.mark.parametrize("preset", [*PRESETS])
def test_marks_of_every_game_begin_at_nothing_and_rise(preset: str) -> None:
    facts = rules_facts(ruleset(parse_options(preset)))

    points = [mark.points for mark in facts.marks]
    assert points[0] == 0
    assert points == sorted(set(points))
    assert facts.threshold in points


def test_nobody_wins_between_the_sides_of_finding_friends() -> None:
    facts = rules_facts(ruleset(parse_options("finding-friends-5")))

    assert Mark(80, "", 0) in facts.marks


@pytest.mark.parametrize(
    "record", ["", "plain\n", "a `tick`, ${alert(1)}, $ and \\ and \\` and \\${\n", "\u2028\r\n\u202e خال\n", "$`\\"]
)
@pytest.mark.slow
def test_packed_text_is_the_text_again(record: str) -> None:
    """As JavaScript reads it, whatever stands in it."""
    node = require_tool("node")
    script = b"process.stdout.write(" + packed(record.encode()) + b")"

    read = subprocess.run([node, "-"], input=script, capture_output=True, check=True, timeout=60).stdout

    assert read.decode() == record


def test_file_is_a_call_with_the_key_the_head_and_the_record(tmp_path: Path) -> None:
    line = (FOLDER / "tractor.json").read_text(encoding="utf-8").strip()
    shell(tmp_path / "cup")
    key = put_match(tmp_path / "cup", "one", [line], seating=['"<b>', "Ben", "Ada", "\u202e"])

    text = (tmp_path / "cup" / "replays" / f"{key}.js").read_text(encoding="utf-8")

    call, head_and_record = text.split(",", 1)
    assert call == f'tractorReplay("{key}"'
    head, end = json.JSONDecoder().raw_decode(head_and_record)
    assert head["seating"] == ['"<b>', "Ben", "Ada", "\u202e"]
    assert head_and_record[end:] == f",`{line}\n`);\n"


@pytest.mark.parametrize("language", Language)
def test_shell_is_smaller_than_it_may_be(tmp_path: Path, language: Language) -> None:
    """The page with its scripts and its style, in bytes as they are published."""
    shell(tmp_path / "cup")

    files = [tmp_path / "cup" / "assets" / name for name in (*SCRIPTS, STYLE)]
    files.append(tmp_path / "cup" / language.folder / "replay.html")

    assert sum(file.stat().st_size for file in files) < SHELL_BYTES


def test_all_of_the_shell_is_squeezed() -> None:
    assert {*SCRIPTS, STYLE} == SQUEEZED


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("// said\n  const a = 1;\n", "const a=1;"),
        ("const a = `b - ${c ? ` = ${d}` : { e: 1 }} + f`;\n", "const a=`b - ${c?` = ${d}`:{e:1}} + f`;"),
        ("const a = /[`{ ]+ = /g;\nconst b = c / d;\n", "const a=/[`{ ]+ = /g;const b=c / d;"),
        ('say("a = b, c", {\n  d: 1,\n});\n', 'say("a = b, c",{d:1});'),
        ("a - -b;\n", "a - -b;"),
        ("if (a) {\n  return b;\n}\nc();\n", "if(a){return b}\nc();"),
    ],
)
def test_squeezed_script_says_the_same(written: str, read: str) -> None:
    """Texts, templates and patterns are left alone."""
    assert squeezed("replay.js", written.encode()).decode().rstrip() == read


def test_other_files_are_published_as_they_are() -> None:
    assert squeezed("site.css", b"a { b: c }") == b"a { b: c }"

"""The leaderboard as CSV and Markdown: names that strangers chose are only text, and numbers are short."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from arena.entries import EntrantEntry
from arena.estimates import LevelsEstimate
from arena.leaderboard import Leaderboard, LevelsLine
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import csv_text, interval, likelihood, markdown_text, seconds, shown
from arena.matches import Kind, KindTimes
from arena.publish import Progress
from arena.signs import signed
from arena.site.index_page import index_page
from arena.standings import Standings, standings
from arena.summary import summary
from tests.arena.played import FIVE, cup_entry, entrants, friends_cup, outcome, result, times

HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "a | b\n| c",
    "\u202egnp.exe\u202c",
    "*bold* [x](http://x.example/) `code` &amp; \\",
    "x" * 200,
)


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


def timed_board() -> Leaderboard:
    """Three entrants, the middle one of which has times by kind."""
    rows = [("Ada", "Ben", (1, 1, 1, 0, 1, 0)), ("Ben", "Cy", (1, 0, 1, 1, 0, 1)), ("Ada", "Cy", (1,) * 6)]
    lead, bid = KindTimes(Kind.LEAD, 9, 1.0, 0.0125, 0.2, 0.3), KindTimes(Kind.BID, 9, 1.0, 1.5, 2.0, 3.0)
    outcomes = [
        outcome(
            (one, other) * 2,
            [result(score, 2 * score - 1, board=board) for board, score in enumerate(scores, start=1)],
            seat_times=[replace(times(), kinds=(bid, lead) if name == "Ben" else ()) for name in (one, other) * 2],
        )
        for one, other, scores in rows
    ]
    return leaderboard(cup_entry(), standings(outcomes, entrants("Ada", "Ben", "Cy")), Progress.COMPLETE)


def test_csv_has_the_likelihood_to_the_next_and_the_time_of_each_kind() -> None:
    board = timed_board()
    ada, ben, cy = csv.DictReader(io.StringIO(csv_text(board)))

    assert [each["name"] for each in (ada, ben, cy)] == ["Ada", "Ben", "Cy"]
    assert float(ada["better_than_next"]) == board.sections[0].rows[0].better_than_next
    assert cy["better_than_next"] == ""
    assert [ben[f"{kind}_p50_s"] for kind in Kind] == ["1.5", "", "", "0.0125", ""]
    assert {cy[f"{kind}_p50_s"] for kind in Kind} == {""}
    assert list(ada)[-2:] == ["notes", "content"]


def test_markdown_has_the_likelihood_to_the_next_and_the_times_that_were_measured() -> None:
    text = markdown_text(timed_board())
    (line,) = [each for each in text.splitlines() if each.startswith("| 1–3 | Ada |")]

    assert re.search(r"… \S+ \| 84 % \|", line)
    assert (
        "| Entrant | Bid | Lead |\n| --- | --- | --- |\n| Ada | – | – |\n| Ben | 1.5 s | 12 ms |\n| Cy | – | – |"
        in text
    )
    assert "by kind" not in hostile_board()[1]


@pytest.mark.parametrize(
    ("probability", "said"), [(None, "–"), (0.5, "50 %"), (0.994, "99 %"), (0.996, "> 99 %"), (1.0, "> 99 %")]
)
def test_no_likelihood_is_said_to_be_certain(probability: float | None, said: str) -> None:
    assert likelihood(probability) == said


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

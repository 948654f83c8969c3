"""Drawings: on round scales, within their bounds, and with names that do not cover each other."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from arena.leaderboard import PointsPart
from arena.site.charts.intervals import WIDTH, Shown, intervals
from arena.site.charts.lines import Label, Line, Point, lines_chart
from arena.site.charts.points import points_chart
from arena.site.charts.scale import Scale, place, scale_of
from arena.words.languages import Language
from arena.words.words import words_of

WORDS = words_of(Language.ENGLISH)


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (-140, 130, (-100, 0, 100)),
        (0, 1440, (0, 500, 1000)),
        (-0.07, 0.12, (-0.05, 0, 0.05, 0.1)),
        (0, 4, (0, 1, 2, 3, 4)),
    ],
)
def test_a_scale_is_marked_at_few_round_values(low: float, high: float, marks: tuple[float, ...]) -> None:
    assert Scale(low, high, 0, 1).marks(4) == marks


def test_marks_are_written_with_the_digits_that_they_need() -> None:
    assert [Scale(0, high, 0, 1).mark_digits(4) for high in (1000, 4, 1, 0.1)] == [0, 0, 1, 2]


def test_a_single_value_has_a_scale_too() -> None:
    assert scale_of([3.0], 0, 100).at(3.0) == 50
    assert scale_of([], 0, 100).at(0.0) == 50


def test_coordinates_are_short() -> None:
    assert [place(value) for value in (12.0, 12.34, -0.01, 100)] == ["12", "12.3", "0", "100"]


def test_all_intervals_are_drawn_on_one_scale_within_the_drawing() -> None:
    drawn = intervals([Shown(100, 50, 400), Shown(-30, -300, 240)], name="a1", words=WORDS)

    ends = [float(x) for row in drawn.rows for x in re.findall(r"(?:M|H)([\d.]+)", row)]
    assert min(ends) >= 0
    assert max(ends) <= WIDTH
    assert "+200" in drawn.axis
    assert all('href="#a1"' in row for row in drawn.rows)


def test_what_has_no_bound_is_an_arrow_and_what_is_not_known_nothing() -> None:
    up, down, unknown, known = intervals(
        [Shown(None, arrow=1), Shown(None, arrow=-1), Shown(None), Shown(5)], name="a1", words=WORDS
    ).rows

    assert ["arrow" in each for each in (up, down, known)] == [True, True, False]
    assert unknown == ""


def test_names_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    lines = [Line(f"bot {at}", (Point(0, 0), Point(10, at / 100))) for at in range(10)]
    drawn = lines_chart(lines, (), [Label(0, "0")], said="", words=WORDS, highest=10)

    heights = sorted(float(y) for y in re.findall(r'<text x="330" y="([\d.]+)">', drawn))
    assert len(heights) == 10
    assert all(lower - upper >= 13.9 for upper, lower in pairwise(heights))


def test_a_long_or_hostile_name_is_cut_and_stays_text() -> None:
    line = Line("<b>" + "x" * 200, (Point(0, 0), Point(1, 1)))
    drawn = lines_chart([line], (), (), said='"><script>', words=WORDS, highest=1)

    assert "<b>" not in drawn
    assert "<script>" not in drawn
    assert "&lt;b&gt;xxxxxxxxxxxx…</text>" in drawn


def test_a_new_version_is_a_ring_that_says_which() -> None:
    drawn = lines_chart(
        [Line("Ada", (Point(0, 10, 5, 15), Point(1, 20, 15, 25, "version 2")))], (), (), said="", words=WORDS, highest=1
    )

    assert drawn.count("<circle") == 1
    assert "<title>version 2</title>" in drawn


def test_deals_that_the_opponents_won_have_another_colour() -> None:
    part = PointsPart(thresholds=(40, 80, 120), win_from=80, counts=((0, 3), (75, 9), (80, 5), (195, 1)))
    drawn = points_chart(part, said="", words=WORDS)

    bars = dict(re.findall(r'class="bar-(\w+)" d="([^"]*)"', drawn))
    assert {kind: path.count("z") for kind, path in bars.items()} == {"lost": 2, "won": 2}
    assert re.findall(r'y="240">(\d+)<', drawn) == ["0", "40", "80", "120"]


def test_points_beyond_all_thresholds_are_within_the_drawing() -> None:
    part = PointsPart(thresholds=(40, 80), win_from=80, counts=((-20, 1), (5, 2), (960, 1)))

    xs = [float(x) for x in re.findall(r"M([\d.]+) 222V", points_chart(part, said="", words=WORDS))]
    assert min(xs) >= 40
    assert max(xs) <= 430

"""What leaderboards of version 0.1 did not say is checked where it is said, and missed where it is not by nobody."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.verifying.findings import Check, Status
from arena.verifying.report import sentence
from arena.verifying.verification import verify
from tests.arena.cups import cup
from tests.arena.verifying.made import published

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("verifying")]

ROUNDS = '[[stage]]\nformat = "pairs"\ndeals = 3\ndeals_per_match = 1\n'
LEAD = {"kind": "lead", "decision_count": 7, "total_s": 0.7, "p50_s": 0.1, "p95_s": 0.2, "max_s": 0.3}
CUP_BEFORE = {"cup": "before", "begun": "2025-01-01T00:00:00+00:00", "gauge": "Zero is somewhere.", "lines": []}

Section = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("made"), cup(ROUNDS, names="AB"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def change(folder: Path, by: Callable[[Section], object]) -> None:
    """Change the one section of the leaderboard."""
    path = folder / "leaderboard.json"
    board = json.loads(path.read_text())
    by(board["sections"][0])
    path.write_text(json.dumps(board))


def standings_of(folder: Path) -> list[str]:
    """What is wrong with the standings, in sentences."""
    (check,) = [each for each in verify(folder).checks if each.check is Check.STANDINGS]
    return [sentence(each) for each in check.differences]


def as_of_version_0_1(section: Section) -> None:
    for name in ("history", "points", "earlier"):
        del section[name]
    for row in section["rows"]:
        del row["times_by_kind"], row["better_than_next"]


def test_the_fields_are_there_and_hold(folder: Path) -> None:
    section = json.loads((folder / "leaderboard.json").read_text())["sections"][0]

    assert [point["round"] for point in section["history"]] == [1, 2, 3]
    assert sum(count for _, count in section["points"]["counts"]) == section["result_count"]
    assert standings_of(folder) == []


@pytest.mark.parametrize(
    ("by", "where"),
    [
        (lambda section: section["history"][1].update(ratings=[9.0, -9.0]), "sections[0].history[1].ratings[0]"),
        (lambda section: section["history"].pop(), "sections[0].history (number)"),
        (lambda section: section["points"]["counts"].pop(), "sections[0].points.counts (number)"),
        (lambda section: section["points"].update(win_from=75), "sections[0].points.win_from"),
        (lambda section: section["rows"][0].update(better_than_next=1.0), "rows[0: "),
        (lambda section: section["rows"][0].update(times_by_kind={}), None),
    ],
)
def test_what_is_said_of_history_and_points_is_computed_anew(
    folder: Path, by: Callable[[Section], object], where: str | None
) -> None:
    change(folder, by)
    found = standings_of(folder)

    assert len(found) >= 1 if where else found == []
    assert all(where in each for each in found[:1] if where)


def test_times_by_kind_are_computed_anew(folder: Path) -> None:
    path = folder / "matches.jsonl"
    first, *rest = path.read_text().splitlines()
    match = json.loads(first)
    match["times"][0]["kinds"] = [LEAD]
    path.write_text("\n".join([json.dumps(match), *rest]) + "\n")
    name = match["match"]["seating"][0]

    (found,) = standings_of(folder)
    assert f": {name}].times_by_kind.lead" in found
    told = {"decision_count": 7, "p50_s": 0.1, "p95_s": 0.2, "max_s": 0.3}
    change(
        folder,
        lambda section: [
            row.update(times_by_kind={"lead": told} if row["name"] == name else {}) for row in section["rows"]
        ],
    )
    assert standings_of(folder) == []


def test_a_leaderboard_of_version_0_1_holds(folder: Path) -> None:
    change(folder, as_of_version_0_1)
    path = folder / "cup.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "written_by": "0.1"}))

    found = verify(folder)
    assert [each.check for each in found.checks if each.difference_count] == []
    assert [each.check for each in found.checks if each.status is Status.NOT_CHECKED] == [Check.PAGES]


def test_earlier_cups_are_passed_over(folder: Path) -> None:
    """They are in other folders."""
    change(folder, lambda section: section.update(earlier=[CUP_BEFORE]))

    assert standings_of(folder) == []


@pytest.mark.parametrize("rating", [None, 1e300])
def test_impossible_earlier_cups_are_no_more_than_a_difference_of_pages(folder: Path, rating: float | None) -> None:
    line = {"name": "A", "version": "", "rating": rating, "low": 5, "high": None}
    change(folder, lambda section: section.update(earlier=[{**CUP_BEFORE, "begun": "then", "lines": [line]}]))

    found = verify(folder)
    assert {each.check for each in found.checks if each.difference_count} <= {Check.PAGES}


def test_a_round_beyond_all_numbers_is_named(folder: Path) -> None:
    path = folder / "matches.jsonl"
    first, *rest = path.read_text().splitlines()
    match = json.loads(first)
    match["match"]["round"] = 10**30
    path.write_text("\n".join([json.dumps(match), *rest]) + "\n")
    (check,) = [each for each in verify(folder).checks if each.check is Check.MATCHES]

    assert "is of round 1000000000000000000000000000000, which there cannot be" in sentence(check.differences[0])

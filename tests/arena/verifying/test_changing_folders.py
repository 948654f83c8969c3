"""A folder that somebody changes while it is checked: there is a sentence, and no verdict."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.verifying import verification
from arena.verifying.command import verify_folder
from tests.arena.cups import PAIRS, cup
from tests.arena.verifying.made import published

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("verifying")]

MANY = 1_000_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("made"), cup(PAIRS, names="AB"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


@pytest.mark.parametrize(
    ("before", "few_deals"),
    [
        ("scheduled", MANY),
        pytest.param("check_all", MANY, id="records, checked by this process"),
        pytest.param("check_all", 0, id="records, checked by several"),
        ("standings_differences", MANY),
        ("page_differences", MANY),
    ],
)
def test_matches_that_vanish_are_told_whichever_check_wants_them(
    folder: Path, before: str, few_deals: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena.verifying.workforce.FEW_DEALS", few_deals)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1})
    check: Callable[..., object] = getattr(verification, before)

    def removed_first(*arguments: object, **named: object) -> object:
        (folder / "matches.jsonl").unlink(missing_ok=True)
        return check(*arguments, **named)

    monkeypatch.setattr(verification, before, removed_first)
    status = verify_folder(folder, commitment=None, as_document=False)

    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert "matches.jsonl: is missing, and could be read at first: somebody changes the files" in told.err
    assert told.err.count("\n") == 1

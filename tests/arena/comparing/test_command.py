"""What cannot be compared is refused in one sentence, before anything is played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.comparing.command import FAILED, Order, compare
from arena.comparing.sequential import Terms

USUAL = Terms()


@pytest.fixture
def order(tmp_path: Path) -> Order:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(f'name = "{name}"\nrun = "true"\ngames = ["tractor"]\n')
    return Order(
        new=str(tmp_path / "one"),
        old=str(tmp_path / "other"),
        terms=USUAL,
        preset="tractor",
        deals_most=16,
        limit_s=1.0,
        bank_s=30.0,
        files=tmp_path / "files",
        reads=(),
        unsafe=True,
        tables=1,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"new": "nobody"}, "'nobody' is no folder, and 'nobody' was not submitted"),
        ({"old": "nobody@2"}, "'nobody' was not submitted"),
        ({"new": "./nobody"}, "nobody does not exist"),
        ({"new": "/"}, "has no bot.toml"),
        ({"terms": replace(USUAL, elo1=-1.0)}, "--elo0 must be below --elo1"),
        ({"terms": replace(USUAL, elo1=float("inf"))}, "--elo0 must be below --elo1"),
        ({"terms": replace(USUAL, elo1=5000.0)}, "are from -1000 to 1000"),
        ({"terms": replace(USUAL, alpha=0.7)}, "--alpha is a probability"),
        ({"terms": replace(USUAL, beta=0.0)}, "--beta is a probability"),
        ({"limit_s": float("nan")}, "--limit-s is above 0"),
        ({"bank_s": -1.0}, "--bank-s is from 0"),
        ({"preset": "tracter"}, "'tracter' is none"),
        ({"preset": "finding-friends-5"}, "there are no sides"),
        ({"preset": "short-game"}, "plays tractor; choose one with --preset"),
        ({"reads": (Path("/not/there"),)}, "/not/there: it does not exist"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    order: Order, changes: dict[str, object], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = compare(replace(order, **changes), as_json=True)  # type: ignore[arg-type]  # fields by name

    out, err = capsys.readouterr()
    assert (status, out) == (FAILED, "")
    assert said in err
    assert len(err.splitlines()) == 1

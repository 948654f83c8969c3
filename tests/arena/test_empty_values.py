"""An empty text in place of a value, as a shell makes it of a variable that is not set."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli import app

CUP = "cup.toml"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("run", CUP, "--ledger", ""), "--ledger"),
        (("run", CUP, "--ledger="), "--ledger"),
        (("run", CUP, "--files", ""), "--files"),
        (("run", CUP, "--out", ""), "--out"),
        (("run", CUP, "--cluster", ""), "--cluster"),
        (("run", CUP, "--tls-ca", ""), "--tls-ca"),
        (("compare", "new", "old", "--build-reads", "here", "--build-reads", ""), "--build-reads"),
        (("run", ""), "CUP.toml"),
        (("certificates", "here", ""), "HOST..."),
    ],
)
def test_it_is_refused_by_name(
    words: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It would be taken for the folder at hand, or for no option at all."""
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(app, list(words))

    assert told.exit_code == 2
    assert f"{named!r}: it is empty, as of a variable that is not set" in " ".join(told.stderr.split())
    assert list(tmp_path.iterdir()) == []

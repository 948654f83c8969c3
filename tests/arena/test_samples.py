"""The cup of all sample bots that is published in the repository is whole, and is one that its command plays."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli import app

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "leaderboards" / "samples"
CUP_FILE = ROOT / "leaderboards" / "samples.toml"
SIZE_BYTES = 8_000_000
"""Of all that is published, a fifth of it compressed: it is in everybody's checkout."""


def document() -> dict[str, Any]:
    """What is published of the cup's making."""
    cup: dict[str, Any] = json.loads((SAMPLES / "cup.json").read_text(encoding="utf-8"))
    return cup


@pytest.mark.slow
def test_published_samples_verify() -> None:
    """The commitment, every deck, record, result and number hold."""
    done = CliRunner().invoke(app, ["verify", str(SAMPLES)])

    assert done.exit_code == 0, done.output


def test_published_samples_are_those_of_their_cup_file() -> None:
    cup = tomllib.loads(CUP_FILE.read_text(encoding="utf-8"))
    board = json.loads((SAMPLES / "leaderboard.json").read_text(encoding="utf-8"))
    published = {entrant["name"] for entrant in document()["entrants"]}

    assert (board["cup"], board["progress"]) == (cup["cup"]["name"], "complete")
    assert published == {bot["entrant"] for bot in cup["bot"]}


def test_every_sample_bot_is_in_the_cup_by_its_language() -> None:
    """Each folder of the sample bots has a bot that plays."""
    languages = {entrant["language"] for entrant in document()["entrants"]}
    kits = {path.parent.name for path in (ROOT / "sample_bots").glob("*/bot.toml")}

    assert {language.lower().replace("+", "p") for language in languages} == kits


def test_published_samples_are_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLES.rglob("*") if path.is_file()) < SIZE_BYTES

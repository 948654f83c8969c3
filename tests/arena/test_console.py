"""Lines for people come out whatever the output knows."""

from __future__ import annotations

import io
import sys

import pytest

from arena.console import complain, say


def test_results_and_troubles_go_to_different_places(capsys: pytest.CaptureFixture[str]) -> None:
    say("Made.")
    complain("is missing", about="bot.toml: run")
    complain("no room")

    assert capsys.readouterr() == ("Made.\n", "arena: bot.toml: run: is missing\narena: no room\n")


def test_a_character_that_the_output_does_not_know_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    say("随机 – ok")

    assert written.getvalue() == b"\\u968f\\u673a \\u2013 ok\n"

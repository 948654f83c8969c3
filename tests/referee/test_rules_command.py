"""The command `referee rules` as people meet it."""

from __future__ import annotations

import subprocess

import pytest

from referee.rule_sheets.presets import preset_list, requested_sheet
from tests.referee.command import REFEREE, ROOT, run_referee

pytestmark = pytest.mark.slow


def test_it_lists_the_presets() -> None:
    result = run_referee("rules")

    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("ascii") == preset_list()


def test_it_prints_the_sheet_of_a_game_with_its_options() -> None:
    result = run_referee("rules", "tractor-online", "must_defend=[5, 10, K, A]", "hook=true")

    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("ascii") == requested_sheet("tractor-online", ["must_defend=[5,T,K,A]", "hook=true"])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["tracktor"], b"referee: there is no preset 'tracktor'; the nearest: tractor"),
        (["tractor", "hok=1"], b"referee: tractor has no option 'hok'; the nearest: hook\n"),
        (["tractor", "packs=4"], b"referee: packs: 4 is not a number of packs: 1, 2 or 3\n"),
    ],
)
def test_what_is_no_game_is_told_in_a_sentence(words: list[str], why: bytes) -> None:
    result = run_referee("rules", *words)

    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(why)


def test_a_full_disk_is_told_in_a_sentence() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 -- a descriptor for the child
        result = subprocess.run(
            [*REFEREE, "rules", "tractor"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )

    assert result.returncode == 1
    assert result.stderr == b"referee: standard output cannot be written: No space left on device\n"

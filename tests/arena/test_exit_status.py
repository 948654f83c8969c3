"""How processes ended is told alike everywhere."""

from __future__ import annotations

import pytest

from arena.exit_status import how_it_ended


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "ended with exit status 0"),
        (3, "ended with exit status 3"),
        (-9, "was ended by signal 9 (SIGKILL)"),
        (-50, "was ended by signal 50"),
    ],
)
def test_the_end_of_a_process_is_named(status: int, words: str) -> None:
    assert how_it_ended(status) == words

"""A comparison in sentences: figures as they are rounded, and no rate that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.comparing.contest import Contest
from arena.comparing.sentences import Pairing, beginning, line_of
from arena.comparing.sequential import Counts, Terms
from arena.entrants import Entrant, Local

NEW, OLD = (
    Entrant(name=name, version="1", author="", language="", player=Local(command=("true",), folder=Path()))
    for name in ("new", "old")
)
PAIRING = Pairing(NEW, OLD, deals_most=100, folder="compare")


def held(counts: Counts, terms: Terms) -> Contest:
    contest = Contest(terms, "new")
    contest.counts = counts
    return contest


@pytest.mark.parametrize(("alpha", "said"), [(0.05, "at most 5% of"), (0.0004, "at most 0.04% of")])
def test_error_rates_are_told_however_small(alpha: float, said: str) -> None:
    assert any(said in line for line in beginning(PAIRING, held(Counts(), Terms(alpha=alpha))))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(), "no finite Elo yet"),
        (Counts(lost=500, split=1000, won=499), "; 0 Elo (-11 to +11); LLR"),
        (Counts(split=9), "; 0 Elo; LLR"),
    ],
)
def test_what_rounds_to_zero_has_no_sign(counts: Counts, said: str) -> None:
    assert said in line_of(held(counts, Terms()))

"""The benchmark of cores measures what it says; how fast it is, is no test."""

from __future__ import annotations

import pytest

from arena.cores import our_cores
from tests.bench.cores import measure


@pytest.mark.slow
def test_all_figures_are_there_and_possible() -> None:
    figures = measure(rounds=1, tables=2)

    of_one = {"decisions_per_s_2_tables_1_core"}
    of_two = {"decisions_per_s_2_tables_2_cores", "scaling_2_cores", "scaling_2_cores_bare"}
    assert set(figures) == (of_one | of_two if len(our_cores()) > 1 else of_one)
    assert all(isinstance(figure, float) and figure > 0 for figure in figures.values())

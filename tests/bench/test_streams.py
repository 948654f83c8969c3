"""The stream benchmark measures what it says; how fast it is, is no test."""

from __future__ import annotations

import pytest

from referee.wire.tractor.v1.bot_pb2 import PlayResponse
from tests.bench.streams import bench_request, measure, shortened, usual_question


@pytest.mark.slow
def test_all_figures_are_there_and_possible() -> None:
    figures = measure(rounds=1)

    assert set(figures) == {
        "bare_stream_us_1",
        "bare_stream_us_16",
        "decision_over_bare_stream_1",
        "decision_over_bare_stream_16",
        "decisions_per_s_1",
        "decisions_per_s_4",
        "decisions_per_s_16",
        "messages_per_decision",
    }
    assert all(isinstance(figure, float) and figure > 0 for figure in figures.values())
    assert isinstance(messages := figures["messages_per_decision"], float)
    assert 1 <= messages <= 1.1


def test_a_round_is_about_as_long_whatever_the_number_of_tables() -> None:
    matches = [bench_request(number) for number in range(4)]

    assert len(matches[0].boards) == 10
    assert [len(match.boards) for match in shortened(matches)] == [2, 2, 2, 2]


def test_the_question_of_the_bare_streams_is_a_real_one() -> None:
    response = PlayResponse.FromString(usual_question())

    assert response.question.question_id
    assert response.question.view.hand

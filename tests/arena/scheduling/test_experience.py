"""What stored matches tell of those to come."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin

import pytest

from arena.matches import Format, Outcome
from arena.scheduling.experience import LUCK, SECONDS_A_DEAL, Experience
from tests.arena.played import outcome, result


def played(seating: str, scores: list[float], *, elapsed_s: float = 2.0, first_board: int = 1) -> Outcome:
    results = [result(score, 1, board=board) for board, score in enumerate(scores, first_board)]
    return replace(outcome(seating, results), elapsed_s=elapsed_s, deal_count=len(scores))


def experience(*outcomes: Outcome) -> Experience:
    found = Experience()
    found.enter(outcomes)
    return found


def test_without_matches_time_and_luck_are_assumed() -> None:
    found = Experience()

    assert (found.pace().seconds_a_deal, found.pace().match_count) == (SECONDS_A_DEAL, 0)
    assert (found.luck(Format.PAIRS).share, found.luck(Format.PAIRS).double_count) == (LUCK, 0)


def test_a_deal_takes_what_deals_took() -> None:
    pace = experience(*(played("ABAB", [1.0] * 4, elapsed_s=seconds) for seconds in (4, 8, 4, 8))).pace()

    assert pace.seconds_a_deal == pytest.approx(1.5)
    assert pace.low_s < 1.5 < pace.high_s
    assert (pace.match_count, pace.deal_count) == (4, 16)


def doubles(*, same: int, other: int) -> Experience:
    """Decks that the same seats won at both tables, or other seats; each seat wins half of them at either table."""
    one_way = [float(number % 2) for number in range(same + other)]
    other_way = [score if number < same else 1 - score for number, score in enumerate(one_way)]
    return experience(played("ABAB", one_way), played("BABA", other_way))


def test_luck_is_what_results_of_one_deck_have_in_common() -> None:
    """Of 200 decks 150 are won by the same seats: the correlation is ½, and half of the deals do."""
    luck = doubles(same=150, other=50).luck(Format.PAIRS)

    assert luck.double_count == 200
    assert luck.share == pytest.approx(sin(pi / 4))
    assert luck.factor == pytest.approx(0.5)


def test_few_decks_tell_nothing_of_luck() -> None:
    assert doubles(same=50, other=48).luck(Format.PAIRS).double_count == 0


def test_strength_is_no_luck() -> None:
    """A bot that wins nearly always, whichever side it has, makes results of one deck differ; the cards do not."""
    a_wins = [0.0 if number == 7 else 1.0 for number in range(200)]
    at_the_other = [0.0 if number == 7 else 1.0 for number in range(200)]
    luck = experience(played("ABAB", a_wins), played("BABA", [1 - score for score in at_the_other])).luck(Format.PAIRS)

    assert luck.share == pytest.approx(-1.0)
    assert luck.factor == pytest.approx(2.0)

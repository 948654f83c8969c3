"""Numbers with what they count."""

from __future__ import annotations

from arena.counts import counted, how_often


def test_one_of_something_is_in_the_singular() -> None:
    assert [counted(number, "deal") for number in (0, 1, 2, 1200)] == ["0 deals", "1 deal", "2 deals", "1,200 deals"]
    assert [counted(number, "match", "matches") for number in (1, 2)] == ["1 match", "2 matches"]


def test_how_often_has_words_of_its_own_up_to_twice() -> None:
    assert [how_often(number) for number in (0, 1, 2, 3, 1000)] == ["never", "once", "twice", "3 times", "1,000 times"]

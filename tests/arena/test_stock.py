"""What is known of a cup before it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena import stock
from arena.config import Cup
from arena.ledger import ledger_url, open_ledger
from arena.matches import Match
from arena.schedule import Draw, matches, scheduled
from tests.arena.cups import cup
from tests.arena.played import cup_entry, entrants, outcome, result

MANY = [f"B{number}" for number in range(60)]


def test_the_schedule_is_followed_no_further_than_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_cup = cup('[[stage]]\nformat = "individual"\nschedule = "every-table"\ndeals = 16\n', names=MANY)
    made = 0

    def counted(a_cup: Cup, secret: bytes, draws: Sequence[Draw]) -> Iterator[Match]:
        nonlocal made
        for match in scheduled(a_cup, secret, draws):
            made += 1
            yield match

    monkeypatch.setattr(stock, "scheduled", counted)
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as ledger:
        entry = ledger.begin_cup(cup_entry(name="test", entrants=entrants(*MANY)))
        third = list(zip(range(3), matches(a_cup, entry.secret), strict=False))[-1][1]
        ledger.store(replace(outcome(third.seating, [result(1.0, 1)]), match=third))
        taken = stock.take_stock(a_cup, entry, ledger)

        assert (made, len(taken.done), taken.match_count) == (3, 1, 2_925_810)
        assert not taken.is_finished()
        assert made == 4

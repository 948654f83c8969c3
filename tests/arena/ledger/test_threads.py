"""A ledger that many threads of one process use at once, as tables store from threads of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from arena.ledger import open_ledger
from tests.arena.played import cup_entry, outcome, result

READERS, WRITERS = 12, 12
PATIENCE_S = 60


@pytest.mark.slow
def test_no_thread_takes_the_ledger_from_another(url: str) -> None:
    """Each is in the middle of reading while others read and store, and comes to its end."""
    all_there = Barrier(READERS + WRITERS, timeout=PATIENCE_S)
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=number + 1) for number in range(3 + WRITERS)]
    with open_ledger(url) as ledger, ThreadPoolExecutor(READERS + WRITERS) as threads:

        def read() -> int:
            outcomes = ledger.outcomes("test-cup")
            next(outcomes)
            all_there.wait()
            return 1 + sum(1 for _ in outcomes)

        def store(number: int) -> bool:
            all_there.wait()
            return ledger.store(played[number])

        ledger.begin_cup(cup_entry())
        for each in played[:3]:
            ledger.store(each)
        reading = [threads.submit(read) for _ in range(READERS)]
        storing = [threads.submit(store, 3 + number) for number in range(WRITERS)]

        assert [each.result() for each in reading] == [3] * READERS
        assert [each.result() for each in storing] == [True] * WRITERS
        assert len(ledger.done_keys("test-cup")) == 3 + WRITERS

"""How long the rest of a cup takes, as far as its pace tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from arena.matches import Unit
from arena.progress import DEALS_IN_A_GAME
from arena.serving.watch import News

LEAST_MATCHES = 8
LEAST_SPAN_S = 20.0
"""From fewer matches, or in less time, no pace is told."""


def weight(counts: Mapping[Unit, int]) -> int:
    """Deals and games as so many deals; a game as about as many as it takes to win one."""
    return counts.get(Unit.DEALS, 0) + DEALS_IN_A_GAME * counts.get(Unit.GAMES, 0)


def seconds_left(news: tuple[News, ...], left: int, now: datetime) -> float | None:
    """About how long the rest of a cup takes, at the pace of its last matches; None where that is not honest.

    Args:
        news: the last matches, in the order of arrival.
        left: `weight` of what is to be played.
        now: with its zone.
    """
    if len(news) < LEAST_MATCHES or left <= 0:
        return None
    first, last = (datetime.fromisoformat(news[at].at) for at in (0, -1))
    took = (last - first).total_seconds()
    # The first one's deals were played before the time that is measured here.
    done: Counter[Unit] = Counter()
    for each in news[1:]:
        done[each.outcome.match.unit] += len(each.outcome.results)
    silent = (now - last).total_seconds()
    if took < LEAST_SPAN_S or not done or silent > max(took / 2, 10 * took / len(news)):
        return None
    return max(0.0, left * took / weight(done) - silent)

"""Legal decisions of a state: the default one, all or a fair cut of them, and a random one."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from referee.rules.deal import Asking, Decision


class LegalDecisions(NamedTuple):
    """Legal decisions of one state; if not *complete*, a random choice among more."""

    decisions: tuple[Decision, ...]
    complete: bool


def default_decision(state: Asking) -> Decision:
    """The decision taken where no legal one comes: always legal, and a function of what the seat knows alone."""
    raise NotImplementedError


def legal_decisions(state: Asking, *, limit: int, rng: Random) -> LegalDecisions:
    """All legal decisions, or *limit* of them chosen fairly with *rng* if there are more; each once."""
    raise NotImplementedError


def random_decision(state: Asking, rng: Random) -> Decision:
    """A legal decision by chance, without listing them all; every legal follow can come up."""
    raise NotImplementedError

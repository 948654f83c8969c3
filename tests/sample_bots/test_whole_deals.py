"""Whole deals by the referee's rules, with the sample bots at the table and no process between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

import default_bot
import greedy_bot
import pytest
import random_bot
import sensible_bot
from tractor.v1.bot_pb2 import Question

from referee.rules.deal import Asking, Decision, Scored, ThrownIn, begin, step
from referee.rules.game import game_at, next_start
from referee.rules.legal import default_decision, legal_decisions
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.view import view_of
from referee.serving.convert import card_numbers, phase_of, write_legal_decisions, write_view
from referee.wire.tractor.v1 import bot_pb2 as wire
from tests.sizes import scale

Decide: TypeAlias = Callable[[Question], Iterable[int]]

RULES: Ruleset = ruleset(parse_options("tractor"))
MIXED: Sequence[Decide] = (default_bot.decide, random_bot.decide, greedy_bot.decide, sensible_bot.decide)


def question_for(state: Asking, rng: Random) -> Question:
    """What the seat whose turn it is would be asked, with everything that a bot can wish for."""
    message = wire.Question(question_id=1, phase=phase_of(state))
    write_view(view_of(state, state.seat), message.view, deal_number=1, history=True)
    default = state.ladder.cards(default_decision(state).cards)
    message.default_decision.cards.extend(card_numbers(default))
    write_legal_decisions(legal_decisions(state, limit=100, rng=rng), state.ladder, message.legal_decisions)
    return Question.FromString(message.SerializeToString())


def played(bots: Sequence[Decide], *, seed: int, starter: int | None) -> Scored:
    """The end of a random deal; a decision that is refused fails the test."""
    rng = Random(seed)
    while True:
        deck = tuple(rng.sample(RULES.sorted_deck, len(RULES.sorted_deck)))
        level = 2 + seed % 13
        state, _ = begin(
            next_start(game_at(RULES, first_drawer=starter or 0, starter=starter, levels=(level, level)), deck)
        )
        while not isinstance(state, Scored | ThrownIn):
            question = question_for(state, rng)
            after = step(state, Decision(state.ladder.read(bots[state.seat](question))))
            assert not isinstance(after, Refusal), (after, question)
            state, _ = after
        if isinstance(state, Scored):
            return state


def share_won(ours: Decide, theirs: Decide, *, decks: int) -> float:
    """Of duplicate deals, how many *ours* won; each deck is played from both sides."""
    won = 0
    for seed in range(decks):
        for side in (0, 1):
            bots = (ours, theirs, ours, theirs) if side == 0 else (theirs, ours, theirs, ours)
            deal = played(bots, seed=seed, starter=seed % 4)
            declarers = RULES.side_of[deal.contract.starter]
            won += deal.score.declarers_won == (declarers == side)
    return won / (2 * decks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(scale(quick=8, full=60)))
def test_no_bot_is_ever_refused(seed: int) -> None:
    """In first deals, where bids decide the starter, and in later ones; each bot in each seat, and all partners."""
    seated = Random(seed).sample(MIXED, 4)

    played(seated, seed=seed, starter=None)
    played(seated, seed=seed, starter=seed % 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(sensible_bot.decide, greedy_bot.decide, id="sensible over greedy"),
        pytest.param(sensible_bot.decide, default_bot.decide, id="sensible over default"),
        pytest.param(greedy_bot.decide, random_bot.decide, id="greedy over random"),
        pytest.param(default_bot.decide, random_bot.decide, id="default over random"),
    ],
)
def test_more_sense_wins_more_deals(better: Decide, worse: Decide) -> None:
    """The decks are always the same, so this says whether a change made a bot worse, not whether luck did."""
    assert share_won(better, worse, decks=scale(quick=8, full=26)) > 0.65

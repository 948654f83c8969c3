"""Tables of every game by the referee's rules, with the sample bots at them and no process between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import default_bot
import greedy_bot
import random_bot
import sensible_bot
from tractor.v1 import bot_pb2

from referee.rules.deal import Asking, Call, Decision, Scored, ThrownIn, begin, step
from referee.rules.game import Game, next_start
from referee.rules.legal import default_decision, legal_decisions
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.view import view_of
from referee.serving.convert import card_numbers, phase_of, write_calls, write_legal_decisions, write_view
from referee.wire.tractor.v1 import bot_pb2 as wire

Decide: TypeAlias = Callable[[bot_pb2.Question], Iterable[int] | bot_pb2.Decision]

DEFAULT: Decide = default_bot.decide
RANDOM: Decide = random_bot.decide
GREEDY: Decide = greedy_bot.decide
SENSIBLE: Decide = sensible_bot.decide
BOTS: Sequence[Decide] = (DEFAULT, RANDOM, GREEDY, SENSIBLE)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a bot asks for in its hello."""

    legal_decisions: int
    history: bool


WISHES: Mapping[Decide, Wishes] = {
    DEFAULT: Wishes(legal_decisions=0, history=False),
    RANDOM: Wishes(legal_decisions=100, history=False),
    GREEDY: Wishes(legal_decisions=100, history=False),
    SENSIBLE: Wishes(legal_decisions=100, history=True),
}
"""Those of the kit's bots; any other bot is taken to ask for what the sensible one does."""


def rules_of(given: str | Mapping[str, object]) -> Ruleset:
    """The game of a preset, or of options on top of one."""
    return ruleset(parse_options(given))


def question_for(state: Asking, wishes: Wishes, rng: Random) -> bot_pb2.Question:
    """What the seat whose turn it is would be asked."""
    message = wire.Question(question_id=1, phase=phase_of(state))
    write_view(view_of(state, state.seat), message.view, deal_number=1, history=wishes.history)
    default = default_decision(state)
    message.default_decision.cards.extend(card_numbers(state.ladder.cards(default.cards)))
    write_calls(default.calls, message.default_decision.friend_calls)
    if wishes.legal_decisions:
        legal = legal_decisions(state, limit=wishes.legal_decisions, rng=rng)
        write_legal_decisions(legal, state.ladder, message.legal_decisions)
    return bot_pb2.Question.FromString(message.SerializeToString())


def decision_of(state: Asking, answer: Iterable[int] | bot_pb2.Decision) -> Decision:
    """A bot's answer as the rules take it."""
    if not isinstance(answer, bot_pb2.Decision):
        return Decision(state.ladder.read(answer))
    calls = tuple([Call(call.card, call.ordinal) for call in answer.friend_calls])
    return Decision(state.ladder.read(answer.cards), calls)


def play_deal(game: Game, bots: Sequence[Decide], rng: Random) -> Scored | ThrownIn:
    """The end of the game's next deal; a decision that is refused fails the test."""
    deck = tuple(rng.sample(game.rules.sorted_deck, game.rules.deck_size))
    state, _ = begin(next_start(game, deck))
    while not isinstance(state, Scored | ThrownIn):
        bot = bots[state.seat]
        question = question_for(state, WISHES.get(bot, WISHES[SENSIBLE]), rng)
        after = step(state, decision_of(state, bot(question)))
        assert not isinstance(after, Refusal), (after, question)
        state, _ = after
    return state


def play_scored(game: Game, bots: Sequence[Decide], rng: Random) -> Scored:
    """The end of the game's next deal that is not thrown in."""
    while True:
        end = play_deal(game, bots, rng)
        if isinstance(end, Scored):
            return end

"""Kinds of questions, and how the others at a table play so that a bot is asked one of each."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from referee.rules.deal import Asking, Burying, Calling, Decision, Drawing, Holding, Playing, step
from referee.rules.legal import default_decision, legal_decisions, random_decision
from referee.rules.legal_bids import all_bids
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import Kind
from referee.serving.rehearsal.topics import Topic

LEADS_TRIED = 300
"""Leads of a stand-in that are tried for what they ask of the bot."""

LEADS = frozenset({Topic.SINGLE, Topic.PAIR, Topic.SET, Topic.TRACTOR, Topic.THROW, Topic.MUST_BEAT})
"""Questions that depend on what others lead."""


def kind_of(state: Asking) -> Topic:
    """What kind of question a state asks."""
    match state:
        case Drawing():
            return Topic.BID
        case Holding():
            return Topic.HOLD
        case Burying():
            return Topic.BURY
        case Calling():
            return Topic.CALL
        case Playing(trick=None):
            return Topic.LEAD
        case Playing():
            return _follow(state)


def kinds_of(rules: Ruleset) -> frozenset[Topic]:
    """The kinds of questions that a bot can be led to in a game."""
    kinds = {Topic.BID, Topic.BURY, Topic.LEAD, Topic.SINGLE, Topic.THROW}
    if rules.packs > 1:
        kinds |= {Topic.PAIR, Topic.TRACTOR}
    if rules.must_punish:
        kinds.add(Topic.MUST_BEAT)
    if rules.packs > 2:
        kinds.add(Topic.SET)
    if rules.called_count:
        kinds |= {Topic.CALL, Topic.HOLD}
    return frozenset(kinds)


def decide(state: Asking, *, bot: int, wanted: Collection[Topic], rng: Random) -> Decision:
    """What a stand-in decides that knows all cards and wants the seat *bot* to be asked what is *wanted*."""
    match state:
        case Drawing():
            return _bid(state, bot, wanted)
        case Playing(trick=None):
            return _lead(state, bot, wanted, rng)
        case Playing():
            return random_decision(state, rng)
        case _:
            return default_decision(state)


def _follow(state: Playing) -> Topic:
    trick, lead = state.trick, state.lead
    assert trick is not None
    assert lead is not None
    if trick.must_beat == state.seat:
        return Topic.MUST_BEAT
    match lead.kind:
        case Kind.SINGLE:
            return Topic.SINGLE
        case Kind.SET:
            return Topic.PAIR if lead.components[0].size == 2 else Topic.SET
        case Kind.TRACTOR:
            return Topic.TRACTOR
        case Kind.THROW:
            return Topic.THROW


def _bid(state: Drawing, bot: int, wanted: Collection[Topic]) -> Decision:
    """To pass, but to override the bot where that makes it answer."""
    if Topic.HOLD in wanted and state.bids and state.bids[-1].seat == bot:
        for cards in all_bids(state):
            after = step(state, Decision(cards))
            if not isinstance(after, Refusal) and isinstance(after[0], Holding) and after[0].seat == bot:
                return Decision(cards)
    return default_decision(state)


def _lead(state: Playing, bot: int, wanted: Collection[Topic], rng: Random) -> Decision:
    if not LEADS.isdisjoint(wanted):
        for decision in legal_decisions(state, limit=LEADS_TRIED, rng=rng).decisions:
            after = step(state, decision)
            if isinstance(after, Refusal) or not isinstance(after[0], Playing) or after[0].trick is None:
                continue
            # As the bot will find it, unless others change what is to be followed before, which they cannot.
            if _follow(after[0]._replace(seat=bot)) in wanted:
                return decision
    return random_decision(state, rng)

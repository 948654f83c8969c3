"""Asks `follow` and `follows`: may these cards follow, and which may?"""

from __future__ import annotations

from itertools import islice

from msgspec import UNSET, UnsetType

from referee.judging.led import read_led
from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, setting_of
from referee.rules.cards import CARD_TEXTS
from referee.rules.follow import check_follow, follows
from referee.rules.ladder import Cards
from referee.rules.option_values import FailedThrow
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import Lead

MOST_PLAYS = 100_000
"""The highest `limit`, which keeps an answer to a second or so and a few megabytes."""


class FollowAnswer(Answer):
    """Whether a follow is legal; if not, the first rule broken and why."""

    legal: bool
    rule: str | UnsetType = UNSET
    because: str | UnsetType = UNSET


class FollowsAnswer(Answer):
    """Legal follows, each once, its cards in the printed order; *complete* if they are all."""

    plays: list[list[str]]
    complete: bool


class _Following(Question, kw_only=True):
    """What both questions tell: a lead, and the hand that is to follow it.

    Attributes:
        must_beat: T3 binds this seat; ignored where the hand cannot beat the lead, and where the rules have no T3.
        lead_components: how the lead is to be split, where not as L5 says.
        played: cards played so far; only ``skip_dead_ranks`` looks at them.
    """

    trump: str
    lead: list[str]
    hand: list[str]
    must_beat: bool = False
    lead_components: list[list[str]] | UnsetType = UNSET
    played: list[str] | UnsetType = UNSET

    def is_bound(self, rules: Ruleset) -> bool:
        """Whether T3 binds the seat."""
        return self.must_beat and rules.must_punish and rules.failed_throw is FailedThrow.TEN_POINTS

    def read(self) -> tuple[Setting, Lead, Cards]:
        """The setting, the lead and the hand."""
        setting = setting_of(self.rules, self.trump)
        setting = setting.at_trick(self.played, "played", on_table=setting.read(self.lead, "lead"))
        lead = read_led(setting, self.lead, self.lead_components, key="lead")
        hand = setting.read(self.hand, "hand")
        played = 0 if self.played is UNSET else setting.read(self.played, "played")
        if hand.bit_count() < lead.card_count:
            raise Mistake(f"hand: {hand.bit_count()} in hand cannot follow {lead.card_count} led")
        setting.together(lead.cards, hand, "lead and hand")
        # The lead may be counted among the cards played, or not.
        setting.together(hand, played, "hand and played")
        return setting, lead, hand


class Follow(_Following, tag="follow", kw_only=True):
    """May these cards be played?"""

    cards: list[str]

    def answer(self) -> FollowAnswer:
        setting, lead, hand = self.read()
        cards = setting.read(self.cards, "cards")
        refusal = check_follow(setting.rules, setting.ladder, lead, hand, cards, must_beat=self.is_bound(setting.rules))
        if refusal is None:
            return FollowAnswer(legal=True)
        return FollowAnswer(legal=False, rule=refusal.rule, because=refusal.because)


class Follows(_Following, tag="follows"):
    """Which cards may be played?

    Attributes:
        limit: plays to list at most, 1 to `MOST_PLAYS`; beyond it, any of them.
    """

    limit: int = 1000

    def answer(self) -> FollowsAnswer:
        if not 1 <= self.limit <= MOST_PLAYS:
            raise Mistake(f"limit: 1 to {MOST_PLAYS} expected")
        setting, lead, hand = self.read()
        found = follows(setting.rules, setting.ladder, lead, hand, must_beat=self.is_bound(setting.rules))
        plays = sorted(sorted(setting.ladder.cards(play)) for play in islice(found, self.limit))
        return FollowsAnswer(
            plays=[[CARD_TEXTS[card] for card in play] for play in plays],
            complete=len(plays) < self.limit or next(found, None) is None,
        )

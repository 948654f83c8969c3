"""Ask `lead`: what a lead is made of and whether it stands."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, check_count, setting_of
from referee.rules.ladder import Cards
from referee.rules.option_values import FailedThrow
from referee.rules.refusal import Refusal
from referee.rules.shapes import Kind, read_lead
from referee.rules.trick import judge_lead


class LeadRefused(Answer):
    """The cards are no lead (L4, Z9)."""

    legal: bool
    rule: str


class LeadAnswer(Answer):
    """How a lead is read and, where the other hands are given, what becomes of it (L5, L6, T1-T3).

    Attributes:
        components: largest first.
        lead: what is now led; nothing where the failed throw ends the deal (Z9).
        withdrawn: cards that go back.
        fine: points that the leader's side pays.
        must_beat: index in the question's ``others`` of the seat bound by T3.
    """

    kind: Kind
    components: list[list[str]]
    stands: bool | UnsetType = UNSET
    lead: list[str] | UnsetType = UNSET
    withdrawn: int | UnsetType = UNSET
    fine: int | UnsetType = UNSET
    must_beat: int | UnsetType | None = UNSET


class LeadQuestion(Question, tag="lead"):
    """What are these cards, led to a trick?

    Attributes:
        others: the other hands in order of play after the leader.
        played: cards played before this trick; only ``skip_dead_ranks`` looks at them.
    """

    trump: str
    cards: list[str]
    others: list[list[str]] | UnsetType = UNSET
    played: list[str] | UnsetType = UNSET

    def answer(self) -> LeadAnswer | LeadRefused:
        setting = setting_of(self.rules, self.trump)
        cards = setting.read(self.cards, "cards")
        if not cards:
            raise Mistake("cards: a lead has at least one card")
        played = 0 if self.played is UNSET else setting.read(self.played, "played")
        setting = setting.at_trick(self.played, "played", on_table=cards)
        seen = setting.together(cards, played, "cards and played")
        others = None if self.others is UNSET else _hands(setting, cards, self.others, seen=seen)

        lead = read_lead(setting.rules, setting.ladder, cards)
        if isinstance(lead, Refusal):
            return LeadRefused(legal=False, rule=lead.rule)
        components = [setting.write(component.cards) for component in lead.components]
        if others is None:
            return LeadAnswer(kind=lead.kind, components=components)
        thrown = judge_lead(setting.rules, setting.ladder, lead, others)
        if thrown.withdrawn_count and setting.rules.failed_throw is not FailedThrow.TEN_POINTS:
            return LeadAnswer(
                kind=lead.kind,
                components=components,
                stands=False,
                lead=[],
                withdrawn=lead.card_count,
                fine=0,
                must_beat=None,
            )
        return LeadAnswer(
            kind=lead.kind,
            components=components,
            stands=not thrown.withdrawn_count,
            lead=setting.write(thrown.lead.cards),
            withdrawn=thrown.withdrawn_count,
            fine=thrown.fine,
            must_beat=thrown.must_beat,
        )


def _hands(setting: Setting, lead: Cards, given: list[list[str]], *, seen: Cards) -> list[Cards]:
    """The other hands, which with the cards *seen* must come from one deck and be long enough to follow the lead."""
    check_count(given, "others", low=1, high=len(setting.rules.seat_names) - 1, what="hands")
    hands = []
    for index, texts in enumerate(given):
        key = f"others[{index}]"
        hand = setting.read(texts, key)
        if hand.bit_count() < lead.bit_count():
            raise Mistake(f"{key}: {hand.bit_count()} in hand cannot follow {lead.bit_count()} led")
        seen = setting.together(seen, hand, f"cards and others up to {key}")
        hands.append(hand)
    return hands

"""Questions about the tricks of one deal of any game, in the words of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import RANK_LETTERS, Rank, Suit, parse_cards
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.shapes import Lead, read_lead
from referee.rules.trick import Thrown, judge_lead, winner_of


@dataclass(frozen=True, slots=True)
class Questions:
    """One deal of a game: its rules and its order; get it from `asked_in`."""

    rules: Ruleset
    order: Ladder

    def held(self, text: str) -> Cards:
        """The set of these cards."""
        return self.order.read(parse_cards(text))

    def read(self, text: str) -> Lead | Refusal:
        """What these cards are as a lead."""
        return read_lead(self.rules, self.order, self.held(text))

    def lead(self, text: str) -> Lead:
        """The lead that these cards make."""
        read = self.read(text)
        assert isinstance(read, Lead), read
        return read

    def parts(self, text: str) -> list[str]:
        """The components of a lead as text."""
        return [self.order.text(part.cards, "") for part in self.lead(text).components]

    def winner(self, *plays: str) -> int:
        """Index of the winning play; the first is the lead, which stands."""
        return winner_of(self.rules, self.order, self.lead(plays[0]), [self.held(play) for play in plays])

    def throw(self, cards: str, *others: str) -> Thrown:
        """What becomes of a lead against the other hands."""
        return judge_lead(self.rules, self.order, self.lead(cards), [self.held(hand) for hand in others])


def asked_in(trump: str, preset: str = "tractor", *, played: str = "", **options: object) -> Questions:
    """A deal of a preset with options on top of it.

    Args:
        trump: rank and suit; ``7N`` for no suit.
        preset: its name.
        played: cards of the tricks before, which matter under ``skip_dead_ranks``.
        options: as in a cup file.
    """
    rules = ruleset(parse_options({"preset": preset, **options}))
    rank = Rank(RANK_LETTERS.index(trump[0]) + 2)
    order = rules.ladder(rules.trump(rank, None if trump[1] == "N" else Suit(trump[1])))
    if rules.skips_dead_ranks:
        order = order.skipping(order.read(parse_cards(played)))
    return Questions(rules, order)

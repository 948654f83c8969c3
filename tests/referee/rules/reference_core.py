"""The core as the reference sees it: the rules, the order of a trick and cards as text, of a table to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from referee.rules.cards import RANK_LETTERS, Rank, Suit, parse_cards
from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.shapes import Lead, read_lead
from referee.rules.trick import judge_lead, winner_of
from tests.referee.rules.reference.games import OTHERS, PRESETS, Options
from tests.referee.rules.reference.order import Deal, Game, printed
from tests.referee.rules.reference.throws import Verdict
from tests.sizes import scale

GAMES: dict[str, tuple[Options, Game]] = {**PRESETS, **OTHERS}


def rules_of(name: str) -> Ruleset:
    """The rules of one of the games."""
    return ruleset(parse_options(GAMES[name][0]))


def sized(name: str, quick: int, full: int) -> int:
    """How much to ask about a game: the presets most."""
    return scale(quick, full if name in PRESETS else full // 5)


@dataclass(frozen=True)
class Core:
    """The core's answers, in texts, to what the reference is asked."""

    rules: Ruleset
    order: Ladder

    @classmethod
    def of(cls, rules: Ruleset, deal: Deal) -> Core:
        """The core at a trick of this deal."""
        rank = None if deal.trump[0] == "N" else Rank(RANK_LETTERS.index(deal.trump[0]) + 2)
        suit = None if deal.trump[1] == "N" else Suit(deal.trump[1])
        order = rules.ladder(rules.trump(rank, suit))
        if rules.skips_dead_ranks:
            order = order.skipping(order.read(parse_cards("".join(deal.gone))))
        return cls(rules, order)

    def held(self, cards: Sequence[str]) -> Cards:
        """The set of these cards."""
        return self.order.read(parse_cards("".join(cards)))

    def texts(self, held: Cards) -> tuple[str, ...]:
        """The cards of a set in the printed order."""
        return tuple(printed(self.order.text(held).split()))

    def lead(self, cards: Sequence[str]) -> Lead:
        """The lead that these cards are."""
        read = read_lead(self.rules, self.order, self.held(cards))
        assert isinstance(read, Lead), (cards, read)
        return read

    def kind(self, cards: Sequence[str]) -> str:
        """What kind of lead they are, or the rule by which they are none."""
        read = read_lead(self.rules, self.order, self.held(cards))
        return read.rule if isinstance(read, Refusal) else str(read.kind)

    def components(self, cards: Sequence[str]) -> list[tuple[str, ...]]:
        """What the lead is made of."""
        return [self.texts(part.cards) for part in self.lead(cards).components]

    def judge(self, cards: Sequence[str], others: Sequence[Sequence[str]]) -> Verdict:
        """What becomes of the lead."""
        thrown = judge_lead(self.rules, self.order, self.lead(cards), [self.held(hand) for hand in others])
        return Verdict(list(self.texts(thrown.lead.cards)), thrown.withdrawn_count, thrown.fine, thrown.must_beat)

    def broken_rule(
        self, lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], *, must_beat: bool
    ) -> str | None:
        """The rule that a follow breaks."""
        held, play = self.held(hand), self.held(cards)
        refused = check_follow(self.rules, self.order, self.lead(lead), held, play, must_beat=must_beat)
        return refused.rule if refused else None

    def legal_follows(self, lead: Sequence[str], hand: Sequence[str], *, must_beat: bool) -> list[tuple[str, ...]]:
        """Every legal follow, as listed."""
        found = follows(self.rules, self.order, self.lead(lead), self.held(hand), must_beat=must_beat)
        return [self.texts(play) for play in found]

    def lowest_follow(self, lead: Sequence[str], hand: Sequence[str], *, must_beat: bool) -> tuple[str, ...]:
        """The default."""
        return self.texts(lowest_follow(self.rules, self.order, self.lead(lead), self.held(hand), must_beat=must_beat))

    def random_follow(
        self, lead: Sequence[str], hand: Sequence[str], *, must_beat: bool, rng: Random
    ) -> tuple[str, ...]:
        """Any legal follow."""
        held = self.held(hand)
        return self.texts(random_follow(self.rules, self.order, self.lead(lead), held, must_beat=must_beat, rng=rng))

    def winner(self, plays: Sequence[Sequence[str]]) -> int:
        """Index of the winning play."""
        held = [self.held(play) for play in plays]
        return winner_of(self.rules, self.order, self.lead(plays[0]), held)

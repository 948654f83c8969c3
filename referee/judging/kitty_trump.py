"""Ask `kitty_trump`: what the kitty makes trump in a later deal without bids (B8)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, check_count, numbers, rank_of_text, rules_of
from referee.rules.bidding import KittyTrump, kitty_trump
from referee.rules.cards import CARD_TEXTS, Card, Rank
from referee.rules.option_values import NobodyBids
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.ruleset import Ruleset


class KittyTrumpAnswer(Answer):
    """The trump, and the cards that were turned up, in order."""

    trump: str
    turned: list[str]


class KittyTrumpQuestion(Question, tag="kitty_trump"):
    """What is trump?

    Attributes:
        rank: the trump rank.
        kitty: in the order in which its cards are turned up.
    """

    rank: str
    kitty: list[str]

    def answer(self) -> KittyTrumpAnswer:
        rules = rules_of(self.rules)
        rank = rank_of_text(self.rank, "rank")
        check_count(self.kitty, "kitty", low=1, high=rules.kitty_size, what="cards")
        Setting(rules, rules.printed_ladder(rank)).read(self.kitty, "kitty")
        settled = _settled(rules, rank, numbers(self.kitty, "kitty"))
        return KittyTrumpAnswer(
            trump=rules.trump(rank, settled.suit).text,
            turned=[CARD_TEXTS[card] for card in settled.turned],
        )


def _settled(rules: Ruleset, rank: Rank, kitty: Sequence[Card]) -> KittyTrump:
    match rules.options:
        case TractorOptions(nobody_bids=NobodyBids.NO_TRUMP):
            return KittyTrump(None, ())
        case FriendsOptions(rotating_maker=False):
            raise Mistake("kitty: in this game a deal without bids is dealt again, and no kitty is turned up (Z2)")
        case _:
            return kitty_trump(rank, kitty)

"""Ask `kitty_trump`: what the kitty makes trump in a later deal without bids (B8)."""

from __future__ import annotations

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, check_count, numbers, rank_of_text, rules_of
from referee.rules.bidding import trump_without_bids
from referee.rules.cards import CARD_TEXTS


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
        if rules.friends is not None and not rules.friends.rotating_maker:
            raise Mistake("kitty: in this game a deal without bids is dealt again, and no kitty is turned up (Z2)")
        settled = trump_without_bids(rules, rank, numbers(self.kitty, "kitty"))
        return KittyTrumpAnswer(
            trump=rules.trump(rank, settled.suit).text,
            turned=[CARD_TEXTS[card] for card in settled.turned],
        )

"""Ask `score`: what a deal earned."""

from __future__ import annotations

from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import Setting, check_count, rules_of, seat_of, setting_of
from referee.rules.cards import Rank
from referee.rules.ladder import Cards
from referee.rules.levels import Level, level_text, parse_level
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score_deal

MOST_POINTS = 1_000_000
"""More than any deal can move, fines included."""


class Role(StrEnum):
    """What a side is in the deal that is scored."""

    DECLARERS = "declarers"
    OPPONENTS = "opponents"


class GivenLevels(Struct, forbid_unknown_fields=True):
    """Levels before the deal, by role."""

    declarers: str
    opponents: str


class GivenPlay(Struct, forbid_unknown_fields=True):
    """A play of the last trick as a question tells it."""

    seat: str
    cards: list[str]


class ScoreAnswer(Answer):
    """What the deal earned; roles are those of this deal.

    Attributes:
        total: the opponents' points (S1).
        gain: by role, levels that the points earn, before levels that stop a side.
        levels: by role, after the deal; past A is ``W``.
        next_starter: None once the game is won.
    """

    total: int
    gain: dict[Role, int]
    levels: dict[Role, str]
    declarers_stay: bool
    next_starter: str | None
    game_won_by: Role | None


class Score(Question, tag="score"):
    """What does a deal earn?

    Attributes:
        opponents_points: from tricks and fines.
        last_trick_cards: how many each player played to the last trick: n of S2.
        last_trick_largest: cards of that trick's lead's largest component, n if left out; only another
            ``kitty_multiplier`` looks at it.
        trump, last_trick: only ``hook`` looks at them.
    """

    opponents_points: int
    buried: list[str]
    last_trick_cards: int
    last_trick_by: Role
    levels: GivenLevels
    starter: str
    last_trick_largest: int | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    last_trick: list[GivenPlay] | UnsetType = UNSET

    def answer(self) -> ScoreAnswer:
        rules = rules_of(self.rules)
        deck = Setting(rules, rules.printed_ladder(Rank.TWO))
        buried = deck.read(self.buried, "buried")
        self._check_points()
        self._check_last_trick(deck, buried)
        starter = seat_of(rules, self.starter, "starter")
        declarers = rules.side_of[starter]
        given = {
            Role.DECLARERS: _read_level(rules, self.levels.declarers, "levels.declarers"),
            Role.OPPONENTS: _read_level(rules, self.levels.opponents, "levels.opponents"),
        }
        roles = tuple(Role.DECLARERS if side == declarers else Role.OPPONENTS for side in range(rules.side_count))
        score = score_deal(
            rules,
            opponents_points=self.opponents_points,
            buried_points=deck.ladder.points(buried),
            last_trick_size=self.last_trick_cards,
            opponents_won_last=self.last_trick_by is Role.OPPONENTS,
            levels=tuple(given[role] for role in roles),
            starter=starter,
        )
        gain = dict(zip(roles, score.gains, strict=True))
        levels = dict(zip(roles, score.levels, strict=True))
        return ScoreAnswer(
            total=score.total,
            gain={role: gain[role] for role in Role},
            levels={role: level_text(levels[role]) for role in Role},
            declarers_stay=score.declarers_won,
            next_starter=None if score.next_starter is None else rules.seat_names[score.next_starter],
            game_won_by=roles[score.game_won_by[0]] if score.game_won_by else None,
        )

    def _check_points(self) -> None:
        if abs(self.opponents_points) > MOST_POINTS:
            raise Mistake(f"opponents_points: {-MOST_POINTS} to {MOST_POINTS} expected")

    def _check_last_trick(self, deck: Setting, buried: Cards) -> None:
        """What is told of the last trick must be possible, whether or not the options look at it."""
        most = deck.rules.hand_size
        if not 1 <= self.last_trick_cards <= most:
            raise Mistake(f"last_trick_cards: 1 to {most} expected")
        largest = self.last_trick_largest
        if largest is not UNSET and not 1 <= largest <= self.last_trick_cards:
            raise Mistake(f"last_trick_largest: 1 to last_trick_cards, {self.last_trick_cards}, expected")
        if self.trump is not UNSET:
            setting_of(self.rules, self.trump)
        if self.last_trick is UNSET:
            return
        check_count(self.last_trick, "last_trick", low=1, high=len(deck.rules.seat_names), what="plays")
        seen = buried
        for index, play in enumerate(self.last_trick):
            seat_of(deck.rules, play.seat, f"last_trick[{index}].seat")
            cards = deck.read(play.cards, f"last_trick[{index}].cards")
            seen = deck.together(seen, cards, f"buried and last_trick up to last_trick[{index}]")


def _read_level(rules: Ruleset, text: str, key: str) -> Level:
    try:
        level = parse_level(text)
    except ValueError as error:
        raise Mistake(f"{key}: {error}") from None
    if level >= rules.end_level:
        raise Mistake(f"{key}: a side at {text} has won the game, and no further deal is played")
    return level

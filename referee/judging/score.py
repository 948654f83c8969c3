"""Ask `score`: what a deal earned."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import UNSET, Struct, UnsetType

from referee.judging.question import Answer, Mistake, Question
from referee.judging.score_friends import FriendsAnswer, answer_friends
from referee.judging.setting import Setting, check_count, numbers, rules_of, seat_of, setting_of
from referee.rules.cards import Rank
from referee.rules.ladder import Cards
from referee.rules.levels import PAST_ACE, Level, level_text, parse_level
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import LastTrick, Role, score_deal
from referee.rules.shapes import read_lead
from referee.rules.trick import winner_of

MOST_POINTS = 1_000_000
"""More than any deal can move, fines included."""

_TRACTOR_KEYS = ("opponents_points", "buried", "last_trick_cards", "last_trick_by", "starter")
_TRACTOR_MORE = ("last_trick_largest", "trump", "last_trick")
_FRIENDS_KEYS = ("points", "maker_side", "players", "maker", "partners")
_FRIENDS_MORE = ("active", "debts")


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


class Score(Question, tag="score", kw_only=True):
    """What does a deal earn? The first keys are of Tractor, the last ones of Finding Friends.

    Attributes:
        levels: before the deal: by role, or in Finding Friends a list by player.
        opponents_points: from tricks and fines.
        last_trick_cards: how many each player played to the last trick: n of S2.
        last_trick_largest: cards of that trick's lead's largest component, n if left out; only
            ``kitty_multiplier = "largest"`` looks at it.
        trump, last_trick: the hook needs both.
        points: t of Z8, all told.
        maker_side: how many players are on the maker's side, the maker among them.
        players: how many there are.
        maker, partners: indices of players.
        active: by player, with ``scoring = "active_passive"``; all if left out.
        debts: by player, levels owed, with ``failed_throw = "debt"``; none if left out.
    """

    levels: GivenLevels | list[str]
    opponents_points: int | UnsetType = UNSET
    buried: list[str] | UnsetType = UNSET
    last_trick_cards: int | UnsetType = UNSET
    last_trick_by: Role | UnsetType = UNSET
    starter: str | UnsetType = UNSET
    last_trick_largest: int | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    last_trick: list[GivenPlay] | UnsetType = UNSET
    points: int | UnsetType = UNSET
    maker_side: int | UnsetType = UNSET
    players: int | UnsetType = UNSET
    maker: int | UnsetType = UNSET
    partners: list[int] | UnsetType = UNSET
    active: list[bool] | UnsetType = UNSET
    debts: list[int] | UnsetType = UNSET

    def answer(self) -> ScoreAnswer | FriendsAnswer:
        rules = rules_of(self.rules)
        if rules.friends is None:
            self._check_keys(_TRACTOR_KEYS, foreign=(*_FRIENDS_KEYS, *_FRIENDS_MORE), game="Finding Friends")
            return self._answer_tractor(rules)
        self._check_keys(_FRIENDS_KEYS, foreign=(*_TRACTOR_KEYS, *_TRACTOR_MORE), game="Tractor")
        return self._answer_friends(rules)

    def _check_keys(self, needed: Collection[str], *, foreign: Collection[str], game: str) -> None:
        for key in foreign:
            if getattr(self, key) is not UNSET:
                raise Mistake(f"key {key!r} is for {game}")
        for key in needed:
            if getattr(self, key) is UNSET:
                raise Mistake(f"key {key!r} is missing")

    def _answer_tractor(self, rules: Ruleset) -> ScoreAnswer:
        # `_check_keys` has seen to it that they are there.
        assert self.opponents_points is not UNSET
        assert self.buried is not UNSET
        assert self.last_trick_cards is not UNSET
        assert self.starter is not UNSET
        if isinstance(self.levels, list):
            raise Mistake("levels: an object with 'declarers' and 'opponents' expected")
        deck = Setting(rules, rules.printed_ladder(Rank.TWO))
        buried = deck.read(self.buried, "buried")
        _check_points(self.opponents_points, "opponents_points")
        self._check_last_trick(deck, buried, self.last_trick_cards)
        starter = seat_of(rules, self.starter, "starter")
        declarers = rules.side_of[starter]
        given = {
            Role.DECLARERS: _read_level(rules, self.levels.declarers, "levels.declarers"),
            Role.OPPONENTS: _read_level(rules, self.levels.opponents, "levels.opponents"),
        }
        roles = tuple(Role.DECLARERS if side == declarers else Role.OPPONENTS for side in range(rules.side_count))
        setting, last_trick = self._hook(rules, roles)
        score = score_deal(
            rules,
            opponents_points=self.opponents_points,
            buried_points=deck.ladder.points(buried),
            last_trick_size=self.last_trick_cards,
            last_trick_largest=None if self.last_trick_largest is UNSET else self.last_trick_largest,
            opponents_won_last=self.last_trick_by is Role.OPPONENTS,
            levels=tuple(given[role] for role in roles),
            starter=starter,
            trump=setting.ladder.trump if setting else None,
            last_trick=last_trick,
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

    def _check_last_trick(self, deck: Setting, buried: Cards, card_count: int) -> None:
        """What is told of the last trick must be possible, whether or not the options look at it."""
        most = deck.rules.hand_size
        if not 1 <= card_count <= most:
            raise Mistake(f"last_trick_cards: 1 to {most} expected")
        largest = self.last_trick_largest
        if largest is not UNSET and not 1 <= largest <= card_count:
            raise Mistake(f"last_trick_largest: 1 to last_trick_cards, {card_count}, expected")
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

    def _hook(self, rules: Ruleset, roles: Sequence[Role]) -> tuple[Setting | None, LastTrick | None]:
        """The setting and the last trick that the hook looks at; None and None where it is not in force."""
        if not rules.has_hook:
            return None, None
        if self.trump is UNSET or self.last_trick is UNSET:
            raise Mistake(f"key {'trump' if self.trump is UNSET else 'last_trick'!r} is missing; the hook looks at it")
        setting = setting_of(self.rules, self.trump)
        last_trick = _last_trick(setting, self.last_trick, self.last_trick_cards)
        if roles[rules.side_of[last_trick.winner]] is not self.last_trick_by:
            name = rules.seat_names[last_trick.winner]
            raise Mistake(f"last_trick_by: {name} wins this last trick, and is on the other side")
        return setting, last_trick

    def _answer_friends(self, rules: Ruleset) -> FriendsAnswer:
        # As in `_answer_tractor`.
        assert self.points is not UNSET
        assert self.maker_side is not UNSET
        assert self.players is not UNSET
        assert self.maker is not UNSET
        assert self.partners is not UNSET
        if not isinstance(self.levels, list):
            raise Mistake("levels: a list with a level for each player expected")
        _check_points(self.points, "points")
        count = len(rules.seat_names)
        if self.players != count:
            raise Mistake(f"players: this game has {count}; for {self.players} take another preset")
        check_count(self.levels, "levels", low=count, high=count, what="levels")
        return answer_friends(
            rules,
            points=self.points,
            maker=self.maker,
            partners=self.partners,
            side_size=self.maker_side,
            levels=[_read_level(rules, text, f"levels[{index}]") for index, text in enumerate(self.levels)],
            active=None if self.active is UNSET else self.active,
            debts=None if self.debts is UNSET else self.debts,
        )


def _last_trick(setting: Setting, given: Sequence[GivenPlay], card_count: object) -> LastTrick:
    """The whole last trick and its winner.

    Raises:
        Mistake: it is not one play of each seat, in order of play, as long as it is said to be.
    """
    rules, ladder = setting.rules, setting.ladder
    check_count(given, "last_trick", low=len(rules.seat_names), high=len(rules.seat_names), what="plays")
    leader = seat_of(rules, given[0].seat, "last_trick[0].seat")
    plays, seat = [], leader
    for index, play in enumerate(given):
        if seat_of(rules, play.seat, f"last_trick[{index}].seat") != seat:
            raise Mistake(f"last_trick[{index}].seat: {rules.seat_names[seat]} is next in order of play")
        cards = setting.read(play.cards, f"last_trick[{index}].cards")
        if cards.bit_count() != card_count:
            raise Mistake(f"last_trick[{index}].cards: {cards.bit_count()} cards; last_trick_cards says {card_count}")
        plays.append(cards)
        seat = rules.next_seat[seat]
    lead = read_lead(rules, ladder, plays[0])
    if isinstance(lead, Refusal):
        raise Mistake(f"last_trick[0].cards: {lead.because} ({lead.rule})")
    winner = (leader + winner_of(rules, ladder, lead, plays)) % len(plays)
    return LastTrick(leader, tuple(tuple(numbers(play.cards, "last_trick")) for play in given), winner)


def _check_points(points: int, key: str) -> None:
    if abs(points) > MOST_POINTS:
        raise Mistake(f"{key}: {-MOST_POINTS} to {MOST_POINTS} expected")


def _read_level(rules: Ruleset, text: str, key: str) -> Level:
    try:
        level = parse_level(text)
    except ValueError as error:
        raise Mistake(f"{key}: {error}") from None
    if level > PAST_ACE and rules.after_joker is None:
        raise Mistake(f"{key}: {text[:40]!r} is not a level of this game; levels are 2-9 T J Q K A")
    if level >= rules.end_level:
        raise Mistake(f"{key}: a side at {text} has won the game, and no further deal is played")
    return level

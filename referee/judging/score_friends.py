"""What a deal of Finding Friends earned (Z8, Z9), for ask `score`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from referee.judging.question import Answer, Mistake
from referee.judging.setting import check_count
from referee.rules.friends_scoring import fresh_standing, score_sides
from referee.rules.levels import Level, level_text
from referee.rules.option_values import FailedThrow, FriendsScoring
from referee.rules.phases import Standing
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Role

MOST_DEBT = 1000


class FriendsAnswer(Answer):
    """What the deal earned.

    Attributes:
        gain: levels, or with ``active_passive`` points, of each member: ``maker_side`` and ``others``.
        levels: by player, after the deal; past A is ``W``.
        winners: indices of the players who won the deal; none if nobody did.
        game_won_by: indices of the players who won the game.
        active: by player, after the deal; only with ``scoring = "active_passive"``.
        debts: by player, levels still owed; only with ``failed_throw = "debt"``.
    """

    gain: dict[str, int]
    levels: list[str]
    winners: list[int]
    game_won_by: list[int]
    active: list[bool] | UnsetType = UNSET
    debts: list[int] | UnsetType = UNSET


def answer_friends(
    rules: Ruleset,
    *,
    points: int,
    maker: int,
    partners: Sequence[int],
    side_size: int,
    levels: Sequence[Level],
    active: Sequence[bool] | None,
    debts: Sequence[int] | None,
) -> FriendsAnswer:
    """The answer to a question whose keys are all there.

    Raises:
        Mistake: the sides or the standing are not possible.
    """
    options = rules.friends
    assert options is not None
    makers_side = _makers_side(rules, maker, partners, side_size)
    owes, acts = options.failed_throw is FailedThrow.DEBT, options.scoring is FriendsScoring.ACTIVE_PASSIVE
    fresh = fresh_standing(rules)
    if active is not None and not acts:
        raise Mistake("key 'active' is for games with scoring = 'active_passive'")
    if debts is not None and not owes:
        raise Mistake("key 'debts' is for games with failed_throw = 'debt'")
    score = score_sides(
        rules,
        points=points,
        makers_side=makers_side,
        maker=maker,
        first_drawer=maker,
        levels=tuple(levels),
        standing=Standing(
            active=fresh.active if active is None else _by_player(rules, active, "active"),
            debts=fresh.debts if debts is None else _debts(rules, debts),
        ),
    )
    of_side = {Role.DECLARERS: "maker_side", Role.OPPONENTS: "others"}
    gain = dict.fromkeys(of_side.values(), 0)
    winners = []
    if score.winner is not None:
        winners = [seat for seat, is_in in enumerate(makers_side) if is_in == (score.winner is Role.DECLARERS)]
        gain[of_side[score.winner]] = max(score.gains)
    return FriendsAnswer(
        gain=gain,
        levels=[level_text(level) for level in score.levels],
        winners=winners,
        game_won_by=list(score.game_won_by),
        active=list(score.active) if acts else UNSET,
        debts=list(score.debts) if owes else UNSET,
    )


def _makers_side(rules: Ruleset, maker: int, partners: Sequence[int], side_size: int) -> tuple[bool, ...]:
    count, most = len(rules.seat_names), rules.makers_side_max
    check_count(partners, "partners", low=0, high=most - 1, what="partners")
    for key, seat in (("maker", maker), *((f"partners[{index}]", seat) for index, seat in enumerate(partners))):
        if not 0 <= seat < count:
            raise Mistake(f"{key}: an index from 0 to {count - 1} expected")
    members = {maker, *partners}
    if len(members) != 1 + len(partners):
        raise Mistake("partners: nobody is a partner twice, and the maker is none")
    if side_size != len(members):
        raise Mistake(f"maker_side: with the maker and the partners given it is {len(members)}")
    return tuple(seat in members for seat in range(count))


def _by_player(rules: Ruleset, values: Sequence[bool], key: str) -> tuple[bool, ...]:
    check_count(values, key, low=len(rules.seat_names), high=len(rules.seat_names), what="values")
    return tuple(values)


def _debts(rules: Ruleset, debts: Sequence[int]) -> tuple[int, ...]:
    check_count(debts, "debts", low=len(rules.seat_names), high=len(rules.seat_names), what="values")
    if not all(0 <= debt <= MOST_DEBT for debt in debts):
        raise Mistake(f"debts: levels from 0 to {MOST_DEBT} expected")
    return tuple(debts)

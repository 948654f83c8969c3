"""What deals of Finding Friends earn (Z2, Z7–Z9)."""

from __future__ import annotations

import pytest

from referee.rules.friends_scoring import Earned, earned_by, fresh_standing, score_friends, score_sides
from referee.rules.levels import level_text, parse_level
from referee.rules.options import parse_options
from referee.rules.phases import Alliance, Contract, Standing, Start
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.scoring import Role, Score
from tests.referee.rules.builders import TRACTOR

MAKER, ALONE = 2, "..M..."
"""The maker is Seat3; in pictures of a table, ``M`` is the maker, ``+`` a partner and ``.`` another player."""


def friends(players: object = 6, **options: object) -> Ruleset:
    """The rules of a preset with these options; six players have two packs, sides of three and step 40."""
    return ruleset(parse_options({"preset": f"finding-friends-{players}", **options}))


def scored(
    points: int,
    *,
    table: str = "+.M..+",
    levels: str = "2 2 2 2 2 2",
    active: str = "111111",
    debts: str = "000000",
    offender: int | None = None,
    first_drawer: int = 0,
    **options: object,
) -> Score:
    """The score where those who are not with the maker have *points* in all."""
    return score_sides(
        friends(**options),
        points=points,
        makers_side=[seat != "." for seat in table],
        maker=table.index("M"),
        first_drawer=first_drawer,
        levels=tuple(map(parse_level, levels.split())),
        standing=Standing(active=tuple(seat == "1" for seat in active), debts=tuple(map(int, debts))),
        offender=offender,
    )


def levels_after(score: Score) -> str:
    """By seat, as text."""
    return " ".join(level_text(level) for level in score.levels)


def active_after(score: Score) -> str:
    """By seat, 1 for the active ones."""
    return "".join(str(int(active)) for active in score.active)


@pytest.mark.parametrize(
    ("points", "winner", "gain"),
    [
        (-20, Role.DECLARERS, 3),
        (0, Role.DECLARERS, 3),
        (5, Role.DECLARERS, 2),
        (35, Role.DECLARERS, 2),
        (40, Role.DECLARERS, 1),
        (75, Role.DECLARERS, 1),
        (80, None, 0),
        (115, None, 0),
        (120, Role.OPPONENTS, 1),
        (155, Role.OPPONENTS, 1),
        (160, Role.OPPONENTS, 2),
        (195, Role.OPPONENTS, 2),
        (200, Role.OPPONENTS, 3),
        (900, Role.OPPONENTS, 3),
    ],
)
def test_what_points_earn_with_two_packs(points: int, winner: Role | None, gain: int) -> None:
    """Z8."""
    assert earned_by(friends(), points, makers_side_size=3) == Earned(winner, gain)


@pytest.mark.parametrize(
    ("players", "points", "expected"),
    [
        (8, 59, Earned(Role.DECLARERS, 2)),
        (8, 60, Earned(Role.DECLARERS, 1)),
        (8, 120, Earned(None, 0)),
        (8, 180, Earned(Role.OPPONENTS, 1)),
        (12, 159, Earned(Role.DECLARERS, 1)),
        (12, 399, Earned(Role.OPPONENTS, 2)),
        (12, 400, Earned(Role.OPPONENTS, 3)),
    ],
)
def test_the_steps_grow_with_the_packs(players: int, points: int, expected: Earned) -> None:
    """Z8 with three and four packs; the maker's side has its greatest size."""
    rules = friends(players)

    assert earned_by(rules, points, makers_side_size=rules.makers_side_max) == expected


@pytest.mark.parametrize(("size", "gain"), [(6, 3), (5, 6), (1, 18)])
def test_a_makers_side_that_is_short_of_players_gains_that_many_times_more(size: int, gain: int) -> None:
    rules = friends(12)

    assert earned_by(rules, 0, makers_side_size=size).gain == gain
    assert rules.widest_margin == 18
    assert earned_by(rules, 240, makers_side_size=size).gain == 1


def test_every_member_of_the_winning_side_rises() -> None:
    assert levels_after(scored(30, levels="2 3 4 5 6 K")) == "4 3 6 5 6 W"
    assert levels_after(scored(130, levels="2 3 4 5 6 K")) == "2 4 4 6 7 K"
    assert levels_after(scored(90, levels="2 3 4 5 6 K")) == "2 3 4 5 6 K"
    assert scored(30).gains == (2, 0, 2, 0, 0, 2)


def test_all_who_get_past_a_win_the_game() -> None:
    score = scored(0, levels="K 2 A A 2 Q")

    assert score.game_won_by == (0, 2, 5)
    assert (score.next_drawer, score.next_starter) == (None, None)


@pytest.mark.parametrize(("level", "after"), [("8", "T"), ("9", "T"), ("T", "K")])
def test_players_stop_at_a_level_that_cannot_be_skipped(level: str, after: str) -> None:
    """Option ``must_stop_at``."""
    assert levels_after(scored(0, levels=f"2 2 {level} 2 2 2", must_stop_at=["10"])).split()[MAKER] == after


@pytest.mark.parametrize(
    ("points", "table", "drawer"),
    [(30, "+.M..+", 2), (90, "+.M..+", 2), (130, "+.M..+", 3), (130, ".+M++.", 5), (30, "..M...", 2)],
)
def test_the_maker_draws_first_again_unless_the_others_won(points: int, table: str, drawer: int) -> None:
    """Z2: then the nearest of them to the maker's right does."""
    score = scored(points, table=table)

    assert score.next_drawer == drawer
    assert score.next_starter is None


def test_the_first_draw_can_pass_to_the_right() -> None:
    """Option ``first_draw``, whatever the result."""
    drawers = [scored(points, first_drawer=5, first_draw="rotate").next_drawer for points in (30, 90, 130)]

    assert drawers == [0, 0, 0]


@pytest.mark.parametrize(
    ("points", "table", "maker"),
    [(30, "+.M..+", 5), (30, "..M...", 2), (130, "+.M..+", 3), (130, ".+M++.", 5), (90, "+.M..+", 2)],
)
def test_the_result_can_fix_the_next_maker(points: int, table: str, maker: int) -> None:
    """Option ``rotating_maker``: nearest partner or defender to the right; a maker without one makes again."""
    assert scored(points, table=table, rotating_maker=True).next_starter == maker


@pytest.mark.parametrize(
    ("points", "table", "winner", "gain"),
    [
        (0, "+.M..+", Role.DECLARERS, 2),
        (5, "+.M..+", Role.DECLARERS, 1),
        (75, "+.M..+", Role.DECLARERS, 1),
        (75, "..M..+", Role.DECLARERS, 2),
        (75, "..M...", Role.DECLARERS, 3),
        (0, "..M..+", Role.DECLARERS, 4),
        (0, "..M...", Role.DECLARERS, 6),
        (80, "+.M..+", Role.OPPONENTS, 1),
        (155, "+.M..+", Role.OPPONENTS, 1),
        (160, "+.M..+", Role.OPPONENTS, 2),
        (200, "..M...", Role.OPPONENTS, 3),
    ],
)
def test_the_older_scoring_has_no_deal_that_nobody_wins(points: int, table: str, winner: Role, gain: int) -> None:
    """Option ``scoring``, active and passive (Z9)."""
    score = scored(points, table=table, scoring="active_passive")

    assert score.winner is winner
    assert max(score.gains) == gain


def test_the_widest_margin_of_the_older_scoring() -> None:
    rules = friends(scoring="active_passive")

    assert rules.widest_margin == earned_by(rules, 0, makers_side_size=1).gain == 6


def test_a_passive_winner_spends_the_first_point_on_becoming_active() -> None:
    score = scored(0, levels="5 5 5 5 5 5", active="011010", scoring="active_passive")

    assert score.gains == (2, 0, 2, 0, 0, 2)
    assert levels_after(score) == "6 5 7 5 5 6"
    assert active_after(score) == "101001"


def test_losers_turn_passive_and_keep_their_levels() -> None:
    score = scored(80, levels="5 6 7 8 9 9", active="011010", scoring="active_passive")

    assert levels_after(score) == "5 7 7 8 T 9"
    assert active_after(score) == "010110"


def test_in_the_newer_scoring_all_stay_active() -> None:
    assert active_after(scored(30)) == active_after(scored(90)) == "111111"


def test_after_a_comes_joker_and_nobody_wins_the_game() -> None:
    """Option ``joker_level``."""
    full, short = (scored(0, levels="A 2 K Q 2 Jo", joker_level=kind) for kind in ("full", "short"))

    assert levels_after(full) == "3+ 2 2+ Q 2 4+"
    assert levels_after(short) == "J+ 2 T+ Q 2 Q+"
    assert full.game_won_by == short.game_won_by == ()
    assert full.next_drawer == MAKER


def test_a_throw_can_cost_a_level_for_each_player_of_the_other_side() -> None:
    """Option ``failed_throw``, ``one_level``: points do not matter."""
    by_maker = scored(0, levels="2 3 4 5 6 K", offender=0, failed_throw="one_level")
    by_others = scored(200, levels="2 3 4 5 6 K", table="..M..+", offender=4, failed_throw="one_level")

    assert (levels_after(by_maker), by_maker.winner) == ("2 4 4 6 7 K", Role.OPPONENTS)
    assert (levels_after(by_others), by_others.winner) == ("2 3 5 5 6 A", Role.DECLARERS)
    assert (by_maker.next_drawer, by_others.next_drawer) == (3, MAKER)
    assert by_maker.debts == (0,) * 6


def test_a_throw_can_put_its_side_into_debt() -> None:
    """Option ``failed_throw``, ``debt``: two levels for the offender, one for the others of that side."""
    by_maker = scored(0, debts="010010", offender=0, failed_throw="debt")
    by_others = scored(0, debts="010010", offender=4, failed_throw="debt")

    assert by_maker.debts == (2, 1, 1, 0, 1, 1)
    assert by_others.debts == (0, 2, 0, 1, 3, 0)
    assert by_maker.gains == by_others.gains == (0,) * 6
    assert levels_after(by_maker) == "2 2 2 2 2 2"
    assert (by_maker.winner, by_others.winner) == (Role.OPPONENTS, Role.DECLARERS)


def test_debts_are_paid_from_later_gains() -> None:
    score = scored(30, levels="5 5 5 5 5 5", debts="310100", failed_throw="debt")

    assert score.gains == (2, 0, 2, 0, 0, 2)
    assert levels_after(score) == "5 5 7 5 5 7"
    assert score.debts == (1, 1, 0, 1, 0, 0)


def test_a_passive_winner_becomes_active_before_paying() -> None:
    score = scored(0, levels="5 5 5 5 5 5", active="011111", debts="200000", scoring="active_passive")

    assert (active_after(score)[0], score.debts[0], levels_after(score)[0]) == ("1", 1, "5")


# --- From the deal to the points


def ended(
    points: str,
    *,
    table: str = "+.M..+",
    fines: str = "0 0 0 0 0 0",
    last_winner: int | None = None,
    buried_points: int = 15,
    unplayed_points: int = 0,
    offender: int | None = None,
    **options: object,
) -> Score:
    """The score of a deal at whose end the players had won these points."""
    rules = friends(**options)
    start = Start(
        rules=rules,
        deck=rules.sorted_deck,
        trump_rank=None,
        first_drawer=0,
        starter=None,
        levels=(2,) * 6,
        standing=fresh_standing(rules),
    )
    makers_side = tuple(seat != "." for seat in table)
    ladder = rules.printed_ladder(None)
    contract = Contract(
        start=start,
        ladder=ladder,
        trump=ladder.trump,
        starter=MAKER,
        declarers=tuple(seat == MAKER for seat in range(6)),
        bids=(),
        bids_drawn=(),
        turned=(),
    )
    alliance = Alliance(
        calls=(),
        called_played=(),
        played_by=(),
        makers_side=makers_side,
        points=tuple(map(int, points.split())),
        fines=tuple(map(int, fines.split())),
    )
    return score_friends(
        contract,
        alliance,
        last_winner=last_winner,
        buried_points=buried_points,
        unplayed_points=unplayed_points,
        offender=offender,
    )


@pytest.mark.parametrize(("last_winner", "total"), [(0, 70), (MAKER, 70), (1, 100), (4, 100)])
def test_the_points_of_the_others_and_twice_the_buried_ones_if_they_win_the_last_trick(
    last_winner: int, total: int
) -> None:
    """Z8."""
    score = ended("50 40 25 0 30 40", last_winner=last_winner)

    assert score.total == total
    assert score.kitty_points == total - 70


@pytest.mark.parametrize(
    ("fines", "total"), [("30 0 0 0 0 0", 100), ("0 20 0 0 0 0", 50), ("10 20 0 40 0 10", 30), ("0 0 10 0 0 0", 80)]
)
def test_fines_are_settled_between_the_sides_as_they_end(fines: str, total: int) -> None:
    """Z7."""
    assert ended("50 40 25 0 30 40", fines=fines, last_winner=0).total == total


@pytest.mark.parametrize(("offender", "total"), [(0, 70 + 15 + 60), (MAKER, 70 + 15 + 60), (4, 70)])
def test_all_cards_not_played_can_count_for_the_other_side(offender: int, total: int) -> None:
    """Option ``failed_throw``, ``forfeit_cards``: the buried cards once, whoever won the last trick."""
    score = ended(
        "50 40 25 0 30 40", last_winner=4, unplayed_points=60, offender=offender, failed_throw="forfeit_cards"
    )

    assert score.total == total
    assert score.kitty_points == (15 if total > 70 else 0)


@pytest.mark.parametrize("kind", ["one_level", "debt"])
def test_where_a_throw_decides_the_deal_no_buried_card_counts(kind: str) -> None:
    score = ended("50 40 25 0 30 40", unplayed_points=60, offender=0, failed_throw=kind)

    assert (score.total, score.kitty_points, score.winner) == (70, 0, Role.OPPONENTS)


def test_who_has_not_joined_when_a_throw_ends_the_deal_is_not_of_the_makers_side() -> None:
    score = ended("0 0 0 0 0 0", table=ALONE, unplayed_points=185, offender=4, failed_throw="forfeit_cards")

    assert score.gains == (0, 0, 9, 0, 0, 0)


def test_the_sides_of_tractor_are_not_scored_so() -> None:
    with pytest.raises(ValueError, match="rules of Tractor"):
        earned_by(TRACTOR, 0, makers_side_size=1)

"""Which friends may be called, who joins by what is played, and whose the points are (RULES Z3, Z7)."""

from __future__ import annotations

import pytest

from referee.rules.cards import parse_card
from referee.rules.deal import Call, Calling, Decision, Event, FriendJoined, FriendsCalled, Played, Playing, step
from referee.rules.phases import Alliance
from referee.rules.refusal import Refusal
from tests.referee.rules.deals import after_plays
from tests.referee.rules.states import calling, calls, friends_rules, playing

FIVE, SIX, EIGHT, TWELVE = (friends_rules(players) for players in (5, 6, 8, 12))


def refused(state: Calling, offered: tuple[Call, ...]) -> str:
    """Why these calls are refused; the state stays as it was."""
    before = repr(state)
    result = step(state, Decision(0, offered))
    assert isinstance(result, Refusal), result
    assert result.rule == "Z3"
    assert repr(state) == before
    return result.because


def called(state: Calling, offered: str) -> Playing:
    """The first lead after these calls."""
    result = step(state, Decision(0, calls(offered)))
    assert not isinstance(result, Refusal), result
    after, news = result
    assert isinstance(after, Playing)
    assert news == (FriendsCalled(state.seat, calls(offered)),)
    return after


def played(state: Playing, *plays: str) -> tuple[Alliance, int, tuple[Event, ...]]:
    """The alliance, the points of the others and all that happened after these plays."""
    after, news = after_plays(state, *plays)
    assert after.alliance is not None
    return after.alliance, after.points, news


def joined(state: Playing, *plays: str) -> tuple[int, ...]:
    """The seats known to be on the maker's side after these plays."""
    alliance, _, _ = played(state, *plays)
    return tuple(seat for seat, is_on_it in enumerate(alliance.makers_side) if is_on_it)


# --- Calling


def test_the_maker_alone_is_on_its_side_when_it_has_called() -> None:
    """And leads to the first trick, its hand as it was."""
    state = calling(SIX, "3C 4C 5C", maker=4)
    after = called(state, "AH1 AD2")

    assert after.alliance == Alliance(
        calls=calls("AH1 AD2"),
        called_played=(0, 0),
        played_by=(None, None),
        makers_side=(False, False, False, False, True, False),
        points=(0,) * 6,
        fines=(0,) * 6,
    )
    assert (after.seat, after.trick, after.points) == (4, None, 0)
    assert (after.hands, after.buried) == (state.hands, state.buried)


@pytest.mark.parametrize(("players", "count"), [(5, 1), (6, 2), (7, 2), (8, 3), (9, 3), (10, 4), (11, 4), (12, 5)])
def test_as_many_cards_are_called_as_the_table_says(players: int, count: int) -> None:
    state = calling(friends_rules(players), "3C")
    aces_and_kings = calls("AH1 AD1 AC1 KH1 KD1 KC1")

    assert isinstance(step(state, Decision(0, aces_and_kings[:count])), tuple)
    for offered in range(7):
        if offered != count:
            because = refused(state, aces_and_kings[:offered])
            assert f"exactly {count} card" in because
            assert (str(offered) if offered else "none") in because


@pytest.mark.parametrize("card", ["3S", "AS", "2S", "2H"])
def test_no_trump_can_be_called(card: str) -> None:
    assert card in refused(calling(FIVE, "3C"), calls(f"{card}1"))


def test_no_joker_can_be_called_at_the_level_of_jokers() -> None:
    """With no trump rank and no trump suit all cards but jokers can."""
    state = calling(FIVE, "3C", trump="NN")

    assert "BJ" in refused(state, calls("BJ1"))
    for card in ("AS", "2C"):
        called(state, f"{card}1")


@pytest.mark.parametrize(("players", "packs"), [(5, 2), (8, 3), (12, 4)])
def test_there_are_as_many_copies_as_packs(players: int, packs: int) -> None:
    rules = friends_rules(players)
    state = calling(rules, "3C")
    others = calls("KC1 KD1 KH1 AC1")[: rules.called_count - 1]

    for ordinal in range(1, packs + 1):
        assert isinstance(step(state, Decision(0, (*others, Call(parse_card("AH"), ordinal)))), tuple)
    for ordinal in (0, -1, packs + 1):
        assert str(ordinal or "other") in refused(state, (*others, Call(parse_card("AH"), ordinal)))


@pytest.mark.parametrize("card", [0, -1, 55, 200, -(10**9), pytest.param(10**5000, id="huge")])
def test_numbers_that_are_no_card_are_refused(card: int) -> None:
    assert "not the number of a card" in refused(calling(FIVE, "3C"), (Call(card, 1),))


@pytest.mark.parametrize("ordinal", [pytest.param(10**5000, id="huge"), pytest.param(-(10**5000), id="deep"), 3])
def test_ordinals_that_are_no_copy_are_refused(ordinal: int) -> None:
    assert "AH" in refused(calling(FIVE, "3C"), (Call(parse_card("AH"), ordinal),))


def test_ten_thousand_calls_are_refused() -> None:
    assert "10000 were" in refused(calling(FIVE, "3C"), calls("AH1") * 10_000)


def test_no_call_is_made_twice() -> None:
    assert "the second AH was called twice" in refused(calling(SIX, "3C"), calls("AH2 AH2"))


def test_two_copies_of_one_card_may_be_called() -> None:
    called(calling(SIX, "3C"), "AH2 AH1")


def test_calls_come_without_cards() -> None:
    state = calling(FIVE, "3C")
    result = step(state, Decision(state.hands[0], calls("AH1")))

    assert isinstance(result, Refusal)
    assert result.rule == "Z3"
    assert "3C" in result.because


# --- The other copy (Z9)

OTHER = friends_rules(6, call_other_copy=True)


def test_the_other_copy_is_called_only_by_option() -> None:
    called(calling(OTHER, "AH 3C"), "AH0 KD1")

    assert "the other AH" in refused(calling(SIX, "AH 3C"), calls("AH0 KD1"))


@pytest.mark.parametrize("hand", ["3C", "AH AH 3C"])
def test_there_is_an_other_copy_only_where_the_maker_holds_one(hand: str) -> None:
    because = refused(calling(OTHER, hand), calls("AH0 KD1"))

    assert "the other AH" in because
    assert "not one" in because


def test_a_copy_that_is_buried_is_not_held() -> None:
    called(calling(OTHER, "AH 3C", buried="AH"), "AH0 KD1")

    refused(calling(OTHER, "3C", buried="AH"), calls("AH0 KD1"))


def test_the_other_copy_stands_beside_a_numbered_one() -> None:
    called(calling(OTHER, "AH 3C"), "AH0 AH1")

    assert "the other AH was called twice" in refused(calling(OTHER, "AH 3C"), calls("AH0 AH0"))


def test_numbered_calls_do_not_mind_the_option() -> None:
    assert called(calling(OTHER, "AH 3C"), "AH1 AH2").alliance == called(calling(SIX, "AH 3C"), "AH1 AH2").alliance


# --- Joining


def test_whoever_plays_the_copy_called_joins() -> None:
    state = playing(FIVE, "3H 4C", "AH 4C", "5H 4D", "KH 4D", "6H 6D", called="AH1")
    alliance, _, news = played(state, "3H", "AH")

    assert alliance.makers_side == (True, True, False, False, False)
    assert (alliance.played_by, alliance.called_played) == ((1,), (1,))
    # Once the card lies on the table.
    assert isinstance(news[-2], Played)
    assert news[-1] == FriendJoined(1, calls("AH1")[0])


def test_other_cards_join_nobody() -> None:
    state = playing(FIVE, "3H 4C", "KH 4C", "5H 4D", "AD 4D", "6H 6D", called="AH1")

    assert joined(state, "3H", "KH", "5H", "AD", "6H") == (0,)


@pytest.mark.parametrize(("ordinal", "friend"), [(1, 1), (2, 2), (3, 4)])
def test_copies_are_counted_in_the_order_of_play(ordinal: int, friend: int) -> None:
    """Three packs: the aces come from the seats 1, 2 and 4, in two tricks."""
    hands = ("3H 5H", "AH KC", "AH AC", "4H 4C", "4H AH", "6H 4C", "7H 7C", "8H 9C")
    state = playing(EIGHT, *hands, called=f"AH{ordinal} QD1 QC1")
    first_trick = ("3H", "AH", "AH", "4H", "4H", "6H", "7H", "8H")

    assert joined(state, *first_trick, "KC", "AC", "4C", "AH") == (0, friend)


def test_all_copies_of_one_play_are_counted() -> None:
    """The third ace is in the pair that is played after a single one."""
    hands = ("3H 3H", "AH 5H", "AH AH", "4H 4H", "6H 6H", "6D 6D", "7H 7H", "8H 8H")
    state = playing(EIGHT, *hands, called="AH3 QD1 QC1")

    assert joined(state, "3H 3H", "AH 5H") == (0,)
    alliance, _, news = played(state, "3H 3H", "AH 5H", "AH AH")
    assert alliance.called_played == (3, 0, 0)
    assert alliance.makers_side[2]
    assert news[-1] == FriendJoined(2, calls("AH3")[0])


def test_a_player_of_two_called_cards_leaves_the_side_smaller() -> None:
    """Both calls come true at once, by one pair."""
    hands = ("3H 3H", "AH AH", "5H 5H", "4H 4H", "6H 6H", "7H 7H")
    alliance, _, news = played(playing(SIX, *hands, called="AH1 AH2"), "3H 3H", "AH AH")

    assert alliance.makers_side == (True, True, False, False, False, False)
    assert alliance.played_by == (1, 1)
    assert news[-2:] == (FriendJoined(1, calls("AH1")[0]), FriendJoined(1, calls("AH2")[0]))


def test_the_maker_that_plays_a_called_card_leaves_its_side_smaller() -> None:
    hands = ("AH 3C", "AH 4C", "5H 5D", "4H 4C", "6H 6D")
    alliance, _, news = played(playing(FIVE, *hands, called="AH1"), "AH", "AH")

    assert alliance.makers_side == (True, False, False, False, False)
    assert alliance.played_by == (0,)
    assert FriendJoined(0, calls("AH1")[0]) in news


def test_the_maker_may_be_the_one_who_counts_first() -> None:
    hands = ("AH 3C", "AH 4C", "5H 5D", "4H 4C", "6H 6D")

    assert joined(playing(FIVE, *hands, called="AH2"), "AH", "AH") == (0, 1)


def test_what_a_failed_throw_withdraws_is_not_played() -> None:
    """The queen stays on the table, and the king goes back."""
    hands = ("KH QH", "AH 4C", "5H 5D", "4H 4C", "6H 6D", "7H 7D")
    alliance, _, _ = played(playing(SIX, *hands, called="KH1 QH1"), "KH QH")

    assert alliance.called_played == (0, 1)
    assert alliance.played_by == (None, 0)


def test_what_is_left_of_a_failed_throw_can_make_its_leader_a_friend() -> None:
    hands = ("3D 4D 3C", "5D 4C 6C", "AD KH QH", "6D 7C 8C", "7D 9C 4C", "8D AH JC")
    state, _ = after_plays(playing(SIX, *hands, called="QH1 AS1"), "3D", "5D", "AD", "6D", "7D", "8D")

    assert joined(state) == (0,)
    assert joined(state, "KH QH") == (0, 2)


# --- Joining by the other copy (Z9)


def test_the_makers_own_copy_is_not_the_other() -> None:
    hands = ("AH 3C", "4H 4C", "AH 5D", "4H 4C", "6H 6D", "7D 7D")
    state = playing(OTHER, *hands, called="AH0 AH1")
    alliance, _, _ = played(state, "AH", "4H")

    # The first ace is the maker's own, and no copy of the other.
    assert alliance.called_played == (0, 1)
    assert alliance.played_by == (None, 0)
    assert joined(state, "AH", "4H", "AH") == (0, 2)


def test_the_other_copy_may_come_before_the_makers_own() -> None:
    hands = ("3H AH", "AH 4C", "5H 5D", "4H 4C", "6H 6D", "7D 7D")
    state = playing(OTHER, *hands, called="AH0 KC1")

    assert joined(state, "3H", "AH") == (0, 1)


def test_a_call_of_cards_that_are_buried_never_comes() -> None:
    state = playing(FIVE, "3H 4C", "4H 4C", "5H 4D", "KH 4D", "6H 6D", called="AH1", buried="AH AH")
    alliance, _, _ = played(state, "3H", "4H", "5H", "KH", "6H")

    assert alliance.played_by == (None,)
    assert alliance.called_played == (0,)


# --- Whose the points are (Z7)


def test_points_are_the_winners_until_it_is_known_to_be_a_friend() -> None:
    """Seat 1 wins 15 points with a king, and another trick of nothing with the card called."""
    hands = ("5H 3D", "KH AD", "4H 4D", "3H 6D", "6H 7D")
    state = playing(FIVE, *hands, called="AD1")

    alliance, points, _ = played(state, "5H", "KH", "4H", "3H", "6H")
    assert (alliance.points, points) == ((0, 15, 0, 0, 0), 15)
    alliance, points, _ = played(state, "5H", "KH", "4H", "3H", "6H", "AD")
    assert (alliance.points, points) == ((0, 15, 0, 0, 0), 0)


def test_tricks_of_those_who_never_join_stay_theirs() -> None:
    hands = ("5H 3D", "KH AD", "4H 4D", "3H 6D", "6H 7D")
    state = playing(FIVE, *hands, called="7D1")

    assert played(state, "5H", "KH", "4H", "3H", "6H", "AD", "4D", "6D", "7D")[1] == 15


def test_tricks_of_the_maker_count_for_nobody_else() -> None:
    hands = ("AH 3D", "KH AD", "5H 4D", "3H 6D", "TH 7D")
    alliance, points, _ = played(playing(FIVE, *hands, called="AD1"), "AH", "KH", "5H", "3H", "TH")

    assert (alliance.points, points) == ((25, 0, 0, 0, 0), 0)


def test_the_makers_failed_throw_pays_the_others() -> None:
    """T2: one card withdrawn."""
    hands = ("KH QH", "AH 4C", "5H 5D", "4H 4C", "6H 6D")
    alliance, points, _ = played(playing(FIVE, *hands, called="AC1"), "KH QH")

    assert (alliance.fines, points) == ((10, 0, 0, 0, 0), 10)


def test_a_fine_changes_sides_with_its_player() -> None:
    """Seat 1 fails before anybody knows that it is a friend, then plays the king that it took back."""
    hands = ("3C 3D 4D 6D", "AC KH QH 7D", "4C AH 9H 8D", "6C 7H 6H 9D", "7C 8H 8H JD")
    state, _ = after_plays(playing(FIVE, *hands, called="KH1"), "3C", "AC", "4C", "6C", "7C", "KH QH")

    alliance, points, _ = played(state)
    assert (alliance.fines, points) == ((0, 10, 0, 0, 0), -10)
    alliance, points, _ = played(state, "AH", "6H", "8H", "3D", "9H", "7H", "8H", "4D")
    assert (alliance.fines, points) == ((0, 10, 0, 0, 0), -10)
    alliance, points, _ = played(state, "AH", "6H", "8H", "3D", "9H", "7H", "8H", "4D", "KH")
    assert (alliance.fines, points) == ((0, 10, 0, 0, 0), 10)


def test_an_option_sets_the_fine() -> None:
    hands = ("KH QH", "AH 4C", "5H 5D", "4H 4C", "6H 6D")

    alliance, points, _ = played(playing(friends_rules(5, failed_throw_fine=0), *hands, called="AC1"), "KH QH")
    assert (alliance.fines, points) == ((0,) * 5, 0)

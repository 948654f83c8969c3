"""From the burial to the score: calls between, throws that end a deal, dead ranks, and how a deal ends (RULES 4–12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random

import pytest

from referee.rules.deal import (
    Asking,
    Buried,
    Burying,
    Call,
    Calling,
    DealScored,
    Decision,
    Event,
    FriendJoined,
    Playing,
    Scored,
    ThrownIn,
    Trick,
    TrickEnded,
    step,
)
from referee.rules.game import after, new_game, next_start
from referee.rules.legal import default_decision
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.scoring import Role
from referee.rules.shapes import Kind
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    Turn,
    accepted,
    after_plays,
    by_chance,
    half_by_chance,
    later_start,
    shuffled,
    turns,
)
from tests.referee.rules.states import PRESETS, calls, friends_rules, playing, random_burying
from tests.sizes import scale

FIVE = friends_rules(5)


def tractor_rules(**options: object) -> Ruleset:
    """Tractor with these options."""
    return ruleset(parse_options(options))


def ended(state: Asking, *plays: str) -> tuple[Scored, tuple[Event, ...]]:
    """The end of a deal by these plays, and what the last of them brought."""
    before, _ = after_plays(state, *plays[:-1])
    end, news = accepted(before, plays[-1])
    assert isinstance(end, Scored)
    return end, news


# --- What follows the burial


def test_after_the_burial_friends_are_called() -> None:
    """Z3."""
    state = random_burying(Random(1), FIVE)
    burial = default_decision(state)
    result = step(state, burial)

    assert not isinstance(result, Refusal)
    called, news = result
    assert isinstance(called, Calling)
    assert news == (Buried(state.seat),)
    assert (called.seat, called.buried) == (state.seat, burial.cards)
    assert [hand.bit_count() for hand in called.hands] == [20] * 5


def test_a_burial_of_friends_is_checked_as_in_tractor() -> None:
    """K1."""
    state = random_burying(Random(3), FIVE)
    assert isinstance(state, Burying)

    result = step(state, Decision(0))
    assert isinstance(result, Refusal)
    assert result.rule == "K1"


def states_of_tractor() -> Iterator[Asking]:
    """One of each kind."""
    found: set[tuple[type, bool]] = set()
    for turn in turns(later_start(shuffled(Random(2))), by_chance(Random(2))):
        state = turn.state
        kind = (type(state), isinstance(state, Playing) and state.trick is None)
        if kind not in found:
            found.add(kind)
            yield state


def test_calls_are_refused_where_none_are_due() -> None:
    """By the rule for what is due, whatever cards come with them."""
    rules = []
    for state in states_of_tractor():
        before = repr(state)
        for decision in (Decision(0, calls("AH1")), default_decision(state)._replace(calls=calls("AH1") * 10_000)):
            result = step(state, decision)
            assert isinstance(result, Refusal)
            assert ("a friend was called" in result.because) == (len(decision.calls) == 1)
            assert ("10000 friends were called" in result.because) == (len(decision.calls) > 1)
            rules.append(result.rule)
        assert repr(state) == before

    assert rules == ["B3"] * 2 + ["K1"] * 2 + ["L4"] * 2 + ["F1"] * 2


# --- Throws that fail in Finding Friends (Z7, Z9)

THROWN = ("KH QH", "AH 4C", "5H 5D", "4H 4C", "TH 6D")
"""Hands; the maker's throw of its whole hand fails by the second player's ace."""

ENDING_OPTIONS = ("one_level", "forfeit_cards", "debt")


def test_a_throw_that_fails_costs_points_and_the_deal_goes_on() -> None:
    """T1–T3, as in Tractor."""
    state, _ = after_plays(playing(FIVE, *THROWN, called="AC1"), "KH QH")

    assert state.trick is not None
    assert state.ladder.text(state.trick.plays[0]) == "QH"
    assert state.trick.must_beat == 1
    assert state.points == 10


@pytest.mark.parametrize("option", ENDING_OPTIONS)
def test_a_throw_that_fails_can_end_the_deal(option: str) -> None:
    """Nothing of it lies on the table."""
    state = playing(friends_rules(5, failed_throw=option), *THROWN, called="KH1")
    end, news = ended(state, "KH QH")

    trick = Trick(leader=0, plays=(), failed_throw=state.hands[0], must_beat=None, winner=None)
    assert end.tricks == (trick,)
    assert news == (TrickEnded(trick), DealScored(end.score))
    assert end.alliance == state.alliance
    assert end.declarers == (True, False, False, False, False)


def test_a_throw_that_fails_can_give_a_level_to_the_other_side() -> None:
    end, _ = ended(playing(friends_rules(5, failed_throw="one_level"), *THROWN, called="AC1"), "KH QH")

    assert end.score.winner is Role.OPPONENTS
    assert end.score.levels == (2, 3, 3, 3, 3)


def test_a_throw_that_fails_can_cost_levels_to_come() -> None:
    end, _ = ended(playing(friends_rules(5, failed_throw="debt"), *THROWN, called="AC1"), "KH QH")

    assert end.score.levels == (2, 2, 2, 2, 2)
    assert end.score.debts == (2, 0, 0, 0, 0)


@pytest.mark.parametrize(("called", "debts"), [("AC1", (0, 2, 1, 1, 1)), ("KD1", (1, 2, 0, 0, 0))])
def test_the_side_of_whoever_threw_owes_as_it_is_known_then(called: str, debts: tuple[int, ...]) -> None:
    """Seat 1 fails; it is one of the others, or has joined the maker by its king."""
    hands = ("3D 4D 4D", "KD KH QH", "TD AH 7H", "6D 8H 9H", "7D 6H 6H")
    state = playing(friends_rules(5, failed_throw="debt"), *hands, called=called)
    end, _ = ended(state, "3D", "KD", "TD", "6D", "7D", "KH QH")

    assert end.score.debts == debts


def test_a_throw_that_fails_can_forfeit_all_unplayed_cards() -> None:
    """KH of the throw, 5H 5D and TH of the other hands, and the buried KD."""
    state = playing(friends_rules(5, failed_throw="forfeit_cards"), *THROWN, called="AC1", buried="KD")
    end, _ = ended(state, "KH QH")

    assert end.score.total == 10 + 5 + 5 + 10 + 10


def test_what_was_won_before_counts_too_when_a_throw_ends_the_deal() -> None:
    hands = ("3D 4D 4D", "KD KH QH", "TD AH 7H", "6D 8H 9H", "7D 6H 6H")
    state = playing(friends_rules(5, failed_throw="forfeit_cards"), *hands, called="KD1")
    end, _ = ended(state, "3D", "KD", "TD", "6D", "7D", "KH QH")

    assert end.alliance is not None
    assert end.alliance.points == (0, 20, 0, 0, 0)
    assert end.declarers == (True, True, False, False, False)
    # Seat 1 has joined: the king in its hand is forfeit, its trick is not.
    assert end.score.total == 10
    assert len(end.tricks) == 2


@pytest.mark.parametrize("option", ["ten_points", *ENDING_OPTIONS])
def test_a_throw_that_stands_is_led_whole_under_every_option(option: str) -> None:
    hands = ("AH KH 3C", "QH 4C 4C", "5H 5D 5C", "4H 4C 6C", "TH 6D 7C")
    state, news = after_plays(playing(friends_rules(5, failed_throw=option), *hands, called="AC1"), "AH KH")

    assert state.trick is not None
    assert state.ladder.text(state.trick.plays[0]) == "KH AH"
    assert (state.trick.failed_throw, state.points, len(news)) == (0, 0, 1)


# --- Dead ranks (option `skip_dead_ranks`)

DEAD_NINES = ("9H 8H 8H TH TH", "9H 3H 4H 3C 3C", "3H 4D 4D 5D 5D", "4H 6D 6D 7D 7D")
FIRST_TRICK = ("9H", "9H", "3H", "4H")


def kind_of_lead(rules: Ruleset, *, buried: str = "") -> Kind:
    """How the eights and tens of hearts are read once a trick with two nines has been played."""
    state, _ = after_plays(playing(rules, *DEAD_NINES, buried=buried), *FIRST_TRICK, "8H 8H TH TH")
    assert state.lead is not None
    return state.lead.kind


def test_a_tractor_may_skip_a_rank_that_has_been_played() -> None:
    assert kind_of_lead(tractor_rules(skip_dead_ranks=True)) is Kind.TRACTOR


def test_without_the_option_no_rank_is_skipped() -> None:
    assert kind_of_lead(TRACTOR) is Kind.THROW


def test_buried_cards_are_not_dead() -> None:
    """Of three packs, the third nine is buried, which nobody but the starter knows."""
    assert kind_of_lead(tractor_rules(packs=3, skip_dead_ranks=True), buried="9H") is Kind.THROW


def test_a_rank_is_not_dead_before_its_trick_is_finished() -> None:
    state = playing(tractor_rules(skip_dead_ranks=True), *DEAD_NINES)

    during, _ = after_plays(state, *FIRST_TRICK[:-1])
    assert during.ladder is state.contract.ladder
    finished, _ = after_plays(state, *FIRST_TRICK)
    assert finished.ladder is not state.contract.ladder
    assert finished.contract.ladder is state.contract.ladder


# --- The end of a deal


def test_the_last_trick_is_scored_by_its_largest_component_where_that_is_the_option() -> None:
    """West, an opponent, wins the last trick with a throw of three cards; a king is buried."""
    hands = ("3D 3C 3C 4C", "AD AH AH KH", "4D 3H 3H 4H", "6D 6H 6H 7H")
    plays = ("3D", "AD", "4D", "6D", "AH AH KH", "3H 3H 4H", "6H 6H 7H", "3C 3C 4C")

    totals = [
        ended(playing(rules, *hands, buried="KC"), *plays)[0].score.kitty_points
        for rules in (TRACTOR, tractor_rules(kitty_multiplier="largest"))
    ]
    assert totals == [2 * 3 * 10, 2 * 2 * 10]


@pytest.mark.parametrize(("hook", "levels"), [(True, [11, 2]), (False, [11, 11])])
def test_the_hook_looks_at_the_last_trick(hook: bool, levels: list[int]) -> None:
    """North wins the last trick with the jack of trumps over West's."""
    state = playing(tractor_rules(hook=hook), "JS", "JS", "3D", "4D", trump="JS")
    end, _ = ended(state, "JS", "JS", "3D", "4D")

    assert end.score.gains == (3, 0)
    assert list(end.score.levels) == [14, levels[1]]


def test_the_last_trick_of_friends_is_scored_with_the_sides_as_they_turned_out() -> None:
    """Seat 1 wins it with the card called, after a trick with ten points: so the buried king is the maker's side's."""
    hands = ("3D 3H", "KD AH", "4D 5H", "6D 6H", "7D 7H")
    plays = ("3D", "KD", "4D", "6D", "7D", "AH", "5H", "6H", "7H", "3H")

    end, news = ended(playing(FIVE, *hands, called="AH1", buried="KC"), *plays)
    assert end.declarers == (True, True, False, False, False)
    assert (end.score.total, end.score.kitty_points) == (0, 0)
    assert isinstance(news[-1], DealScored)
    end, _ = ended(playing(FIVE, *hands, called="AC1", buried="KC"), *plays)
    assert end.declarers == (True, False, False, False, False)
    assert (end.score.total, end.score.kitty_points) == (10 + 5 + 20, 20)


def test_a_friend_of_the_last_play_is_announced_before_the_trick_ends() -> None:
    hands = ("3D", "4D", "5D", "6D", "AD")
    end, news = ended(playing(FIVE, *hands, called="AD1"), "3D", "4D", "5D", "6D", "AD")

    assert [type(event).__name__ for event in news] == ["Played", "FriendJoined", "TrickEnded", "DealScored"]
    assert end.declarers == (True, False, False, False, True)


# --- Whole games of Finding Friends, against a slow count of what came to the table

GAMES: Mapping[str, Ruleset] = {
    **{preset: ruleset(parse_options(preset)) for preset in PRESETS},
    "the other copy": friends_rules(6, call_other_copy=True),
    "a level for a throw": friends_rules(7, failed_throw="one_level"),
    "cards for a throw": friends_rules(9, failed_throw="forfeit_cards"),
    "debts for a throw": friends_rules(12, failed_throw="debt"),
    "all jokers": friends_rules(10, all_jokers=True),
}
PLAYERS: Mapping[str, Callable[[Random], Callable[[Asking], Decision]]] = {
    "default": lambda _: default_decision,
    "chance": by_chance,
    "both": half_by_chance,
}


def deals_of_game(rules: Ruleset, rng: Random, players: str) -> Iterator[list[Turn]]:
    """The turns of each deal that is scored, from a first deal to the end of the game, which it has."""
    game = new_game(rules, first_drawer=rng.randrange(len(rules.seat_names)))
    for _ in range(1000):
        deal = list(turns(next_start(game, shuffled(rng, rules)), PLAYERS[players](rng)))
        end = deal[-1].after
        assert isinstance(end, Scored | ThrownIn)
        if isinstance(end, Scored):
            yield deal
        game = after(game, end)
        if game.won_by:
            return
    pytest.fail("the game does not end")


def joiners(end: Scored, called: tuple[Call, ...]) -> list[int | None]:
    """By call, who played it, counted card by card."""
    ladder, maker = end.contract.ladder, end.contract.starter
    cards = [
        ((trick.leader + at) % len(end.declarers), card)
        for trick in end.tricks
        for at, play in enumerate(trick.plays)
        for card in ladder.cards(play)
    ]
    found: list[int | None] = []
    for call in called:
        players = [seat for seat, card in cards if card == call.card and (call.ordinal or seat != maker)]
        which = max(call.ordinal, 1)
        found.append(players[which - 1] if len(players) >= which else None)
    return found


def last_playing(deal: list[Turn]) -> Playing:
    """The state of the last decision of a deal that is scored."""
    state = deal[-1].state
    assert isinstance(state, Playing)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_sides_and_points_of_whole_games(game: str, players: str) -> None:
    """All cards and points are in tricks or buried, or unplayed after a throw; the sides are those of a slow count."""
    rules, rng = GAMES[game], Random(f"{game} {players}")
    for deal in islice(deals_of_game(rules, rng, players), scale(4, 100)):
        end = deal[-1].after
        assert isinstance(end, Scored)
        assert end.alliance is not None
        ladder, maker, called = end.contract.ladder, end.contract.starter, end.alliance.calls
        plays = [play for trick in end.tricks for play in trick.plays]
        unplayed = () if end.tricks[-1].plays else last_playing(deal).hands
        places = (*plays, *unplayed, end.buried)
        assert sorted(card for held in places for card in ladder.cards(held)) == list(rules.sorted_deck)
        assert sum(map(ladder.points, places)) == 100 * rules.packs

        by_call = joiners(end, called)
        assert list(end.alliance.played_by) == by_call
        assert end.declarers == tuple(seat == maker or seat in by_call for seat in range(len(rules.seat_names)))
        assert sum(end.declarers) <= rules.makers_side_max
        joined = [event for turn in deal for event in turn.news if isinstance(event, FriendJoined)]
        assert sorted(joined) == sorted(
            FriendJoined(seat, call) for call, seat in zip(called, by_call, strict=True) if seat is not None
        )
        assert list(end.alliance.points) == won_by_seat(end)
        if end.tricks[-1].plays:
            assert end.score.total == others_total(end) + end.score.kitty_points


def won_by_seat(end: Scored) -> list[int]:
    """Points of the tricks that each seat won."""
    won = [0] * len(end.declarers)
    for trick in end.tricks:
        if trick.winner is not None:
            won[trick.winner] += sum(map(end.contract.ladder.points, trick.plays))
    return won


def others_total(end: Scored) -> int:
    """What those who were not on the maker's side won, with ten points for every card that was withdrawn (T2)."""
    total = sum(points for points, is_makers in zip(won_by_seat(end), end.declarers, strict=True) if not is_makers)
    for trick in end.tricks:
        if trick.failed_throw:
            withdrawn = trick.failed_throw.bit_count() - trick.plays[0].bit_count()
            total += 10 * withdrawn * (1 if end.declarers[trick.leader] else -1)
    return total


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_points_of_the_others_are_those_of_the_sides_as_they_are_known(preset: str) -> None:
    """In every state, though tricks are won before the sides are known."""
    deal = next(deals_of_game(GAMES[preset], Random(preset), "chance"))
    for state in (turn.state for turn in deal if isinstance(turn.state, Playing)):
        assert state.alliance is not None
        known, rows = state.alliance.makers_side, zip(state.alliance.points, state.alliance.fines, strict=True)
        assert state.points == sum(fine if known[seat] else won - fine for seat, (won, fine) in enumerate(rows))


@pytest.mark.parametrize("option", [*ENDING_OPTIONS, "ten_points"])
def test_throws_end_deals_of_chance_only_by_option(option: str) -> None:
    """Some of the throws of chance fail."""
    ends = [
        deal[-1].after for deal in islice(deals_of_game(friends_rules(5, failed_throw=option), Random(1), "chance"), 4)
    ]

    without_plays = [end for end in ends if isinstance(end, Scored) and not end.tricks[-1].plays]
    assert bool(without_plays) == (option != "ten_points")

"""Whole deals, replayed by the rules and shown, are as they were (see this package's docstring)."""

from __future__ import annotations

from functools import lru_cache

import pytest
from msgspec import UNSET

from referee.rules.deal import Holding, Playing, Scored, State
from referee.rules.options import PRESETS, parse_options, rules_id
from referee.rules.playthrough import show
from referee.rules.record_start import start_of
from referee.rules.replay import first_difference, replay
from referee.rules.shapes import Kind, Lead, read_lead
from tests.goldens.playthroughs import FOLDER, NAMES, record_named, text_path


@lru_cache(maxsize=len(NAMES))
def states_of(name: str) -> tuple[State, ...]:
    """The states of a kept deal."""
    return tuple(replay(record_named(name)))


def end_of(name: str) -> Scored:
    """The end of a kept deal, which was played."""
    end = states_of(name)[-1]
    assert isinstance(end, Scored)
    return end


def leads_of(name: str) -> list[Lead]:
    """The leads of a kept deal as they were read, in order."""
    return [state.lead for state in states_of(name) if isinstance(state, Playing) and state.lead]


def shapes_of(name: str) -> set[tuple[int, int]]:
    """Size and length of the components of all leads."""
    return {(part.size, part.length) for lead in leads_of(name) for part in lead.components}


def is_held(name: str) -> bool:
    """Whether an overridden bid was held (Z1)."""
    states = states_of(name)
    bids = end_of(name).contract.bids
    return any(isinstance(state, Holding) and (state.seat, state.ladder.cards(state.bid)) in bids for state in states)


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_deal_is_shown_as_it_was(name: str) -> None:
    assert first_difference(record_named(name)) is None
    assert show(record_named(name)) == text_path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_deal_kept_for_a_preset_is_of_that_preset(preset: str) -> None:
    assert record_named(preset).rules == {"preset": preset}
    assert record_named(preset).rules_id == rules_id(parse_options(preset))


def test_kept_records_are_of_both_forms() -> None:
    """Most are as version 0.1 wrote them, without wins and times."""
    with_wins = {name for name in NAMES if record_named(name).wins is not UNSET}
    with_times = {name for name in NAMES if record_named(name).times is not UNSET}

    assert with_wins == {"failed_throw", "friends_debt"}
    assert with_times == {"failed_throw"}


def test_every_file_belongs_to_a_kept_deal() -> None:
    files = {path.stem for path in FOLDER.iterdir() if path.suffix in {".json", ".txt"}}

    assert files == set(NAMES)


def test_the_kept_deals_of_tractor_show_what_they_are_kept_for() -> None:
    """Throws that fail and stand, tractors, trump by the kitty, no trump, buried points for the opponents."""
    assert record_named("failed_throw").throws
    assert Kind.THROW in {lead.kind for lead in leads_of("throw_that_stands")}
    assert Kind.TRACTOR in {lead.kind for lead in leads_of("tractor")}
    assert record_named("kitty_trump").turned
    assert record_named("kitty_trump").bids == ()
    assert (record_named("no_trump").trump or "").endswith("N")
    assert end_of("kitty_trump").score.kitty_points > 0


def test_the_kept_deals_of_other_tractors_show_what_is_theirs() -> None:
    """Rank cards that stay trumps, triples, six seats, both jokers as a bid, the end of a game, dead ranks."""
    online = record_named("tractor-online")
    assert (online.trump or "").endswith("N")
    assert online.throws
    assert end_of("tractor-online").contract.ladder.trumps.low.bit_count() == 6

    assert (3, 1) in shapes_of("tractor-3-packs")
    assert any(len(cards) == 6 for _, _, cards in record_named("tractor-3-packs").bids)
    assert len(record_named("tractor-6-seats").tricks[0]) == 7
    assert record_named("forty-points").bids[-1][2] == "BJRJ"
    assert record_named("forty-points").throws
    assert end_of("short-game").score.game_won_by
    dead = end_of("dead_ranks").contract
    assert any(
        lead.kind is Kind.TRACTOR
        and getattr(read_lead(dead.start.rules, dead.ladder, lead.cards), "kind", None) is Kind.THROW
        for lead in leads_of("dead_ranks")
    )


def test_the_kept_deals_of_finding_friends_show_what_is_theirs() -> None:
    """Held bids, joinings, cards that nobody or the maker played, triples and fours, deals that nobody won."""
    assert is_held("finding-friends-5")
    played_by = {name: alliance.played_by for name in PRESETS if (alliance := end_of(name).alliance)}
    assert len(played_by) == 8
    assert all(set(seats) - {None, end_of(name).contract.starter} for name, seats in played_by.items())
    assert None in played_by["finding-friends-6"]
    assert end_of("finding-friends-6").score.winner is None
    assert start_of(record_named("finding-friends-7")).rules.red_jokers == 0
    assert len(set(played_by["finding-friends-7"])) < len(played_by["finding-friends-7"])
    assert (3, 1) in shapes_of("finding-friends-8")
    assert end_of("finding-friends-9").contract.starter in played_by["finding-friends-9"]
    ten = end_of("finding-friends-10").alliance
    assert ten is not None
    assert any(ten.fines)
    assert end_of("finding-friends-11").score.game_won_by
    assert end_of("finding-friends-12").contract.starter in played_by["finding-friends-12"]
    assert max(len(trick[1]) for trick in record_named("finding-friends-12").tricks) == 2 * 4
    assert record_named("friends_debt").tricks[-1][1:] == ()
    assert any(end_of("friends_debt").score.debts)

"""Why a trick was won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from referee.rules.deal import Scored
from referee.rules.options import parse_options
from referee.rules.phases import Playing, TrickEnded
from referee.rules.ruleset import ruleset
from referee.rules.trick_reason import Reason, Win, reason_of, wins_of
from tests.referee.rules.deals import by_chance, random_start, turns
from tests.referee.rules.questions import Questions, asked_in
from tests.referee.rules.reference.order import Deal, suit_of, top
from tests.referee.rules.reference.tables import some_play, some_pool, tables
from tests.referee.rules.reference.winning import winner, worth
from tests.referee.rules.reference_core import GAMES, Core, rules_of, sized

TWO_PACKS = asked_in("4D")
BOMBS = asked_in("4D", "finding-friends-12", bombs=True)
TRACTORS_THROWN = asked_in("4D", throw_tractors=True)


def why(asked: Questions, *plays: str) -> str:
    """Why the winner won; the first play is the lead, which stands."""
    held = [asked.held(play) for play in plays]
    return reason_of(asked.rules, asked.order, asked.lead(plays[0]), held, asked.winner(*plays))


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("AH 9H 8H TH", "led"),
        ("AH AS AC AS", "led"),
        ("RJ BJ 4D 2D", "led"),
        ("7H 9H 8H TH", "higher"),
        ("2D 3D 4S AD", "higher"),
        ("7H 2D 8H 2C", "trumped"),
        ("7H 2D AH 3D", "overtrumped"),
        ("7H 3D AH 2D", "overtrumped"),
        ("AH 9H AH 2H", "first"),
        ("7H KH KH 2H", "first"),
        ("7H KH QH KH", "first"),
        ("4S 4H 2D 3D", "first"),
        ("7H 4S 4C AH", "first"),
        ("7H 4S 2D 4C", "first"),
        ("7H 2D 4S 4C", "first"),
    ],
)
def test_single_cards(plays: str, expected: str) -> None:
    assert why(TWO_PACKS, *plays.split()) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("KHKH AHQH 2D3D 9H9H", "led"),
        ("7H7H 9H9H AHKH 2D3D", "higher"),
        ("7H7H 2D2D AHAH 3D4S", "trumped"),
        ("7H7H 2D2D AHAH 3D3D", "overtrumped"),
        ("4S4S 4C4C ADAD 2D2D", "first"),
        ("7H7H 4S4S 4C4C 8H8H", "first"),
        ("KHKHAHAH 2H2H3H3H 5H5H6H6H 2S2S3S3S", "led"),
        ("7H7H8H8H 9H9HTHTH JHJHKHKH 5H5H6H6H", "higher"),
        ("7H7H8H8H 2D2D3D3D JHJHQHQH 5D5D7D7D", "trumped"),
        ("7H7H8H8H 2D2D3D3D JHJHQHQH 5D5D6D6D", "overtrumped"),
        ("7H7H8H8H 2D2D3D3D JHJHQHQH 2S2S3S3S", "trumped"),
    ],
)
def test_pairs_and_tractors(plays: str, expected: str) -> None:
    """What lacks the lead's shape could not have won, however high it is."""
    assert why(TWO_PACKS, *plays.split()) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("AHKH RJAS BJKS QHJH", "led"),
        ("AHKH 2D3D 2SQS QHJH", "trumped"),
        ("AHKH 2D3D 5D5D QHJH", "overtrumped"),
        ("AHKH 2DAD 3DAD QHJH", "first"),
        ("AHKHKH 2D3D3D 5D5D2D RJBJAD", "overtrumped"),
        ("AHKHKH 2D3D3D AD5D2D RJBJAD", "trumped"),
        ("RJRJAD 4S4C2D BJ4D2D 3D3D5D", "led"),
    ],
)
def test_throws(plays: str, expected: str) -> None:
    """Nothing answers a throw but trumps on plain cards, of which the answer to its largest part is compared (W5)."""
    assert why(TWO_PACKS, *plays.split()) == expected
    assert why(TRACTORS_THROWN, *plays.split()) == expected


def test_bombs_are_told_unless_an_equal_one_comes_later() -> None:
    """Four identical cards on a tractor of two pairs, and nothing else (Z6)."""
    assert why(BOMBS, "7H7H8H8H", "9H9HTHTH", "KHKHKHKH", "2H3H5H6H") == "bomb"
    assert why(BOMBS, "7H7H8H8H", "2D2D2D2D", "KHKHKHKH", "5D5D6D6D") == "bomb"
    assert why(BOMBS, "7H7H8H8H", "4S4S4S4S", "4C4C4C4C", "5D5D6D6D") == "first"
    assert why(BOMBS, "7H7H7H7H", "9H9H9H9H", "KHKH2HAH", "2H3H5H6H") == "higher"
    assert why(BOMBS, "7H7H8H8H", "5D5D6D6D", "KHKH2HAH", "2H3H5H6H") == "trumped"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"skip_dead_ranks": True, "throw_tractors": True},
        {"preset": "finding-friends-5"},
        {"preset": "finding-friends-12", "bombs": True},
    ],
)
def test_tricks_of_a_whole_deal_are_judged_on_the_order_that_they_were_played_in(options: dict[str, object]) -> None:
    """From the end alone, as from the states on the way, where dead ranks are skipped too."""
    rng, rules = Random(2), ruleset(parse_options(options))
    found: list[Win] = []
    for turn in turns(random_start(rng, rules), by_chance(rng)):
        for trick in [event.trick for event in turn.news if isinstance(event, TrickEnded)]:
            assert isinstance(turn.state, Playing)
            assert turn.state.lead is not None
            assert trick.winner is not None
            winner = (trick.winner - trick.leader) % len(trick.plays)
            reason = reason_of(rules, turn.state.ladder, turn.state.lead, trick.plays, winner)
            found.append(Win(trick.winner, reason))
    assert isinstance(turn.after, Scored)

    assert wins_of(turn.after) == tuple(found)
    assert len({reason for _, reason in found}) > 2


# --- Against the reference


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_those_that_the_reference_gives(name: str) -> None:
    """By what each play is worth, on random tables of every game; all words but that of no winner are met."""
    rng, rules, game = Random(26), rules_of(name), GAMES[name][1]
    met: set[str] = set()
    for table in islice(tables(rng, game, most_cards=8), sized(name, 200, 1_500)):
        core = Core.of(rules, table.deal)
        pool = some_pool(rng, table.lead, table.deal)
        plays = [table.lead, *(some_play(rng, table.lead, pool, table.deal) for _ in range(3))]
        held = [core.held(play) for play in plays]
        found = reason_of(rules, core.order, core.lead(plays[0]), held, core.winner(plays))
        assert found == expected_reason(plays, table.deal), (name, table.deal.trump, table.deal.gone, plays)
        met.add(found)
    assert met >= {"led", "higher", "trumped", "overtrumped"} | ({"first"} if game.packs > 1 else set())


def expected_reason(plays: Sequence[Sequence[str]], deal: Deal) -> str:
    """The reason by the worth of each play."""
    lead, won = plays[0], winner(plays, deal)
    led = suit_of(lead[0], deal)
    is_throw = worth(lead, lead, deal) is None
    lead_worth = (False, led == "trump", top(lead, deal))
    worths = [lead_worth, *(worth(lead, play, deal) for play in plays[1:])]
    if worths[won] in worths[won + 1 :] and not (is_throw and won == 0):
        return Reason.FIRST
    if won == 0:
        return Reason.LED
    is_bomb, in_trumps, _ = worths[won] or lead_worth
    if is_bomb:
        return Reason.BOMB
    if not in_trumps or led == "trump":
        return Reason.HIGHER
    others = [each for at, each in enumerate(worths) if each and each[1] and at != won]
    return Reason.OVERTRUMPED if others else Reason.TRUMPED

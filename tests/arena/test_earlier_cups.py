"""What stands beside a cup of those before it: which cups, with the ratings of their own leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from arena.earlier_cups import CUPS_AT_MOST, earlier_cups
from arena.entries import CupEntry, EntrantEntry
from arena.leaderboard import EarlierCup, Leaderboard, Progress
from arena.leaderboard_building import leaderboard
from arena.ledger import Ledger
from arena.matches import Format, Outcome, Unit
from arena.standings import standings
from arena.words.languages import Language
from arena.words.words import Words, words_of
from tests.arena.played import BEGUN, FIVE, FOUR, cup_entry, entrants, friends_cup, played_cup


def begin(ledger: Ledger, name: str, day: int, **changes: object) -> CupEntry:
    entry = cup_entry(name=name, created=BEGUN + timedelta(days=day), entrants=entrants(*FIVE))
    return ledger.begin_cup(replace(entry, **changes))  # type: ignore[arg-type]  # fields by name


def play(ledger: Ledger, entry: CupEntry, outcomes: Sequence[Outcome], *, is_complete: bool = True) -> None:
    """Store *outcomes* as those of another cup."""
    for each in outcomes:
        match = replace(each.match, cup=entry.name, key=f"{entry.name}:{each.match.key}", rules_id=entry.rules_id)
        assert ledger.store(replace(each, match=match))
    if is_complete:
        ledger.reveal(entry.name, entry.created)


def board_of(ledger: Ledger, entry: CupEntry, words: Words | None = None) -> Leaderboard:
    found = standings(ledger.outcomes(entry.name), entry.entrants)
    words = words_of(Language.ENGLISH) if words is None else words
    earlier = earlier_cups(ledger, entry, found)
    return leaderboard(entry, found, Progress.COMPLETE, words=words, earlier=earlier)


def pairs(seed: int = 1) -> list[Outcome]:
    return [each for each in played_cup(FOUR, rounds=2, deals=2, seed=seed) if each.match.format is Format.PAIRS]


def earlier_of(ledger: Ledger, entry: CupEntry) -> tuple[EarlierCup, ...]:
    (section,) = board_of(ledger, entry).sections
    return section.earlier


@pytest.mark.slow
def test_ratings_are_those_of_the_earlier_cup_s_own_leaderboard(ledger: Ledger) -> None:
    """In every section; of those who are in the later cup too, by name, in the version that they had then."""
    before = begin(ledger, "before", 1)
    play(ledger, before, [*played_cup(FOUR, rounds=2), *friends_cup(2)])
    named = (EntrantEntry("Eve", version="2"), *entrants("Cy", "Ben"))
    later = begin(ledger, "later", 2, entrants=named)
    seated = {"Ada": "Ben", "Ben": "Cy", "Cy": "Ben", "Dot": "Cy", "Eve": "Eve"}
    others = [
        replace(each, match=replace(each.match, seating=tuple(seated[name] for name in each.match.seating)))
        for each in pairs()
    ]
    play(ledger, later, others, is_complete=False)

    own = board_of(ledger, before)
    (section,) = board_of(ledger, later).sections
    (cup,) = section.earlier
    rows = {row.name: row for row in own.sections[0].rows}
    assert (cup.cup, cup.begun, cup.gauge) == ("before", own.begun, own.sections[0].gauge)
    assert [(line.name, line.version) for line in cup.lines] == [("Ben", "1"), ("Cy", "1")]
    assert [(line.rating, line.low, line.high) for line in cup.lines] == [
        (rows[name].rating, rows[name].low, rows[name].high) for name in ("Ben", "Cy")
    ]


@pytest.mark.slow
def test_every_kind_of_section_has_the_cups_of_its_kind(ledger: Ledger) -> None:
    play(ledger, begin(ledger, "both", 1), played_cup(FOUR, rounds=1))
    play(ledger, begin(ledger, "pairs", 2), pairs())
    play(ledger, begin(ledger, "friends", 3), friends_cup(2))
    last = begin(ledger, "last", 4)
    play(ledger, last, [*played_cup(FOUR, rounds=1), *friends_cup(2)])

    board = board_of(ledger, last)
    assert {section.format: [cup.cup for cup in section.earlier] for section in board.sections} == {
        Format.PAIRS: ["both", "pairs"],
        Format.INDIVIDUAL: ["both"],
        Format.FRIENDS: ["friends"],
    }
    (friends,) = board.sections[2].earlier
    rows = {row.name: row for row in board.sections[2].rows}
    for line in friends.lines:
        assert (line.rating, line.low, line.high) == (rows[line.name].rating, rows[line.name].low, rows[line.name].high)


@pytest.mark.slow
def test_only_complete_cups_before_this_one_by_its_rules_with_its_entrants_count(ledger: Ledger) -> None:
    play(ledger, begin(ledger, "running", 1), pairs(), is_complete=False)
    play(ledger, begin(ledger, "other-rules", 2, rules_id="others"), pairs())
    play(ledger, begin(ledger, "of-nobody", 3, entrants=entrants(*FOUR)), [])
    play(ledger, begin(ledger, "before", 4), pairs())
    this = begin(ledger, "this", 5, entrants=entrants("Ada", "Ben", "Cy", "Dot"))
    play(ledger, this, pairs())
    play(ledger, begin(ledger, "after", 6), pairs())
    strangers = begin(ledger, "strangers", 7, entrants=entrants("Eve"))

    assert [each.cup for each in earlier_of(ledger, this)] == ["before"]
    assert earlier_cups(ledger, strangers, standings(pairs(), entrants("Eve"))) == {(Format.PAIRS, Unit.DEALS): ()}


@pytest.mark.slow
def test_of_many_cups_the_latest_stand_the_oldest_first(ledger: Ledger) -> None:
    for day in range(CUPS_AT_MOST + 2):
        play(ledger, begin(ledger, f"cup-{day}", day), pairs()[:1])
    last = begin(ledger, "last", 99)
    play(ledger, last, pairs())

    assert [each.cup for each in earlier_of(ledger, last)] == [f"cup-{day}" for day in range(2, CUPS_AT_MOST + 2)]


def test_the_sentences_of_earlier_cups_are_in_the_language_of_the_page(ledger: Ledger) -> None:
    play(ledger, begin(ledger, "before", 1), pairs())
    this = begin(ledger, "this", 2)
    play(ledger, this, pairs())
    (section,) = board_of(ledger, this, words_of(Language.CHINESE)).sections

    assert section.earlier[0].gauge == "零点是有等级分的参赛者的平均值。"

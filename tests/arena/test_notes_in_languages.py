"""What a leaderboard says in sentences is said in the language of its reader; its document stays English."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arena.conditions import in_language
from arena.confinement import Tier
from arena.identity import cup_entry as entry_of
from arena.leaderboard import Leaderboard
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import explanation, heading, meetings_title, own_copy_words
from arena.matches import Format
from arena.publish import Progress
from arena.ratings import Anchor
from arena.standings import standings
from arena.words.english import ENGLISH
from arena.words.languages import Language
from arena.words.words import Words, words_of
from tests.arena.cups import FRIENDS, GAMES, INDIVIDUAL, PAIRS, cup, rules
from tests.arena.played import BEGUN, FOUR, cup_entry, entrants, friends_cup, outcome, played_cup, result
from tests.arena.remote.test_terms import with_a_remote_bot

PERSIAN, CHINESE = words_of(Language.PERSIAN), words_of(Language.CHINESE)
SWISS = '[[stage]]\nformat = "individual"\nschedule = "swiss"\nrounds = 1\ndeals = 1\n'
NEWCOMER = '[[stage]]\nformat = "gauntlet"\ndeals = 4\nnewcomers = ["A", "B"]\n'

in_both = pytest.mark.parametrize("words", [PERSIAN, CHINESE], ids=["fa", "zh"])


def sentences(board: Leaderboard, words: Words) -> list[str]:
    """All of a leaderboard, with what pages ask for besides."""
    found = [own_copy_words(each, words) for each in board.own_copy]
    for section in board.sections:
        found += [section.gauge, heading(section, words), explanation(section, words), meetings_title(section, words)]
        found += [note for row in section.rows for note in row.notes]
        found += [section.partners.sentence] if section.partners else []
    return found


def is_english(sentence: str) -> bool:
    """Whether there is more of it than names, and Elo."""
    return re.search(r"[a-z]", re.sub(r"Elo|\u2068[^\u2069]*\u2069", "", sentence)) is not None


@in_both
@pytest.mark.slow
def test_sentences_of_a_leaderboard_are_in_the_language_of_its_words(words: Words) -> None:
    won = ["W", "X"] * 2
    played = [
        *played_cup(FOUR, rounds=3),
        *friends_cup(),
        *(outcome(won, [result(1, 1, board=board)], rules_id="other", round_=board) for board in range(1, 8)),
    ]
    named = entrants(*FOUR, "Eve", "W", "X", "Nobody")
    for anchor in (None, Anchor("W", 100.0)):
        found = standings(played, named, anchor=anchor)
        said = leaderboard(cup_entry(entrants=named), found, Progress.COMPLETE, anchor, words=words)
        assert [each for each in sentences(said, words) if is_english(each)] == []
        english = leaderboard(cup_entry(entrants=named), found, Progress.COMPLETE, anchor)
        assert len(set(sentences(english, ENGLISH))) == len(set(sentences(said, words))) > 15


def test_a_name_in_a_sentence_imposes_no_direction() -> None:
    evil = "\u202eevil\n<b>"
    played = [outcome([evil, "Ben"] * 2, [result(1, 1), result(0, -1, board=2)])]
    entry, anchor = cup_entry(entrants=entrants(evil, "Ben")), Anchor(evil, -12.5)
    found = standings(played, entry.entrants, anchor=anchor)
    english, persian = (
        leaderboard(entry, found, Progress.COMPLETE, anchor, words=words).sections[0].gauge
        for words in (ENGLISH, PERSIAN)
    )

    assert english == "The rating of �evil�<b> is fixed at −12.5."
    assert "\u2068�evil�<b>\u2069" in persian
    assert "\u200e−۱۲٫۵" in persian


@in_both
@pytest.mark.parametrize(
    ("stages", "more", "tier"),
    [
        ((PAIRS, INDIVIDUAL), "[time]\nincrement_s = 0.5\nlimit_s = 1.25\n", Tier.A),
        ((SWISS,), "[faults]\nstrikes_allowed = 1\ndeals_lost_allowed = 1\n", Tier.B),
        ((NEWCOMER,), rules("tractor-3-packs", "hook = true"), Tier.C),
        ((GAMES,), rules("forty-points"), Tier.D),
        ((FRIENDS,), rules("finding-friends-5", 'scoring = "active_passive"'), None),
    ],
)
def test_all_conditions_that_we_write_are_translated(
    words: Words, stages: tuple[str, ...], more: str, tier: Tier | None
) -> None:
    entry = entry_of(with_a_remote_bot(cup(*stages, names="ABCDEFGH", more=more)), BEGUN, tier)
    said = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING, words=words).conditions
    stay = r"preset|tractor-3-packs|forty-points|finding-friends-5|tractor|hook = true|scoring = .*\"|Landlock|seccomp"

    assert [each for each in said if is_english(each.label) or is_english(re.sub(stay, "", each.text))] == []


@in_both
def test_conditions_that_somebody_else_wrote_stay_as_they_are(words: Words) -> None:
    for label, text in (("Deals", "64, each played twice"), ("Time", "1 s for a decision, and a cup of tea")):
        assert in_language(label, text, words)[1] == text
    assert in_language("Deals", "whist", words)[0] == "Deals"


def test_numbers_of_conditions_are_in_the_digits_of_the_language() -> None:
    text = "0.5 s for a decision, a bank of 30 s for a match"

    assert in_language("Time", text, PERSIAN) == ("زمان", "۰٫۵ ثانیه برای هر تصمیم، ذخیره‌ای ۳۰ ثانیه‌ای برای هر مسابقه")
    assert in_language("Time", text, ENGLISH) == ("Time", text)


def test_numbers_and_names_are_the_same_in_every_language() -> None:
    entry = cup_entry()
    found = standings(played_cup(FOUR, rounds=2), entry.entrants)
    english, chinese = (
        leaderboard(entry, found, Progress.COMPLETE, words=words).sections[1] for words in (ENGLISH, CHINESE)
    )

    assert english.format is Format.INDIVIDUAL
    assert (
        replace(
            chinese,
            gauge=english.gauge,
            partners=english.partners,
            rows=tuple(replace(row, notes=one.notes) for row, one in zip(chinese.rows, english.rows, strict=True)),
        )
        == english
    )

"""The page of an entrant, and the rule sheet as a page."""

from __future__ import annotations

import pytest

from arena.cup_rules import options_of
from arena.entries import EntrantEntry
from arena.leaderboard import Progress
from arena.leaderboard_building import leaderboard
from arena.site import paths
from arena.site.bot_page import MATCHES_AT_MOST, MatchLink, bot_page, embedding
from arena.site.rules_page import rules_page
from arena.standings import standings
from arena.words.languages import Language
from arena.words.words import words_of
from tests.arena.played import FOUR, cup_entry, entrants, friends_cup, played_cup
from tests.arena.site.parsed import Parsed

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202egnp.exe", "x" * 200)


def links(count: int, *, faults: int = 0) -> list[MatchLink]:
    return [MatchLink(f"{at:064x}", at, FOUR, "2 : 1", faults) for at in range(1, count + 1)]


@pytest.mark.parametrize("language", list(Language))
def test_a_bot_has_its_figures_and_the_others_in_each_section(language: Language) -> None:
    played = played_cup(FOUR, rounds=2, deals=4)
    board = leaderboard(cup_entry(), standings(played, entrants(*FOUR)), Progress.COMPLETE, words=words_of(language))
    page = Parsed(bot_page(board, "Ben", language, links(3)))

    assert sorted(page.rows) == sorted(2 * ["Ada", "Cy", "Dot"])
    assert {paths.match_page(each.key) for each in links(3)} <= {link.removeprefix("../") for link in page.links()}


def test_matches_with_faults_come_first_and_a_long_list_is_cut() -> None:
    board = leaderboard(cup_entry(), standings(played_cup(FOUR, rounds=1, deals=2), entrants(*FOUR)), Progress.COMPLETE)
    late = MatchLink("f" * 64, 999, FOUR, "0 : 3", 2)
    text = bot_page(board, "Ben", Language.ENGLISH, [*links(MATCHES_AT_MOST + 50), late])

    found = [link for link in Parsed(text).links() if "matches/" in link]
    assert found[0].endswith(paths.match_page(late.key))
    assert len(found) == MATCHES_AT_MOST
    assert f"{MATCHES_AT_MOST} of {MATCHES_AT_MOST + 51} matches are listed here." in text


def test_faults_lead_to_the_matches_where_they_happened() -> None:
    """The last of the four is careless; where no match is known, as in a folder of old, nothing is a link."""
    board = leaderboard(cup_entry(), standings(played_cup(FOUR), entrants(*FOUR)), Progress.COMPLETE)

    with_matches = Parsed(bot_page(board, "Dot", Language.ENGLISH, links(2, faults=1)))
    assert "#matches" in with_matches.links()
    assert [each for each in with_matches.all("section") if each.get("id") == "matches"]
    assert "#matches" not in Parsed(bot_page(board, "Dot", Language.ENGLISH)).links()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_text_and_nothing_more(name: str) -> None:
    names = (*FOUR[:3], name)
    named = tuple(EntrantEntry(each, each, each, each) for each in names)
    board = leaderboard(
        cup_entry(entrants=named), standings(played_cup(names, rounds=1, deals=2), named), Progress.COMPLETE
    )
    for each in names:
        page = Parsed(bot_page(board, each, Language.ENGLISH, [MatchLink("a" * 64, 1, names, name, 1)]))
        assert not {"script", "iframe", "object"} & {tag for tag, _ in page.elements}
        assert len(page.all("img")) == 1
        assert not [key for _, attributes in page.elements for key in attributes if key.startswith("on")]


def test_a_player_is_spoken_of_by_parts() -> None:
    names = (*FOUR, "Eve")
    board = leaderboard(cup_entry(), standings(friends_cup(), entrants(*names)), Progress.COMPLETE)
    text = bot_page(board, "Ada", Language.ENGLISH)

    assert "As maker" in text
    assert "As declarers" not in text


def test_an_unknown_entrant_has_no_page() -> None:
    board = leaderboard(cup_entry(), standings((), entrants(*FOUR)), Progress.RUNNING)

    with pytest.raises(KeyError):
        bot_page(board, "Zoe", Language.ENGLISH)


def test_the_badge_is_embedded_by_markdown_that_a_name_cannot_leave() -> None:
    assert embedding("Ada") == "[![Ada](ADDRESS/badges/Ada.svg)](ADDRESS/bots/Ada.html)"
    assert embedding("a](x)").startswith("[![a\\](x)](ADDRESS/badges/")


def test_the_rules_of_the_cup_are_a_page() -> None:
    entry = cup_entry()
    board = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING)
    text = rules_page(board, options_of(entry))

    assert "Tractor, rules id" in text
    assert '<span class="rules-numbers">' in text
    Parsed(text)


def test_rules_that_are_not_known_are_said_to_be_so() -> None:
    board = leaderboard(cup_entry(), standings((), entrants(*FOUR)), Progress.RUNNING)

    assert "cannot be read by this version" in rules_page(board, None)

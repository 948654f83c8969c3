"""Pages of matches and their list: what was played is on them, in every language, whatever an entrant is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from arena.leaderboard import Progress
from arena.matches import Ending, Fault, Format, MachineFault, MachineTrouble, Outcome, Unit
from arena.shown import shown
from arena.site import paths
from arena.site.match_page import match_page
from arena.site.match_view import by_table, facts_of, table_key
from arena.site.matches_page import MATCHES_A_PAGE, match_row, matches_pages
from arena.words.languages import Language
from tests.arena.played import FIVE, friends_outcome, outcome, result

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202egnp.exe", "100 %s {0} {{ 7 * 7 }}")


class Parsed(HTMLParser):
    """The elements of a page, and its text; fails on an element that is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in {"meta", "link", "br", "path"}:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open[-1:] = [each for each in self._open[-1:] if each != tag]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(
    played: Outcome, others: Sequence[Outcome] = (), language: Language = Language.ENGLISH, *, is_complete: bool = True
) -> str:
    facts = facts_of(played, by_table([played, *others])[table_key(played.match)])
    return match_page("cup", facts, language, has_record=is_complete, has_replay=is_complete)


def duplicate(one: str = "Ada", other: str = "Ben") -> tuple[Outcome, Outcome]:
    """A match and the one with the sides exchanged."""
    here = outcome((one, other) * 2, [result(1.0, 2, board=1, points=120), result(0.0, -1, board=2)])
    there = outcome((other, one) * 2, [result(0.0, -1, board=1), result(1.0, 3, board=2)])
    return here, there


def test_result_of_each_deal_stands_beside_that_with_the_cards_exchanged() -> None:
    here, there = duplicate()
    page = page_of(here, [there])

    first = '<td class="number up">+2</td><td class="number">+1</td><td class="number up">+3</td>'
    second = '<td class="number down">−1</td><td class="number">−3</td><td class="number down">−4</td>'
    assert first in page
    assert second in page
    assert "Over both tables that had these decks, <bdi>Ben</bdi> is ahead: 1 levels." in page
    assert f'href="{there.match.key[:32]}.html"' in page


def test_partners_of_other_seatings_are_not_taken_for_the_same_side() -> None:
    here = outcome(("Ada", "Ben", "Cy", "Dot"), [result(1.0, 2)], format_=Format.INDIVIDUAL)
    there = outcome(("Ada", "Cy", "Ben", "Dot"), [result(1.0, 2)], format_=Format.INDIVIDUAL)
    page = page_of(here, [there])

    assert "Cards exchanged" not in page
    assert f'href="{there.match.key[:32]}.html"' in page


def test_faults_and_troubles_are_told_with_their_rule_and_words() -> None:
    here, there = duplicate()
    faults = (Fault(1, 1, Ending.ILLEGAL, "F2", None, "<b> no pair"), Fault(0, 0, Ending.LATE, "", 0.42, ""))
    trouble = MachineFault(MachineTrouble.VOID_DEAL, 1, "2025-06-01T12:00:00+00:00", "it stood <still>")
    lost = replace(here.results[1], lost_by=1, rated=False)
    page = page_of(replace(here, faults=faults, machine_faults=(trouble,), results=(here.results[0], lost)), [there])
    text = Parsed(page).text

    for said in ("illegal", "F2", "<b> no pair", "late by 420 ms", "A deal was void", "it stood <still>"):
        assert said in text
    assert "lost by a fault of Ben, not rated" in text
    assert f'href="../replay.html?match={here.match.key[:32]}#2"' in page


def test_page_of_a_running_cup_leads_to_no_record_and_no_replay() -> None:
    page = page_of(duplicate()[0], is_complete=False)

    assert "records/" not in page
    assert "replay.html" not in page


@pytest.mark.parametrize("language", Language)
def test_players_and_whole_games_have_pages_too(language: Language) -> None:
    game = outcome(("Ada", "Ben") * 2, [result(1.0, 5, declarers=None, points=None)], unit=Unit.GAMES)
    for played in (friends_outcome(), game):
        parsed = Parsed(page_of(played, language=language))
        assert all(shown(name) in parsed.text for name in played.match.seating)
    assert "حاکم" in page_of(friends_outcome(), language=Language.PERSIAN)


@pytest.mark.parametrize("language", Language)
def test_hostile_names_are_text_and_nothing_more(language: Language) -> None:
    here = outcome(HOSTILE, [result(1.0, 1)], format_=Format.INDIVIDUAL)
    listed = matches_pages(HOSTILE[0], Progress.COMPLETE, [match_row(here)], language)[paths.MATCHES]
    for page in (page_of(here, language=language), listed):
        parsed = Parsed(page)
        assert {"script", "img", "iframe"}.isdisjoint(parsed.tags)
        assert all(shown(name) in parsed.text for name in HOSTILE)
        assert "\u202e" not in page


def test_pages_of_one_kind_do_not_take_values_of_each_other() -> None:
    """They are filled into the same form."""
    first, second = (page_of(each) for each in duplicate())

    assert page_of(duplicate()[0]) == first
    assert duplicate()[1].match.key[:32] not in first
    assert duplicate()[0].match.key[:32] not in second


def test_list_of_many_matches_leads_to_every_round() -> None:
    row = match_row(outcome(FIVE, [], format_=Format.FRIENDS, round_=1))
    rows = [replace(row, round=1 + number // 300) for number in range(3 * MATCHES_A_PAGE)]
    pages = matches_pages("cup", Progress.RUNNING, rows, Language.ENGLISH)

    assert len(pages) > 3
    for round_ in range(1, 11):
        (place,) = (path for path, page in pages.items() if f'<section id="round-{round_}">' in page)
        assert f'id="round-{round_}" href="{place}#round-{round_}"' in pages[paths.MATCHES]
    assert sum(page.count("<tr><th") for page in pages.values()) >= len(rows)

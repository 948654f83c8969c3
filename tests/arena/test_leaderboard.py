"""What a leaderboard says of a cup: its rows and cells, perfect scores, conditions, and no more digits than are so."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from arena.leaderboard import LevelsLine, MeetingCell, SectionPart
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import csv_text, explanation, markdown_text
from arena.matches import Format, Unit
from arena.publish import Progress
from arena.ratings import Anchor, Status
from arena.site.index_page import index_page
from arena.standings import standings
from arena.summary import summary
from tests.arena.played import (
    FIVE,
    FOUR,
    config,
    cup_entry,
    entrants,
    friends_game,
    friends_result,
    outcome,
    played_cup,
    result,
)


def test_document_holds_a_row_for_each_entrant_and_a_cell_for_each_two() -> None:
    cup = played_cup(FOUR, rounds=3, deals=6)
    board = leaderboard(cup_entry(), standings(cup, entrants(*FOUR)), Progress.COMPLETE)

    assert [section.format for section in board.sections] == [Format.PAIRS, Format.INDIVIDUAL]
    for section in board.sections:
        assert [len(line) for line in (*section.meetings, *section.superiority)] == [4] * 8
        assert sum(row.rating or 0.0 for row in section.rows) == pytest.approx(0.0, abs=0.01)
        first, last = section.rows[0], section.rows[-1]
        assert (first.rating or 0.0) > (last.rating or 0.0)
        assert section.superiority[0][3] == pytest.approx(1 - (section.superiority[3][0] or 0.0), abs=0.0002)


def test_each_row_says_how_surely_it_is_better_than_the_next() -> None:
    board = leaderboard(cup_entry(), standings(played_cup(FOUR, rounds=3), entrants(*FIVE)), Progress.COMPLETE)

    for section in board.sections:
        next_cells = [section.superiority[line][line + 1] for line in range(4)]
        assert [row.better_than_next for row in section.rows] == [*next_cells, None]
        assert 0.5 < (next_cells[0] or 0.0) < 1.0
        assert section.rows[-1].name == "Eve"
        assert next_cells[3] is None


def test_published_numbers_have_nine_digits() -> None:
    board = leaderboard(cup_entry(), standings(played_cup(FOUR), entrants(*FOUR)), Progress.COMPLETE)
    row = board.sections[0].rows[0]

    assert row.rating is not None
    assert row.levels is not None
    for number in (row.rating, row.low, row.levels.per_result, row.levels.low):
        assert number == round(number or 0, 9) != round(number or 0, 6)


@pytest.mark.parametrize("names", [("Ada", "Ben", "Cy", "Dot"), ("Dot", "Cy", "Ada", "Ben")])
def test_equal_ratings_stand_by_name(names: tuple[str, ...]) -> None:
    """Whatever the last bits of the computation say, and wherever they are in the cup file."""
    every_pair = [(one, other) for one in names for other in names if one != other]
    played = [
        outcome([one, other] * 2, [result(board % 2, 2 * (board % 2) - 1, board=board) for board in range(1, 15)])
        for one, other in every_pair
    ]
    (section,) = standings(played, entrants(*names)).sections

    assert [row.entrant.name for row in section.rows] == ["Ada", "Ben", "Cy", "Dot"]
    assert {row.estimate.rating for row in section.rows} == {0.0}


def test_the_game_is_said_wherever_the_conditions_are() -> None:
    entry = cup_entry(config=config({"preset": "finding-friends-5", "rotating_maker": True}))
    board = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING)
    game = "Finding Friends, 5 players, 2 packs (preset finding-friends-5, with rotating_maker = true)"

    assert (board.conditions[0].label, board.conditions[0].text) == ("Game", game)
    assert game in index_page(board)
    assert "- Game: " in markdown_text(board)
    assert f"<li>Game: {game}</li>" in MarkdownIt("js-default").render(markdown_text(board))


def test_a_cup_of_unknown_options_is_published_all_the_same() -> None:
    entry = cup_entry(config='{"rules": "a_new_option = 1\\n"}')
    board = leaderboard(entry, standings((), entry.entrants), Progress.RUNNING)

    assert [each.label for each in board.conditions] == ["Time per decision", "Deals"]


@pytest.mark.parametrize(
    ("unit", "board_count", "said"),
    [
        (Unit.DEALS, 1, "2 deals counted on 1 deck."),
        (Unit.DEALS, 2, "4 deals counted on 2 different decks."),
        (Unit.GAMES, 1, "2 games counted on 1 set of decks."),
        (Unit.GAMES, 2, "4 games counted on 2 different sets of decks."),
    ],
)
def test_the_page_says_on_how_many_decks_was_played(unit: Unit, board_count: int, said: str) -> None:
    played = [
        outcome(seating, [result(score, 1, board=board)], unit=unit)
        for board in range(1, board_count + 1)
        for seating, score in ((["Ada", "Ben"] * 2, 1), (["Ben", "Ada"] * 2, 1))
    ]
    board = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE)

    assert said in index_page(board)
    assert ("Too few different decks for an interval." in index_page(board)) == (board_count == 1)


@pytest.mark.parametrize(("unit", "is_said"), [(Unit.DEALS, True), (Unit.GAMES, False)])
def test_the_page_explains_no_column_that_is_not_there(unit: Unit, *, is_said: bool) -> None:
    """Nobody is maker, or declarer, of a whole game."""
    games = [friends_game((13, 4, 0, 2, 2), [0], board=board) for board in (1, 2)]
    deals = [friends_result((2, 0, 2, 0, 0), 0, [2], board=board) for board in (1, 2)]
    seats = outcome(FIVE, games if unit is Unit.GAMES else deals, format_=Format.FRIENDS, unit=unit)
    sides = outcome(["Ada", "Ben"] * 2, [result(1, 1), result(0, -1, board=2)], unit=unit)
    pages = [
        index_page(leaderboard(cup_entry(), standings([each], entrants(*FIVE)), Progress.COMPLETE))
        for each in (seats, sides)
    ]

    assert [">As friend</th>" in pages[0], "Under maker, friend and against" in pages[0]] == [is_said] * 2
    assert [">As declarers</th>" in pages[1], "Under declarers and opponents" in pages[1]] == [is_said] * 2


# --- Perfect scores


def test_perfect_score_is_said_plainly() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1 + board % 2, board=board) for board in range(20)])]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    won, lost = section.rows
    assert won.bound == 316.638131993
    assert won.notes == (
        "Won all 20 deals: unbounded. Its side is at least 316.6 Elo above the others (one-sided 95 %).",
    )
    assert lost.notes == (
        "Lost all 20 deals: unbounded. Its side is at least 316.6 Elo below the others (one-sided 95 %).",
    )


def test_partnership_that_never_lost_is_not_called_a_group_that_beat_the_rest() -> None:
    """Ada with Ben won all; Ada with others mostly lost, and no rating is limited all the same."""
    tables = [(("Ada", "Cy", "Ben", "Dot"), "WWWW"), (FOUR, "WLLL"), (("Ada", "Ben", "Dot", "Cy"), "WLLL")]
    played = [
        outcome(
            seating,
            [result(float(each == "W"), 1 if each == "W" else -1, board=board) for board, each in enumerate(scores)],
            format_=Format.INDIVIDUAL,
            round_=round_,
        )
        for round_, (seating, scores) in enumerate(tables)
    ]
    board = leaderboard(cup_entry(), standings(played, entrants(*FOUR)), Progress.COMPLETE)

    note = (
        "Some combination of entrants won every result, so that the results set the ratings no limit. "
        "Only the penalty holds this one, and it has no interval; play more deals."
    )
    (section,) = board.sections
    assert [(row.status, row.low, row.notes) for row in section.rows] == [(Status.SEPARATED, None, (note,))] * 4
    assert {row["notes"] for row in csv.DictReader(io.StringIO(csv_text(board)))} == {note}
    assert note.partition(";")[0] in index_page(board)


def test_perfect_score_of_few_results_claims_nothing() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1 + board % 2, board=board) for board in range(3)])]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    assert section.rows[0].notes == ("Won all 3 deals: unbounded, and too few to say by how much.",)
    assert [row.bound for row in section.rows] == [None, None]
    assert section.gauge.endswith("those held by the penalty alone included.")


def test_perfect_score_of_many_plays_of_one_deck_claims_nothing() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1)], round_=round_) for round_ in range(30)]
    (section,) = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE).sections

    assert section.rows[0].notes == ("Won all 30 deals: unbounded, and on too few decks to say by how much.",)


def test_perfect_score_of_few_results_is_shown_as_unbounded_everywhere() -> None:
    """Of one result, the note speaks of one."""
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=1)])]
    board = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE)
    page = index_page(board)

    assert [row.notes for row in board.sections[0].rows] == [
        ("Won its only deal: unbounded, and too few to say by how much.",),
        ("Lost its only deal: unbounded, and too few to say by how much.",),
    ]
    assert [row["bound"] for row in csv.DictReader(io.StringIO(csv_text(board)))] == ["", ""]
    assert "unbounded ↑" in page
    assert "unbounded ↓" in page


# --- What the figures do not say


def swiss_round() -> SectionPart:
    """Nine at three tables of two seatings each: most had two different partners, and nobody every other."""
    names = tuple("ABCDEFGHI")
    tables = [(names[:4], 1), (names[4:8], 2), (("D", "E", "F", "I"), 3)]
    played = [
        outcome(
            seating,
            [result(score, margin, board=board) for board, score, margin in ((1, 1, 2), (2, 0, -1), (3, 1, 1))],
            format_=Format.INDIVIDUAL,
            round_=round_,
        )
        for table, round_ in tables
        for seating in (table, (table[0], table[2], table[3], table[1]))
    ]
    (section,) = leaderboard(cup_entry(), standings(played, entrants(*names)), Progress.RUNNING).sections
    return section


def test_who_is_told_only_together_with_others_may_have_had_several_partners() -> None:
    rows = {row.name: row for row in swiss_round().rows}

    assert rows["A"].status is Status.ENTANGLED
    (note,) = rows["A"].notes
    assert note == (
        "Its results tell its strength only together with that of others, since it had too few different partners "
        "and opponents."
    )


def test_that_everyone_had_every_other_as_partner_is_said_only_where_it_is_so() -> None:
    met = MeetingCell(1, 1.0, 1.0)
    partial = swiss_round()
    whole = replace(partial, meetings=tuple((met,) * len(partial.rows) for _ in partial.rows))

    assert explanation(partial).endswith("two sides of them; who had whom as partner stands under “With each partner”.")
    assert explanation(whole).endswith("two sides of them: each with every other as partner.")


def test_an_anchor_that_lost_everything_is_named_wherever_an_interval_is_missing() -> None:
    lost = [
        outcome((winner, "Cy") * 2, [result(1.0, 1 + board % 2, board=board) for board in range(20)])
        for winner in ("Ada", "Ben")
    ]
    even = outcome(
        ("Ada", "Ben") * 2, [result(board % 2, 2 * (board % 2) - 1, board=50 + board) for board in range(20)]
    )
    anchor = Anchor("Cy", 1000.0)
    found = standings([*lost, even], entrants("Ada", "Ben", "Cy"), anchor=anchor)
    board = leaderboard(cup_entry(), found, Progress.COMPLETE, anchor)
    (section,) = board.sections
    cause = (
        "Cy, the anchor, lost every result, so that no rating can be told from it, and none has an interval; "
        "name another anchor."
    )
    screen = Console(width=400, record=True, file=io.StringIO())
    screen.print(*summary(found, 400))

    assert section.gauge == f"The rating of Cy is fixed at 1000. {cause}"
    for name, status in (("Ada", Status.SEPARATED), ("Ben", Status.SEPARATED)):
        row = next(row for row in section.rows if row.name == name)
        assert (row.status, row.notes) == (
            status,
            (f"{cause} Only the penalty holds this one, and it has no interval.",),
        )
    for text in (index_page(board), markdown_text(board), csv_text(board), screen.export_text()):
        assert cause in text


def test_rating_and_levels_are_held_against_one_mean_whatever_the_anchor() -> None:
    """Ada wins more deals, Ben wins his by more; with an anchor at 1000 both ratings are above zero."""
    played = outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=at) for at in range(3)] + [result(0.0, -9, board=9)])
    notes = []
    for anchor in (None, Anchor("Ben", 1000.0)):
        found = standings([played], entrants("Ada", "Ben"), anchor=anchor)
        (section,) = leaderboard(cup_entry(), found, Progress.COMPLETE, anchor).sections
        notes.append([row.notes for row in section.rows])

    assert notes[0] == notes[1]
    assert notes[0][0][-1].startswith("Against the mean, rating and levels per deal point different ways: +")
    assert notes[0][0][-1].endswith(" and −0.75.")


def test_levels_whose_margins_are_all_the_same_have_no_interval() -> None:
    """Of three decks on which each margin was 1, none says how much decks differ."""
    played = outcome(("Ada", "Ben") * 2, [result(score, 1, board=at) for at, score in enumerate((1.0, 1.0, 0.0))])
    (section,) = leaderboard(cup_entry(), standings([played], entrants("Ada", "Ben")), Progress.COMPLETE).sections
    row = section.rows[0]

    assert row.levels == LevelsLine(0.5, None, None, None)
    assert row.notes == ("No interval of levels per deal: the margins have no spread to tell an error by.",)

"""`arena schedule`: what it tells of cups and of cycles, and how it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.config import parse_cup
from arena.ledger import ledger_url, open_ledger
from arena.schedule import matches
from arena.schedules.balance import balance
from arena.scheduling.command import show_cup, show_cycle
from arena.scheduling.document import (
    BalancePart,
    CupPart,
    CyclePart,
    DurationPart,
    IntervalPart,
    LuckPart,
    PacePart,
    PhasePart,
    RoundPart,
    StagePart,
)
from referee.rules.options import rules_id
from tests.arena.cups import FRIENDS, GAMES, INDIVIDUAL, PAIRS, cup_text, rules
from tests.arena.played import cup_entry, entrants, outcome, result

SWISS = INDIVIDUAL + 'schedule = "swiss"\n'
GAUNTLET = PAIRS.replace("pairs", "gauntlet") + 'newcomers = ["B"]\n'
EVERY_TABLE = INDIVIDUAL + 'schedule = "every-table"\n'
NINE = "ABCDEFGHI"


def shown(
    folder: Path, text: str, capsys: pytest.CaptureFixture[str], *, shows_all: bool = False, as_json: bool = False
) -> str:
    path = folder / "cup.toml"
    path.write_text(text)
    status = show_cup(path, ledger=None, files=folder / "files", tables=2, shows_all=shows_all, as_json=as_json)
    out, err = capsys.readouterr()

    assert (status, err) == (0, "")
    return out


def test_a_stage_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(tmp_path, cup_text(INDIVIDUAL, names=NINE), capsys)

    for words in (
        "test: 9 bots, 1 stage, 36 matches",
        "Individual by deals, whist",
        "9: 9 for each of 1 block of decks",
        "18, each deck in 2 seatings: 36 matches",
        "144 at all tables, 4 different ones",
        "Exact. Every two are partners once.",
        "Round 1, deals 1 to 4",
        "… and 6 more rounds; --rounds shows all",
        "the ledger has too little of these bots",
    ):
        assert words in told


@pytest.mark.slow
def test_phases_are_told_with_what_everyone_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = cup_text(SWISS + "rounds = 3\n", names="ABCDEFGHIJ")
    told = shown(tmp_path, text, capsys)
    (stage,) = json.loads(shown(tmp_path, text, capsys, as_json=True))["stages"]
    first = stage["phases"][0]

    assert first["tables_each_least"] < first["tables_each_most"]
    assert 10 * first["tables_each_least"] < 4 * first["tables_in_block"] < 10 * first["tables_each_most"]
    assert f"everyone plays at {first['tables_each_least']} to {first['tables_each_most']} of them" in told
    assert "8 bots, 3 rounds, 6 tables for each of 1 block of decks; everyone plays at 3 of them" in told
    assert "balance    Of phase 1: " in told
    assert stage["balance"]["phase"] == 1


def test_games_are_reckoned_with_only_where_there_are_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reckoned = "A game is reckoned as 20 deals."

    assert reckoned not in shown(tmp_path, cup_text(PAIRS), capsys)
    assert reckoned in shown(tmp_path, cup_text(PAIRS, GAMES), capsys)


def test_a_game_is_reckoned_as_no_more_deals_than_it_may_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = GAMES + "deals_per_game = 1\n"
    other = INDIVIDUAL.replace("deals", "games")

    assert "A game is reckoned as 1 deal." in shown(tmp_path, cup_text(short), capsys)
    told = shown(tmp_path, cup_text(short, other), capsys)
    assert "A game is reckoned as 1 or 20 deals, by how many its stage allows." in told


@pytest.mark.slow
@pytest.mark.parametrize("seatings", [6, 24])
@pytest.mark.parametrize(("bots", "schedule"), [(4, "whist"), (9, "whist"), (10, "swiss"), (20, "whist")])
def test_the_balance_in_all_partnerships_is_that_of_all_seatings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bots: int, schedule: str, seatings: int
) -> None:
    """In the first phase of a Swiss stage those who share no table are neither partners nor opponents."""
    names = [f"B{number}" for number in range(bots)]
    more = f'schedule = "{schedule}"\nseatings = {seatings}\n' + ("rounds = 2\n" if schedule == "swiss" else "")
    text = cup_text(INDIVIDUAL + more, names=names)
    (told,) = json.loads(shown(tmp_path, text, capsys, as_json=True))["stages"]
    a_cup = parse_cup(text, tmp_path)
    seated = [match.seating for match in matches(a_cup, b"secret")]
    counted = balance(bots, [tuple(map(names.index, seating)) for seating in seated])

    assert told["balance"]["is_exact"] == counted.is_exact == (schedule == "whist")
    assert tuple(told["balance"]["sentences"][:2]) == counted.sentences()[:2]
    assert told["phases"][0]["tables_in_block"] * seatings == len(seated)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stages", "more"),
    [
        ((INDIVIDUAL + "seatings = 6\n", GAMES), ""),
        ((PAIRS, INDIVIDUAL, GAMES), ""),
        ((SWISS, PAIRS + 'schedule = "swiss"\n'), ""),
        ((GAUNTLET, EVERY_TABLE), ""),
        ((PAIRS + "duplicate = false\n", INDIVIDUAL + "duplicate = false\n"), ""),
        ((PAIRS, INDIVIDUAL), rules("tractor-6-seats")),
        ((FRIENDS,), rules("finding-friends-5")),
    ],
)
def test_the_document_counts_what_is_scheduled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stages: tuple[str, ...], more: str
) -> None:
    """Of all formats and schedules: matches, results and decks are those of the schedule itself."""
    text = cup_text(*stages, names=NINE, more=more)
    told = json.loads(shown(tmp_path, text, capsys, as_json=True))
    a_cup = parse_cup(text, tmp_path)

    assert told["entrants"] == list(NINE)
    assert len(told["stages"]) == len(stages)
    if not any(stage.is_swiss for stage in a_cup.stages):
        played = list(matches(a_cup, b"secret"))
        assert sum(stage["matches"] for stage in told["stages"]) == len(played)
        assert sum(stage["results"] for stage in told["stages"]) == sum(len(match.boards) for match in played)
        decks = {(match.format, match.unit, board) for match in played for board in match.boards}
        assert sum(stage["decks"] for stage in told["stages"]) == len(decks)
        assert [stage["rounds"] for stage in told["stages"]] == [
            max(match.round for match in played if (match.format, match.unit) == (stage.format, stage.unit))
            for stage in a_cup.stages
        ]


def test_all_rounds_are_those_that_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = cup_text(INDIVIDUAL + "deals_per_match = 2\n", names="ABCDEFGH")
    (stage,) = json.loads(shown(tmp_path, text, capsys, shows_all=True, as_json=True))["stages"]
    told = [
        (each["number"], tuple(each["decks"]), tuple(table))
        for each in stage["first_rounds"]
        for table in each["tables"]
    ]
    played = [
        (match.round, (match.boards[0], match.boards[-1]), match.seating)
        for match in list(matches(parse_cup(text, tmp_path), b"secret"))[::2]
    ]

    assert told == played


@pytest.mark.slow
def test_what_was_played_tells_how_long_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Matches of the same bots under the same rules, of another cup; those of others tell nothing."""
    text = cup_text(PAIRS, names="AB")
    identity = rules_id(parse_cup(text, tmp_path).options)
    (tmp_path / "files").mkdir()
    with open_ledger(ledger_url(tmp_path / "files" / "arena.sqlite")) as ledger:
        ledger.begin_cup(cup_entry(name="older", entrants=entrants("A", "B", "C")))
        for number in range(8):
            seating = "ABAB" if number < 4 else "ACAC"
            played = outcome(seating, [result(1.0, 1, board=number)], cup="older", rules_id=identity)
            ledger.store(replace(played, elapsed_s=3.0 if number < 4 else 99.0, deal_count=1))
    told = json.loads(shown(tmp_path, text, capsys, as_json=True))

    assert (told["pace"]["seconds_a_deal"], told["pace"]["measured_on"]) == (3.0, 4)


def test_so_many_matches_are_read_of_the_whole_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not of each of its cups."""
    monkeypatch.setattr("arena.scheduling.command.MATCHES_READ", 5)
    text = cup_text(PAIRS, names="AB")
    identity = rules_id(parse_cup(text, tmp_path).options)
    (tmp_path / "files").mkdir()
    with open_ledger(ledger_url(tmp_path / "files" / "arena.sqlite")) as ledger:
        for cup in ("one", "other"):
            ledger.begin_cup(cup_entry(name=cup, entrants=entrants("A", "B")))
            for number in range(4):
                ledger.store(outcome("ABAB", [result(1.0, 1, board=number)], cup=cup, rules_id=identity))
    told = json.loads(shown(tmp_path, text, capsys, as_json=True))

    assert told["pace"]["measured_on"] == 5


def test_a_ledger_that_cannot_be_read_is_done_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(cup_text(PAIRS))
    (tmp_path / "arena.sqlite").write_text("no ledger")
    status = show_cup(path, ledger=None, files=tmp_path, tables=None, shows_all=False, as_json=True)
    out, err = capsys.readouterr()

    assert status == 0
    assert json.loads(out)["pace"]["measured_on"] == 0
    assert "the time is reckoned without it" in err


@pytest.mark.parametrize(
    ("text", "words"), [(None, "cannot be read"), ("[cup", "is not TOML"), ("", "cup: is missing")]
)
def test_a_cup_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, words: str
) -> None:
    path = tmp_path / "cup.toml"
    if text is not None:
        path.write_text(text)

    assert show_cup(path, ledger=None, files=tmp_path, tables=None, shows_all=False, as_json=False) == 2
    assert words in capsys.readouterr().err


def test_the_page_names_all_fields_of_the_document() -> None:
    page = (Path(__file__).parents[3] / "docs" / "cups.md").read_text()
    section = page[page.index("### `arena schedule`") : page.index("## Events")]
    parts = (CupPart, StagePart, PhasePart, BalancePart, DurationPart, IntervalPart, LuckPart, RoundPart, PacePart)
    fields = {field for part in (*parts, CyclePart) for field in part.__struct_fields__}

    assert sorted(field for field in fields if f"`{field}`" not in section) == []


# --- One cycle


def test_a_cycle_has_its_tables_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cycle(9, "individual", as_json=True) == 0
    told = json.loads(capsys.readouterr().out)

    assert {key: told[key] for key in ("format", "entrants", "rounds")} == {
        "format": "individual",
        "entrants": 9,
        "rounds": 9,
    }
    assert told["balance"]["is_exact"]
    assert len(told["tables"]) == 18
    assert all(list(table) == ["round", "north", "west", "south", "east"] for table in told["tables"])
    partners = {frozenset((table["north"], table["south"])) for table in told["tables"]}
    partners |= {frozenset((table["west"], table["east"])) for table in told["tables"]}
    assert len(partners) == 36
    assert set().union(*partners) == set(range(1, 10))


def test_two_who_meet_sit_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cycle(5, "pairs", as_json=True) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]

    assert len({frozenset((table["north"], table["west"])) for table in tables}) == 10
    assert all((table["south"], table["east"]) == (table["north"], table["west"]) for table in tables)


def test_a_cycle_is_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cycle(5, "individual", as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0] == "Individual, 5 entrants: 5 tables in 5 rounds"
    assert " round  north   west  south   east" in lines


@pytest.mark.parametrize("count", [-1, 0, 3, 10**9])
@pytest.mark.parametrize("as_json", [True, False])
def test_numbers_that_cannot_be_are_refused(capsys: pytest.CaptureFixture[str], count: int, as_json: bool) -> None:
    assert show_cycle(count, "individual", as_json=as_json) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("arena: --entrants: ")


def test_too_many_entrants_are_told_how_many_there_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    """Of two who meet too: the tables of a million entrants fit no memory."""
    assert show_cycle(1_000_000, "pairs", as_json=False) == 2
    assert "at most 1,000 entrants; there are 1,000,000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("count", "format_", "said"),
    [
        (1, "pairs", "pairs needs at least 2 entrants; there is 1"),
        (3, "individual", "individual needs at least 4 entrants; there are 3"),
    ],
)
def test_too_few_entrants_are_told_how_many_it_takes(
    capsys: pytest.CaptureFixture[str], count: int, format_: str, said: str
) -> None:
    assert show_cycle(count, format_, as_json=False) == 2
    assert capsys.readouterr().err == f"arena: --entrants: {said}\n"


def test_other_formats_have_no_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cycle(8, "friends", as_json=False) == 2
    assert "must be individual or pairs" in capsys.readouterr().err

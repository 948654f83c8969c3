"""`arena report`: the same from the ledger and from what was published, told to people and programs, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb
from pathlib import Path

import msgspec
import pytest

from arena.ledger import ledger_url, open_ledger
from arena.matches import Ending, Fault, Format, MachineFault, MachineTrouble, Outcome
from arena.publish import Progress, publish
from arena.reporting.command import FAILED, REFUSED, TOLD, WIDTH, report_on
from arena.reporting.document import Report
from arena.reporting.survey import report
from tests.arena.played import config, cup_entry, entrants, friends_cup, outcome, played_cup, result, times

NAMES = ("Ada", "Ben", "Cy", "Dot", "Eve")
HOSTILE = "\x1b[31mred\u202e"


def dumped(rounds: int = 12) -> list[Outcome]:
    """A cup in which Ben wins whatever he plays against Ada, who is otherwise the best."""
    outcomes = []
    for each in played_cup(NAMES, rounds=rounds, deals=4):
        if each.match.format is Format.PAIRS and set(each.match.seating) == {"Ada", "Ben"}:
            score, margin = (0.0, -1) if each.match.seating[0] == "Ada" else (1.0, 1)
            boards = [one.board for one in each.results]
            lost = tuple(result(score, margin, board=board) for board in boards)
            outcomes.append(replace(each, results=lost))
        else:
            outcomes.append(each)
    return outcomes


def late(seat: int) -> Fault:
    return Fault(deal=0, seat=seat, ending=Ending.LATE, rule="", overrun_s=0.4, offence="")


STOOD_STILL = MachineFault(MachineTrouble.VOID_DEAL, 0, "2025-06-01T12:00:00+00:00", f"stood still {HOSTILE}")


@pytest.fixture
def place(tmp_path: Path) -> Callable[[Sequence[Outcome]], tuple[Path, Path]]:
    """Stores and publishes a cup: its file, beside which is the ledger, and the published folder."""

    def store(outcomes: Sequence[Outcome]) -> tuple[Path, Path]:
        terms = json.loads(config()) | {"time.limit_s": 0.5}
        entry = cup_entry(config=json.dumps(terms), entrants=entrants(*NAMES))
        with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as ledger:
            ledger.begin_cup(entry)
            for each in outcomes:
                ledger.store(each)
            publish(ledger, "test-cup", tmp_path / "out", tmp_path / "records", progress=Progress.RUNNING)
        cup = tmp_path / "cup.toml"
        bots = "".join(f'[[bot]]\nname = "{name}"\ncommand = "true"\n' for name in NAMES)
        cup.write_text(f'[cup]\nname = "test-cup"\n[[stage]]\nformat = "pairs"\ndeals = 4\n{bots}')
        return cup, tmp_path / "out" / "test-cup"

    return store


def document(capsys: pytest.CaptureFixture[str], where: Path) -> Report:
    assert report_on(where, ledger=None, files=where.parent, as_json=True) == TOLD
    return msgspec.json.decode(capsys.readouterr().out, type=Report)


@pytest.mark.slow
def test_ledger_and_published_files_say_the_same(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = dumped()
    cup, folder = place(outcomes)
    found = document(capsys, cup)

    assert found == document(capsys, folder)
    assert (found.cup, found.limit_s, found.match_count) == (
        "test-cup",
        0.5,
        len({each.match.key for each in outcomes}),
    )
    first = found.suspicion[0].listed[0]
    assert (found.suspicion[0].format, first.names) == (Format.PAIRS, ("Ben", "Ada"))
    assert (first.result_count, first.observed) == (96, 96)
    assert first.expected < 48


@pytest.mark.slow
def test_people_are_told_who_stands_out_and_what_it_does_not_prove(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    cup, _ = place(dumped())
    assert report_on(cup, ledger=None, files=cup.parent, as_json=False) == TOLD
    said = " ".join(capsys.readouterr().out.split())

    assert "Ben against Ada 96 won 96" in said
    assert "about one in 20 is chance" in said
    assert "None of this is proof" in said
    assert "Faults of the machine: none." in said


def test_faults_are_counted_by_ending_and_rule_over_decisions() -> None:
    faults = [late(0), late(0), Fault(0, 2, Ending.ILLEGAL, "F2", None, "")]
    found = report("cup", [outcome(("Ada", "Ben", "Ada", "Ben"), [result(1.0, 1)], faults=faults)], limit_s=None)
    ada, ben = found.faults

    assert (ada.name, ada.fault_count, ada.decision_count) == ("Ada", 3, 200)
    assert ada.per_1000_decisions == 15.0
    assert (ada.by_ending, ada.by_rule) == ({"late": 2, "illegal": 1}, {"F2": 1})
    assert ben.fault_count == 0


def many(late_in: range, machine_in: range) -> list[Outcome]:
    """Forty matches; Ada is late in some, the machine in trouble in some."""
    return [
        replace(
            outcome(
                ("Ada", "Ben", "Ada", "Ben"),
                [result(float(number % 2), 1)],
                round_=number,
                faults=[late(0)] if number in late_in else [],
            ),
            machine_faults=(STOOD_STILL,) if number in machine_in else (),
        )
        for number in range(40)
    ]


def test_late_decisions_that_come_with_the_machines_troubles_are_told_as_such() -> None:
    (line,) = report("cup", many(range(8), range(10)), limit_s=None).machine.late

    assert (line.name, line.match_count, line.late_match_count) == ("Ada", 40, 8)
    assert (line.machine_match_count, line.both_count) == (10, 8)
    assert line.is_clustered


def test_no_chance_is_told_as_none_at_all() -> None:
    """However small: twenty late matches of forty are those of the machine's troubles in one of 10¹¹ drawings."""
    (line,) = report("cup", many(range(20), range(20)), limit_s=None).machine.late

    assert line.p == pytest.approx(1 / comb(40, 20), rel=1e-9)


def test_late_decisions_that_come_without_them_are_the_bots_own() -> None:
    (line,) = report("cup", many(range(8), range(6, 16)), limit_s=None).machine.late

    # Two or more: 1 less the chance of none, C(30, 8) / C(40, 8), and of one, 10 C(30, 7) / C(40, 8).
    assert line.p == pytest.approx(1 - 0.0761 - 0.2647, abs=0.0002)
    assert not line.is_clustered


def test_faults_of_the_machine_are_listed_apart_with_their_time_and_match() -> None:
    machine = report("cup", many(range(0), range(3)), limit_s=None).machine

    assert (machine.fault_count, machine.match_count, machine.by_kind) == (3, 3, {"void deal": 3})
    assert machine.faults[0].at == STOOD_STILL.at
    assert machine.faults[0].seating == ("Ada", "Ben", "Ada", "Ben")
    assert machine.late == ()


def test_time_is_told_as_a_share_of_the_limit() -> None:
    slow = [times(p50_s=0.1, p95_s=0.25, max_s=0.75), times(), times(p50_s=0.1, p95_s=0.25, max_s=0.5), times()]
    found = report("cup", [outcome(("Ada", "Ben", "Ada", "Ben"), [result(1.0, 1)], seat_times=slow)], limit_s=0.5)
    ada = found.times[0]

    assert (ada.name, ada.decision_count, ada.total_s) == ("Ada", 200, 20.0)
    assert (ada.p95_share, ada.max_share) == (0.5, 1.5)
    assert found.slowest_matches[0].slowest == "Ada"
    assert found.slowest_matches[0].slowest_s == 20.0


def test_finding_friends_is_reported_in_levels() -> None:
    (part,) = report("cup", friends_cup(), limit_s=None).suspicion

    assert (part.format, part.size_unit, part.observed_is) == (Format.FRIENDS, "levels per deal", "levels")
    # All five sit at every table.
    assert (part.pair_count, part.listed) == (0, ())


def test_a_cup_without_a_match_is_reported(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    cup, folder = place([])
    for where in (cup, folder):
        assert report_on(where, ledger=None, files=cup.parent, as_json=False) == TOLD
        assert "0 matches" in capsys.readouterr().out


@pytest.mark.slow
def test_lines_of_a_file_have_no_blanks_at_their_end_and_sentences_no_gap(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a table, and of a sentence that is longer than a line."""
    _, folder = place(many(range(2), range(3)))
    report_on(folder, ledger=None, files=folder, as_json=False)
    lines = capsys.readouterr().out.splitlines()

    assert [line for line in lines if line != line.rstrip()] == []
    sentence = next(at for at, line in enumerate(lines) if "none can be told" in line)
    assert lines[sentence + 1].strip() != ""
    assert (max(map(len, lines)) <= WIDTH, lines[-1] != "") == (True, True)


def test_what_others_wrote_does_nothing_to_a_terminal(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = place(many(range(2), range(3)))
    report_on(folder, ledger=None, files=folder, as_json=False)
    said = capsys.readouterr().out

    assert "stood still" in said
    assert not {"\x1b", "\u202e"} & set(said)


def test_files_of_an_earlier_version_are_read(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the faults of the machine, the isolation and the description of the cup."""
    _, folder = place(many(range(2), range(3)))
    path = folder / "matches.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        del line["machine_faults"], line["isolation"]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    (folder / "cup.json").unlink()
    found = document(capsys, folder)

    assert (found.cup, found.match_count, found.machine.fault_count, found.limit_s) == ("test-cup", 40, 0, None)


BAD_LINES = {
    "no JSON": "half of a li",
    "no match": "{}",
    "deep": "[" * 100_000,
    "another score": ("score", 0.3),
    "endless margin": ("margin", 10**9),
    "fault of no seat": ("seat", 9),
    "seats of another game": ("seating", ["Ada", "Ben"] * 3),
    "endless decisions": ("decision_count", 1 << 70),
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_named_and_refused(
    bad: str | tuple[str, object],
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, folder = place(many(range(2), range(0)))
    path = folder / "matches.jsonl"
    first, second, *_ = path.read_text().splitlines()
    if isinstance(bad, tuple):
        line = json.loads(second)
        line["faults"] = line["faults"] or [msgspec.to_builtins(late(0))]
        places = [line, line["match"], line["faults"][0], line["results"][0]]
        next(place for place in places if bad[0] in place)[bad[0]] = bad[1]
        bad = json.dumps(line)
    path.write_text(f"{first}\n{bad}\n")

    assert report_on(folder, ledger=None, files=folder, as_json=True) == REFUSED
    assert "line 2" in capsys.readouterr().err


def test_a_player_that_sits_twice_at_a_table_of_finding_friends_is_refused(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = place(friends_cup()[:1])
    path = folder / "matches.jsonl"
    line = json.loads(path.read_text())
    line["match"]["seating"][0] = line["match"]["seating"][1]
    path.write_text(json.dumps(line))

    assert report_on(folder, ledger=None, files=folder, as_json=True) == REFUSED
    assert "players that there are not" in capsys.readouterr().err


def test_what_is_no_cup_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[cup")
    for where in (tmp_path, tmp_path / "none.toml", broken):
        assert report_on(where, ledger=None, files=tmp_path, as_json=False) == REFUSED
        assert capsys.readouterr().err.startswith("arena: ")


def test_a_cup_that_was_not_begun_fails(
    place: Callable[[Sequence[Outcome]], tuple[Path, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    cup, _ = place([])
    cup.write_text(cup.read_text().replace("test-cup", "another"))

    assert report_on(cup, ledger=None, files=cup.parent, as_json=False) == FAILED
    assert "arena run" in capsys.readouterr().err
    assert report_on(cup, ledger=None, files=cup.parent / "elsewhere", as_json=False) == FAILED
    assert "there is no ledger" in capsys.readouterr().err

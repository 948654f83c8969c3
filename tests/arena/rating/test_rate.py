"""`arena rate` as people and programs meet it: files in the form and others, tables, documents, exit statuses."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from scipy.special import ndtr
from typer.testing import CliRunner, Result

from arena.cli import app
from arena.ratings import RatedResult, fit

COLUMNS = ("north", "west", "south", "east", "shuffle", "score")
HEADER = ",".join(COLUMNS)
REFERENCE_WINS = {("A", "B"): 55, ("A", "C"): 63, ("A", "D"): 70, ("B", "C"): 58, ("B", "D"): 61, ("C", "D"): 52}


def reference_rows() -> list[dict[str, str]]:
    """A hundred deals for each two, each on a deck of its own."""
    return [
        {
            "north": one,
            "west": other,
            "south": one,
            "east": other,
            "shuffle": f"{one}{other} {deal}",
            "score": str(score),
        }
        for (one, other), wins in REFERENCE_WINS.items()
        for deal, score in enumerate([1] * wins + [0] * (100 - wins))
    ]


def written(path: Path, rows: Sequence[Mapping[str, str]], columns: Sequence[str] = COLUMNS, end: str = "\n") -> Path:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(out.getvalue().encode())
    return path


def rate(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["rate", *map(str, arguments)], input=stdin)


def document(*arguments: str | Path, stdin: bytes | None = None) -> Any:
    told = rate(*arguments, "--json", stdin=stdin)
    assert told.exit_code == 0, told.stderr
    return json.loads(told.stdout)


def refusal(text: str | bytes) -> str:
    """What is said of a file, which is refused."""
    told = rate("-", stdin=text if isinstance(text, bytes) else text.encode())
    assert (told.exit_code, told.stdout) == (2, "")
    return told.stderr


def of_each(found: Any, field: str) -> list[Any]:
    return [entrant[field] for entrant in found["entrants"]]


# --- What is found


def test_ratings_of_the_reference_are_found(tmp_path: Path) -> None:
    found = document(written(tmp_path / "r.csv", reference_rows()), "--penalty", "none")

    assert of_each(found, "name") == ["A", "B", "C", "D"]
    assert of_each(found, "rating") == pytest.approx([68.125, 24.801, -33.840, -59.085], abs=0.001)
    assert of_each(found, "information_error") == pytest.approx([15.632, 15.301, 15.343, 15.534], abs=0.001)
    assert (found["format"], found["penalty_sd"], found["anchor"]) == ("tractor-arena/ratings/1", None, None)
    assert (found["results"], found["shuffles"], found["rank"]) == (600, 600, 3)
    assert of_each(found, "levels") == [None] * 4


def test_the_document_says_what_the_library_says(tmp_path: Path) -> None:
    rows = [{**row, "margin": str(number % 5 - 2)} for number, row in enumerate(reference_rows())]
    found = document(written(tmp_path / "r.csv", rows, (*COLUMNS, "margin")))
    fitted = fit(
        RatedResult((row["north"], row["west"]) * 2, row["shuffle"], float(row["score"]), float(row["margin"]))
        for row in rows
    )

    assert found["penalty_sd"] == 400
    assert of_each(found, "rating") == [estimate.rating for estimate in fitted.estimates]
    assert of_each(found, "interval") == [[estimate.low, estimate.high] for estimate in fitted.estimates]
    assert of_each(found, "rank_range") == [[each.best_rank, each.worst_rank] for each in fitted.estimates]
    levels = [each.levels for each in fitted.estimates]
    assert [line["per_result"] for line in of_each(found, "levels")] == [each.per_result for each in levels if each]


def test_superiority_can_be_recomputed_from_the_ratings_and_the_errors_of_their_differences(tmp_path: Path) -> None:
    """By the normal distribution to a hundredth, where everyone met a hundred decks or more."""
    found = document(written(tmp_path / "r.csv", reference_rows()), "--penalty", "none")
    rating = dict(zip(of_each(found, "name"), of_each(found, "rating"), strict=True))

    for one, line in found["superiority"].items():
        assert line.keys() == rating.keys() - {one}
        for other, sure in line.items():
            standing = (rating[one] - rating[other]) / found["difference_errors"][one][other]
            assert sure == pytest.approx(ndtr(standing), abs=0.01)


def test_an_anchor_is_fixed_and_its_name_may_have_an_equals_sign(tmp_path: Path) -> None:
    rows = [{key: "a=b" if value == "A" else value for key, value in row.items()} for row in reference_rows()]
    found = document(written(tmp_path / "r.csv", rows), "--anchor", "a=b=-12.5")

    assert found["anchor"] == {"name": "a=b", "rating": -12.5}
    anchor = found["entrants"][-1]
    assert (anchor["name"], anchor["rating"], anchor["standard_error"]) == ("a=b", -12.5, 0)


@pytest.mark.slow
def test_rows_in_any_order_give_the_same_document(tmp_path: Path) -> None:
    rows = reference_rows()
    first = rate(written(tmp_path / "r.csv", rows), "--json").stdout
    random.Random(1).shuffle(rows)

    assert rate(written(tmp_path / "r.csv", rows, tuple(reversed(COLUMNS))), "--json").stdout == first


def test_the_table_says_who_is_not_rated_and_why(tmp_path: Path) -> None:
    rows = [
        *reference_rows(),
        *({**dict.fromkeys(COLUMNS[:4], "E"), "north": "F", "south": "F", "shuffle": "e", "score": "1"} for _ in "12"),
        {**dict.fromkeys(COLUMNS[:4], "G"), "shuffle": "g", "score": "0.5"},
    ]
    told = rate(written(tmp_path / "r.csv", rows), "--penalty", "none").stdout

    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert lines[0] == "603 results on 601 shuffles, fitted with no penalty."
    assert lines[1].startswith("Ratings in Elo per result; zero is the mean of all entrants that have a rating.")
    assert lines[3].startswith("1–2 A +68.1 +37.4 to +98.9 62.7% 300")
    assert "E: met none of the rated entrants, nor anyone who met them." in lines
    assert "G: has only results against itself, which tell nothing." in lines


def test_a_name_with_markup_and_control_characters_is_shown_as_it_is_or_not_at_all(tmp_path: Path) -> None:
    rows = [{key: "[red]\x1b\nA" if value == "A" else value for key, value in row.items()} for row in reference_rows()]

    assert "[red]��A" in rate(written(tmp_path / "r.csv", rows)).stdout


# --- The form


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\ufeff{}", id="byte order mark"),
        pytest.param("{}\n\n", id="empty lines"),
        pytest.param("{}\r\n", id="CRLF"),
    ],
)
def test_what_spreadsheets_write_is_read(text: str) -> None:
    end = "\r\n" if "\r" in text else "\n"
    lines = [HEADER, " A ,B,A,B,1,1", "A,B,A,B,2,0.0", "B,A,B,A,3, 0.50"]
    found = document("-", stdin=text.format(end.join(lines)).encode())

    assert (found["results"], of_each(found, "name"), of_each(found, "won")) == (3, ["A", "B"], [1.5, 1.5])


def test_scores_are_written_as_decimals_of_any_length() -> None:
    lines = [HEADER, *(f"A,B,A,B,{place},{score}" for place, score in enumerate(("1", "1.0", ".5", "0.50", "0", ".0")))]

    assert of_each(document("-", stdin="\n".join(lines).encode()), "won") == [3.0, 3.0]


def test_a_file_of_many_blocks_with_quoted_line_ends_is_read_and_its_bad_lines_are_named() -> None:
    """A quoted name takes two lines, two of them here, and one line is empty: the last row begins on line 27,000."""
    rows = ['"A\nÄ",B,"A\nÄ",B,a rather long name of a shuffle that fills blocks,1'] * 9000
    text = "\n".join((HEADER, "", *rows))
    told = refusal(f"{text}x\n")

    assert document("-", stdin=text.encode())["results"] == 9000
    assert "line 27000: score: '1x' is no score" in told


def test_who_won_or_lost_everything_stands_at_the_ends_of_the_table() -> None:
    results = [("Z", "A", 1), ("Z", "B", 1), ("A", "C", 1), ("B", "C", 1), ("A", "B", 1), ("A", "B", 0), ("X", "X", 1)]
    rows = [f"{one},{other},{one},{other},{place},{score}" for place, (one, other, score) in enumerate(results)]
    told = rate("-", "--penalty", "none", stdin="\n".join((HEADER, *rows)).encode())

    table = [line.split()[1] for line in told.stdout.splitlines()[3:8]]
    assert table == ["Z", "A", "B", "C", "X"]


def test_one_result_is_spoken_of_as_one() -> None:
    told = rate("-", stdin=f"{HEADER}\nA,B,A,B,1,1\n".encode()).stdout

    assert told.startswith("1 result on 1 shuffle, fitted")
    assert "zero is the mean of all entrants that have a rating, those held by the penalty alone included." in told
    assert "A: won its only result, so that no rating is the likeliest, and they are too few" not in told
    assert "B: lost its only result" in told


def test_a_large_anchor_is_told_in_all_its_digits(tmp_path: Path) -> None:
    found = document(written(tmp_path / "r.csv", reference_rows()), "--anchor", "A=-1000000")

    assert "fixed at -1000000," in found["gauge"]


def test_an_anchor_that_won_everything_is_no_measure_and_the_document_says_so() -> None:
    results = [("A", "B", 1)] * 20 + [("B", "C", 1), ("B", "C", 0)] * 20
    rows = [f"{one},{other},{one},{other},{place},{score}" for place, (one, other, score) in enumerate(results)]
    stdin = "\n".join((HEADER, *rows)).encode()
    found, free = document("-", "--anchor", "A=0", stdin=stdin), document("-", stdin=stdin)

    cause = "A, the anchor, won every result, so that no rating can be told from it, and none has an interval; "
    assert cause in found["gauge"]
    assert of_each(found, "rank_range") == of_each(free, "rank_range")
    assert of_each(found, "interval") == [None] * 3
    assert found["entrants"][1]["why_not"].startswith(cause)


def test_other_columns_are_ignored_with_a_note_and_may_have_line_ends_in_quotes() -> None:
    told = rate("-", "--json", stdin=f'{HEADER},note\nA,B,A,B,1,1,"one\ntwo"\nA,B,A,B,2,0,\n'.encode())

    assert told.exit_code == 0
    assert told.stderr == "arena: standard input: ignored, being no part of the form: 'note'\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no results: the file is empty"),
        (HEADER, "no results: there is no line after"),
        ("north,west,south,east,shuffle\n", "line 1: no column score;"),
        (f"{HEADER},score\n", "line 1: the column score is there twice"),
        (f"{HEADER}\nA,B,A,B,1,win\n", "line 2: score: 'win' is no score of North–South, which is 1, 0.5 or 0"),
        (f"{HEADER}\nA,B,A,B,1,0.7\n", "line 2: score: '0.7' is no score"),
        (f"{HEADER}\nA,B,A,B,1,nan\n", "line 2: score: 'nan' is no score"),
        (f"{HEADER}\nA,B,A,B,1,1\nA, ,A,B,2,1\n", "line 3: west: no name of an entrant"),
        (f"{HEADER}\nA,B,A,B,,1\n", "line 2: shuffle: no shuffle"),
        (f"{HEADER}\nA,B,A,B,1\n", "line 2: 5 fields, and 6 columns are named"),
        (f'{HEADER}\n"A\nB",B,A,B,1,1\nA,B,A,B,2\n', "line 4: 5 fields"),
        (f'{HEADER}\nA,B,A,B,1,1\n"A,B,A,B,2,1\n', "line 3: not CSV: unexpected end of data"),
        (f"{HEADER},margin\nA,B,A,B,1,1,inf\n", "line 2: margin: 'inf' is no margin"),
        (
            f"{HEADER},margin\nA,B,A,B,1,1,1000001\n",
            "line 2: margin: '1000001' is no margin, which is a number of levels from -1000000 to 1000000",
        ),
        (f"{HEADER}\nA,B,A,B,1,١\n", "line 2: score: '١' is no score"),
        (f"{HEADER}\nA,B,A,B,1,1e0\n", "line 2: score: '1e0' is no score"),
        (f"{HEADER}\nA,B,A,B,1,10\n", "line 2: score: '10' is no score"),
        (f"{HEADER}\nA,B,A,B,1,.\n", "line 2: score: '.' is no score"),
        (f"{HEADER}\rA,B,A,B,1,1\r", "line 1: lines end in a bare carriage return (CR)"),
        (f"{HEADER}\nA,B,A,B,1,1\rA,B,A,B,2,1\n", "line 2: lines end in a bare carriage return (CR)"),
        (f'{HEADER}\n\n"A\n",B,A,B,1,1\nA,B,A,B,2,1\n"B,A', "line 6: not CSV"),
        (HEADER.encode() + b"\nA,\xff,A,B,1,1\n", "line 2: not UTF-8"),
        (HEADER.encode() + b"\nA,B\0,A,B,1,1\n", "line 2: there is a NUL byte"),
        (b"x" * (1 << 21), "line 1: longer than"),
        (f"{HEADER}\nA,B,A,B,{'x' * 131_073},1\n", "line 2: a field of more than 131,072 characters; is a quotation"),
        (f"{HEADER}\n \nA,B,A,B,1,1\n", "line 2: 1 field, and 6 columns are named"),
    ],
    ids=str,
)
def test_what_is_not_in_the_form_is_refused_with_its_line(text: str | bytes, said: str) -> None:
    assert f"arena: standard input: {said}" in refusal(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Ren\u00e9", "Rene\u0301", id="composed and not"),
        pytest.param("Ada", "A\u200bda", id="blank of no width"),
        pytest.param("A da", "A\u00a0da", id="blank that does not break"),
        pytest.param("Ada", "\u2066Ada\u2069", id="direction"),
        pytest.param("Ada", "Ada\ufe0f", id="variation"),
    ],
)
@pytest.mark.parametrize("between", [0, 500], ids=["near", "far apart"])
def test_names_that_look_the_same_are_refused_with_their_lines(one: str, other: str, between: int) -> None:
    rows = [f"B,{one},B,{one},1,1", *["B,C,B,C,2,0"] * between, f"{other},B,{other},B,3,1"]
    said = refusal("\n".join((HEADER, *rows)))

    assert said == (
        f"arena: standard input: line {between + 3}: north: {other!a} looks the same as {one!a} of line 2; "
        "write a name in the same characters wherever it stands\n"
    )


def test_names_that_differ_in_case_are_two() -> None:
    found = document("-", stdin=f"{HEADER}\nAda,ADA,Ada,ADA,1,1\nAda,ADA,Ada,ADA,2,0\n".encode())

    assert of_each(found, "name") == ["ADA", "Ada"]


def test_margins_without_spread_give_levels_no_interval_and_the_reason() -> None:
    stdin = f"{HEADER},margin\nA,B,A,B,1,1,1\nA,B,A,B,2,1,1\nA,B,A,B,3,0,1\n".encode()
    levels = of_each(document("-", stdin=stdin), "levels")

    assert levels[0] == {
        "per_result": 0.5,
        "standard_error": None,
        "interval": None,
        "why_not": "the margins have no spread to tell an error of the levels by",
    }
    assert "A: the margins have no spread" in rate("-", stdin=stdin).stdout


def test_every_bad_line_is_named_up_to_ten() -> None:
    lines = refusal(HEADER + "\nA,B,A,B,1,1\nA,B,A,B,1,x" * 12).splitlines()

    assert len(lines) == 11
    assert [line.split(": ")[2] for line in lines[:3]] == ["line 3", "line 5", "line 7"]
    assert lines[-1].endswith("and 2 more such lines")


def test_more_names_than_entrants_can_be_are_refused() -> None:
    rows = "".join(f"a{row},b{row},c{row},d{row},1,1\n" for row in range(300))

    assert "more than 1000 names of entrants" in refusal(f"{HEADER}\n{rows}")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--penalty", "0"], "--penalty: '0' is neither none nor a standard deviation from 1 to 1000000 Elo"),
        (["--penalty", "nan"], "--penalty: 'nan' is neither"),
        (["--anchor", "A"], "--anchor: 'A' is not NAME=VALUE"),
        (["--anchor", "=5"], "--anchor: '=5' is not NAME=VALUE"),
        (["--anchor", "A=inf"], "--anchor: 'A=inf' is not NAME=VALUE"),
        (["--anchor", "X=5"], "r.csv: --anchor: 'X' is in none of the results"),
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, options: list[str], said: str) -> None:
    told = rate(written(tmp_path / "r.csv", reference_rows()), *options)

    assert (told.exit_code, told.stdout) == (2, "")
    assert said in told.stderr


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "none.csv", "No such file or directory")):
        told = rate(path)

        assert told.exit_code == 2
        assert told.stderr == f"arena: {path}: {why}; name a CSV file, or - for standard input\n"

"""docs/rules.md is where a refusal's number leads."""

from __future__ import annotations

import re
from dataclasses import fields

from referee.rules.options import PRESETS, FriendsOptions, TractorOptions
from tests.referee.command import ROOT

DOCUMENT = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
DEFINED = re.findall(r"^- \*\*([A-Z]\d+)\*\* ", DOCUMENT, re.MULTILINE)
COUNTS = {"O": 4, "B": 8, "K": 2, "L": 7, "F": 4, "W": 6, "T": 4, "S": 6, "X": 5, "Z": 9}


def test_every_number_is_there_once_and_in_order() -> None:
    numbers = [f"{letter}{number + 1}" for letter, count in COUNTS.items() for number in range(count)]

    assert [number for number in DEFINED if number[0] not in "XZ"] == [n for n in numbers if n[0] not in "XZ"]
    assert sorted(DEFINED) == sorted(numbers)


def test_the_program_cites_only_rules_that_there_are() -> None:
    """In refusals, in sentences for people and in comments."""
    cited = {
        number
        for path in (ROOT / "referee").rglob("*.py")
        if "wire" not in path.parts
        for number in re.findall(r"\b([OBKLFWTSXZ]\d)\b", path.read_text(encoding="utf-8"))
    }

    assert {"F1", "F2", "F3", "T3", "L4", "B4", "K1"} <= cited
    assert cited <= set(DEFINED)


def named_in(sections: str) -> set[str]:
    """What stands in backquotes in sections of the document, without the value behind an equals sign."""
    found = re.search(rf"^## {sections}", DOCUMENT, re.DOTALL | re.MULTILINE)
    assert found is not None
    return set(re.findall(r"`([a-z][a-z0-9_-]*)(?:`| = )", found[0]))


def test_every_option_of_finding_friends_is_described() -> None:
    """Its presets say how many players there are."""
    assert {option.name for option in fields(FriendsOptions)} - {"players"} <= named_in("12 .*?^## 13 ")


def test_every_option_and_preset_is_described() -> None:
    named = named_in("10 .*?^## 12 ")

    assert {option.name for option in fields(TractorOptions)} <= named
    between = {f"finding-friends-{players}" for players in range(6, 12)}
    assert {*PRESETS} - between <= named


def test_every_worked_example_has_its_row() -> None:
    _, _, examples = DOCUMENT.partition("## 13 Worked examples")

    assert re.findall(r"^\| (\d+) \|", examples, re.MULTILINE) == [str(number) for number in range(1, 30)]


def test_every_worked_example_is_a_test() -> None:
    """Of the referee's rules, not of the slow reference that they are compared with."""
    files = [path for path in (ROOT / "tests/referee/rules").glob("test_*.py") if "reference" not in path.name]
    tests = "".join(path.read_text(encoding="utf-8") for path in files)

    assert {int(number) for number in re.findall(r"^def test_example_(\d+)_", tests, re.MULTILINE)} == {*range(1, 30)}

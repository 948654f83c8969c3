"""Files of whatever name can be ledgers, and no other file than the one named is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.ledger import LedgerBusy, LedgerError, LedgerMissing, UnsupportedLedger, ledger_url, open_ledger, read_ledger
from tests.arena.played import cup_entry

NAMES = ["per%20cent", "50%", "what?", "why?mode=ro", "#1", "two words", "随机", os.fsdecode(b"\xff\xfe"), "a:b", "a@b"]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_file_is_found_under_its_own_name(tmp_path: Path, name: str) -> None:
    """Whatever its folder is called: the URL says it so that it is read back."""
    path = tmp_path / name / f"{name}.sqlite"
    path.parent.mkdir()
    with open_ledger(ledger_url(path)) as ledger:
        ledger.begin_cup(cup_entry())
    with read_ledger(ledger_url(path)) as reader:
        assert reader.cup_names() == ("test-cup",)

    assert path.is_file()
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_slashes_at_the_beginning_of_a_path_name_no_host(tmp_path: Path) -> None:
    with open_ledger(f"sqlite:////{tmp_path}/arena.sqlite") as ledger:
        assert ledger.cup_names() == ()

    assert (tmp_path / "arena.sqlite").is_file()


@pytest.mark.parametrize(
    "url",
    ["sqlite://srv/spring.sqlite", "sqlite://me@srv/spring.sqlite", "sqlite:///spring.sqlite?", "sqlite:///a%00b"],
)
def test_a_url_that_names_no_file_touches_none(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two slashes what comes next is a machine, and the file would be another one, in the folder at hand."""
    monkeypatch.chdir(tmp_path)
    for opening in (open_ledger, read_ledger):
        with pytest.raises(UnsupportedLedger, match="write sqlite:///FILE"), opening(url):
            pass

    assert list(tmp_path.iterdir()) == []


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    for opening in (open_ledger, read_ledger):
        with (
            pytest.raises(LedgerError, match="File name too long") as refused,
            opening(ledger_url(tmp_path / ("n" * 999))),
        ):
            pass
        assert not isinstance(refused.value, LedgerMissing)


def test_a_link_leads_to_a_ledger_and_its_lock(tmp_path: Path) -> None:
    """Two arenas would else play the same cup, and replace each other's records."""
    (there := tmp_path / "there").mkdir()
    (link := tmp_path / "link.sqlite").symlink_to(there / "arena.sqlite")
    with open_ledger(ledger_url(link)) as ledger:
        ledger.begin_cup(cup_entry())
        with pytest.raises(LedgerBusy), open_ledger(ledger_url(there / "arena.sqlite")):
            pass
        with read_ledger(ledger_url(link)) as reader:
            assert reader.cup_names() == ("test-cup",)

    assert {each.name for each in tmp_path.iterdir()} == {"there", "link.sqlite"}

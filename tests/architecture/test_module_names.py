"""A module is named for the one thing it holds."""

from __future__ import annotations

import re

import pytest

from tests.architecture.sources import sources

NAMES_FOR_NOTHING = frozenset({"common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"})


def is_named_for_nothing(module: str) -> bool:
    """Whether a word of the dotted name *module* could hold anything."""
    return not NAMES_FOR_NOTHING.isdisjoint(re.split(r"[._]", module))


def test_no_module_is_named_for_nothing() -> None:
    modules = [source.module for source in sources("arena", "referee", "sample_bots", "protos", "tests")]

    assert modules
    assert [module for module in modules if is_named_for_nothing(module)] == []


@pytest.mark.parametrize("module", ["arena.utils", "referee.rules.card_helpers", "arena.common.text", "arena.manager"])
def test_a_name_for_nothing_is_found(module: str) -> None:
    assert is_named_for_nothing(module)


@pytest.mark.parametrize("module", ["arena.ledger", "referee.rules.utility", "arena.commoners"])
def test_a_name_for_something_passes(module: str) -> None:
    assert not is_named_for_nothing(module)

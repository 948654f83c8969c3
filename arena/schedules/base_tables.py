"""The base tables that were found by search, in `base_tables.json`: what a group makes cycles of.

- `whist`: one round of tables of four, by seat in order of play.
- `frames`: four rounds, in groups of four; each leaves out the first group.
- `two_fold`: two rounds, and a table that is not in them.
- `columns`: for an order, two ways to arrange the elements of a group. Each of them, each of them less the elements in
  order, and the second less the first, are all elements again.

Nothing of this has to be believed: every cycle is counted before it is used.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

_FILE = Path(__file__).with_name("base_tables.json")

BaseTable = tuple[int, int, int, int]
"""Elements of the group by seat; from its order on, places that stand still."""


class BaseTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds of base tables, and the moduli of the group that moves them."""

    group: tuple[int, ...]
    base: tuple[tuple[BaseTable, ...], ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    whist: dict[int, BaseTables]
    frames: dict[int, BaseTables]
    two_fold: dict[int, BaseTables]
    columns: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


@cache
def base_tables() -> _File:
    """All of them, by number of entrants; columns by order of the group."""
    return msgspec.json.decode(_FILE.read_bytes(), type=_File, strict=False)

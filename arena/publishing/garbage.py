"""How often Python looks for garbage that reference counts do not find, while thousands of matches pass through."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 100_000
"""Made anew between two searches, some tens of MB; Python's own 700 are not those of one match."""


@contextmanager
def rarely_searched() -> Iterator[None]:
    """Search rarely within the block: a match is thousands of objects without a circle, a quarter of all time else."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)

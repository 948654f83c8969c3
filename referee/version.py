"""The version of this software."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def software_version() -> str:
    """Of the installed distribution; a working copy that is not installed has none and says so."""
    try:
        return version("tractor-arena")
    except PackageNotFoundError:
        return "(a working copy that is not installed)"

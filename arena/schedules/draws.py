"""Numbers that look random and are the same for ever, whatever the release of whatever library."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator


def draws(name: str) -> Iterator[int]:
    """Numbers from 0 to 2^32 − 1 without end: four bytes each of the SHA-256 of `name/0`, `name/1` …, big-endian."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{name}/{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def ordered(name: str, count: int) -> tuple[int, ...]:
    """The numbers from 0 below *count*, in the order of the SHA-256 of `name/0`, `name/1` and so on."""
    return tuple(sorted(range(count), key=lambda one: hashlib.sha256(f"{name}/{one}".encode()).digest()))

"""The numbers that deals have in their match, written into records: a referee knows those of its own sitting alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def with_deal(lines: Sequence[str], number: int) -> tuple[str, ...]:
    """The records of one deal, of all its decks, with its *number* in the match, from 1."""
    return tuple(_with_deal(line, number) for line in lines)


def _with_deal(line: str, number: int) -> str:
    fields = _FIELDS.decode(line)
    fields["deal"] = msgspec.Raw(msgspec.json.encode(number))
    return msgspec.json.encode(fields).decode()

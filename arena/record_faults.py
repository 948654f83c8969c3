"""What the arena alone knows of a fault, written into the record of its deal: a crash, and what the program printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import UNSET

from arena.matches import Ending
from referee.rules.record import Fault

OUTPUT_LINES = 12
OUTPUT_CHARACTERS = 2000
"""Of what a program printed last, this much at most is kept with its fault."""

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_FAULTS = msgspec.json.Decoder(tuple[Fault, ...])


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault as the arena sees it.

    Attributes:
        ending: of the program, which may have crashed where the referee saw only its stream end.
        output: the last lines that it printed; empty if none are known.
    """

    ending: Ending
    output: str


def with_findings(lines: Sequence[str], findings: Sequence[Finding]) -> tuple[str, ...]:
    """The records of one deal with what was found of each of its faults, both in the order in which they happened."""
    remaining = iter(findings)
    return tuple(_with_findings(line, remaining) for line in lines)


def last_lines(text: str) -> str:
    """The end of what a program printed, as it is kept with a fault."""
    end = "\n".join(text.rstrip().splitlines()[-OUTPUT_LINES:])
    return end if len(end) <= OUTPUT_CHARACTERS else f"…{end[-OUTPUT_CHARACTERS:]}"


def _with_findings(line: str, remaining: Iterator[Finding]) -> str:
    fields = _FIELDS.decode(line)
    faults = _FAULTS.decode(fields["faults"]) if "faults" in fields else ()
    if not faults:
        return line
    found = [_with_finding(fault, finding) for fault, finding in zip(faults, remaining, strict=False)]
    assert len(found) == len(faults), "a record has more faults than were reported"
    fields["faults"] = msgspec.Raw(msgspec.json.encode(found))
    return msgspec.json.encode(fields).decode()


def _with_finding(fault: Fault, finding: Finding) -> Fault:
    return msgspec.structs.replace(fault, ending=finding.ending.value, output=finding.output or UNSET)

"""A process that checks records for another: a cup on standard input, then matches, one a line; reports likewise."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.cup_document import CupDocument
from arena.verifying.match_lines import BadLine, Field, read_outcome
from arena.verifying.published import Folder
from arena.verifying.record_check import RecordReport, Task, check_record
from arena.verifying.scheduled import Terms, terms_of
from referee.rules.options import parse_canonical_text

REPORTS = msgspec.json.Decoder(RecordReport)


@dataclass(frozen=True, slots=True)
class Job:
    """What all matches of a cup have in common, as one process tells it another.

    Attributes:
        folder: its whole path, which is bytes to the system.
        secret: hex; None where decks are not to be checked.
    """

    folder: bytes
    document: CupDocument
    secret: str | None


def field_of(document: CupDocument, terms: Terms) -> Field:
    """What matches of a published cup can be."""
    return Field(
        cup=document.name,
        rules_id=document.rules_id,
        rules=terms.rules,
        entrants={entrant.name: entrant for entrant in document.entrants},
        stages=document.stages,
    )


class Worker:
    """Checks one match after another."""

    def __init__(self, job: Job) -> None:
        self._folder = Folder(Path(os.fsdecode(job.folder)))
        self._terms = terms_of(job.document, parse_canonical_text(job.document.rules))
        self._field = field_of(job.document, self._terms)
        self._secret = None if job.secret is None else bytes.fromhex(job.secret)

    def check(self, line: int, content: bytes) -> RecordReport:
        """Check the match that stands in a *line*, which was found to be possible before."""
        try:
            outcome = read_outcome(content, self._field)
        except BadLine:
            return RecordReport()
        return check_record(Task(line, outcome), self._folder, self._terms, self._secret)


def main() -> None:
    """Work until there is no more."""
    # Who started this clears up after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lines, out = sys.stdin.buffer, sys.stdout.buffer
    worker = Worker(msgspec.json.decode(lines.readline(), type=Job))
    for line in lines:
        number, _, content = line.partition(b" ")
        out.write(msgspec.json.encode(worker.check(int(number), content)) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()

"""The files of each match: its page in every language and, of a complete cup, its record and replay."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import zstandard

from arena.matches import Outcome
from arena.publishing.errors import PublishError
from arena.publishing.parts import Parts, below
from arena.publishing.tidying import OF_MATCHES
from arena.site import paths
from arena.site.match_page import match_pages
from arena.site.match_view import MatchFacts, by_table, facts_of, table_key
from arena.site.replay_data import RulesFacts, Twin, replay_js

RECORD_BYTES = 64 << 20
"""Of the lines of a match, at most; those of a long one have a hundredth of it."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all matches of a cup have in common, as one process tells it another.

    Attributes:
        folder: of the cup, as the system has its name.
        records: where the names of records in the ledger begin; None if they are not published yet, as the cup goes on.
        rules: None if they are none that this version knows; then there are no replays.
    """

    cup: str
    folder: bytes
    records: bytes | None
    rules: RulesFacts | None


class MatchFiles:
    """Makes the files of matches, round after round.

    Attributes:
        parts: what was written.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._records = None if job.records is None else Path(os.fsdecode(job.records))
        self.parts = Parts(Path(os.fsdecode(job.folder)), whole=OF_MATCHES)

    def make(self, outcomes: Sequence[Outcome]) -> None:
        """Write the files of the matches of some rounds.

        Raises:
            PublishError: a record is missing, or not the one in the ledger.
            OSError: the folder cannot be written to.
        """
        tables = by_table(outcomes)
        for outcome in outcomes:
            facts = facts_of(outcome, tables[table_key(outcome.match)])
            has_replay = False
            if self._records is not None:
                content = self._write_record(outcome, self._records)
                has_replay = self._write_replay(facts, content)
            self._write_pages(facts, has_replay=has_replay)

    def _write_pages(self, facts: MatchFacts, *, has_replay: bool) -> None:
        name, has_record = paths.match_page(facts.outcome.match.key), self._records is not None
        for language, page in match_pages(self._job.cup, facts, has_record=has_record, has_replay=has_replay):
            self.parts.write(language.folder + name, page.encode())

    def _write_record(self, outcome: Outcome, records: Path) -> bytes:
        """Copy the record, which is compared with its hash in the ledger; what is in it."""
        origin = below(records, outcome.record_name)
        try:
            content = origin.read_bytes()
        except FileNotFoundError:
            raise PublishError(origin, "the record is missing; put it back from a copy") from None
        if hashlib.sha256(content).hexdigest() != outcome.record_sha256:
            raise PublishError(origin, "the record is not the one in the ledger; put it back from a copy")
        self.parts.write(f"records/{outcome.record_name}", content)
        return content

    def _write_replay(self, facts: MatchFacts, record: bytes) -> bool:
        """Make the replay, if there can be one: a record may be what another machine took for one."""
        lines = _lines(record)
        if self._job.rules is None or lines is None:
            return False
        match = facts.outcome.match
        twins = [Twin(twin.key, twin.outcome.match.seating) for twin in facts.twins]
        self.parts.write(paths.replay_data(match.key), replay_js(match, lines, self._job.rules, twins=twins))
        return True


def _lines(record: bytes) -> bytes | None:
    """What is in the file of a record, decompressed; None if it is none, or would swell."""
    try:
        if not 0 < zstandard.frame_content_size(record) <= RECORD_BYTES:
            return None
        return zstandard.ZstdDecompressor().decompress(record)
    except zstandard.ZstdError:
        return None

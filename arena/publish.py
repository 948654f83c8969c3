"""Publishing: what the ledger and the records say, written as files that a reader never sees half done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

import msgspec

from arena.config import Stage
from arena.cup_document import cup_document
from arena.cup_rules import options_of, rules_of
from arena.earlier_cups import earlier_cups
from arena.leaderboard import Progress
from arena.leaderboard_building import leaderboard
from arena.ledger import LedgerReader
from arena.locks import locked
from arena.matches import Outcome
from arena.publishing.board_files import board_files
from arena.publishing.errors import PublishError
from arena.publishing.garbage import rarely_searched
from arena.publishing.match_files import Job
from arena.publishing.parts import Parts, below
from arena.publishing.tidying import DOCUMENTS, remove_parts, remove_unlisted
from arena.publishing.worker import Task
from arena.publishing.workforce import Workforce, workforce
from arena.ratings import Anchor
from arena.site import paths
from arena.site.matches_page import MatchRow, match_row
from arena.site.replay_data import rules_facts
from arena.standings import Standings, standings
from arena.words.languages import Language
from arena.words.words import words_of
from referee.version import software_version

__all__ = ["Progress", "Publication", "PublishError", "publish"]

_LINES = "matches.jsonl"

_MATCHES_AT_ONCE = 100
"""Of whole rounds together, whose pages are made when so many matches are read."""

_LOCK = ".publishing.lock"
"""Held by whoever writes into the folder of a cup, so that what is there is all of one publication."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What was published.

    Attributes:
        page: of the standings.
    """

    page: Path
    standings: Standings


def publish(
    ledger: LedgerReader,
    cup_name: str,
    folder: Path,
    records_folder: Path,
    *,
    progress: Progress,
    anchor: Anchor | None = None,
    stages: Sequence[Stage] | None = None,
) -> Publication:
    """Publish the cup *cup_name* into the folder of its name below *folder*.

    The secret, the records and the replays, which tell the decks, follow when the cup is complete: until then some
    entrants are still to play the decks that others have played.

    Files of an earlier cup of this name that this one has not, and those that an interrupted publication left half
    written, are removed; other files in the folder are left alone. Of several that publish at once one waits for the
    other.

    Args:
        ledger: open for reading at least.
        cup_name: of a cup in the ledger.
        folder: that of all leaderboards.
        records_folder: where the names of records in the ledger begin.
        progress: whether all matches are played.
        anchor: whose rating is fixed, and at what.
        stages: of the cup's file; without them nobody can check its schedule.

    Raises:
        UnknownCup: the ledger does not know it.
        PublishError: a record is missing or not the one in the ledger.
        OSError: the folder cannot be written to.
    """
    entry = ledger.cup(cup_name)
    target = below(folder, cup_name)
    target.mkdir(parents=True, exist_ok=True)
    is_complete, rules = progress is Progress.COMPLETE, rules_of(entry)
    job = Job(
        cup=entry.name,
        folder=os.fsencode(target),
        records=os.fsencode(records_folder) if is_complete else None,
        rules=None if rules is None else rules_facts(rules),
    )
    rows: list[MatchRow] = []
    records: list[str] = []
    with locked(target / _LOCK), rarely_searched(), _whole(target) as parts:
        with workforce(job, parts.part(_LINES)) as workers:
            with parts.stream(_LINES) as file:
                played = ledger.outcomes(cup_name)
                outcomes = _read(
                    played if is_complete else map(_without_offences, played), file, workers, rows, records
                )
                found = standings(outcomes, entry.entrants, anchor=anchor, rules=rules)
            earlier = earlier_cups(ledger, entry, found)
            boards = {
                language: leaderboard(entry, found, progress, anchor, words=words_of(language), earlier=earlier)
                for language in Language
            }
            document = cup_document(entry, stages, written_by=software_version())
            listed = [*_names_of_matches(rows, records), *DOCUMENTS]
            for name, content in board_files(document, boards, rows, ledger.arrivals(cup_name), options_of(entry)):
                parts.write(name, content)
                listed.append(name)
            parts.written += workers.finish()
        parts.settle(DOCUMENTS)
        parts.put_in_place()
        remove_unlisted(target, set(listed), but=records_folder)
    return Publication(target / paths.INDEX, found)


def _read(
    outcomes: Iterable[Outcome], file: BinaryIO, workers: Workforce, rows: list[MatchRow], records: list[str]
) -> Iterator[Outcome]:
    """Hand on each outcome, after it was written into *file*; whole rounds are given to the *workers*.

    What the list of matches says of each is kept in *rows*, the names of their records in *records*.
    """
    start = size = count = 0
    for _, of_round in groupby(outcomes, key=lambda outcome: outcome.match.round):
        for outcome in of_round:
            size += file.write(msgspec.json.encode(outcome) + b"\n")
            count += 1
            rows.append(match_row(outcome))
            records.append(outcome.record_name)
            yield outcome
        if count >= _MATCHES_AT_ONCE:
            file.flush()
            workers.hand_over(Task(start, size), count)
            start, size, count = start + size, 0, 0
    file.flush()
    workers.hand_over(Task(start, size), count)


def _without_offences(outcome: Outcome) -> Outcome:
    """What may be told while a cup goes on: the words of a fault name cards of a hand that others are still to play."""
    return replace(outcome, faults=tuple(replace(fault, offence="") for fault in outcome.faults))


def _names_of_matches(rows: Iterable[MatchRow], records: Iterable[str]) -> Iterator[str]:
    """Files that there are of matches, or will be."""
    for row, record in zip(rows, records, strict=True):
        yield f"records/{record}"
        yield paths.replay_data(row.key)
        page = paths.match_page(row.key)
        yield from (language.folder + page for language in Language)


@contextmanager
def _whole(target: Path) -> Iterator[Parts]:
    """Files that are put in place within the block; if anything fails, nothing is left of those that were not."""
    remove_parts(target)
    try:
        yield Parts(target)
    except BaseException:
        # What went wrong first is to be told, as that a disk is full or gone.
        with suppress(OSError):
            remove_parts(target)
        raise

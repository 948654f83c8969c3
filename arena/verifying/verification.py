"""All checks of a published cup, one after another; what cannot be checked yet, or not at all, is said."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from arena.counts import counted
from arena.cup_document import FORMAT, CupDocument
from arena.cup_rules import config_rules
from arena.faults import entrants_out, lost_by_faults
from arena.leaderboard import FORMAT as BOARD_FORMAT
from arena.leaderboard import Leaderboard, Progress
from arena.matches import Match, Outcome
from arena.records_store import SUFFIX
from arena.verifying.findings import Check, CheckOutcome, Difference, Findings, Status, Verification
from arena.verifying.match_lines import MATCHES, MatchLines
from arena.verifying.published import BadFile, Folder, Unpublished, read_document
from arena.verifying.record_check import RECORDS, RecordReport
from arena.verifying.scheduled import NoSchedule, Terms, scheduled, terms_of
from arena.verifying.standings_check import BOARD, page_differences, standings_differences
from arena.verifying.worker import Job, field_of
from arena.verifying.workforce import WorkerLost, check_all
from referee.rules.option_values import BadOption
from referee.rules.options import parse_canonical_text, rules_id
from referee.version import software_version

CUP = "cup.json"

_NO_BOARD = f"{BOARD} cannot be read"

ENTRANTS_AT_MOST = 2000
"""Cycles of tables grow with the square of it, and are made as a whole."""

SECRET_BYTES_AT_MOST = 1024

_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class _Head(msgspec.Struct):
    format: str


def verify(
    path: Path, *, commitment: str | None = None, on_progress: Callable[[str, int, int], None] = lambda *_: None
) -> Verification:
    """Check what is in the folder of a cup.

    Args:
        commitment: hex, as somebody noted it down before the cup; None to take the published one.
        on_progress: told what is done, how many of it, and of how many.

    Raises:
        Unpublished: there is nothing to be checked, or nothing that this version can read.
    """
    return _Verifier(path, commitment, on_progress).verify()


class _Verifier:
    """The checks of one folder."""

    def __init__(self, path: Path, commitment: str | None, on_progress: Callable[[str, int, int], None]) -> None:
        self._began_s = time.monotonic()
        if not path.is_dir():
            raise Unpublished(f"{path} is no folder; name the one of a cup, such as leaderboards/spring")
        self._path = path
        self._folder = Folder(path)
        self._noted = commitment
        self._on_progress = on_progress
        self._findings = Findings()
        self._summaries: dict[Check, tuple[Status, str]] = {}
        self._document = self._read_cup()
        self._terms = self._read_terms()
        self._lines = MatchLines(self._folder, field_of(self._document, self._terms))
        self._board, self._plain_board = self._read_board()
        self._has_lines = True
        self._matches: dict[str, tuple[int, Match]] = {}
        self._lost: Counter[str] = Counter()
        self._planned_deals = 0
        self._deal_count = 0

    def verify(self) -> Verification:
        """All checks."""
        secret = self._check_commitment()
        self._check_matches()
        is_complete = self._board is not None and self._board.progress is Progress.COMPLETE
        try:
            self._check_schedule(secret, is_complete=is_complete)
            self._check_records(secret, is_complete=is_complete)
            self._check_standings()
            self._check_pages()
        except BadFile as problem:
            raise Unpublished(
                f"{problem}, and could be read at first: somebody changes the files while they are checked; give the "
                "command again when that is over"
            ) from None
        return Verification(
            folder=str(self._path),
            cup=self._document.name,
            begun=self._document.begun,
            commitment=self._document.commitment,
            progress=self._board.progress if self._board else "",
            written_by=self._document.written_by,
            checks=tuple(self._outcome(check) for check in Check),
            deal_count=self._deal_count,
            elapsed_s=time.monotonic() - self._began_s,
        )

    def _outcome(self, check: Check) -> CheckOutcome:
        status, summary = self._summaries[check]
        count = self._findings.count(check)
        return CheckOutcome(
            check=check,
            status=Status.DIFFERS if count else status,
            summary=summary,
            difference_count=count,
            differences=tuple(self._findings.of(check)),
        )

    def _say(self, check: Check, summary: str, status: Status = Status.HOLDS) -> None:
        self._summaries[check] = (status, summary)

    def _differs(self, check: Check, file: str, what: str, *, expected: str = "", found: str = "") -> None:
        self._findings.add(Difference(check, file, what, expected=expected, found=found))

    # --- Documents

    def _read_cup(self) -> CupDocument:
        try:
            content = self._folder.read(CUP)
            head, _ = read_document(content, _Head, name=CUP)
            if head.format != FORMAT:
                raise Unpublished(f"{CUP} is of the format {head.format!r}, and this version reads {FORMAT!r}")
            document, _ = read_document(content, CupDocument, name=CUP)
            datetime.fromisoformat(document.begun)
        except BadFile as problem:
            hint = (
                "; a cup that an earlier version published can be published again" if "missing" in str(problem) else ""
            )
            raise Unpublished(f"{problem}{hint}") from None
        except ValueError as problem:
            raise Unpublished(f"{CUP}: begun is no time: {problem}") from None
        names = {entrant.name for entrant in document.entrants}
        if not 1 <= len(names) == len(document.entrants) <= ENTRANTS_AT_MOST:
            raise Unpublished(f"{CUP} has no entrants, too many, or two of the same name")
        return document

    def _read_terms(self) -> Terms:
        document = self._document
        try:
            options = parse_canonical_text(document.rules)
            if rules_id(options) != document.rules_id:
                self._differs(Check.RULES, CUP, "rules_id", expected=rules_id(options), found=document.rules_id)
            terms = terms_of(document, options)
            if config_rules(document.config) != document.rules:
                self._differs(Check.RULES, CUP, "rules in config", expected=document.rules, found="others")
        except BadOption as problem:
            raise Unpublished(f"{CUP}: the rules are none that this version knows: {problem}") from None
        except NoSchedule as problem:
            raise Unpublished(f"{CUP}: {problem}") from None
        return terms

    def _read_board(self) -> tuple[Leaderboard | None, object]:
        try:
            content = self._folder.read(BOARD)
            head, _ = read_document(content, _Head, name=BOARD)
            if head.format != BOARD_FORMAT:
                raise Unpublished(f"{BOARD} is of the format {head.format!r}, and this version reads {BOARD_FORMAT!r}")
            return read_document(content, Leaderboard, name=BOARD)
        except BadFile as problem:
            self._differs(Check.STANDINGS, problem.name, problem.what)
            return None, None

    # --- Checks

    def _check_commitment(self) -> bytes | None:
        """The secret, if it is there and the one committed to; another is of use to nobody, and still looked at."""
        document, board = self._document, self._board
        check = Check.COMMITMENT
        if self._noted is not None and document.commitment != self._noted:
            self._differs(check, CUP, "commitment", expected=f"{self._noted}, as noted", found=document.commitment)
        if board is None:
            self._say(check, _NO_BOARD, Status.NOT_CHECKED)
            return None
        if board.commitment != document.commitment:
            self._differs(check, BOARD, "commitment", expected=document.commitment, found=board.commitment)
        as_noted = ", and that is the one noted" if self._noted is not None else ""
        if board.progress is Progress.RUNNING:
            if board.secret is not None:
                self._differs(check, BOARD, "secret", expected="null until the cup is complete", found=board.secret)
            self._say(check, f"the cup is running: committed to {document.commitment}{as_noted}", Status.NOT_YET)
            return None
        text = board.secret or ""
        if not _HEX.fullmatch(text) or len(text) > 2 * SECRET_BYTES_AT_MOST:
            self._differs(check, BOARD, "secret", expected="bytes in hex, once the cup is complete", found=text[:80])
            self._say(check, "there is no secret")
            return None
        secret = bytes.fromhex(text)
        found = hashlib.sha256(secret).hexdigest()
        if found != document.commitment:
            self._differs(check, BOARD, "SHA-256 of the secret", expected=document.commitment, found=found)
        self._say(check, f"the secret is the one committed to, in {CUP} and {BOARD} alike{as_noted}")
        return secret

    def _check_matches(self) -> None:
        count = 0
        try:
            for line in self._lines:
                count += 1
                if isinstance(line.outcome, Outcome):
                    self._enter(line.number, line.outcome)
                    if self._is_ours and msgspec.json.encode(line.outcome) != line.content:
                        self._add_line(line.number, "is not written as it is read; it may have a field twice")
                else:
                    self._add_line(line.number, str(line.outcome))
        except BadFile as problem:
            self._differs(Check.MATCHES, problem.name, problem.what)
            self._has_lines = False
        self._say(Check.MATCHES, f"{counted(count, 'match', 'matches')} of this cup, each there once")

    @property
    def _is_ours(self) -> bool:
        """Whether this very version wrote what is checked."""
        return self._document.written_by == software_version()

    def _enter(self, number: int, outcome: Outcome) -> None:
        match = outcome.match
        if match.key in self._matches:
            self._add_line(number, f"is the match of line {self._matches[match.key][0]} again", match.key)
            return
        self._matches[match.key] = (number, match)
        self._lost += lost_by_faults([outcome])
        self._planned_deals += outcome.deal_count

    def _add_line(self, number: int, what: str, key: str = "") -> None:
        self._findings.add(Difference(Check.MATCHES, MATCHES, what[:300], line=number, match=key))

    def _check_schedule(self, secret: bytes | None, *, is_complete: bool) -> None:
        check = Check.SCHEDULE
        if self._board is None:
            self._say(check, _NO_BOARD, Status.NOT_CHECKED)
            return
        if not is_complete:
            self._say(check, "matches are known by the secret, once the cup is complete", Status.NOT_YET)
            return
        if secret is None or not self._terms.knows_stages:
            why = "there is no secret" if secret is None else f"{CUP} does not say how long the stages are"
            self._say(check, why, Status.NOT_CHECKED)
            return
        out = entrants_out(self._lost, self._terms.cup.faults.deals_lost_allowed)
        unscheduled = dict(self._matches)
        there = void = 0
        try:
            for match in scheduled(self._terms, secret, self._lines.outcomes if self._has_lines else tuple):
                if match.key in unscheduled:
                    there += 1
                    self._compare_match(match, *unscheduled.pop(match.key))
                elif out.intersection(match.seating):
                    void += 1
                elif match.key not in self._matches:
                    self._findings.add(
                        Difference(check, MATCHES, f"a scheduled match is missing: {_in_words(match)}", match=match.key)
                    )
                if (there + void) % 1000 == 0:
                    self._on_progress("matches", there, len(self._matches))
        except NoSchedule as problem:
            self._differs(check, CUP, str(problem))
        for number, match in unscheduled.values():
            self._findings.add(
                Difference(
                    check, MATCHES, f"the schedule has no such match: {_in_words(match)}", line=number, match=match.key
                )
            )
        left_out = f"; {void} void, as {', '.join(sorted(out))} lost too much by faults" if void else ""
        self._say(check, f"{counted(there, 'match', 'matches')} as scheduled, none missing{left_out}")

    def _compare_match(self, match: Match, number: int, published: Match) -> None:
        right, said = msgspec.to_builtins(match), msgspec.to_builtins(published)
        for name in right:
            if right[name] != said[name]:
                self._findings.add(
                    Difference(
                        Check.SCHEDULE,
                        MATCHES,
                        name,
                        line=number,
                        match=match.key,
                        expected=str(right[name])[:300],
                        found=str(said[name])[:300],
                    )
                )

    def _check_records(self, secret: bytes | None, *, is_complete: bool) -> None:
        checks = (Check.RECORDS, Check.DECKS, Check.RULES, Check.RESULTS)
        if self._board is None and not self._has_records():
            for check in checks:
                self._say(check, _NO_BOARD, Status.NOT_CHECKED)
            return
        if self._board is not None and not is_complete:
            for check in checks:
                self._say(check, "records are published once the cup is complete", Status.NOT_YET)
            return
        self._check_names()
        sum_ = RecordReport()
        done = itertools.count(1)

        def add(report: RecordReport) -> None:
            sum_.merge(report)
            self._on_progress("records", next(done), len(self._matches))

        job = Job(os.fsencode(self._path.resolve()), self._document, None if secret is None else secret.hex())
        try:
            check_all(job, self._firsts(), deal_count=self._planned_deals, on_report=add)
        except WorkerLost as problem:
            self._differs(Check.RECORDS, RECORDS, f"could not all be checked: {problem}")
        self._findings.merge(sum_.findings)
        self._deal_count = sum_.deal_count
        self._say(Check.RECORDS, f"{counted(sum_.record_count, 'file')}, each the one that is named, none missing")
        self._say(Check.RULES, f"{counted(sum_.deal_count, 'deal')} played again by the rules")
        self._say(Check.RESULTS, f"{counted(sum_.result_count, 'result')} as the records have them, with all faults")
        if secret is None or not self._terms.knows_stages:
            why = "there is no secret" if secret is None else f"{CUP} does not say what the stages deal"
            self._say(Check.DECKS, _NO_BOARD if self._board is None else why, Status.NOT_CHECKED)
        else:
            self._say(Check.DECKS, f"{counted(sum_.deck_count, 'deck')} drawn from the secret, and starts likewise")

    def _firsts(self) -> Iterator[tuple[int, bytes]]:
        """Lines that can be checked, each match once."""
        for line in self._lines if self._has_lines else ():
            if isinstance(line.outcome, Outcome):
                key = line.outcome.match.key
                if key in self._matches and self._matches[key][0] == line.number:
                    yield line.number, line.content

    def _has_records(self) -> bool:
        """Whether there are records, as there are of a complete cup alone."""
        try:
            return bool(self._folder.names(RECORDS))
        except BadFile:
            return True

    def _check_names(self) -> None:
        """No record is there that no match names; what is no record is none of ours."""
        named = {f"{key[:32]}{SUFFIX}" for key in self._matches}
        try:
            for name in self._folder.names(RECORDS):
                if name.endswith(SUFFIX) and not name.startswith(".") and name not in named:
                    self._differs(Check.RECORDS, f"{RECORDS}/{name}", "no match names it")
        except BadFile as problem:
            self._differs(Check.RECORDS, problem.name, problem.what)

    def _check_standings(self) -> None:
        check = Check.STANDINGS
        if self._board is None:
            self._say(check, _NO_BOARD, Status.NOT_CHECKED)
            return
        try:
            self._findings.add_all(
                standings_differences(self._plain_board, self._board, self._document, self._terms.rules, self._lines)
            )
        except BadFile as problem:
            if self._has_lines:
                raise
            self._say(check, f"{problem}", Status.NOT_CHECKED)
            return
        rows = sum(len(section.rows) for section in self._board.sections)
        sections = counted(len(self._board.sections), "table")
        self._say(check, f"{sections} with {counted(rows, 'row')}, computed anew from the matches")

    def _check_pages(self) -> None:
        check = Check.PAGES
        if self._board is None:
            self._say(check, _NO_BOARD, Status.NOT_CHECKED)
            return
        if not self._is_ours:
            by = f"written by version {self._document.written_by}, and this is {software_version()}"
            self._say(check, f"{by}, which may word them otherwise", Status.NOT_CHECKED)
            return
        try:
            self._findings.add_all(page_differences(self._folder, self._board, self._lines))
        except BadFile as problem:
            if self._has_lines:
                raise
            self._say(check, f"{problem}", Status.NOT_CHECKED)
            return
        except (ArithmeticError, LookupError, TypeError, ValueError):
            # Of numbers that the matches do not come to, or that are not checked, there need not be a page.
            is_checked = not any(section.earlier for section in self._board.sections)
            if is_checked and not self._findings.count(Check.STANDINGS):
                raise
            self._differs(check, BOARD, "no page can be made from it")
        self._say(check, f"the pages in English, made anew from {BOARD}")


def _in_words(match: Match) -> str:
    deals = ", ".join(map(str, match.boards[:4])) + (", …" if len(match.boards) > 4 else "")
    return f"{match.format} by {match.unit}, round {match.round}, {' – '.join(match.seating)}, {match.unit} {deals}"

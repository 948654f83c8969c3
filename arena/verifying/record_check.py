"""One match: its record is the file named, was dealt from the secret, holds by the rules, and gives the results.

Decks are read one after another, and no more of them is kept than those of the deal at hand.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET

from arena.deals import Board
from arena.faults import seat_faults
from arena.matches import AnyResult, Fault, Outcome, Unit
from arena.results import results_of
from arena.table import DealPlayed
from arena.verifying.findings import Check, Difference, Findings
from arena.verifying.published import RECORD_BYTES, BadFile, Folder
from arena.verifying.replayed import deal_played, wrong_remarks
from arena.verifying.scheduled import Terms, deals_at_most, dealt
from referee.record_file import read_records
from referee.rules.cards import cards_text
from referee.rules.levels import level_text
from referee.rules.phases import Scored, ThrownIn
from referee.rules.record import BadRecord, DealRecord
from referee.rules.record_start import check_succession
from referee.rules.replay import replay

RECORDS = "records"

TEXT_AT_MOST = 300
"""Characters of what was found and expected; both may be strangers' words of any length."""

_OVERRUN_WITHIN_S = 1e-6


@dataclass(frozen=True, slots=True)
class Task:
    """One match to be checked, and where it stands in `matches.jsonl`."""

    line: int
    outcome: Outcome


@dataclass(slots=True)
class RecordReport:
    """What was checked of one match, or of many, and what was found."""

    record_count: int = 0
    deck_count: int = 0
    deal_count: int = 0
    result_count: int = 0
    findings: Findings = field(default_factory=Findings)

    def merge(self, other: RecordReport) -> None:
        """Add another's."""
        self.record_count += other.record_count
        self.deck_count += other.deck_count
        self.deal_count += other.deal_count
        self.result_count += other.result_count
        self.findings.merge(other.findings)


def check_record(task: Task, folder: Folder, terms: Terms, secret: bytes | None) -> RecordReport:
    """Check the record of a match of the cup; without a *secret*, or the stages, not what was dealt."""
    work = _Work(task, terms, secret)
    try:
        content = folder.read(RECORDS, task.outcome.record_name, limit=RECORD_BYTES)
    except BadFile as problem:
        work.differs(Check.RECORDS, problem.what)
        return work.report
    work.report.record_count = 1
    found = hashlib.sha256(content).hexdigest()
    if found != task.outcome.record_sha256:
        work.differs(Check.RECORDS, "SHA-256", expected=task.outcome.record_sha256, found=found)
    work.play_again(content)
    work.compare()
    return work.report


class _Work:
    """The check of one match."""

    def __init__(self, task: Task, terms: Terms, secret: bytes | None) -> None:
        self.report = RecordReport()
        self._task = task
        self._outcome = task.outcome
        self._match = task.outcome.match
        self._terms = terms
        self._is_game = self._match.unit is Unit.GAMES
        self._boards: Sequence[Board] | None = None
        if secret is not None and terms.knows_stages:
            self._boards = dealt(terms, secret, self._match, deal_count=task.outcome.deal_count)
        self._deals: list[DealPlayed] = []
        self._line_count = 0
        self._place = 0
        self._is_whole = True

    def differs(
        self, check: Check, what: str, *, deal: int | None = None, expected: object = "", found: object = ""
    ) -> None:
        """Note a difference in the record; one of its results stands in `matches.jsonl`."""
        is_result = check is Check.RESULTS
        self.report.findings.add(
            Difference(
                check=check,
                file="matches.jsonl" if is_result else f"{RECORDS}/{self._outcome.record_name}",
                what=_clipped(what),
                line=self._task.line if is_result else self._line_count or None,
                match=self._match.key,
                deal=deal,
                expected=_clipped(_text(expected)),
                found=_clipped(_text(found)),
            )
        )

    # --- The record

    def play_again(self, content: bytes) -> None:
        """Play all that is in the record again, as far as it goes."""
        try:
            self._play_all(read_records(io.BytesIO(content)))
        except BadRecord as problem:
            self._is_whole = False
            self.differs(Check.RULES, problem.what)

    def _play_all(self, records: Iterator[DealRecord]) -> None:
        hand: _Hand | None = None
        for record in records:
            self._line_count += 1
            if self._line_count > self._outcome.deal_count:
                self.differs(Check.RECORDS, "has more lines than the match", expected=self._outcome.deal_count)
                self._is_whole = False
                return
            if hand is None or not self._is_same_board(hand.records[-1], record):
                before = hand if self._is_game else None
                self._close(hand)
                hand = _Hand(self._place, before.records[-1:] if before else [], before.end if before else None)
                self._place += 1
            self._check_heading(record)
            self._check_dealt(record, hand)
            try:
                hand.play(record)
            except BadRecord as problem:
                self._is_whole = False
                self.differs(Check.RULES, problem.what, deal=record.board)
                if self._is_game:
                    return
            else:
                self._check_remarks(record, hand)
            self.report.deal_count += 1
        self._close(hand)
        if self._is_game and self._deals:
            self._check_end_of_game(self._deals[-1])

    def _is_same_board(self, before: DealRecord, record: DealRecord) -> bool:
        return record.board == before.board and (not self._is_game or record.deal == before.deal)

    def _close(self, hand: _Hand | None) -> None:
        """All decks of a deal were played again."""
        if hand is None or not hand.holds or hand.end is None:
            return
        played = deal_played(
            hand.own[0].board,
            hand.own,
            hand.end,
            strikes_allowed=self._terms.cup.faults.strikes_allowed,
            decision_count=hand.decision_count,
        )
        if self._is_game and self._deals and self._deals[-1].forfeited_by:
            self.differs(Check.RESULTS, "the game went on after a fault had lost it", deal=played.number)
        self._deals.append(played)
        if played.is_thrown_in and self._boards and hand.place < len(self._boards):
            deck_count = len(self._boards[hand.place].decks)
            if len(hand.own) != deck_count:
                self.differs(
                    Check.RESULTS, "decks that were dealt", deal=played.number, expected=deck_count, found=len(hand.own)
                )

    def _check_end_of_game(self, last: DealPlayed) -> None:
        """A game ends when it is won, or lost by a fault, or its decks are used up."""
        if self._boards is None or last.game_winners or last.forfeited_by or last.is_thrown_in:
            return
        at_most = deals_at_most(self._terms, self._match)
        if len(self._deals) < at_most:
            self.differs(Check.RESULTS, f"the game was not over, and may have {at_most} deals", deal=last.number)

    def _check_heading(self, record: DealRecord) -> None:
        match = self._match
        for what, expected, found in (
            ("match", match.key, record.match),
            ("names", match.seating, record.names),
            ("rules_id", match.rules_id, record.rules_id),
            ("whole_game", self._is_game, record.whole_game),
        ):
            if expected != found:
                self.differs(Check.RECORDS, what, deal=record.board, expected=expected, found=found)

    def _check_dealt(self, record: DealRecord, hand: _Hand) -> None:
        """The deck is the one that the secret gives, and the deal starts as its number says (docs/deals.md)."""
        if self._boards is None:
            return
        self.report.deck_count += 1
        redeal = len(hand.own)
        if hand.place >= len(self._boards):
            self.differs(Check.DECKS, "is no deal of the match", deal=record.board)
            return
        board = self._boards[hand.place]
        if record.board != board.number:
            self.differs(Check.DECKS, "board", deal=record.board, expected=board.number, found=record.board)
            return
        if redeal >= len(board.decks):
            self.differs(Check.DECKS, f"was dealt again more than {len(board.decks) - 1} times", deal=record.board)
            return
        deck = cards_text(board.decks[redeal], "")
        if record.deck != deck:
            expected, found = _where_they_part(deck, record.deck)
            what = "deck" if redeal == 0 else f"deck {redeal + 1}"
            self.differs(Check.DECKS, what, deal=record.board, expected=expected, found=found)
        # Later deals of a game start as the one before ended, and so do deals that are dealt again.
        if redeal == 0 and (hand.place == 0 or not self._is_game):
            self._check_start(record, board)

    def _check_start(self, record: DealRecord, board: Board) -> None:
        rules = self._terms.rules
        seats = rules.seat_names
        by_side = tuple(level_text(board.levels[rules.side_of.index(side)]) for side in sorted(set(rules.side_of)))
        starter = None if board.starter is None else seats[board.starter]
        for what, expected, found in (
            ("first", seats[board.first_drawer], record.first),
            ("starter", starter, record.starter),
            ("levels", by_side, record.levels),
            ("active", UNSET, record.active),
            ("debts", UNSET, record.debts),
        ):
            if expected != found:
                self.differs(Check.DECKS, what, deal=record.board, expected=expected, found=found)

    def _check_remarks(self, record: DealRecord, hand: _Hand) -> None:
        strikes_allowed = self._terms.cup.faults.strikes_allowed
        for what in wrong_remarks(hand.own, hand.asked, strikes_allowed=strikes_allowed):
            self.differs(Check.RULES, what, deal=record.board)

    # --- What follows from it

    def compare(self) -> None:
        """Hold what was published of the match against what its record gives."""
        outcome = self._outcome
        self.report.result_count += len(outcome.results)
        if self._is_whole:
            self._compare_counts()
            self._compare_faults()
        if not self._deals or (self._is_game and not self._is_whole):
            return
        by_board = {result.board: result for result in results_of(self._match, self._deals, self._terms.rules)}
        for result in outcome.results:
            if result.board in by_board:
                self._compare_result(by_board[result.board], result)
            elif self._is_whole:
                self.differs(Check.RESULTS, "is not in the record", deal=result.board)

    def _compare_counts(self) -> None:
        for what, expected, found in (
            ("deal_count", self._line_count, self._outcome.deal_count),
            ("decision_count", sum(deal.decision_count for deal in self._deals), self._outcome.decision_count),
        ):
            if expected != found:
                self.differs(Check.RESULTS, what, expected=expected, found=found)

    def _compare_faults(self) -> None:
        expected, found = seat_faults(self._deals), self._outcome.faults
        for at, (right, said) in enumerate(zip(expected, found, strict=False)):
            if not _is_same_fault(right, said):
                self.differs(Check.RESULTS, f"faults[{at}]", deal=self._number(right.deal), expected=right, found=said)
        if len(expected) != len(found):
            self.differs(Check.RESULTS, "number of faults", expected=len(expected), found=len(found))

    def _number(self, index: int) -> int | None:
        return self._deals[index].number if index < len(self._deals) else None

    def _compare_result(self, expected: AnyResult, found: AnyResult) -> None:
        for each in dataclasses.fields(expected):
            right, said = getattr(expected, each.name), getattr(found, each.name)
            if right != said:
                self.differs(Check.RESULTS, each.name, deal=found.board, expected=right, found=said)


@dataclass(slots=True)
class _Hand:
    """One deal of a match being played again, with all decks that it took.

    Attributes:
        place: of the deal in the match, from 0.
        before: the last record before this deal, where one follows from the other; empty otherwise.
        end: of the last record; None before the first.
        own: records of this deal.
        asked: seats by decision of the last record.
        decision_count: of all records.
        holds: no record of it was found wrong.
    """

    place: int
    before: list[DealRecord]
    end: Scored | ThrownIn | None
    own: list[DealRecord] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    decision_count: int = 0
    holds: bool = True

    @property
    def records(self) -> list[DealRecord]:
        """Those of this deal, or the one before."""
        return self.own or self.before

    def play(self, record: DealRecord) -> None:
        """Play one more record again.

        Raises:
            BadRecord: it does not hold by the rules, or not after the one before.
        """
        before = self.records[-1] if self.records else None
        if self.own and isinstance(self.end, Scored):
            self.holds = False
            raise BadRecord.at("board", "the deal was over in the line before")
        self.own.append(record)
        end, self.holds, is_well = self.end, False, self.holds
        if before is not None and end is not None:
            check_succession(before, end, record)
        self.asked = []
        for state in replay(record):
            if isinstance(state, Scored | ThrownIn):
                end = state
            else:
                self.asked.append(state.seat)
        self.decision_count += len(self.asked)
        self.end, self.holds = end, is_well


def _is_same_fault(one: Fault, other: Fault) -> bool:
    """Whether two faults are the same, times being compared as far as records keep them."""
    if one.overrun_s is None or other.overrun_s is None:
        return one == other
    is_close = math.isclose(one.overrun_s, other.overrun_s, rel_tol=1e-9, abs_tol=_OVERRUN_WITHIN_S)
    return is_close and dataclasses.replace(one, overrun_s=other.overrun_s) == other


def _where_they_part(expected: str, found: str) -> tuple[str, str]:
    """Of two decks a few cards from the first that differs, with its number from 1."""
    at = 0
    while at < min(len(expected), len(found)) and expected[at : at + 2] == found[at : at + 2]:
        at += 2
    first = at // 2 + 1
    return f"{expected[at : at + 8]} from card {first}", f"{found[at : at + 8]} from card {first}"


def _clipped(text: str) -> str:
    return text if len(text) <= TEXT_AT_MOST else f"{text[:TEXT_AT_MOST]}…"


def _text(value: object) -> str:
    match value:
        case str():
            return value
        case None:
            return "null"
        case _ if value is UNSET:
            return "nothing"
        case bool():
            return str(value).lower()
        case tuple():
            return " ".join(map(_text, value))
        case _:
            return str(value)

"""What a rehearsal finds out about a bot: a closed list of topics, and what went amiss with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """What is looked at; the value is the word for programs."""

    PROTOCOL = "says-protocol"
    TOKEN = "says-token"  # noqa: S105  # a word, no token
    HELLO = "hello-within-bounds"
    READY = "gets-ready"

    NUMBER = "gives-the-number"
    BID = "bids"
    BURY = "buries"
    LEAD = "leads"
    SINGLE = "follows-single"
    PAIR = "follows-pair"
    SET = "follows-larger-set"
    TRACTOR = "follows-tractor"
    THROW = "follows-throw"
    MUST_BEAT = "beats-forced-lead"
    HOLD = "answers-override"
    CALL = "calls-friends"
    FRIENDS = "friends-throughout"
    DEAL_ENDED = "next-deal"
    LEGAL = "legal-throughout"

    REFUSED = "goes-on-after-refusal"
    LATE = "goes-on-after-late"
    NEW_FIELD = "ignores-new-field"
    NEW_MESSAGE = "ignores-new-message"
    NEW_PHASE = "answers-new-phase"
    IDLE = "waits"
    ONCE = "answers-once"
    SILENT = "says-nothing-unasked"
    NOTES = "notes-within-bounds"

    SECOND_MATCH = "second-match"
    STOPPED_MATCH = "stopped-match"


@dataclass(frozen=True, slots=True)
class Miss:
    """What went amiss.

    Attributes:
        expected: a sentence.
        came: what came instead, a sentence.
        rule: number of the rule that was broken; empty if none was.
        question: that was open, as JSON; empty if none was.
        is_end: the interview did not go on after it.
    """

    expected: str
    came: str
    rule: str = ""
    question: str = ""
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found on a topic; no *miss* if all was well.

    Attributes:
        was_asked: False where nothing could be found, for the question did not come up.
    """

    topic: Topic
    miss: Miss | None = None
    was_asked: bool = True

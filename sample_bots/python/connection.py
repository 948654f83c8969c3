"""A chair at the referee's table: dial in, get ready, and answer every question with one function."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeAlias, cast

# What gRPC remarks on would stand between the bot's own lines; the reason for an end is told without.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
import grpc
from cards import text
from tractor.v1.bot_pb2 import (
    Decision,
    FriendCall,
    Hello,
    MatchStarting,
    PlayRequest,
    PlayResponse,
    Question,
    Ready,
    Refusal,
    RefusalReason,
)
from tractor.v1.bot_pb2_grpc import BotServiceStub

if TYPE_CHECKING:
    from tractor.v1.bot_pb2 import Card

Decide: TypeAlias = "Callable[[Question], Iterable[int] | Decision]"
"""Answers a question with cards: those shown as a bid (none to pass), those buried, or those played. Or with a whole
decision, which can have calls of friends or a note; its question_id need not be set."""

REDIAL_FOR_S = 30.0
"""A bot elsewhere dials again for so long when its stream breaks, or longer if the referee waits longer."""

FIRST_PAUSE_S, LAST_PAUSE_S = 0.2, 2.0
"""Between two tries; the pauses grow."""

PING_EVERY_S = 30

NOT_TRUSTED = ("SSL_ERROR_SSL", "Hostname Verification")
"""In gRPC's words, where another try would find the same certificate."""

Prepare: TypeAlias = Callable[[MatchStarting], None]


def play(
    decide: Decide,
    *,
    name: str,
    version: str = "1",
    legal_decisions: int = 0,
    history: bool = False,
    prepare: Prepare | None = None,
) -> None:
    """Dial the referee and play every match until it says goodbye.

    The address and the token are taken from the environment, where the arena put them. A bot that dials in from
    elsewhere has TRACTOR_AUTHORITY there too: a file with the authority that the arena's certificate is of. When its
    stream breaks, such a bot dials again and goes on. Refusals are printed on standard error, which the arena keeps in
    the log of a bot that it started.

    Args:
        decide: answers a question.
        name: for logs.
        version: of the bot, for logs.
        legal_decisions: ask for at most this many legal decisions with every question.
        history: ask for all finished tricks with every question.
        prepare: told of every match before its first question: its rules, the seat, the clock.

    Raises:
        SystemExit: there is no referee, or the stream ended before the goodbye; it carries the reason and status 1.
    """
    address, token = os.environ.get("TRACTOR_ADDRESS"), os.environ.get("TRACTOR_TOKEN")
    if not address or not token:
        missing = [key for key in ("TRACTOR_ADDRESS", "TRACTOR_TOKEN") if not os.environ.get(key)]
        are = "is not set; the arena sets it" if len(missing) == 1 else "are not set; the arena sets them"
        sys.exit(f"{name}: {' and '.join(missing)} {are} when it starts a bot")
    hello = Hello(
        protocol="tractor.v1",
        token=token,
        name=name,
        version=version,
        wants_legal_decisions=legal_decisions,
        wants_history=history,
    )
    dialling = _Dialling(is_elsewhere=bool(os.environ.get("TRACTOR_AUTHORITY")))
    while True:
        try:
            with _channel(address) as channel:
                for message in _conversation(BotServiceStub(channel), hello, decide, prepare, name):
                    dialling.succeeded(message)
            return
        except grpc.RpcError as error:
            why = error.details() or ""
            if any(sign in why for sign in NOT_TRUSTED):
                shown = "it shows no certificate for this host by the authority in TRACTOR_AUTHORITY"
                sys.exit(f"{name}: {address} is not trusted: {shown} ({why})")
            if not dialling.is_worth_a_try(error.code()):
                sys.exit(f"{name}: the stream to {address} ended: {why}")
            if dialling.was_heard:
                dialling.tell(f"{name}: the stream to {address} broke: {why}; dialling again")
            else:
                dialling.tell(f"{name}: nobody listens at {address} yet: {why}; dialling again")
        except EOFError:
            sys.exit(f"{name}: the referee ended the stream without a goodbye")
        time.sleep(dialling.pause_s)


def _conversation(
    stub: BotServiceStub, hello: Hello, decide: Decide, prepare: Prepare | None, name: str
) -> Iterator[PlayResponse]:
    """One stream, on which everything that is owed is answered, up to the goodbye; all that is heard on it."""
    # What is put here is sent; None ends our half of the stream.
    outbox: SimpleQueue[PlayRequest | None] = SimpleQueue()
    outbox.put(PlayRequest(hello=hello))
    try:
        for message in stub.Play(iter(outbox.get, None)):
            yield message
            if message.HasField("goodbye"):
                return
            answer = _answer(message, decide, prepare, name)
            if answer is not None:
                outbox.put(answer)
        raise EOFError
    finally:
        outbox.put(None)


class _Dialling:
    """Whether and when to dial again. Only a bot elsewhere does: for others, a stream that broke is a referee gone."""

    def __init__(self, *, is_elsewhere: bool) -> None:
        self.pause_s = FIRST_PAUSE_S
        self.was_heard = False
        self._is_elsewhere = is_elsewhere
        self._is_redial = False
        self._patience_s = REDIAL_FOR_S
        self._broken_since_s = time.monotonic()

    def succeeded(self, message: PlayResponse) -> None:
        """The other side was heard."""
        self.was_heard = True
        self._is_redial = False
        if message.HasField("match_starting"):
            self._patience_s = max(REDIAL_FOR_S, message.match_starting.resume_within_s)

    def is_worth_a_try(self, status: grpc.StatusCode) -> bool:
        """Whether to dial again after a stream that ended so."""
        now_s = time.monotonic()
        if self._is_redial:
            self.pause_s = min(2 * self.pause_s, LAST_PAUSE_S)
        else:
            self.pause_s, self._broken_since_s = FIRST_PAUSE_S, now_s
        # The other side may not have seen yet that the stream before broke.
        is_broken = status is grpc.StatusCode.UNAVAILABLE or (
            self._is_redial and status is grpc.StatusCode.ALREADY_EXISTS
        )
        return self._is_elsewhere and is_broken and now_s - self._broken_since_s <= self._patience_s

    def tell(self, line: str) -> None:
        """Print, once for all the tries after one break."""
        if not self._is_redial:
            print(line, file=sys.stderr)
        self._is_redial = True


def _channel(address: str) -> grpc.Channel:
    """A way to the referee: plain on this machine; with TLS where the authority is named that its certificate is of."""
    authority = os.environ.get("TRACTOR_AUTHORITY")
    if not authority:
        return grpc.insecure_channel(address)
    try:
        credentials = grpc.ssl_channel_credentials(Path(authority).read_bytes())
    except OSError as error:
        sys.exit(f"TRACTOR_AUTHORITY cannot be read: {error}")
    # Without a word now and then, routers on the way forget who talks to whom.
    options = [("grpc.keepalive_time_ms", PING_EVERY_S * 1000)]
    return grpc.secure_channel(address, credentials, options)


def _answer(message: PlayResponse, decide: Decide, prepare: Prepare | None, name: str) -> PlayRequest | None:
    """What the referee is owed for *message*, if anything."""
    if message.HasField("question"):
        return PlayRequest(decision=_decision(message.question, decide(message.question)))
    if message.HasField("match_starting"):
        if prepare is not None:
            prepare(message.match_starting)
        return PlayRequest(ready=Ready())
    if message.HasField("refusal"):
        print(f"{name}: {_told(message.refusal)}", file=sys.stderr)
    return None


def _decision(question: Question, decided: Iterable[int] | Decision) -> Decision:
    """What was decided, as the answer to this question."""
    decision = Decision()
    if isinstance(decided, Decision):
        decision.CopyFrom(decided)
    else:
        given: object = decided
        cards = list(given) if isinstance(given, Iterable) else [None]
        try:
            decision.cards.extend(cast("list[Card.ValueType]", cards))
        except (TypeError, ValueError):
            told = f"question {question.question_id}: decide answered {given!r}"
            raise TypeError(f"{told}: answer with a list of cards (numbers) or a Decision") from None
    decision.question_id = question.question_id
    return decision


def _told(refusal: Refusal) -> str:
    """A refusal as a line of the log."""
    why = "late" if refusal.reason == RefusalReason.REFUSAL_REASON_LATE else f"refused by {refusal.rule}"
    called = ", ".join(map(_called, refusal.done_instead_friend_calls))
    instead = text(refusal.done_instead) or (called and f"calls of {called}") or "a pass"
    return (
        f"question {refusal.question_id} {why}: {refusal.sentence}; "
        f"done instead: {instead}; strike {refusal.strike_count} of this deal"
    )


def _called(call: FriendCall) -> str:
    """A call as a log shows it: ``AS number 1``, or ``the other AS``."""
    return f"{text([call.card])} number {call.ordinal}" if call.ordinal else f"the other {text([call.card])}"

"""One match of an interview: the bot at one seat, and at the others stand-ins that know all cards."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from random import Random

import trio

from referee.rules.cards import CARD_KINDS, CARD_TEXTS
from referee.rules.deal import Asking, Event, Played, Scored, Start, ThrownIn, begin, step
from referee.rules.ladder import Ladder
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from referee.serving import convert
from referee.serving.chair import NOTE_BYTES_MAX, Chair
from referee.serving.clock import TimeControl
from referee.serving.decision_kind import decision_kind
from referee.serving.offers import Taken, offer
from referee.serving.questions import as_json, question_of, refusal_of
from referee.serving.rehearsal.course import decide, kind_of
from referee.serving.rehearsal.guest import Guest, GuestGone, GuestSilent, WrongNumber
from referee.serving.rehearsal.notebook import Notebook
from referee.serving.rehearsal.oddities import new_message, with_new_fields, with_new_phase
from referee.serving.rehearsal.topics import Miss, Topic
from referee.serving.seat import Seat
from referee.serving.spec import ChairSpec
from referee.serving.starting import match_starting
from referee.wire.tractor.v1 import bot_pb2 as wire

STRIKES_ALLOWED = 2

REACTS_WITHIN_S = 0.1
"""To a refusal that is told of, so that what it prints then can be told with it."""

IN_REHEARSAL = Refusal("F2", "a rehearsal of a refusal: your decision was legal, and is not taken all the same")


class Over(Exception):
    """The interview cannot go on; why is in the notebook."""


class Stopped(Exception):
    """The match was stopped at a question, as was wished."""


class Sitting:
    """One match."""

    def __init__(
        self,
        guest: Guest,
        notebook: Notebook,
        *,
        rules: Ruleset,
        seat: int,
        time: TimeControl,
        match_id: str,
        idle_s: float,
        before_question: Callable[[], Awaitable[None]],
        specials: Iterable[Topic] = (),
        at_stake: Iterable[Topic] = (),
    ) -> None:
        """*specials* are done at one question each, *at_stake* shows by the next answer."""
        self._guest = guest
        self._notebook = notebook
        self._rules = rules
        self._time = time
        self._match_id = match_id
        self._idle_s = idle_s
        self._before_question = before_question
        self._seat = Seat(seat, rules.seat_names[seat], _Place(guest.chair), time, ChairSpec("", ""))
        self._seat.seat(guest.chair)
        self._specials = deque(specials)
        self._at_stake = list(at_stake)
        self._plays = 0
        self._stop_at: int | None = None
        self._deal_number = 0

    async def begin(self, deal_count: int, *, ready_within_s: float, topic: Topic) -> None:
        """Tell of the match, and wait for the bot to be ready.

        Raises:
            Over: it is not.
        """
        self._guest.chair.tell(
            match_starting(
                self._seat,
                self._rules,
                self._time,
                match_id=self._match_id,
                deal_count=deal_count,
                ready_within_s=ready_within_s,
                strikes_allowed=STRIKES_ALLOWED,
            )
        )
        expected = f"Ready within {ready_within_s:g} s of MatchStarting"
        try:
            await self._guest.ready(ready_within_s)
        except (GuestGone, GuestSilent) as problem:
            self._notebook.failed(topic, Miss(expected, str(problem), is_end=True))
            raise Over from None

    async def play(self, start: Start, *, wanted: Iterable[Topic], rng: Random, stop_at: int | None = None) -> None:
        """Play a deal from its beginning to its end, or until the *stop_at*-th play of the bot is asked for.

        Raises:
            Over: the bot does not go on.
            Stopped: the play was asked for, and the answer is not waited for.
        """
        self._deal_number += 1
        self._stop_at = None if stop_at is None else self._plays + stop_at
        self._seat.hear(convert.deal_started(start, deal_number=self._deal_number))
        state, events = begin(start)
        while True:
            self._tell_events(events, convert.ladder_of(state))
            if isinstance(state, Scored | ThrownIn):
                self._tell_end(state)
                return
            taken = await self._ask(state) if state.seat == self._seat.number else None
            if taken is None:
                still = [topic for topic in wanted if self._notebook.is_open(topic)]
                by_others = state.seat != self._seat.number
                decision = (
                    decide(state, bot=self._seat.number, wanted=still, rng=rng)
                    if by_others
                    else default_decision(state)
                )
                after = step(state, decision)
                assert not isinstance(after, Refusal), f"a decision of our own was refused: {after}"
                taken = after
            state, events = taken

    def end(self, ending: wire.MatchEnding.ValueType, sentence: str) -> None:
        """Tell of the end of the match."""
        response = wire.PlayResponse()
        response.match_ended.ending = ending
        response.match_ended.sentence = sentence
        self._guest.chair.tell(response)

    # --- One question

    async def _ask(self, state: Asking) -> Taken | None:
        """What the bot's decision leads to; None if the default is to be played."""
        guest, seat, default = self._guest, self._seat, default_decision(state)
        kind = kind_of(state)
        special = self._special(kind)
        if special is Topic.IDLE:
            await trio.sleep(self._idle_s)
        await self._before_question()
        allowed_s = seat.allowed_s
        question = question_of(
            state, seat, guest.chair, default=default, match_id=self._match_id, deal_number=self._deal_number
        )
        asked_at_s = trio.current_time()
        unasked_before = len(guest.unasked)
        if special is Topic.NEW_MESSAGE:
            guest.say(new_message())
        guest.say(_dressed(question, special))
        question_id, text = question.question.question_id, as_json(question)
        if self._plays == self._stop_at:
            guest.give_up(question_id)
            raise Stopped
        if special is Topic.LATE:
            guest.give_up(question_id)
            guest.chair.tell(refusal_of(question, None, strike_count=1))
            self._at_stake.append(Topic.LATE)
            return None

        topic = next(iter(self._at_stake), special if special in _SEEN_AT_ONCE and special else kind)
        decision = await self._decision(question_id, allowed_s, topic, text)
        seat.charge(decision[1] - asked_at_s, decision_kind(state))
        self._check_note(decision[0], text)
        taken = offer(state, decision[0].cards, [(call.card, call.ordinal) for call in decision[0].friend_calls])
        if isinstance(taken, Refusal):
            is_new = self._notebook.failed(
                special if special is Topic.NEW_PHASE else kind,
                Miss("a legal decision", f"{_offered(decision[0])}, refused: {taken.because}", taken.rule, text),
            )
            guest.chair.tell(refusal_of(question, taken, strike_count=1))
            if is_new:
                # What it prints about the refusal comes before the next question.
                await trio.sleep(REACTS_WITHIN_S)
            return None
        self._pass(kind, special, said_more=guest.unasked[unasked_before:], text=text)
        if special is Topic.REFUSED:
            guest.chair.tell(refusal_of(question, IN_REHEARSAL, strike_count=1))
            self._at_stake.append(Topic.REFUSED)
            return None
        return taken

    def _special(self, kind: Topic) -> Topic | None:
        """What is special about this question: none at first, and only where cards are played."""
        if kind not in _PLAYS:
            return None
        self._plays += 1
        # In between is an answer as ever, by which it shows that the bot goes on.
        if self._plays < 4 or self._plays % 2 or self._at_stake or not self._specials:
            return None
        return self._specials.popleft()

    async def _decision(
        self, question_id: int, allowed_s: float, topic: Topic, text: str
    ) -> tuple[wire.Decision, float]:
        try:
            return await self._guest.answer(question_id, allowed_s)
        except WrongNumber as wrong:
            expected = f"a decision with question_id {wrong.asked}, the number of the question"
            self._notebook.failed(
                Topic.NUMBER if self._notebook.is_open(Topic.NUMBER) else topic,
                Miss(expected, str(wrong), "", text, is_end=True),
            )
        except GuestSilent as silent:
            self._notebook.failed(topic, Miss(f"an answer within {allowed_s:g} s", str(silent), "", text, is_end=True))
        except GuestGone as gone:
            surplus = surplus_of(self._guest)
            if surplus is None:
                self._notebook.failed(
                    topic, Miss(f"an answer within {allowed_s:g} s", str(gone), "", text, is_end=True)
                )
            else:
                told, miss = surplus
                came = f"{miss.came}, until it was too much: {gone}"
                self._notebook.failed(told, Miss(miss.expected, came, is_end=True))
        raise Over

    def _pass(self, kind: Topic, special: Topic | None, *, said_more: list[str], text: str) -> None:
        self._notebook.passed(Topic.NUMBER)
        self._notebook.passed(kind)
        for topic in self._at_stake:
            self._notebook.passed(topic)
        self._at_stake.clear()
        if special is Topic.NEW_MESSAGE and said_more:
            miss = Miss("no answer to a message that it does not know", f"it sent {said_more[0]}", "", text)
            self._notebook.failed(special, miss)
            # It is told once.
            del self._guest.unasked[-len(said_more) :]
        elif special in _SEEN_AT_ONCE and special:
            self._notebook.passed(special)

    def _check_note(self, decision: wire.Decision, text: str) -> None:
        length = len(decision.note.encode())
        if length > NOTE_BYTES_MAX:
            expected = f"notes of at most {NOTE_BYTES_MAX} bytes"
            self._notebook.failed(Topic.NOTES, Miss(expected, f"one of {length} bytes", "", text))

    # --- News

    def _tell_events(self, events: Iterable[Event], ladder: Ladder) -> None:
        for event in events:
            if isinstance(event, Played):
                if self._seat.wants_events:
                    self._seat.hear_play(convert.played(event, ladder))
            elif (message := convert.event_of(event, ladder)) is not None:
                self._seat.hear(message)

    def _tell_end(self, end: Scored | ThrownIn) -> None:
        if isinstance(end, ThrownIn):
            # Dealt again under the same number (B7).
            self._deal_number -= 1
            return
        response = wire.PlayResponse()
        response.deal_ended.news.extend(self._seat.take_news())
        convert.write_deal_ended(end, response.deal_ended, deal_number=self._deal_number)
        self._guest.chair.tell(response)
        if self._notebook.is_open(Topic.DEAL_ENDED):
            self._at_stake.append(Topic.DEAL_ENDED)


def surplus_of(guest: Guest) -> tuple[Topic, Miss] | None:
    """What a bot said beyond what it was asked for, if it did."""
    if guest.repeated:
        came = f"question {guest.repeated[0]} was answered more than once"
        return Topic.ONCE, Miss("one decision for each question", came)
    if guest.unasked:
        return Topic.SILENT, Miss("nothing that was not asked for", f"it sent {guest.unasked[0]}")
    return None


_PLAYS = frozenset({Topic.LEAD, Topic.SINGLE, Topic.PAIR, Topic.SET, Topic.TRACTOR, Topic.THROW, Topic.MUST_BEAT})
_SEEN_AT_ONCE = frozenset({Topic.NEW_FIELD, Topic.NEW_MESSAGE, Topic.NEW_PHASE, Topic.IDLE})


class _Place:
    """A place with the bot in it."""

    entrant = ""

    def __init__(self, chair: Chair) -> None:
        self.chair: Chair | None = chair
        self.longest_gap_s = 0.0

    async def taken(self) -> Chair:
        assert self.chair is not None
        return self.chair

    def close(self) -> None:
        pass


def _dressed(question: wire.PlayResponse, special: Topic | None) -> bytes:
    match special:
        case Topic.NEW_FIELD:
            return with_new_fields(question)
        case Topic.NEW_PHASE:
            return with_new_phase(question)
        case _:
            return question.SerializeToString()


def _offered(decision: wire.Decision) -> str:
    if decision.friend_calls:
        return f"{len(decision.friend_calls)} friend calls"
    return " ".join(CARD_TEXTS[card] if 1 <= card <= CARD_KINDS else str(card) for card in decision.cards) or "no cards"

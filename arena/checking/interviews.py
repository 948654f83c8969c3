"""The steps in which an examiner plays the referee, one program of the bot at a time."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import trio

from arena.checking.bounds import Bounds
from arena.checking.programs import Programs, Running
from arena.checking.report import Failure, Report
from arena.checking.steps import (
    ALL_STEPS,
    CUT_OFF,
    DIALS,
    GOODBYE,
    NOBODY,
    NOTHING_LEFT,
    TOLD,
    Step,
)
from arena.checking.transcript import Transcript
from arena.checking.wording import readable_question, rule_text
from arena.exit_status import how_it_ended
from referee.rules.options import Options
from referee.serving.rehearsal.guest import Guest, Hall, open_hall
from referee.serving.rehearsal.interview import Terms, break_off, get_ready, interview
from referee.serving.rehearsal.notebook import Notebook
from referee.serving.rehearsal.sitting import Over
from referee.serving.rehearsal.topics import Finding, Miss, Topic

SEATS = 4
"""Of the table by which the time to dial in is reckoned."""

_STEP_OF: Mapping[str, Step] = {step.name: step for step in ALL_STEPS}


@dataclass(frozen=True, slots=True)
class _Missed:
    """What went amiss at a step, and the number of the question that was put last then."""

    step: Step
    miss: Miss
    question: int


class Interviews:
    """All interviews of one check."""

    def __init__(self, programs: Programs, report: Report, bounds: Bounds, *, entrant: str) -> None:
        self._programs = programs
        self._report = report
        self._bounds = bounds
        self._entrant = entrant

    async def examine(self, options: Options, topics: frozenset[Topic], *, ends: bool, otherwise: Topic) -> None:
        """One interview in a game; *topics* are looked at, and what goes amiss beside them is told as *otherwise*.

        Args:
            ends: the goodbye is looked at too.
        """
        report = self._report
        misses: list[_Missed] = []
        steps = [DIALS, *(_STEP_OF[topic.value] for topic in Topic if topic in topics), *([GOODBYE] if ends else [])]
        because_of = ""
        address = self._programs.address("hall")
        async with open_hall(address) as hall, self._programs.started(address) as running:

            def note(finding: Finding) -> None:
                step = _STEP_OF[finding.topic.value]
                if finding.miss is not None:
                    misses.append(_Missed(step, finding.miss, running.transcript.question))
                elif finding.was_asked:
                    report.passed(step)
                else:
                    report.not_asked(step)

            notebook = Notebook(topics, note, otherwise=otherwise)
            guest = await self._arrival(hall, running, steps)
            if guest is not None:
                ending = ""
                try:
                    await interview(guest, notebook, self._terms(options, running, is_short=not ends))
                except Over:
                    ending = await running.ending()
                else:
                    if ends:
                        await self._watch_goodbye(running)
                for missed in misses:
                    report.failed(missed.step, _failure(missed, running.transcript, options, ending=ending))
                because_of = _because_of(notebook.end, misses, ending)
        failed = report.first_failure(steps)
        because_of = because_of or (f"after {failed.name}" if failed else "the interview was over before")
        report.not_run(steps, because_of=because_of)

    async def watch_endings(self, options: Options) -> None:
        """How the bot ends when it is told to, when it is cut off, and where nobody listens; and what it leaves."""
        await self._watch_end(options, TOLD, self._bounds.told_within_s)
        await self._watch_end(options, CUT_OFF, self._bounds.cut_off_within_s)
        async with self._programs.started(self._programs.deaf_address()) as running:
            await self._must_end(running, NOBODY, self._bounds.nobody_within_s, "its start, with nobody to dial")
        if self._programs.left:
            came = f"{len(self._programs.left)} still ran, which the check ended: {self._programs.left[0]}"
            self._report.failed(NOTHING_LEFT, Failure(NOTHING_LEFT.asks, came))
        else:
            self._report.passed(NOTHING_LEFT)

    # --- One program

    async def _arrival(self, hall: Hall, running: Running, steps: Sequence[Step]) -> Guest | None:
        """The bot once it has dialled; None, with the first of *steps* that is open failed, if it does not."""
        within_s = self._bounds.connect_within_s(SEATS)
        guest: Guest | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_cancel_at_end, running, nursery.cancel_scope)
            with trio.move_on_after(within_s):
                guest = await hall.guest()
            nursery.cancel_scope.cancel()
        if guest is not None:
            if DIALS in steps and not self._report.is_settled(DIALS):
                self._report.passed(DIALS)
            return guest
        status = running.child.status
        came = f"nothing came within {within_s:g} s" if status is None else f"its process {how_it_ended(status)}"
        step = next(step for step in steps if not self._report.is_settled(step))
        self._report.failed(step, Failure(DIALS.asks, came, output=running.transcript.at_the_end()))
        return None

    async def _watch_end(self, options: Options, step: Step, within_s: float) -> None:
        address = self._programs.address("hall")
        async with open_hall(address) as hall, self._programs.started(address) as running:
            guest = await self._arrival(hall, running, [step])
            if guest is not None:
                notebook = Notebook(frozenset(), lambda _: None, otherwise=Topic.READY)
                try:
                    await get_ready(guest, notebook, self._terms(options, running))
                except Over:
                    pass
                else:
                    if step is TOLD:
                        running.child.signal(signal.SIGTERM)
                    else:
                        break_off(guest)
                    since = "SIGTERM" if step is TOLD else "the stream was ended with UNAVAILABLE"
                    await self._must_end(running, step, within_s, since)
                    return
            if not self._report.is_settled(step):
                came = "it did not get as far as Ready again, as it did before"
                self._report.failed(step, Failure(step.asks, came, output=running.transcript.at_the_end()))

    async def _must_end(self, running: Running, step: Step, within_s: float, since: str) -> None:
        with trio.move_on_after(within_s):
            await running.child.ended.wait()
        if running.child.status is None:
            came = f"it still ran {within_s:g} s after {since}"
            self._report.failed(step, Failure(step.asks, came, output=running.transcript.at_the_end()))
        else:
            self._report.passed(step)

    async def _watch_goodbye(self, running: Running) -> None:
        within_s = self._bounds.goodbye_within_s
        with trio.move_on_after(within_s):
            await running.child.ended.wait()
        status = running.child.status
        if status == 0:
            self._report.passed(GOODBYE)
            return
        came = f"it still ran {within_s:g} s after it" if status is None else f"its process {how_it_ended(status)}"
        self._report.failed(GOODBYE, Failure(GOODBYE.asks, came, output=running.transcript.at_the_end()))

    def _terms(self, options: Options, running: Running, *, is_short: bool = False) -> Terms:
        return Terms(
            options=options,
            token=running.token,
            entrant=self._entrant,
            time=self._bounds.clock,
            ready_within_s=self._bounds.ready_within_s,
            idle_s=self._bounds.idle_s,
            is_short=is_short,
            before_question=running.transcript.begin_question,
        )


def _failure(missed: _Missed, transcript: Transcript, options: Options, *, ending: str) -> Failure:
    """With how the process ended, if that ended the interview."""
    miss = missed.miss
    return Failure(
        miss.expected,
        _with_ending(miss.came, ending) if miss.is_end else miss.came,
        miss.rule,
        rule_text(miss.rule, options) if miss.rule else "",
        readable_question(miss.question),
        transcript.at_the_end() if miss.is_end else transcript.about(missed.question),
    )


def _because_of(end: Miss | None, misses: Sequence[_Missed], ending: str) -> str:
    """Why the rest is not run: the step that tells what ended the interview, or that itself if no step does."""
    if end is None:
        return ""
    step = next((missed.step for missed in misses if missed.miss is end), None)
    return f"after {step.name}" if step else _with_ending(end.came, ending)


def _with_ending(came: str, ending: str) -> str:
    return f"{came}; {ending}" if ending else came


async def _cancel_at_end(running: Running, scope: trio.CancelScope) -> None:
    await running.child.ended.wait()
    scope.cancel()

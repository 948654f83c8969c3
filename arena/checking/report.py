"""What became of each step, told in the order of the steps as soon as it is known."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from arena.checking.steps import Step


class Verdict(StrEnum):
    """What became of a step."""

    PASS = "pass"  # noqa: S105  # a word, no secret
    FAIL = "FAIL"
    NOT_RUN = "not run"
    NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a step failed.

    Attributes:
        rule: number of the rule that was broken; empty if none was.
        rule_text: what it says.
        question: that was open, as JSON; empty if none was.
        output: what the bot printed about it.
    """

    expected: str
    came: str
    rule: str = ""
    rule_text: str = ""
    question: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """One step, settled.

    Attributes:
        number: from 1.
        took_s: since the step before it was settled.
        remark: more about it.
        failure: where it failed.
    """

    number: int
    step: Step
    verdict: Verdict
    took_s: float
    remark: str = ""
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """At the end.

    Attributes:
        p50_s, p95_s, max_s: of its decisions; None where it made none.
        memory_bytes: the most private memory that one of its programs had; None if unknown.
        cpu_s: processor time of all of them together; None if unknown.
    """

    passed: int
    failed: int
    not_run: int
    not_asked: int
    decisions: int
    p50_s: float | None
    p95_s: float | None
    max_s: float | None
    memory_bytes: int | None
    cpu_s: float | None


_BAD = frozenset({Verdict.FAIL, Verdict.NOT_RUN})


class Display(Protocol):
    """Where it is told."""

    def begin(self, name: str, folder: str, count: int) -> None: ...

    def building(self, command: str) -> None: ...

    def settled(self, told: Told) -> None: ...

    def conclude(self, summary: Summary) -> None: ...


class Report:
    """All steps of one check, and what became of them.

    Attributes:
        steps: to be run, in order.
    """

    def __init__(self, steps: Sequence[Step], display: Display, clock: Callable[[], float] = time.monotonic) -> None:
        self.steps = steps
        self._display = display
        self._clock = clock
        self._since_s = clock()
        self._settled: dict[str, Told] = {}
        self._told_count = 0

    def passed(self, step: Step, *, remark: str = "") -> None:
        """It passed."""
        self._settle(step, Verdict.PASS, remark, None)

    def not_asked(self, step: Step) -> None:
        """There was nothing by which it could pass or fail."""
        self._settle(step, Verdict.NOT_ASKED, "the question did not come up", None)

    def failed(self, step: Step, failure: Failure) -> None:
        """It failed."""
        self._settle(step, Verdict.FAIL, "", failure)

    def settle(self, step: Step, failure: Failure | None, *, remark: str = "") -> None:
        """It failed, or passed where there is no failure."""
        if failure is None:
            self.passed(step, remark=remark)
        else:
            self.failed(step, failure)

    def not_run(self, steps: Sequence[Step], *, because_of: str) -> None:
        """Those of *steps* that are open are not run."""
        for step in steps:
            if step in self.steps and not self.is_settled(step):
                self._settle(step, Verdict.NOT_RUN, because_of, None)

    def is_settled(self, step: Step) -> bool:
        """Whether it is known what became of it."""
        return step.name in self._settled

    def first_failure(self, steps: Sequence[Step]) -> Step | None:
        """The first of *steps* that failed or was not run."""
        told = (self._settled.get(step.name) for step in steps)
        return next((each.step for each in told if each is not None and each.verdict in _BAD), None)

    def count(self, verdict: Verdict) -> int:
        """Steps of which this became."""
        return sum(told.verdict is verdict for told in self._settled.values())

    def _settle(self, step: Step, verdict: Verdict, remark: str, failure: Failure | None) -> None:
        now_s = self._clock()
        number = self.steps.index(step) + 1
        took_s, self._since_s = now_s - self._since_s, now_s
        self._settled[step.name] = Told(number, step, verdict, took_s, remark, failure)
        while self._told_count < len(self.steps):
            told = self._settled.get(self.steps[self._told_count].name)
            if told is None:
                return
            self._told_count += 1
            self._display.settled(told)


class TextDisplay:
    """A line for each step, and what there is to know about one that failed; a line for those in a row not run."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._not_run: list[Told] = []
        self._shown = dict[str, str]()

    def begin(self, name: str, folder: str, count: int) -> None:
        self._write(f"{name} ({folder}): {count} steps\n")

    def building(self, command: str) -> None:
        self._write(f"Building: {command}\n")

    def settled(self, told: Told) -> None:
        if self._not_run and (told.verdict, told.remark) != (Verdict.NOT_RUN, self._not_run[0].remark):
            self._tell_not_run()
        if told.verdict is Verdict.NOT_RUN:
            self._not_run.append(told)
            return
        verdict = told.verdict.value
        remark = f"  {told.remark}" if told.remark else ""
        self._write(f"{told.number:3}  {told.step.name:26} {verdict:9} {told.took_s:4.1f} s{remark}\n")
        if told.failure is not None:
            self._fail(told.step, told.failure)

    def _tell_not_run(self) -> None:
        if not self._not_run:
            return
        first, last = self._not_run[0], self._not_run[-1]
        others = f" to {last.step.name}" if last is not first else ""
        self._write(f"{first.number:3}  {f'{first.step.name}{others}':26} not run  {first.remark}\n")
        self._not_run.clear()

    def _fail(self, step: Step, failure: Failure) -> None:
        lines = [
            ("asked", step.asks),
            ("why", step.why),
            ("expected", failure.expected if failure.expected != step.asks else ""),
            ("came", failure.came),
            (f"rule {failure.rule}", failure.rule_text if failure.rule else ""),
            ("question", failure.question),
        ]
        for heading, text in lines:
            if text:
                self._write(f"       {heading:9} {text}\n")
        if not failure.output:
            return
        shown_at = self._shown.setdefault(failure.output, step.name)
        if shown_at != step.name:
            self._write(f"       it printed the same as at {shown_at}\n")
        else:
            self._write("       it printed:\n")
            for line in failure.output.splitlines():
                self._write(f"         | {line}\n")

    def conclude(self, summary: Summary) -> None:
        self._tell_not_run()
        if summary.decisions:
            self._write(
                f"Decisions: {summary.decisions}; median {_ms(summary.p50_s)}, "
                f"95% within {_ms(summary.p95_s)}, longest {_ms(summary.max_s)}.\n"
            )
        if summary.memory_bytes is not None and summary.cpu_s is not None:
            self._write(
                f"Memory: {summary.memory_bytes / (1 << 20):.0f} MiB at most in one program. "
                f"Processor: {summary.cpu_s:.1f} s in all.\n"
            )
        counts = f"{summary.passed} passed, {summary.failed} failed, {summary.not_run} not run"
        counts += f", {summary.not_asked} not asked" if summary.not_asked else ""
        self._write(f"{'FAIL' if summary.failed or summary.not_run else 'pass'}: {counts}.\n")


class JsonDisplay:
    """An event a line."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def begin(self, name: str, folder: str, count: int) -> None:
        self._event("check_begun", bot=name, folder=folder, step_count=count)

    def building(self, command: str) -> None:
        self._event("building", command=command)

    def settled(self, told: Told) -> None:
        failure = told.failure
        more: dict[str, object] = {}
        if told.remark:
            more["remark"] = told.remark
        if failure is not None:
            more |= {
                "expected": failure.expected,
                "came": failure.came,
                "rule": failure.rule or None,
                "rule_text": failure.rule_text or None,
                "question": json.loads(failure.question) if failure.question else None,
                "output": failure.output,
            }
        self._event(
            "step",
            number=told.number,
            step=told.step.name,
            verdict=told.verdict.value.lower(),
            took_s=round(told.took_s, 3),
            asks=told.step.asks,
            **more,
        )

    def conclude(self, summary: Summary) -> None:
        self._event(
            "check_finished",
            passed=summary.passed,
            failed=summary.failed,
            not_run=summary.not_run,
            not_asked=summary.not_asked,
            decisions=summary.decisions,
            p50_s=summary.p50_s,
            p95_s=summary.p95_s,
            max_s=summary.max_s,
            memory_bytes=summary.memory_bytes,
            cpu_s=summary.cpu_s,
        )

    def _event(self, event: str, **fields: object) -> None:
        self._write(json.dumps({"event": event, **fields}, ensure_ascii=False) + "\n")


def _ms(seconds: float | None) -> str:
    return "?" if seconds is None else f"{seconds * 1000:.1f} ms"

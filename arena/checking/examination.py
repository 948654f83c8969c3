"""One check from its first step to its last: what depends on what, and what is measured on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.bot_file import BadBot
from arena.bots import Bot
from arena.building import BuildFailed, build
from arena.checking.bounds import Bounds
from arena.checking.games import Games
from arena.checking.interviews import Interviews
from arena.checking.plan import plan_for
from arena.checking.programs import Programs
from arena.checking.report import Display, Failure, Report, Summary, Verdict
from arena.checking.steps import (
    BUILDS,
    CONDUCT_STEPS,
    DIALS,
    HELLO_STEPS,
    MEMORY,
    PROCESSOR,
    QUESTION_STEPS,
    TIME,
)
from arena.confinement import MIB, Limits
from arena.launch import Launcher
from referee.serving.clock import TimeUse
from referee.serving.rehearsal.match import open_house
from referee.serving.rehearsal.topics import Topic

_BEGUN = (DIALS, *HELLO_STEPS)
_PLAYS = tuple(
    step
    for step in (*QUESTION_STEPS, *CONDUCT_STEPS)
    if step.name in {Topic.NUMBER, Topic.LEGAL, Topic.NOTES, Topic.ONCE, Topic.DEAL_ENDED} or step in QUESTION_STEPS
)


class Examination:
    """One bot and its steps."""

    def __init__(self, bot: Bot, display: Display, bounds: Bounds) -> None:
        self._bot = bot
        self._display = display
        self._bounds = bounds
        self._plan = plan_for(bot.games)
        self._report = Report(self._plan.steps, display)

    async def run(self, launcher: Launcher) -> bool:
        """Run all steps; whether all passed."""
        report, bot = self._report, self._bot
        self._display.begin(bot.name, str(bot.folder), len(report.steps))
        if not await self._build(launcher):
            report.not_run(report.steps, because_of=f"after {BUILDS.name}")
            self._display.conclude(self._summary(None, ()))
            return False
        programs = Programs(bot, launcher)
        times = await self._examine(programs)
        self._display.conclude(self._summary(programs, times))
        return not report.count(Verdict.FAIL) and not report.count(Verdict.NOT_RUN)

    async def _build(self, launcher: Launcher) -> bool:
        try:
            await build(self._bot, launcher, confined=False, on_command=self._display.building)
            self._bot.player()
        except BuildFailed as failed:
            failure = Failure(BUILDS.asks, f"`{failed.command}` {failed.ending}", output=failed.output)
        except BadBot as bad:
            failure = Failure(BUILDS.asks, str(bad))
        else:
            self._report.passed(BUILDS)
            return True
        self._report.failed(BUILDS, failure)
        return False

    async def _examine(self, programs: Programs) -> Sequence[TimeUse]:
        report, plan = self._report, self._plan
        interviews = Interviews(programs, report, self._bounds, entrant=self._bot.name)
        await interviews.examine(plan.first.options, plan.first.topics, ends=True, otherwise=Topic.LEGAL)
        if (failed := report.first_failure(_BEGUN)) is not None:
            report.not_run(report.steps, because_of=f"after {failed.name}")
            return ()
        if (friends := plan.friends) is not None:
            await interviews.examine(friends.options, friends.topics, ends=False, otherwise=Topic.FRIENDS)
        await interviews.watch_endings(plan.first.options)
        if (failed := report.first_failure(_PLAYS)) is not None:
            report.not_run(report.steps, because_of=f"after {failed.name}")
            return ()
        address = programs.address("house")
        async with open_house(address) as house:
            games = Games(house, address, programs, report, self._bounds, entrant=self._bot.name)
            await games.play_presets(plan.presets)
            await games.play_series(plan.series, tables=self._bot.tables)
        self._measure(programs, games.times)
        return games.times

    def _measure(self, programs: Programs, times: Sequence[TimeUse]) -> None:
        longest_s = max(time.max_s for time in times)
        allowed_s = self._bounds.decision_within_s
        p50_s, p95_s = _mean(times, lambda time: time.p50_s), _mean(times, lambda time: time.p95_s)
        remark = f"median {p50_s * 1000:.1f} ms, 95% within {p95_s * 1000:.1f} ms, longest {longest_s * 1000:.1f} ms"
        late = Failure(f"decisions within {allowed_s:g} s", f"one took {longest_s:.2f} s")
        self._report.settle(TIME, late if longest_s > allowed_s else None, remark=remark)

        limits = Limits()
        memory_bytes = max(spent.memory_bytes for spent in programs.spent)
        most, came = f"{limits.memory_bytes // MIB} MiB", f"{memory_bytes / MIB:.0f} MiB"
        too_much = Failure(f"at most {most} of private memory in a program", came)
        is_too_much = memory_bytes > limits.memory_bytes
        self._report.settle(MEMORY, too_much if is_too_much else None, remark=f"{came} at most, of {most}")

        interviewed = programs.spent[0]
        cores = interviewed.cpu_s / interviewed.lived_s
        busy = Failure(f"the time of {limits.cpu_count:g} core at most, on average", f"{cores:.2f} cores")
        self._report.settle(PROCESSOR, busy if cores > limits.cpu_count else None, remark=f"{cores:.2f} cores")

    def _summary(self, programs: Programs | None, times: Sequence[TimeUse]) -> Summary:
        report, spent = self._report, programs.spent if programs else ()
        return Summary(
            passed=report.count(Verdict.PASS),
            failed=report.count(Verdict.FAIL),
            not_run=report.count(Verdict.NOT_RUN),
            not_asked=report.count(Verdict.NOT_ASKED),
            decisions=sum(time.decision_count for time in times),
            p50_s=_mean(times, lambda time: time.p50_s) if times else None,
            p95_s=_mean(times, lambda time: time.p95_s) if times else None,
            max_s=max((time.max_s for time in times), default=None),
            # Of programs that were gone before anyone looked, it is not known.
            memory_bytes=max((each.memory_bytes for each in spent), default=0) or None,
            cpu_s=sum(each.cpu_s for each in spent) if spent else None,
        )


def _mean(times: Sequence[TimeUse], of: Callable[[TimeUse], float]) -> float:
    """Over programs, by their decisions."""
    count = sum(time.decision_count for time in times)
    return sum(of(time) * time.decision_count for time in times) / count if count else 0.0

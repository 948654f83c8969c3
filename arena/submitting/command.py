"""What `arena submit` and `arena bots` do; every foreseeable trouble is told in a sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import trio

from arena.bot_file import BadBot
from arena.bot_store import BOTS, BadStore, BotStore, Draft, LabelTaken, NameTaken
from arena.bots import Bot, read_bot
from arena.building import BuildFailed, build
from arena.console import complain
from arena.entrants import BadName, check_name
from arena.exception_groups import first_exception
from arena.files_folder import make_files_folder
from arena.interrupts import INTERRUPTED, undisturbed
from arena.launch import open_launcher
from arena.remote.places import RemotePlaces
from arena.remote.tokens import BadTokensFile, give_tokens
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import CannotIsolate, find_isolation
from arena.submitting.report import Events, Report, Sentences, list_as_events, list_as_table

TAKEN, FAILED, REFUSED = 0, 1, 2

NAME_CHARACTERS = 40


class Examine(Protocol):
    """Puts a bot that is built through the steps of its check and prints them; the exit status."""

    def __call__(self, bot: Bot, isolation: Isolation, *, as_json: bool) -> int: ...


def submit_folder(
    folder: Path,
    *,
    files: Path,
    unsafe: bool,
    as_json: bool,
    reads: Sequence[Path] = (),
    examine: Examine | None = None,
) -> int:
    """Copy, build and check the bot of a folder, and keep it; the exit status.

    Args:
        unsafe: it is built and started also where it cannot be kept apart.
        reads: files and folders that its build may read besides compilers.
        examine: the check, if not the whole of it.
    """
    report = _report(as_json=as_json)

    def submit() -> int:
        read_bot(folder)
        missing = [path for path in reads if not path.exists()]
        if missing:
            raise BadBot("", f"--build-reads {missing[0]}: it does not exist")
        isolation = find_isolation(unsafe=unsafe)
        make_files_folder(files)
        named = tuple(path.absolute() for path in reads)
        submission = _Submission(BotStore(files / BOTS), report, isolation, named, examine or _whole_check)
        return submission.carry_out(folder, as_json=as_json)

    return _carried_out(submit, report, files)


def submit_remote(name: str, *, chairs: int, files: Path, as_json: bool) -> int:
    """Give tokens to a bot elsewhere, those that it had revoked; the exit status."""
    report = _report(as_json=as_json)

    def submit() -> int:
        try:
            check_name(name)
        except BadName as error:
            raise BadBot("", f"name {error}") from None
        if not 1 <= len(name) <= NAME_CHARACTERS:
            raise BadBot("", f"a name has 1 to {NAME_CHARACTERS} characters; this one has {len(name)}")
        make_files_folder(files)
        try:
            manifest = BotStore(files / BOTS).enter_remote(name, chairs=chairs, submitted=datetime.now(UTC))
        except NameTaken as error:
            raise BadBot("", str(error)) from None
        tokens = give_tokens(files, name, chairs)
        report.entered(manifest, tokens, str(RemotePlaces(files).authority.absolute()))
        return TAKEN

    return _carried_out(submit, report, files)


def list_bots(*, files: Path, as_json: bool) -> int:
    """Print the bots that were submitted; the exit status."""
    store = BotStore(files / BOTS)
    with contextlib.suppress(OSError):
        # Who may only read lists all the same.
        store.sweep()
    try:
        versions = store.versions()
    except (BadStore, OSError) as error:
        complain(str(error))
        return FAILED
    (list_as_events if as_json else list_as_table)(versions)
    return TAKEN


@dataclass(frozen=True, slots=True)
class _Submission:
    store: BotStore
    report: Report
    isolation: Isolation
    reads: tuple[Path, ...]
    examine: Examine

    def carry_out(self, folder: Path, *, as_json: bool) -> int:
        with self.store.draft(folder) as draft:
            if not isinstance(draft, Draft):
                self.report.kept(draft, is_new=False)
                return TAKEN
            try:
                trio.run(self._build, draft.bot)
            except* BuildFailed as group:
                failed = first_exception(group)
                assert isinstance(failed, BuildFailed)
                self.report.build_failed(str(failed), failed.output)
                status = FAILED
            else:
                # It has been built.
                status = self.examine(replace(draft.bot, build=()), self.isolation, as_json=as_json)
            if status == TAKEN:
                with undisturbed():
                    self.report.kept(self.store.keep(draft, datetime.now(UTC)), is_new=True)
            return status

    async def _build(self, bot: Bot) -> None:
        async with open_launcher(self.isolation) as launcher:
            await build(
                bot,
                launcher,
                confined=True,
                reads=self.reads,
                on_command=self.report.building,
                on_done=self.report.built,
            )


def _whole_check(bot: Bot, isolation: Isolation, *, as_json: bool) -> int:
    # It loads the referee, which a submission that is refused does without.
    from arena.checking.command import examine  # noqa: PLC0415

    return examine(bot, isolation, as_json=as_json)


def _carried_out(submit: Callable[[], int], report: Report, files: Path) -> int:
    try:
        return submit()
    except BadBot as error:
        report.failed(error.reason, error.key)
        return REFUSED
    except (LabelTaken, NameTaken) as error:
        report.failed(str(error), "version" if isinstance(error, LabelTaken) else "name")
        return REFUSED
    except CannotIsolate as error:
        report.failed(str(error), "")
        return REFUSED
    except (BadStore, BadTokensFile) as error:
        report.failed(str(error), "")
        return FAILED
    except OSError as error:
        report.failed(
            f"{error.filename or files}: {error.strerror or error}; see to it, and run the same command again", ""
        )
        return FAILED
    except BaseExceptionGroup as group:
        # Others are what came of stopping.
        if group.subgroup(KeyboardInterrupt) is None:
            raise
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED


def _report(*, as_json: bool) -> Report:
    return Events() if as_json else Sentences()

"""The command `arena check-bot`: what it prints, and its exit status."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from pathlib import Path

import structlog
import trio

from arena.bot_file import BadBot
from arena.bots import Bot, read_bot
from arena.checking.bounds import Bounds
from arena.checking.examination import Examination
from arena.checking.report import JsonDisplay, TextDisplay
from arena.console import complain
from arena.exception_groups import first_exception
from arena.launch import CannotStart, open_launcher
from arena.progress import CannotPrint
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import CannotIsolate, find_isolation

PASSED = 0
FAILED = 1
REFUSED = 2
INTERRUPTED = 130


def check(folder: Path, *, unsafe: bool, as_json: bool) -> int:
    """Check the bot of a folder; the exit status: 0 it passed, 1 it failed, 2 there is none."""
    try:
        bot = read_bot(folder)
        isolation = find_isolation(unsafe=unsafe)
    except CannotIsolate as refused:
        complain(str(refused))
        return REFUSED
    except BadBot as bad:
        where = f"{folder}/bot.toml: {bad.key}: " if bad.key else ""
        complain(f"{where}{bad.reason}")
        return REFUSED
    return examine(bot, isolation, as_json=as_json)


def examine(bot: Bot, isolation: Isolation, *, as_json: bool) -> int:
    """Put a bot through all steps, and print what becomes of them; the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What a bot printed is no reason to stop where the output knows few characters.
        sys.stdout.reconfigure(errors="backslashreplace")
    _silence_logs()
    display = (JsonDisplay if as_json else TextDisplay)(_print)
    examination = Examination(bot, display, Bounds())

    async def run() -> bool:
        async with open_launcher(isolation) as launcher:
            return await examination.run(launcher)

    try:
        try:
            return PASSED if trio.run(run) else FAILED
        except BaseExceptionGroup as group:
            raise first_exception(group) from group
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotStart as refused:
        complain(str(refused))
    except CannotPrint as trouble:
        complain(f"standard output: {'nobody reads it any more' if trouble.is_unread else trouble}")
    except OSError as trouble:
        where = f"{trouble.filename}: " if trouble.filename else ""
        complain(f"{where}{trouble.strerror or trouble}; see to it, and check again")
    return FAILED


def _silence_logs() -> None:
    """The referee is in this process, and what it logs of every match is of no use to whoever wrote the bot.

    Nor is what asyncio says of messages that were on their way to a bot when it was ended.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)


def _print(text: str) -> None:
    if sys.stdout is None:
        raise CannotPrint(OSError(errno.EBADF, "it is closed; leave it open, or send it to /dev/null"))
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer would be tried again when Python ends.
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        raise CannotPrint(error) from None

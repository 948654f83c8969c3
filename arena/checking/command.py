"""The command `arena check-bot`: what it prints, and its exit status."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import structlog
import trio

from arena.bot_file import BadBot
from arena.bots import Bot, read_bot
from arena.checking.bounds import Bounds
from arena.checking.examination import Examination
from arena.checking.report import JsonDisplay, TextDisplay
from arena.launch import open_launcher
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
        _tell(str(refused))
        return REFUSED
    except BadBot as bad:
        where = f"{folder}/bot.toml: {bad.key}: " if bad.key else ""
        _tell(f"{where}{bad.reason}")
        return REFUSED
    return examine(bot, isolation, as_json=as_json)


def examine(bot: Bot, isolation: Isolation, *, as_json: bool) -> int:
    """Put a bot through all steps, and print what becomes of them; the exit status."""
    _silence_logs()
    display = (JsonDisplay if as_json else TextDisplay)(_print)
    examination = Examination(bot, display, Bounds())

    async def run() -> bool:
        async with open_launcher(isolation) as launcher:
            return await examination.run(launcher)

    is_interrupted = False
    try:
        return PASSED if trio.run(run) else FAILED
    except* KeyboardInterrupt:
        is_interrupted = True
    assert is_interrupted
    return INTERRUPTED


def _silence_logs() -> None:
    """The referee is in this process, and what it logs of every match is of no use to whoever wrote the bot.

    Nor is what asyncio says of messages that were on their way to a bot when it was ended.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)


def _tell(line: str) -> None:
    sys.stderr.write(f"arena: {line}\n")


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

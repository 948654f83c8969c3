"""Builds a bot: its commands run one after another in its folder, each to a good end."""

from __future__ import annotations

import os
import resource
import shlex
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import trio

from arena.bots import Bot
from arena.child import Child, Program
from arena.confinement import MIB, Confinement, Limits
from arena.entrants import BadCommand, find_command
from arena.exit_status import how_it_ended
from arena.launch import CannotStart, Launcher
from arena.toolchains import find_toolchains

BUILD_WITHIN_S = 1800.0
"""For each command: a compiler may have to be downloaded, and a library compiled, on a slow machine."""

_OPEN_FILES_MOST = resource.getrlimit(resource.RLIMIT_NOFILE)[1]

LIMITS = Limits(
    memory_bytes=4096 * MIB,
    process_count=1024,
    file_bytes=4096 * MIB,
    # No more than this process may have itself.
    open_file_count=65_536 if _OPEN_FILES_MOST == resource.RLIM_INFINITY else min(65_536, _OPEN_FILES_MOST),
    cpu_count=2.0,
)
"""Of a confined build."""

LINES_SHOWN = 40


class BuildFailed(Exception):
    """A command that did not come to a good end.

    Attributes:
        command: as it is written, in one line.
        ending: what became of it.
        output: the last lines that it printed.
    """

    def __init__(self, command: str, ending: str, output: str) -> None:
        super().__init__(f"the build command `{command}` {ending}")
        self.command = command
        self.ending = ending
        self.output = output


async def build(
    bot: Bot,
    launcher: Launcher,
    *,
    confined: bool,
    reads: Sequence[Path] = (),
    on_command: Callable[[str], None] = lambda _: None,
    on_done: Callable[[str, float], None] = lambda *_: None,
) -> None:
    """Run the build commands of *bot* in its folder.

    One that is not confined runs as the caller would run it, with all of the caller's environment and home. One that is
    has the network, a home of its own that goes when the build is over, and reads and writes nothing but its folder.

    Args:
        reads: of a confined build: what it may read besides. What is in the caller's home is in its own too.
        on_command: told of each command before it runs, in one line.
        on_done: told of each that came to a good end, and how many seconds it took.

    Raises:
        BuildFailed: a command cannot be started, fails or takes too long.
    """
    if not bot.build:
        return
    with _home(launcher.folder, reads) if confined else _own_home() as home:
        for words in bot.build:
            command = shlex.join(words)
            on_command(command)
            try:
                found = find_command(words, bot.folder)
                child = launcher.start(_program(bot, found, home, reads, confined=confined))
            except BadCommand as error:
                raise BuildFailed(command, f"cannot be started: {error}", "") from None
            except CannotStart as error:
                raise BuildFailed(command, f"cannot be started: {error.reason}", "") from None
            await _finish(command, child)
            on_done(command, time.monotonic() - child.started_at)


async def _finish(command: str, child: Child) -> None:
    with trio.move_on_after(BUILD_WITHIN_S) as limit:
        try:
            await child.ended.wait()
        finally:
            await child.end()
    if limit.cancelled_caught:
        raise BuildFailed(command, f"was not done after {BUILD_WITHIN_S / 60:g} minutes", _last_lines(child))
    assert child.status is not None
    if child.status:
        raise BuildFailed(command, how_it_ended(child.status), _last_lines(child))


def _program(bot: Bot, command: tuple[str, ...], home: Path, reads: Sequence[Path], *, confined: bool) -> Program:
    """A command of a build. A launcher gives every program a home of its own; that of the build is set after it."""
    name = f"the build of {bot.name}"
    if not confined:
        temporary = tempfile.gettempdir()
        return Program(name, _with(command, HOME=str(home), TMPDIR=temporary), bot.folder, _all(os.environ, bot))
    program = Path(command[0])
    programs = [] if program.is_relative_to(bot.folder) else [program]
    tools = find_toolchains(os.environ, Path.home(), programs, reads)
    confinement = Confinement(
        readable=tools.readable, writable=(bot.folder, home), sockets=(), has_network=True, limits=LIMITS
    )
    command = _with(command, HOME=str(home), TMPDIR=str(home / "tmp"))
    return Program(name, command, bot.folder, _all(dict(tools.environment), bot), confinement)


def _with(command: tuple[str, ...], **variables: str) -> tuple[str, ...]:
    return ("/usr/bin/env", *(f"{name}={value}" for name, value in variables.items()), *command)


def _all(environment: Mapping[str, str], bot: Bot) -> dict[str, str]:
    return {**environment, **dict(bot.environment)}


@contextmanager
def _own_home() -> Iterator[Path]:
    yield Path.home()


@contextmanager
def _home(below: Path, reads: Sequence[Path]) -> Iterator[Path]:
    """A home for one build, in which what it may read of the caller's is at the same place."""
    with tempfile.TemporaryDirectory(prefix="build-", dir=below, ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        (home / "tmp").mkdir()
        for path in reads:
            if path.is_relative_to(Path.home()):
                place = home / path.relative_to(Path.home())
                place.parent.mkdir(parents=True, exist_ok=True)
                place.symlink_to(path)
        yield home


def _last_lines(child: Child) -> str:
    return "\n".join(child.output.text().splitlines()[-LINES_SHOWN:])

"""Build commands: run in their folder one after another, to a good end or to one that is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena import building
from arena.bots import Bot, read_bot
from arena.building import BuildFailed, build
from arena.launch import open_launcher


def bot_that_runs(folder: Path, *scripts: str) -> Bot:
    commands = ", ".join(f"['sh', '-c', '''{script}''']" for script in scripts)
    (folder / "bot.toml").write_text(f'name = "Ada"\nbuild = [{commands}]\nrun = "./made"\n')
    return read_bot(folder)


async def failure_of(bot: Bot) -> BuildFailed:
    async with open_launcher() as launcher:
        with pytest.raises(BuildFailed) as caught:
            await build(bot, launcher, confined=False)
    return caught.value


async def test_commands_run_one_after_another_in_the_folder(tmp_path: Path) -> None:
    bot = bot_that_runs(tmp_path, "echo '#!/bin/sh' > made", "chmod +x made")
    told: list[str] = []

    async with open_launcher() as launcher:
        await build(bot, launcher, confined=False, on_command=told.append)

    assert bot.player().command == (str(tmp_path / "made"),)
    assert told == ["""sh -c 'echo '"'"'#!/bin/sh'"'"' > made'""", "sh -c 'chmod +x made'"]


async def test_the_first_that_fails_ends_the_build_and_is_told_with_what_it_printed(tmp_path: Path) -> None:
    error = await failure_of(bot_that_runs(tmp_path, "echo no such header >&2; exit 3", "touch later"))

    assert str(error) == "the build command `sh -c 'echo no such header >&2; exit 3'` ended with exit status 3"
    assert error.output == "no such header"
    assert not (tmp_path / "later").exists()


async def test_one_that_is_killed_is_told_with_its_signal(tmp_path: Path) -> None:
    assert (await failure_of(bot_that_runs(tmp_path, "kill -9 $$"))).ending == "was ended by signal 9 (SIGKILL)"


async def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('name = "Ada"\nbuild = ["no-such-compiler -O2"]\nrun = "./made"\n')

    error = await failure_of(read_bot(tmp_path))

    assert error.ending == "cannot be started: 'no-such-compiler' is not a program in PATH"


async def test_one_without_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "BUILD_WITHIN_S", 0.06)

    error = await failure_of(bot_that_runs(tmp_path, "exec tail -f /dev/null"))

    assert error.ending == "was not done after 0.001 minutes"


async def test_a_build_that_is_not_confined_has_the_home_and_the_environment_of_the_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLOUR", "blue")
    bot = bot_that_runs(tmp_path, "echo $HOME $COLOUR > told")

    async with open_launcher() as launcher:
        await build(bot, launcher, confined=False)

    assert (tmp_path / "told").read_text() == f"{os.environ['HOME']} blue\n"

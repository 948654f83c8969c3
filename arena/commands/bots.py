"""Bots: made, checked, compared and submitted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.commands.options import FILES, LANGUAGES, AsJson, BotFolder, BuildReads, FilesFolder, Tables, Unsafe
from arena.interrupts import stoppable


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name; its folder is named after it.")],
    *,
    language: Annotated[
        str, typer.Option(metavar="LANGUAGE", help=f"Of the starter kit: {', '.join(LANGUAGES)}.")
    ] = "python",
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="The new folder; without it, one named after the bot."),
    ] = None,
) -> None:
    """Make a folder with a bot in it that plays, to be made better.

    The exit status is 0 once it is made, 2 if it cannot be.
    """

    def command() -> int:
        from arena.new_bot import make_bot

        return make_bot(name, language=language, folder=folder)

    raise typer.Exit(stoppable(command, left="nothing was made"))


def check_bot(
    folder: BotFolder,
    *,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Build a bot and see whether it does all that a tournament asks for, step by step.

    The exit status is 0 if it passes every step, 1 if it fails one, 2 if there is no bot to check.
    """

    def command() -> int:
        from arena.checking.command import check

        return check(folder, unsafe=unsafe, as_json=json)

    raise typer.Exit(stoppable(command, left="the check is not complete"))


def compare(
    new: Annotated[str, typer.Argument(metavar="NEW", help="A folder with a bot.toml, an entrant, or NAME@VERSION.")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="What it is to be better than, named likewise.")],
    *,
    elo0: Annotated[float, typer.Option(help="No better than this is not better; Elo per duplicate deal.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="At least this is better.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="How often, at most, elo0 is called better.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often, at most, elo1 is called not better.")] = 0.05,
    deals: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Duplicate deals after which it ends undecided.")
    ] = 20_000,
    preset: Annotated[str, typer.Option(metavar="PRESET", help="The game.")] = "tractor",
    limit_s: Annotated[float, typer.Option(help="Seconds for a decision.")] = 1.0,
    bank_s: Annotated[float, typer.Option(help="Seconds more for a whole match.")] = 30.0,
    files: FilesFolder = FILES,
    build_reads: BuildReads = None,
    tables: Tables = None,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Find out whether a bot is better than another, with as few duplicate deals as it takes.

    The exit status is 0 if it is better, 1 if it is not, 2 if that is still open at the limit, 3 if it cannot be said.
    After Ctrl-C the same command goes on.
    """

    def command() -> int:
        from arena.comparing.command import Order, compare
        from arena.comparing.sequential import Terms

        order = Order(
            new=new,
            old=old,
            terms=Terms(elo0, elo1, alpha, beta),
            preset=preset,
            deals_most=deals,
            limit_s=limit_s,
            bank_s=bank_s,
            files=files,
            reads=tuple(build_reads or ()),
            unsafe=unsafe,
            tables=tables,
        )
        return compare(order, as_json=json)

    raise typer.Exit(stoppable(command, left="the same command goes on"))


def submit(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="A folder with a bot.toml; none for a bot elsewhere.")
    ] = None,
    *,
    remote: Annotated[
        str | None, typer.Option("--remote", metavar="NAME", help="Enter a bot that dials in from elsewhere.")
    ] = None,
    chairs: Annotated[
        int, typer.Option(min=1, max=64, help="With --remote: tokens to give, one for each seat it plays at once.")
    ] = 2,
    files: FilesFolder = FILES,
    build_reads: BuildReads = None,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Check and build a bot and keep it as a version of its entrant, so that cups can name it.

    With --remote: give tokens to a bot that dials in from elsewhere. They are shown once, and kept only as hashes.
    The exit status is 0 if it was taken, 1 if it fails its check, 2 if there is no such bot.
    """
    if (folder is None) == (remote is None):
        raise typer.BadParameter("name a folder, or --remote NAME for a bot that dials in from elsewhere")

    def command() -> int:
        from arena.submitting.command import submit_folder, submit_remote

        if folder is not None:
            reads = tuple(build_reads or ())
            return submit_folder(folder, files=files, reads=reads, unsafe=unsafe, as_json=json)
        assert remote is not None
        return submit_remote(remote, chairs=chairs, files=files, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was kept"))


def bots(*, files: FilesFolder = FILES, json: AsJson = False) -> None:
    """List the bots that were submitted, with their versions."""
    from arena.submitting.command import list_bots

    raise typer.Exit(list_bots(files=files, as_json=json))

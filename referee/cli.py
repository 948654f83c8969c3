"""The command `referee`: serve tables; ask, check, read and print rules. Knows files and exit statuses, no rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import TextIOBase, TextIOWrapper
from pathlib import Path
from typing import Annotated, BinaryIO, NoReturn

import typer

from referee.command import Subcommand, command

# Each command imports what it needs when it runs, so that none waits for the libraries of the others.


def _say(text: str) -> None:
    with _writing():
        print(text, flush=True)


app = command(
    "referee", about="The referee of Tractor Arena: it enforces the rules and knows nothing of tournaments.", say=_say
)


@app.command(cls=Subcommand)
def serve(
    *,
    bots: Annotated[
        str, typer.Option(metavar="ADDRESS", help="What bots dial: unix:/path or 127.0.0.1:PORT, 0 for any port.")
    ] = "127.0.0.1:0",
    arena: Annotated[str, typer.Option(metavar="ADDRESS", help="What the arena dials, written alike.")] = "127.0.0.1:0",
    thinking: Annotated[
        int | None,
        typer.Option(
            help="Bots of this machine that may think at once; others wait, off the clock. Any number without it.",
            min=1,
        ),
    ] = None,
) -> None:
    """Be a referee: play the matches that an arena asks for, until Ctrl-C or SIGTERM.

    Where it listens is said on standard output, in one line of JSON; the log goes to standard error.
    """
    from functools import partial

    import trio

    from referee.serving.address import BadAddress
    from referee.serving.server import serve

    mistakes: list[BadAddress] = []
    unwritten: list[BaseException] = []
    with _writing():
        printed = _Printed()
    try:
        with redirect_stdout(printed):
            trio.run(partial(serve, bots=bots, arena=arena, thinking=thinking))
    except* BadAddress as group:
        mistakes += [mistake for mistake in group.exceptions if isinstance(mistake, BadAddress)]
    except* typer.Exit as group:
        unwritten += group.exceptions
    if mistakes:
        given = {"--bots": bots, "--arena": arena}
        _stop("\n".join(f"referee: {_named(mistake.text, given)}{mistake}" for mistake in mistakes))
    if unwritten:
        raise typer.Exit(1)


@app.command(cls=Subcommand)
def judge() -> None:
    """Answer questions about the rules, one JSON object a line in, one out.

    Questions come on standard input. A line that makes no sense is answered with {"error": "..."}. See docs/judge.md.
    """
    from referee.judging.lines import judge

    def answer(line: bytes) -> None:
        with _writing():
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    try:
        with _opened("-") as questions:
            failures = judge(questions, answer)
    except OSError as problem:
        _stop(f"referee: the questions cannot be read: {problem.strerror or problem}", status=1)
    if failures:
        raise typer.Exit(70)


@app.command(cls=Subcommand)
def audit(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORD...", help="Files .jsonl or .jsonl.zst; - for standard input.")
    ],
) -> None:
    """Replay recorded deals by the rules alone, and name the first difference.

    The exit status is 0 if all files hold, 1 if one does not, 2 if one cannot be read.
    """
    from referee.audit import Unreadable, audit, exit_status

    status = 0
    for name in records:
        try:
            with _opened(name) as file:
                verdict = audit(file)
        except OSError as problem:
            verdict = Unreadable(problem.strerror or str(problem))
        with _writing():
            print(f"{name}: {verdict.text}", flush=True)
        status = max(status, exit_status(verdict))
    raise typer.Exit(status)


@app.command(cls=Subcommand)
def show(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A file .jsonl or .jsonl.zst; - for standard input.")],
    deal: Annotated[int | None, typer.Option(help="Which deal of the file, from 1; all without it.", min=1)] = None,
) -> None:
    """Print recorded deals as text, trick by trick.

    The exit status is 1 if a deal is not by the rules, 2 if the file cannot be read or has no such deal.
    """
    from itertools import islice

    from referee.record_file import read_records
    from referee.rules.playthrough import show
    from referee.rules.record import BadRecord

    first, last = (0, None) if deal is None else (deal - 1, deal)
    number = first
    try:
        with _opened(record) as file:
            for number, found in enumerate(islice(read_records(file), first, last), start=first + 1):
                try:
                    text = show(found)
                except BadRecord as problem:
                    _stop(f"{record}: line {number}, deal {found.deal}: {problem.what}", status=1)
                with _writing():
                    print(text if number == first + 1 else f"\n{text}", end="", flush=True)
    except BadRecord as problem:
        _stop(f"{record}: cannot be read: {problem}")
    except OSError as problem:
        _stop(f"{record}: cannot be read: {problem.strerror or problem}")
    if number == first:
        _stop(f"{record}: there is no record in it" if deal is None else f"{record}: there is no deal {deal} in it")


@app.command(cls=Subcommand)
def rules(
    preset: Annotated[str | None, typer.Argument(metavar="PRESET", help="A game by its name; all without it.")] = None,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="Options on top of it, as in a cup file.")
    ] = None,
) -> None:
    """List the presets and what they change, or print all the rules of one game.

    Options can be set on top of a preset: referee rules tractor packs=3 must_stop_at=[5,10]
    """
    from referee.rule_sheets.presets import BadRequest, preset_list, requested_sheet

    try:
        text = preset_list() if preset is None else requested_sheet(preset, settings or [])
    except BadRequest as problem:
        _stop(f"referee: {problem}")
    with _writing():
        print(text, end="", flush=True)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """A file by its name, ``-`` being standard input; what is printed of it may hold any character."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if name == "-":
        # Python has none if the descriptor was closed when it started.
        if sys.stdin is None:
            raise OSError("standard input is closed")
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def _writing() -> Iterator[None]:
    """A block that writes to standard output; if that fails, it is told in a sentence and the command ends."""
    if sys.stdout is None:
        _stop("referee: standard output is closed", status=1)
    try:
        yield
    except OSError as problem:
        # What is left in the buffer would be tried again when Python ends.
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        if isinstance(problem, BrokenPipeError):
            # The reader has left and wants no more.
            raise typer.Exit(1) from None
        _stop(f"referee: standard output cannot be written: {problem.strerror or problem}", status=1)


class _Printed(TextIOBase):
    """Standard output for what writes to it by itself: a failure ends the command as it does elsewhere."""

    def __init__(self) -> None:
        self._output = sys.stdout

    def write(self, text: str) -> int:
        with _writing():
            print(text, end="", file=self._output, flush=True)
        return len(text)


def _named(text: str, given: dict[str, str]) -> str:
    """The options that a text was given to, before what is said of it."""
    return " and ".join(option for option, value in given.items() if value == text) + " "


def _stop(why: str, *, status: int = 2) -> NoReturn:
    print(why, file=sys.stderr)
    raise typer.Exit(status)


def main() -> None:
    """Run the command."""
    app(prog_name="referee")


if __name__ == "__main__":
    main()

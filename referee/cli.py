"""The command `referee`: serve tables; ask, check and read by the rules. Knows files and exit statuses, no rules."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

# Each command imports what it needs when it runs, so that none waits for the libraries of the others.

app = typer.Typer(
    help="The referee of Tractor Arena: it enforces the rules and knows nothing of tournaments.",
    add_completion=False,
    no_args_is_help=True,
    # With markup, typer loads rich; with its own --help on the group, it loads pydantic for every command. Either takes
    # as long as all of --help may take.
    rich_markup_mode=None,
    add_help_option=False,
    pretty_exceptions_enable=False,
)


def _print_help(context: typer.Context, wanted: bool) -> None:
    if wanted:
        print(context.get_help())
        raise typer.Exit


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"referee {version('tractor-arena')}")
        except PackageNotFoundError:
            print("referee, a working copy that is not installed")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
    help: Annotated[  # noqa: A002 -- read by its callback
        bool, typer.Option("--help", help="Show this message and exit.", callback=_print_help, is_eager=True)
    ] = False,
) -> None:
    """Options of the command itself."""


@app.command()
def judge() -> None:
    """Answer questions about the rules, one JSON object a line in, one out.

    Questions come on standard input. A line that makes no sense is answered with {"error": "..."}. See docs/judge.md.
    """
    from referee.judging.lines import judge

    output = sys.stdout.buffer

    def answer(line: bytes) -> None:
        output.write(line)
        output.flush()

    if judge(sys.stdin.buffer, answer):
        raise typer.Exit(70)


def main() -> None:
    """Run the command."""
    app(prog_name="referee")


if __name__ == "__main__":
    main()

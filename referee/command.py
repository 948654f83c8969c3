"""How the project's commands are set up: what `arena` and `referee` have in common, before any of their own."""

from __future__ import annotations

from typing import Annotated

import typer


def command(name: str, *, about: str) -> typer.Typer:
    """A command without subcommands yet, with ``--help`` and ``--version``."""
    app = typer.Typer(
        name=name,
        help=about,
        add_completion=False,
        no_args_is_help=True,
        # With markup, typer loads rich; with its own --help on the group, it loads pydantic for every command. Either
        # takes as long as all of --help may take.
        rich_markup_mode=None,
        add_help_option=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    return app


def _print_help(context: typer.Context, wanted: bool) -> None:
    if wanted:
        print(context.get_help())
        raise typer.Exit


def _print_version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from referee.version import software_version

        print(f"{context.info_name} {software_version()}")
        raise typer.Exit


def _options(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
    help: Annotated[  # noqa: A002 -- read by its callback
        bool, typer.Option("--help", help="Show this message and exit.", callback=_print_help, is_eager=True)
    ] = False,
) -> None:
    """Options of the command itself."""

"""How the project's commands are set up: what `arena` and `referee` have in common, before any of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    # Typer has no other names for them.
    from typer._click import Context, Parameter
    from typer.core import TyperOption


class Subcommand(TyperCommand):
    """The class of every subcommand: its ``--help`` is said as all else is, so that it is told where it cannot be."""

    def get_help_option(self, ctx: Context) -> TyperOption | None:
        """The option, as the parser asks for it."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _print_help_of
        return option


def command(name: str, *, about: str, say: Callable[[str], object]) -> typer.Typer:
    """A command without subcommands yet, with ``--help`` and ``--version``.

    Args:
        say: prints a text, and sees to it where that fails; `typer.Exit` of it is the command's end.
    """
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
        context_settings={"obj": say},
    )
    app.callback()(_options)
    return app


def _print_help(context: typer.Context, wanted: bool) -> None:
    if wanted:
        context.obj(context.get_help())
        raise typer.Exit


def _print_help_of(context: Context, _: Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        context.obj(context.get_help())
        context.exit()


def _print_version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from referee.version import software_version

        context.obj(f"{context.info_name} {software_version()}")
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

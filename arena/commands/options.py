"""Options that several commands have, and what they stand for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperArgument, TyperOption

from referee.command import Subcommand

if TYPE_CHECKING:
    # Typer has no other name for it.
    from typer._click import Context

    from arena.cluster.address import Cluster

FILES = Path("arena-files")
OUT = Path("leaderboards")
LANGUAGES = ("cpp", "go", "java", "python", "rust", "typescript")
"""Of the starter kits. They are looked for when one is wanted."""

CupFile = Annotated[Path, typer.Argument(metavar="CUP.toml", help="The cup file; docs/cups.md explains every key.")]
LedgerUrl = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="URL",
        help="The ledger: sqlite:///FILE, or postgresql://USER@HOST/DATABASE; without it, arena.sqlite in --files.",
    ),
]
FilesFolder = Annotated[
    Path, typer.Option("--files", metavar="DIR", help="Folder of what the arena keeps: ledger, records, bots' logs.")
]
OutFolder = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder of all leaderboards; the cup has its own in it.")
]
Tables = Annotated[
    int | None,
    typer.Option(min=1, max=256, help="Matches at once; without it, what the cup file says, or one for each core."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON event a line, for programs.")]
Unsafe = Annotated[
    bool,
    typer.Option("--unsafe", help="Start bots also where they cannot be kept apart: they can do whatever you can."),
]
BuildReads = Annotated[
    list[Path] | None,
    typer.Option("--build-reads", metavar="PATH", help="What a build may read besides compilers: ~/.npmrc, say."),
]
TlsAuthority = Annotated[
    Path | None, typer.Option("--tls-ca", metavar="FILE", help="With TLS: certificate of the cluster's authority.")
]
TlsCertificate = Annotated[
    Path | None, typer.Option("--tls-cert", metavar="FILE", help="With TLS: this machine's certificate.")
]
TlsKey = Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="With TLS: its key.")]
Insecure = Annotated[
    bool, typer.Option("--insecure", help="Without TLS also to other machines: whoever reaches them can run programs.")
]
BotFolder = Annotated[Path, typer.Argument(metavar="DIR", help="A folder with a bot.toml; docs/bots.md explains it.")]


class ArenaCommand(Subcommand):
    """The class of every subcommand: an empty text is no value of any of its arguments and options.

    It comes of a variable that is not set, and would be taken for the folder at hand, or for no option at all.
    """

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read what was given, once it was looked at as it was given."""
        given, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in self.get_params(ctx):
            value = given.get(parameter.name or "")
            is_empty = value == "" or (isinstance(value, list | tuple) and "" in value)
            if is_empty and isinstance(parameter, TyperArgument | TyperOption):
                remedy = "give a value" if parameter.required else "give a value, or leave it out"
                reason = f"it is empty, as of a variable that is not set; {remedy}"
                raise typer.BadParameter(reason, ctx=ctx, param=parameter)
        return super().parse_args(ctx, args)


def cluster_of(
    address: str, option: str, authority: Path | None, certificate: Path | None, key: Path | None, *, insecure: bool
) -> Cluster:
    """The cluster that options name, or the end of the command."""
    from arena.cluster.address import parse_cluster
    from arena.cluster.troubles import BadCluster

    try:
        return parse_cluster(
            address, option=option, authority=authority, certificate=certificate, key=key, insecure=insecure
        )
    except BadCluster as bad:
        raise typer.BadParameter(str(bad)) from None

"""Pages: served while a cup is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.commands.options import FILES, CupFile, FilesFolder, LedgerUrl


def serve(
    cup: CupFile,
    *,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; without it, only this machine can read.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Of the address; 0 for any that is free.")
    ] = 8000,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
) -> None:
    """Show the pages of a cup while it is played, with standings that change by themselves; docs/serving.md.

    It only reads, and follows arena run of another terminal. Decks that somebody is still to play are not shown.
    Runs until Ctrl-C or SIGTERM. The exit status is 1 if it cannot serve, 2 if the cup file is refused.
    """
    from arena.serving.command import serve_cup

    raise typer.Exit(serve_cup(Path(cup), host=host, port=port, ledger=ledger, files=files))

"""Cups: told of before they are played, played, and published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.commands.options import (
    FILES,
    OUT,
    AsJson,
    CupFile,
    FilesFolder,
    Insecure,
    LedgerUrl,
    OutFolder,
    Tables,
    TlsAuthority,
    TlsCertificate,
    TlsKey,
    Unsafe,
    cluster_of,
)
from arena.interrupts import stoppable


def run(
    cup: CupFile,
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    out: OutFolder = OUT,
    tables: Tables = None,
    unsafe: Unsafe = False,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler; docs/cluster.md."),
    ] = None,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
    json: AsJson = False,
) -> None:
    """Play a cup, or go on with it, and publish its leaderboard.

    Every match is kept as soon as it is over: after Ctrl-C, or whatever else ends it, the same command goes on.
    The exit status is 0 once the cup is finished, 1 if it had to stop, 2 if the cup file is refused, 130 after Ctrl-C.
    """
    from arena.config import read_cup
    from arena.orders import Places, play

    if cluster is None and (tls_ca or tls_cert or tls_key or insecure):
        raise typer.BadParameter("--tls-ca, --tls-cert, --tls-key and --insecure are of --cluster; give it, or none")
    places = Places(ledger=ledger, files=files, out=out)
    elsewhere = cluster_of(cluster, "--cluster", tls_ca, tls_cert, tls_key, insecure=insecure) if cluster else None
    raise typer.Exit(
        play(
            str(cup),
            lambda: read_cup(cup, places.bots),
            places,
            tables=tables,
            as_json=json,
            unsafe=unsafe,
            cluster=elsewhere,
        )
    )


def demo(
    *,
    ledger: LedgerUrl = None,
    files: Annotated[
        Path | None, typer.Option("--files", metavar="DIR", help="As for run; without it, a folder of the checkout.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="As for run; without it, a folder of the checkout.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Deals that every two, and every four, bots play.")
    ] = None,
    tables: Tables = None,
    json: AsJson = False,
) -> None:
    """Play the built-in cup of the four sample bots, and publish it as leaderboards/demo."""
    from arena.demo import ROOT, demo_cup
    from arena.orders import Places, play

    # Demos of different lengths are different cups of one name, so each has a folder of its own.
    own_files = ROOT / FILES / ("demo" if deals is None else f"demo-{deals}")
    places = Places(ledger=ledger, files=files or own_files, out=out or ROOT / OUT)
    # The sample bots are ours, and play also where strangers' could not be kept apart.
    raise typer.Exit(play("demo.toml", lambda: demo_cup(deals), places, tables=tables, as_json=json, unsafe=True))


def publish(
    cup: CupFile,
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    out: OutFolder = OUT,
    json: AsJson = False,
) -> None:
    """Publish what has been played of a cup, also while it is being played.

    Decks that are still to be played by others are not told: the records and the secret follow when it is finished.
    """
    from arena.config import read_cup
    from arena.orders import Places, publish_again

    places = Places(ledger=ledger, files=files, out=out)
    raise typer.Exit(publish_again(str(cup), lambda: read_cup(cup, places.bots), places, as_json=json))


def schedule(
    cup: Annotated[
        Path | None, typer.Argument(metavar="CUP.toml", help="The cup file; or none, with --entrants.")
    ] = None,
    *,
    entrants: Annotated[
        int | None, typer.Option(metavar="N", help="Without a cup file: the tables of one cycle for N entrants.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="With --entrants: individual or pairs.")
    ] = "individual",
    rounds: Annotated[bool, typer.Option("--rounds", help="All rounds and tables, not only the first.")] = False,
    tables: Tables = None,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    json: Annotated[bool, typer.Option("--json", help="Print all of it as one JSON document.")] = False,
) -> None:
    """Tell what a cup will be before it is played: who meets whom, how evenly, for how long, how precise it will be.

    The exit status is 0 if it can be told, 2 if the cup file, or the number of entrants, is refused.
    """
    if (cup is None) == (entrants is None):
        raise typer.BadParameter("name a cup file, or --entrants N for the tables of one cycle")

    def command() -> int:
        from arena.scheduling.command import show_cup, show_cycle

        if cup is not None:
            return show_cup(cup, ledger=ledger, files=files, tables=tables, shows_all=rounds, as_json=json)
        assert entrants is not None
        return show_cycle(entrants, format_, as_json=json)

    raise typer.Exit(stoppable(command, left="the schedule is not complete"))

"""Machines: this one, those of a cluster, and those of remote bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.commands.options import (
    FILES,
    AsJson,
    FilesFolder,
    Insecure,
    TlsAuthority,
    TlsCertificate,
    TlsKey,
    Unsafe,
    cluster_of,
)


def doctor(*, json: AsJson = False) -> None:
    """Say how well this machine can keep bots apart, and why not better.

    The exit status is 0 if it can, 1 if bots only run with --unsafe.
    """
    from arena.sandbox.doctor import doctor

    raise typer.Exit(doctor(as_json=json))


def certificates(
    hosts: Annotated[
        list[str], typer.Argument(metavar="HOST...", help="Names and addresses under which bots dial this machine.")
    ],
    *,
    files: FilesFolder = FILES,
    days: Annotated[int, typer.Option(min=1, max=3650, help="How long the certificate holds.")] = 365,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="For the machines of a cluster, which dial each other.")
    ] = False,
) -> None:
    """Make the arena's own certificate authority, and the certificate of the server that remote bots dial."""
    from arena.remote.command import make_certificates

    raise typer.Exit(make_certificates(hosts, files=files, days=days, cluster=cluster))


def serve_bots(
    *,
    listen: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Where remote bots dial in, with TLS; port 0 for any.")
    ] = "127.0.0.1:7443",
    files: FilesFolder = FILES,
    json: AsJson = False,
) -> None:
    """Let remote bots dial in, and bring them to the tables of cups that are played from the same --files.

    Runs until Ctrl-C or SIGTERM.
    """
    from arena.remote.command import serve_bots

    raise typer.Exit(serve_bots(listen, files=files, as_json=json))


def worker(
    scheduler: Annotated[str, typer.Argument(metavar="ADDRESS", help="The Dask scheduler: tls://HOST:PORT.")],
    *,
    tables: Annotated[
        int | None, typer.Option(min=1, max=256, help="Matches at once; without it, one for each core.")
    ] = None,
    files: Annotated[
        Path, typer.Option("--files", metavar="DIR", help="Folder in which bots that were submitted here are.")
    ] = FILES,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
    unsafe: Unsafe = False,
) -> None:
    """Play matches of cups that other machines run with --cluster, until Ctrl-C or SIGTERM.

    The exit status is 0 after a signal, 1 if it had to stop, 2 if the address is refused.
    """
    from arena.cluster.worker import work

    cluster = cluster_of(scheduler, "ADDRESS", tls_ca, tls_cert, tls_key, insecure=insecure)
    raise typer.Exit(work(cluster, tables=tables, files=files, unsafe=unsafe))

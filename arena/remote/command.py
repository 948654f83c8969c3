"""What `arena certificates` and `arena serve-bots` do; every foreseeable trouble is told in a sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import trio

from arena.console import complain, say
from arena.exception_groups import first_exception
from arena.remote.certificates import BadCertificates, BadHost, For, Made, checked_hosts, files_of, make
from arena.remote.places import RemotePlaces

FAILED = 1
REFUSED = 2
INTERRUPTED = 130


def make_certificates(hosts: Sequence[str], *, files: Path, days: int, cluster: bool = False) -> int:
    """Make the authority, if there is none, and a certificate for these hosts; the exit status.

    Args:
        cluster: for the machines of a cluster, and not for the gateway.
    """
    places, whom = RemotePlaces(files), For.CLUSTER if cluster else For.GATEWAY
    try:
        made = make(places, checked_hosts(hosts), days=days, now=datetime.now(UTC), whom=whom)
    except BadHost as bad:
        return _failed(str(bad), REFUSED)
    except BadCertificates as bad:
        return _failed(str(bad), FAILED)
    except OSError as error:
        return _failed(_of_the_system(error, files), FAILED)
    if cluster:
        return _tell_of_cluster(made, places)
    lines = [f"The gateway's certificate holds until {made.until:%Y-%m-%d}, for {', '.join(made.hosts)}."]
    if made.is_new_authority:
        lines.append("The authority is new: bots trust nobody before they have its certificate.")
    else:
        lines.append("The authority is the one there was: bots that have its certificate need nothing new.")
    lines += [f"  {path}\n      {whose}" for path, whose in files_of(places)]
    lines.append("A gateway that runs shows the new certificate once it is started again: arena serve-bots")
    say("\n".join(lines))
    return 0


def _tell_of_cluster(made: Made, places: RemotePlaces) -> int:
    lines = [
        f"The cluster's certificate holds until {made.until:%Y-%m-%d}, for {', '.join(made.hosts)}.",
        *(f"  {path}\n      {whose}" for path, whose in files_of(places, For.CLUSTER)),
        "Whatever runs shows the new certificate once it is started again.",
    ]
    say("\n".join(lines))
    return 0


def serve_bots(listen: str, *, files: Path, as_json: bool) -> int:
    """Be the gateway until a signal; the exit status."""
    environment_for_grpc()
    # These load gRPC, which reads those settings then.
    from arena.remote.serving import AnotherGateway, alone, prepare, print_listening, serve  # noqa: PLC0415
    from arena.remote.tokens import BadTokensFile  # noqa: PLC0415
    from referee.serving.address import BadAddress  # noqa: PLC0415

    places = RemotePlaces(files)
    troubles: list[tuple[str, int]] = []
    was_interrupted = False
    try:
        with alone(places):
            trio.run(serve, prepare(listen, places), partial(print_listening, as_json=as_json))
    except* BadAddress as group:
        troubles.append((f"--listen {first_exception(group)}", REFUSED))
    except* (AnotherGateway, BadCertificates, BadTokensFile) as group:
        troubles.append((str(first_exception(group)), FAILED))
    except* OSError as group:
        error = first_exception(group)
        assert isinstance(error, OSError)
        troubles.append((_of_the_system(error, files), FAILED))
    except* KeyboardInterrupt:
        # Before signals were listened to.
        was_interrupted = True
    if was_interrupted:
        return INTERRUPTED
    return _failed(*troubles[0]) if troubles else 0


def _of_the_system(error: OSError, files: Path) -> str:
    return f"{error.filename or files}: {error.strerror or error}; name another folder with --files, or see to it"


def environment_for_grpc() -> None:
    """Settings that gRPC reads when it is loaded."""
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    # Whatever strangers try at the door, gRPC writes of it; what matters is in our own log.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def _failed(reason: str, status: int) -> int:
    complain(reason)
    return status

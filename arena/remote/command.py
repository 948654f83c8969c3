"""What `arena certificates` and `arena serve-bots` do; every foreseeable trouble is told in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from arena.remote.certificates import BadCertificates, BadHost, checked_hosts, files_of, make
from arena.remote.places import RemotePlaces

FAILED = 1
REFUSED = 2


def make_certificates(hosts: Sequence[str], *, files: Path, days: int) -> int:
    """Make the authority, if there is none, and a certificate for these hosts; the exit status."""
    places = RemotePlaces(files)
    try:
        made = make(places, checked_hosts(hosts), days=days, now=datetime.now(UTC))
    except BadHost as bad:
        return _failed(str(bad), REFUSED)
    except BadCertificates as bad:
        return _failed(str(bad), FAILED)
    except OSError as error:
        return _failed(_of_the_system(error, files), FAILED)
    lines = [f"The gateway's certificate holds until {made.until:%Y-%m-%d}, for {', '.join(made.hosts)}."]
    if made.is_new_authority:
        lines.append("The authority is new: bots trust nobody before they have its certificate.")
    else:
        lines.append("The authority is the one there was: bots that have its certificate need nothing new.")
    lines += [f"  {path}\n      {whose}" for path, whose in files_of(places)]
    lines.append("A gateway that runs shows the new certificate once it is started again: arena serve-bots")
    print("\n".join(lines))  # noqa: T201 - what people asked for
    return 0


def _of_the_system(error: OSError, files: Path) -> str:
    return f"{error.filename or files}: {error.strerror or error}; name another folder with --files, or see to it"


def _failed(reason: str, status: int) -> int:
    print(f"arena: {reason}", file=sys.stderr)  # noqa: T201 - what people are told
    return status

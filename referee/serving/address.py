"""Where a referee listens: a unix socket, or a port of this machine that no other machine can reach."""

from __future__ import annotations

import re
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

UNIX_PATH_BYTES_MAX = 107
"""The kernel takes no longer one."""

_LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})")


class BadAddress(ValueError):
    """An address that a referee does not listen on."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text = text
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Address:
    """An address in gRPC's spelling.

    Attributes:
        text: ``unix:/path``, or a port of ``127.0.0.1``, ``localhost`` or ``[::1]``.
        path: of the unix socket; None for a port.
    """

    text: str
    path: Path | None


def parse_address(text: str) -> Address:
    """The address that a text names; port 0 is any free one.

    Raises:
        BadAddress: it is neither a unix socket nor a loopback port, or the path of the socket is too long.
    """
    if text.startswith("unix:"):
        path = text.removeprefix("unix:")
        length = len(path.encode())
        if not path:
            raise BadAddress(text, "the path is missing; write unix:/path/to/socket")
        if length > UNIX_PATH_BYTES_MAX:
            reason = f"the path of a unix socket has at most {UNIX_PATH_BYTES_MAX} bytes, this one has {length}"
            raise BadAddress(text, reason)
        return Address(text, Path(path))
    loopback = _LOOPBACK.fullmatch(text)
    if loopback is None or int(loopback[2]) > 65535:
        reason = "write unix:/path, 127.0.0.1:PORT, localhost:PORT or [::1]:PORT, which other machines cannot reach"
        raise BadAddress(text, reason)
    return Address(text, None)


def check_free(address: Address) -> None:
    """Refuse a unix socket that cannot be made; one that a dead process left behind is in nobody's way.

    gRPC would take over the socket of a living process without a word.

    Raises:
        BadAddress: the folder does not exist, or something else is at the path.
    """
    path = address.path
    if path is None:
        return
    if not path.absolute().parent.is_dir():
        raise BadAddress(address.text, f"the folder {str(path.parent)!r} does not exist")
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise BadAddress(address.text, "there is a file at this path that is not a socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            return
    raise BadAddress(address.text, "another process listens there")

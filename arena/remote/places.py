"""Where in the --files folder what belongs to remote bots is kept."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FOLDER_MODE = 0o700
SECRET_MODE = 0o600
PUBLIC_MODE = 0o644


@dataclass(frozen=True, slots=True)
class RemotePlaces:
    """Files of the gateway.

    Attributes:
        files: folder of the arena's own.
    """

    files: Path

    @property
    def folder(self) -> Path:
        """The folder of all of them, which nobody else can enter."""
        return self.files / "remote"

    @property
    def tokens(self) -> Path:
        """Hashes of the tokens."""
        return self.folder / "tokens.json"

    @property
    def authority(self) -> Path:
        """Certificate of the authority: what bots trust."""
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        """What certificates are signed with."""
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        """Certificate of the gateway."""
        return self.folder / "server.pem"

    @property
    def server_key(self) -> Path:
        """Its key."""
        return self.folder / "server.key"

    @property
    def member(self) -> Path:
        """Certificate of the machines of a cluster."""
        return self.folder / "cluster.pem"

    @property
    def member_key(self) -> Path:
        """Its key."""
        return self.folder / "cluster.key"

    @property
    def socket(self) -> Path:
        """Where a cup finds the gateway."""
        return self.folder / "gateway.sock"

    @property
    def lock(self) -> Path:
        """Held by the gateway at work."""
        return self.folder / "gateway.lock"

    def make(self) -> None:
        """Make the folder; git passes over it.

        Raises:
            OSError: it cannot be made.
        """
        self.files.mkdir(parents=True, exist_ok=True)
        ignored = self.files / ".gitignore"
        if not ignored.exists():
            ignored.write_text("*\n", encoding="utf-8")
        self.folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        self.folder.chmod(FOLDER_MODE)


def write_safely(path: Path, data: bytes, mode: int) -> None:
    """Put *data* into a file so that at any moment, also after a crash, it is the old or the new one, whole.

    Raises:
        OSError: it cannot be written.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        fresh.unlink()
    try:
        # Never readable for others, not even for a moment.
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
    with _opened_folder(path.parent) as folder:
        os.fsync(folder)


@contextmanager
def _opened_folder(path: Path) -> Iterator[int]:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield folder
    finally:
        os.close(folder)

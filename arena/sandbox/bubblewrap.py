"""Starts a program under bubblewrap: it sees its own files, processes and socket, and nothing else of the machine.

Run by root, bubblewrap makes the mounts with root's rights, and the program becomes a user of its own, whom nothing on
the machine belongs to. Run by anybody else, it does both in a user namespace.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.confinement import MIB, Confinement
from arena.sandbox.enclosure import DATA_SHARE, Enclosure, Errand, in_memory
from arena.sandbox.filters import filter_for
from arena.sandbox.reach import NETWORK_SETTINGS, SYSTEM_FOLDERS, is_of_the_system, is_shown, outermost, settings
from arena.sandbox.users import unused_user

HOME = "/tmp/home"  # noqa: S108 - in a file system of the program's own
"""Inside; HOME and TMPDIR of every program."""

NAMED_USER = 1000
"""The number that an ordinary user has inside."""

SHARED_MEMORY_BYTES = 64 * MIB
"""Size of /dev/shm."""

WRAPPERS = 2
"""bubblewrap as it is started, and the first process inside, which is bubblewrap too."""

_KEPT_BY_ROOT = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
"""What becoming another user, and giving up the rest, takes. The program has none of them."""


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """bubblewrap as it is on this machine.

    Attributes:
        path: of the program.
        can_disable_userns: programs inside can be kept from making user namespaces.
        as_root: whether we are root, and may become other users.
        prlimit, setpriv: programs of util-linux.
        has_filter: of system calls, which is there for this machine.
    """

    path: str
    can_disable_userns: bool
    as_root: bool
    prlimit: str
    setpriv: str
    has_filter: bool

    def enclose(self, errand: Errand) -> Enclosure:
        """How to start a program.

        Raises:
            OSError: a path that it may reach cannot be read.
        """
        user = self._user(errand)
        descriptors: list[int] = []

        def told(name: str, content: bytes) -> str:
            descriptors.append(in_memory(name, content))
            return str(descriptors[-1])

        words = [
            *self._separation(errand.confinement),
            *("--clearenv", *_variables(errand)),
            *_private_folders(errand.confinement),
            *_folders_above(errand),
            *_system(errand.confinement),
            *("--perms", "0444", "--ro-bind-data", told("passwd", _passwd(user)), "/etc/passwd"),
            *("--perms", "0444", "--ro-bind-data", told("group", f"bot:x:{user}:\n".encode()), "/etc/group"),
            *_hosts(errand.confinement, told),
            *self._own(errand),
            # Empty, but for what is bound in it.
            *(*_folder(errand.folder), "--remount-ro", "/", "--chdir", str(errand.folder)),
        ]
        if self.has_filter:
            words += ["--seccomp", told("filter", filter_for(errand.confinement))]
        # Neither the environment nor its reach is seen in the list of processes.
        arguments = told("arguments", "\0".join(words).encode() + b"\0")
        return Enclosure(
            command=(self.path, "--args", arguments, "--", *self._inside(errand, user), *errand.command),
            folder=None,
            environment={},
            descriptors=tuple(descriptors),
            wrapper_count=WRAPPERS,
            is_counted=True,
            tells_signals=True,
        )

    def _user(self, errand: Errand) -> int:
        if not self.as_root:
            return NAMED_USER
        # What it writes belongs to whom the folder belongs to.
        for path in errand.confinement.writable:
            return path.stat().st_uid
        return unused_user(errand.number)

    def _separation(self, confinement: Confinement) -> Iterator[str]:
        yield from ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--hostname", "bot")
        if not confinement.has_network:
            yield "--unshare-net"
        if self.as_root:
            yield from ("--cap-drop", "ALL")
            for capability in _KEPT_BY_ROOT:
                yield from ("--cap-add", capability)
        else:
            yield from ("--unshare-user", "--uid", str(NAMED_USER), "--gid", str(NAMED_USER))
            if self.can_disable_userns:
                yield "--disable-userns"
        yield from ("--die-with-parent", "--new-session")

    def _own(self, errand: Errand) -> Iterator[str]:
        confinement = errand.confinement
        for path in outermost(confinement.readable):
            if not is_shown(path):
                yield from self._readable(path)
        for path in outermost(confinement.writable):
            yield from ("--bind", str(path), str(path))
        for path in filter(Path.exists, confinement.sockets):
            if self.as_root:
                # It lies in a folder that nobody but us can enter, so only what is bound here gets at it.
                path.chmod(stat.S_IMODE(path.stat().st_mode) | 0o666)
            yield from ("--ro-bind", str(path), str(path))

    def _readable(self, path: Path) -> Iterator[str]:
        """A folder that only its owner may enter, as temporary ones are, is entered by the program all the same."""
        is_closed = self.as_root and path.is_dir() and path.stat().st_mode & 0o005 != 0o005
        if not is_closed:
            yield from ("--ro-bind", str(path), str(path))
            return
        yield from _folder(path)
        for each in sorted(path.iterdir()):
            if each.is_symlink():
                yield from ("--symlink", str(each.readlink()), str(each))
            else:
                yield from ("--ro-bind", str(each), str(each))

    def _inside(self, errand: Errand, user: int) -> Iterator[str]:
        """What sets the limits, and becomes the user, before it becomes the program."""
        limits = errand.confinement.limits
        if self.as_root:
            yield from (self.setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups")
            yield from ("--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--")
        yield from (self.prlimit, f"--nproc={limits.process_count}", f"--nofile={limits.open_file_count}")
        yield f"--data={DATA_SHARE * limits.memory_bytes}"
        yield from (f"--fsize={limits.file_bytes}", "--core=0", "--memlock=65536", "--msgqueue=0", "--")


def _variables(errand: Errand) -> Iterator[str]:
    for name, value in {**errand.environment, "HOME": HOME, "TMPDIR": HOME}.items():
        yield from ("--setenv", name, value)


def _system(confinement: Confinement) -> Iterator[str]:
    for folder in SYSTEM_FOLDERS:
        if folder.is_symlink():
            yield from ("--symlink", str(folder.readlink()), str(folder))
        elif folder.is_dir():
            yield from ("--ro-bind", str(folder), str(folder))
    for path in (*settings(), *(NETWORK_SETTINGS if confinement.has_network else ())):
        yield from ("--ro-bind-try", str(path), str(path))


def _private_folders(confinement: Confinement) -> Iterator[str]:
    """Every file system that can be written to has a size; those that bubblewrap makes without are made read-only."""
    shared_bytes = min(SHARED_MEMORY_BYTES, confinement.limits.file_bytes)
    # Settings of the whole machine are in /proc, which root may write without any right of root's.
    yield from ("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev")
    yield from ("--size", str(shared_bytes), "--perms", "1777", "--tmpfs", "/dev/shm")  # noqa: S108
    yield from ("--remount-ro", "/dev")
    yield from ("--size", str(confinement.limits.file_bytes), "--perms", "1777", "--tmpfs", "/tmp")  # noqa: S108
    yield from ("--perms", "0777", "--dir", HOME)


def _folders_above(errand: Errand) -> Iterator[str]:
    """What bubblewrap makes by itself, to have a place for the rest, could be entered by root alone."""
    reach = errand.confinement
    places = (Path("/etc/passwd"), *settings(), *reach.readable, *reach.writable, *reach.sockets, errand.folder)
    above = {parent for place in places for parent in place.parents if not is_of_the_system(parent)}
    for folder in sorted(above, key=lambda folder: len(folder.parts)):
        if folder not in {Path("/"), Path("/tmp")}:  # noqa: S108
            yield from _folder(folder)


def _folder(path: Path) -> tuple[str, ...]:
    return ("--perms", "0755", "--dir", str(path))


def _hosts(confinement: Confinement, told: Callable[[str, bytes], str]) -> Sequence[str]:
    if confinement.has_network:
        return ()
    return ("--perms", "0444", "--ro-bind-data", told("hosts", b"127.0.0.1 localhost\n"), "/etc/hosts")


def _passwd(user: int) -> bytes:
    return f"bot:x:{user}:{user}:bot:{HOME}:/bin/sh\n".encode()

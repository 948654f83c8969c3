"""Attempts to read what belongs to others, and to reach them: files, environments, memory, sockets, signals."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.hostile.bots.report import TARGETS, number, report_attempts, text

_libc = ctypes.CDLL(None, use_errno=True)

PTRACE_SEIZE = 0x4206
HOME = Path(os.environ.get("HOME", "/nonexistent"))


def _read(path: str | Path) -> str:
    with open(path, "rb") as source:
        return source.read(200).decode(errors="replace")


def _size(path: str | Path) -> str:
    """How much can be read: what belongs to none of ours is not to be repeated."""
    with open(path, "rb") as source:
        return f"{len(source.read(200))} bytes"


def files() -> None:
    """The arena's files, those of other bots, of the machine, and those that are only for reading."""
    paths = TARGETS["files"]
    assert isinstance(paths, dict)
    tries: dict[str, Callable[[], object]] = {f"read {name}": partial(_read, path) for name, path in paths.items()}
    own = Path(__file__).resolve()
    tries |= {
        "list the arena's folder": lambda: os.listdir(text("arena_folder")) or _refuse("empty"),
        "list the folder of sockets": lambda: _others(_socket_path()),
        "list other homes": lambda: _others(HOME, own.parent, Path(sys.prefix), Path(sys.base_prefix)),
        "change its own program": lambda: own.open("a").close(),
        "add to its own program": lambda: own.with_name("more.py").touch(),
        "write beside the arena's files": lambda: Path(text("arena_folder"), "left-here").touch(),
        "write to the system": lambda: Path("/usr/local/hostile-bot").touch(),
        "read shadow": lambda: _size("/etc/shadow"),
        "sockets of the machine": _foreign_sockets,
    }
    report_attempts("files", tries)


def _socket_path() -> Path:
    return Path(os.environ["TRACTOR_ADDRESS"].removeprefix("unix:"))


def _others(path: Path, *known: Path) -> object:
    """What lies beside *path*, but for folders that lead to what it may see."""
    found = (each for each in path.parent.iterdir() if each != path)
    return [each.name for each in found if not any(one.is_relative_to(each) for one in known)] or _refuse("alone")


def _foreign_sockets() -> object:
    """Paths of those of this arena that are not the one to dial."""
    with open("/proc/net/unix", encoding="utf-8") as source:
        told = [line.split()[-1] for line in source]
    return [path for path in told if "referee-" in path and path != str(_socket_path())] or _refuse("none")


def _refuse(why: str) -> int:
    raise PermissionError(why)


def links() -> None:
    """Links to what is out of reach, and a home that is hard to remove."""
    secret = text("secret_file")

    def through_symbolic_link() -> str:
        os.symlink(secret, HOME / "symbolic")
        return _read(HOME / "symbolic")

    def through_hard_link() -> str:
        os.link(secret, HOME / "hard")
        return _read(HOME / "hard")

    def through_folder() -> None:
        os.symlink(Path(secret).parent, HOME / "folder")
        (HOME / "folder" / "left-here").touch()

    tries: dict[str, Callable[[], object]] = {
        "read through a symbolic link": through_symbolic_link,
        "read through a hard link": through_hard_link,
        "write through a folder that is a link": through_folder,
        "replace its home": lambda: os.rename(HOME, HOME.with_name("other")),
    }
    report_attempts("links", tries)
    deep = HOME
    for _ in range(30):
        deep = deep / "deeper"
        deep.mkdir()
    os.mkfifo(HOME / "pipe")
    (HOME / "closed").mkdir()
    (HOME / "closed" / "file").touch()
    (HOME / "closed").chmod(0)
    deep.chmod(0)
    HOME.joinpath("\udcff\n\u202e").touch()


def processes() -> None:
    """Others' environments, memory and arguments, and signals to them."""
    tries: dict[str, Callable[[], object]] = {}
    for who, pid in (("bystander", number("bystander")), ("starter", os.getppid())):
        for name in ("environ", "cmdline", "maps", "mem"):
            tries[f"{name} of the {who}"] = partial(_read, f"/proc/{pid}/{name}")
        tries[f"working folder of the {who}"] = partial(os.readlink, f"/proc/{pid}/cwd")
        tries[f"files of the {who}"] = partial(os.listdir, f"/proc/{pid}/fd")
        tries[f"limits of the {who}"] = partial(_prlimit, pid)
        tries[f"priority of the {who}"] = partial(os.setpriority, os.PRIO_PROCESS, pid, 19)
        tries[f"cores of the {who}"] = partial(os.sched_setaffinity, pid, {0})
    bystander = number("bystander")
    tries |= {
        "signal the bystander": lambda: os.kill(bystander, signal.SIGTERM),
        "signal what started it": lambda: os.kill(os.getppid(), 0) if os.getppid() > 1 else _refuse("nobody"),
        "trace the bystander": lambda: _call(_libc.ptrace(PTRACE_SEIZE, bystander, None, None)),
        "read the bystander's memory": lambda: _read_memory(bystander, number("address"), number("size")),
        "take the bystander's files": lambda: _call(_libc.syscall(438, os.pidfd_open(bystander), 0, 0)),
        "environment of the first process": lambda: _harness_variables("/proc/1/environ"),
        "tokens of other seats": _other_tokens,
        "processes that are not its own": _foreign_processes,
    }
    report_attempts("processes", tries)


def _call(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def _prlimit(pid: int) -> object:
    import resource

    return resource.prlimit(pid, resource.RLIMIT_NOFILE, (64, 64))


def _read_memory(pid: int, address: int, size: int) -> object:
    buffer = ctypes.create_string_buffer(size)

    class Vector(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))

    mine, theirs = Vector(ctypes.addressof(buffer), size), Vector(address, size)
    _call(_libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0))
    return buffer.raw


def _harness_variables(path: str) -> object:
    """Those of ours alone."""
    with open(path, "rb") as source:
        variables = source.read().split(b"\0")
    return [each.decode() for each in variables if each.startswith((b"HARNESS_", b"TRACTOR_TOKEN"))] or _refuse("none")


def _other_tokens() -> object:
    own = os.environ["TRACTOR_TOKEN"].encode()
    found = 0
    for pid in _visible():
        try:
            with open(f"/proc/{pid}/environ", "rb") as source:
                variables = source.read().split(b"\0")
        except OSError:
            continue
        found += sum(each.startswith(b"TRACTOR_TOKEN=") and each != b"TRACTOR_TOKEN=" + own for each in variables)
    return found or _refuse("none")


def _foreign_processes() -> object:
    """Those that are neither this one nor what started it within its own namespace."""
    return sum(pid not in {1, 2, os.getpid(), os.getppid()} for pid in _visible()) or _refuse("none")


def _visible() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def network() -> None:
    """Ways out that are not the one unix socket."""
    loopback = "127.0.0.1"
    tries: dict[str, Callable[[], object]] = {
        "dial TCP": lambda: socket.create_connection((loopback, number("tcp")), 2).sendall(b"hello"),
        "send UDP": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(
            b"hello", (loopback, number("udp"))
        ),
        "listen to TCP of others": lambda: socket.create_server(("0.0.0.0", 0)).getsockname(),
        "IPv6": lambda: socket.create_connection(("::1", number("tcp")), 2),
        "vsock": lambda: socket.socket(40, socket.SOCK_STREAM),
        "netlink": _addresses,
        "packets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
        "raw": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
        "ciphers of the kernel": lambda: socket.socket(38, socket.SOCK_SEQPACKET),
        "abstract socket": lambda: _dial("\0" + text("abstract")),
        "socket of another by its path": lambda: _dial(text("unix")),
        "the arena's socket": lambda: _dial(str(_socket_path()).replace("bots.sock", "arena.sock")),
    }
    report_attempts("network", tries)


def _addresses() -> int:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as asked:
        asked.send(struct.pack("=IHHII", 20, 18, 0x301, 1, 0) + bytes(4))
        return len(asked.recv(65536))


def _dial(address: str) -> object:
    with socket.socket(socket.AF_UNIX) as dialled:
        dialled.settimeout(2)
        dialled.connect(address)
        dialled.sendall(b"hello")
        return "connected"


def kernel() -> None:
    """Calls that change the machine, or serve attacks on it."""
    tries: dict[str, Callable[[], object]] = {
        "a namespace of its own": lambda: _call(_libc.unshare(0x10000000)),
        "mount": lambda: _call(_libc.mount(b"none", os.fsencode(HOME), b"tmpfs", 0, None)),
        "chroot": lambda: os.chroot(HOME),
        "bpf": lambda: _call(_libc.syscall(321, 0, 0, 0)),
        "io_uring": lambda: _call(_libc.syscall(425, 1, ctypes.create_string_buffer(120))),
        "userfaultfd": lambda: _call(_libc.syscall(323, 0)),
        "keys": lambda: _call(_libc.syscall(248, b"user", b"hostile", b"x", 1, -3)),
        "shared memory that stays": lambda: _call(_libc.syscall(29, 0, 4096, 0o1600)),
        "messages that stay": lambda: _call(_libc.syscall(68, 0, 0o1600)),
        "name of the machine": lambda: socket.sethostname("hostile"),
        "become root": lambda: os.setuid(0) if os.getuid() else _refuse("is root in name"),
        "become another user": lambda: os.setuid(12345),
        "device": lambda: os.mknod(HOME / "device", 0o660 | 0o020000, os.makedev(1, 1)),
        "type into the terminal": lambda: _call(_libc.ioctl(0, 0x5412, b"x")),
    }
    report_attempts("kernel", tries)

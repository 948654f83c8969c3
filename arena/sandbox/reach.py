"""What a confined program gets to see: the system's own, its interpreter's installation, and what is its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from arena.confinement import Confinement, Limits
from arena.entrants import Local

SYSTEM_FOLDERS = tuple(
    Path(each) for each in ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
)
"""Programs and libraries of the machine, which everybody may see."""

ETC = tuple(
    Path("/etc") / each
    for each in (
        *("alternatives", "ca-certificates", "crypto-policies", "fonts", "gai.conf", "ld.so.cache", "ld.so.conf"),
        *("ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf", "os-release", "pki/ca-trust", "pki/tls/certs"),
        *("protocols", "services", "ssl/certs", "ssl/openssl.cnf", "timezone"),
    )
)
"""Of the machine's settings, those that libraries read; no names of people or machines are in them."""

ETC_PATTERNS = ("java*", "jvm*", "python*")

NETWORK_SETTINGS = (Path("/etc/resolv.conf"), Path("/etc/hosts"))
"""Read besides where the network is open."""

_HOPS = 40
"""Symbolic links in a row that are followed, as the kernel does."""

_TOO_WIDE = (".local", ".cargo", ".config")
"""In a home: what has a ``bin`` and is nobody's installation."""


@cache
def settings() -> tuple[Path, ...]:
    """Those files and folders of /etc that are there; looked at once, as none of them comes or goes while bots play."""
    more = (path for pattern in ETC_PATTERNS for path in Path("/etc").glob(pattern))
    return tuple(path for path in (*ETC, *sorted(more)) if path.exists())


def is_of_the_system(path: Path) -> bool:
    """Whether a path lies in the system's own folders."""
    return _lies_in(path, SYSTEM_FOLDERS)


def is_shown(path: Path) -> bool:
    """Whether every program sees a path anyway."""
    return is_of_the_system(path) or _lies_in(path, settings())


def _lies_in(path: Path, places: tuple[Path, ...]) -> bool:
    """What `Path.is_relative_to` says for any of them, much faster: each start of a bot asks it a hundred times."""
    return f"{path}/".startswith(_beginnings(places))


@cache
def _beginnings(places: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(f"{place}/" for place in places)


def confinement_of(player: Local, address: str, limits: Limits | None = None) -> Confinement:
    """What a bot may reach that dials *address*.

    That is what was named for it. If nothing was: the folder of its script, or of the program itself where there is
    none; and nothing but that file if the folder is the one where it is started, which holds other things.
    """
    readable = player.readable or tuple(own_files(player))
    program = _absolute(player.folder / player.command[0])
    # Whoever made what is in the folder wrote the command too, if the whole folder is the bot's.
    is_from_elsewhere = player.folder in player.readable

    def is_trusted(path: Path) -> bool:
        """Links, and settings of Python environments, are the bot's: they open nothing but programs that we use."""
        is_own = any(path.is_relative_to(each) for each in readable)
        return is_own or (path == program and not is_from_elsewhere) or _is_in_use(path)

    return Confinement(
        readable=tuple(dict.fromkeys((*readable, *installations(program, is_trusted)))),
        sockets=(Path(address.removeprefix("unix:")),) if address.startswith("unix:") else (),
        limits=limits or Limits(),
    )


def own_files(player: Local) -> Iterator[Path]:
    """What a bot may read that nothing was named for."""
    given = [player.folder / word for word in player.command[1:] if _is_path(player.folder, word)]
    program = player.folder / player.command[0]
    own = given if is_of_the_system(program) or given else [program]
    for number, path in enumerate(own):
        wanted = path if path.is_dir() or number else path.parent
        if not _is_too_wide(wanted, player.folder):
            yield _absolute(wanted)
        elif path.is_file():
            yield _absolute(path)


def _is_path(folder: Path, word: str) -> bool:
    if not word or word.startswith("-") or "\0" in word:
        return False
    try:
        return (folder / word).exists() and not is_of_the_system(folder / word)
    except OSError:
        # A long text is no path.
        return False


def _is_too_wide(wanted: Path, start: Path) -> bool:
    real = wanted.resolve()
    return start.resolve().is_relative_to(real) or Path.home().is_relative_to(real) or real == Path("/etc")


def _is_in_use(program: Path) -> bool:
    """Whether a program is one that the arena would find, or belongs to the Python that runs it."""
    own = (Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_prefix).resolve())
    in_path = _folders_of(os.environ.get("PATH", os.defpath))
    return program.parent in in_path or any(program.is_relative_to(each) for each in own)


@cache
def _folders_of(search_path: str) -> frozenset[Path]:
    """Those in which programs are looked for, as they are named and as they are."""
    named = [Path(folder) for folder in search_path.split(os.pathsep) if folder]
    return frozenset((*named, *(folder.resolve() for folder in named)))


def installations(program: Path, is_trusted: Callable[[Path], bool] = lambda _: True) -> tuple[Path, ...]:
    """Folders, or files, that a program outside the system's folders needs: its own and those that it is a link into.

    A program in a ``bin`` folder belongs to the folder above; a Python environment also needs what it was made from.

    Args:
        is_trusted: whether what the program at a path needs may be read; asked of every link on the way.
    """
    found: list[Path] = []
    seen: set[Path] = set()
    waiting = [_absolute(program)]
    for start in waiting:
        for path in _hops(start):
            if path in seen or is_shown(path) or not is_trusted(path):
                continue
            seen.add(path)
            found.append(_installed_in(path))
            waiting.extend(_bases_of_environment(path))
    if program == Path(sys.executable):
        found += [Path(sys.prefix), Path(sys.base_prefix)]
    return tuple(path for path in dict.fromkeys(found) if not is_of_the_system(path))


def _hops(path: Path) -> Iterator[Path]:
    seen = path
    for _ in range(_HOPS):
        yield seen
        if not seen.is_symlink():
            break
        seen = _absolute(seen.parent / seen.readlink())
    yield path.resolve()


def _installed_in(program: Path) -> Path:
    folder = program.parent
    if folder.name != "bin":
        return program
    root = folder.parent
    is_wide = Path.home().is_relative_to(root) or (root.parent == Path.home() and root.name in _TOO_WIDE)
    return program if is_wide else root


def _bases_of_environment(program: Path) -> Iterator[Path]:
    """The Python that an environment was made from."""
    try:
        lines = (program.parent.parent / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        key, _, value = line.partition("=")
        base = _absolute(Path(value.strip()) / program.name)
        if key.strip() == "home" and value.strip():
            yield base


def _absolute(path: Path) -> Path:
    """Without ``..``, and with symbolic links as they are."""
    return Path(os.path.normpath(path.absolute()))


def outermost(paths: Iterable[Path]) -> Sequence[Path]:
    """Those that lie in no other of them, in the order of their depth."""
    kept: list[Path] = []
    for path in sorted(set(map(_absolute, paths)), key=lambda path: (len(path.parts), path)):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept

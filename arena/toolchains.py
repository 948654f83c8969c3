"""What a confined build needs of the caller's machine: compilers in PATH, registries and proxies, and nothing else.

Settings of registries in the home may hold secrets, so a build sees only those that the caller names.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.reach import is_of_the_system

SETTINGS = (Path("/etc/maven/m2.conf"), Path("/etc/maven/logging"))
"""Without which a distribution's Maven does not start. Its settings.xml, which is beside them, may hold passwords."""

_KEPT = re.compile(
    r"(https?|all|no|ftp)_proxy|PATH|LANG|LC_.*|TZ"
    r"|GO(PROXY|SUMDB|NOSUMDB|NOPROXY|PRIVATE|FLAGS|ROOT|TOOLCHAIN|INSECURE|AUTH)"
    r"|PIP_(INDEX_URL|EXTRA_INDEX_URL|TRUSTED_HOST|CERT|CONSTRAINT)|UV_(INDEX|DEFAULT_INDEX|INDEX_URL)"
    r"|npm_config_(registry|cafile|strict_ssl|(https_?)?proxy|noproxy)"
    r"|CARGO_(REGISTRIES_.*_INDEX|REGISTRY_DEFAULT|SOURCE_.*|HTTP_.*|NET_.*)|RUSTUP_(TOOLCHAIN|DIST_SERVER)"
    r"|JAVA_HOME|JAVA_TOOL_OPTIONS|MAVEN_(OPTS|ARGS)|M2_HOME|DOTNET_ROOT|CC|CXX|CMAKE_.*|PKG_CONFIG_PATH"
    r"|PYENV_ROOT|NVM_DIR|VOLTA_HOME|SDKMAN_DIR|ASDF_(DIR|DATA_DIR)|RBENV_ROOT"
    r"|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS|GIT_SSL_CAINFO",
    re.IGNORECASE,
)
"""Variables of the caller that a build gets, whole names, in either case."""

_PATHS = re.compile(
    r"GOROOT|PIP_(CERT|CONSTRAINT)|npm_config_cafile|CARGO_HTTP_CAINFO|JAVA_HOME|M2_HOME|DOTNET_ROOT"
    r"|PYENV_ROOT|NVM_DIR|VOLTA_HOME|SDKMAN_DIR|ASDF_(DIR|DATA_DIR)|RBENV_ROOT"
    r"|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS|GIT_SSL_CAINFO",
    re.IGNORECASE,
)
"""Those of them that name what is to be read."""


@dataclass(frozen=True, slots=True)
class Toolchains:
    """What a build is given.

    Attributes:
        readable: files and folders outside the system's own.
        environment: variables.
    """

    readable: tuple[Path, ...]
    environment: tuple[tuple[str, str], ...]


def find_toolchains(
    environment: Mapping[str, str], home: Path, programs: Sequence[Path], named: Sequence[Path]
) -> Toolchains:
    """What a build needs that starts *programs*, by the caller's *environment* and *home*.

    Args:
        named: files and folders that the caller lets it read besides.
    """
    kept = {name: value for name, value in environment.items() if _KEPT.fullmatch(name)}
    path = environment.get("PATH", "")
    found = [folder for entry in path.split(":") if entry for folder in _of_folder(Path(entry), home)]
    for program in programs:
        found += [*_of_folder(program.parent, home), *_of_folder(program.resolve().parent, home)]
    found += [Path(value) for name, value in kept.items() if _PATHS.fullmatch(name) and value]
    rustup = Path(environment.get("RUSTUP_HOME") or home / ".rustup")
    if shutil.which("rustup", path=path) is not None and rustup.is_dir():
        # Its cargo looks for compilers there. What it downloads belongs to CARGO_HOME, which is below the private home.
        kept["RUSTUP_HOME"] = str(rustup)
        found.append(rustup)
    if shutil.which("mvn", path=path) is not None:
        found += SETTINGS
    readable = [*(each for each in found if each.exists() and not is_of_the_system(each)), *named]
    return Toolchains(tuple(dict.fromkeys(readable)), tuple(sorted(kept.items())))


def _of_folder(folder: Path, home: Path) -> Iterator[Path]:
    """A folder of programs, and the prefix with their libraries, where that holds nothing else.

    The home, and what is directly in it, is nobody's prefix: ``~/.local`` and ``~/.cargo`` hold passwords too.
    """
    for place in dict.fromkeys((folder, folder.resolve())):
        if not place.is_dir() or home.is_relative_to(place):
            continue
        yield place
        prefix = place.parent
        is_private = home.is_relative_to(prefix) or prefix.parent == home
        if place.name == "bin" and not is_private and not is_of_the_system(prefix):
            yield prefix

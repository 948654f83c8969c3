"""Writes the Python code of the protocol: all of it for the referee, the bots' half for the Python sample bots.

With ``--check`` it writes nothing, and exits with status 1 naming each file that is not as it would be written.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PROTOS = Path("protos")
PACKAGE = PurePosixPath("tractor/v1")
BOT_PROTO = PACKAGE / "bot.proto"

TRACTOR_IMPORT = re.compile(r"^from tractor\.v1 import ", re.MULTILINE)
PROTO_IMPORT = re.compile(r'^import (?:public )?"(tractor/[^"]+)";', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Target:
    """A folder that holds nothing but generated code, and how that code imports itself."""

    folder: PurePosixPath
    import_root: str
    protos: tuple[PurePosixPath, ...]


class GenerationError(Exception):
    """protoc refused the protocol; the message is what it said."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the Python code of the protocol.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the code is not up to date")
    check = parser.parse_args(arguments).check
    root = Path(__file__).resolve().parent.parent
    try:
        wanted = generated(root)
    except GenerationError as error:
        print(error, file=sys.stderr)
        return 1
    changed = differences(root, wanted)
    if not check:
        write(root, wanted, changed)
        return 0
    for path in changed:
        print(f"{path} is not up to date: run `make generate`", file=sys.stderr)
    return 1 if changed else 0


def targets(root: Path) -> tuple[Target, ...]:
    """Where the code below *root* goes."""
    all_protos = tuple(PACKAGE / path.name for path in sorted((root / PROTOS / PACKAGE).glob("*.proto")))
    return (
        Target(PurePosixPath("referee/wire/tractor"), "referee.wire.tractor", all_protos),
        Target(PurePosixPath("sample_bots/python/tractor"), "tractor", with_imports(root, BOT_PROTO)),
    )


def with_imports(root: Path, proto: PurePosixPath) -> tuple[PurePosixPath, ...]:
    """*proto* and whatever of ours it imports, near or far."""
    found: set[PurePosixPath] = set()
    waiting = [proto]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            text = (root / PROTOS / current).read_text(encoding="utf-8")
            waiting.extend(PurePosixPath(name) for name in PROTO_IMPORT.findall(text))
    return tuple(sorted(found))


def generated(root: Path) -> dict[PurePosixPath, str]:
    """Every generated file of the tree below *root*, by its path from there."""
    files: dict[PurePosixPath, str] = {}
    for target in targets(root):
        package = target.folder / PACKAGE.name
        files[target.folder / "__init__.py"] = '"""Generated from protos/tractor by protos/generate.py."""\n'
        files[package / "__init__.py"] = f'"""Generated from protos/{PACKAGE} by protos/generate.py."""\n'
        for name, text in compiled(root, target.protos).items():
            files[package / name] = TRACTOR_IMPORT.sub(f"from {target.import_root}.v1 import ", text)
    return files


def compiled(root: Path, protos: Iterable[PurePosixPath]) -> dict[str, str]:
    """What protoc makes of *protos*, by file name."""
    # The plugins stand beside the interpreter that they were installed for, which need not be in PATH.
    scripts = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as out:
        command = [
            *(sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={root / PROTOS}"),
            f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
            f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
            *(f"--{kind}_out={out}" for kind in ("python", "grpc_python")),
            *(f"--{kind}_out=quiet:{out}" for kind in ("mypy", "mypy_grpc")),
            *(str(proto) for proto in protos),
        ]
        result = subprocess.run(command, check=False, capture_output=True, text=True)
        if result.returncode != 0:
            raise GenerationError(result.stderr.strip())
        paths = sorted((Path(out) / PACKAGE).iterdir())
        return {path.name: path.read_text(encoding="utf-8") for path in paths if not is_empty_service(path)}


def is_empty_service(path: Path) -> bool:
    """Whether *path* is the gRPC half of a file that declares no service."""
    messages, suffix, _ = path.name.partition("_pb2_grpc.")
    if not suffix:
        return False
    return "Servicer" not in (path.parent / f"{messages}_pb2_grpc.py").read_text(encoding="utf-8")


def differences(root: Path, wanted: Mapping[PurePosixPath, str]) -> list[PurePosixPath]:
    """The paths below *root* that are missing, stale or not wanted any more."""
    present = {
        PurePosixPath(path.relative_to(root).as_posix())
        for target in targets(root)
        for path in (root / target.folder).rglob("*.py*")
        if path.suffix in {".py", ".pyi"}
    }
    stale = {
        path
        for path, text in wanted.items()
        if path not in present or (root / path).read_text(encoding="utf-8") != text
    }
    return sorted(stale | (present - wanted.keys()))


def write(root: Path, wanted: Mapping[PurePosixPath, str], changed: Iterable[PurePosixPath]) -> None:
    """Make each *changed* path below *root* what is *wanted*, which may be absent."""
    for path in changed:
        if path in wanted:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(wanted[path], encoding="utf-8")
        else:
            (root / path).unlink()
        print(path)


if __name__ == "__main__":
    sys.exit(main())

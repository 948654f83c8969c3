"""Source files as syntax trees: what a file imports and calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file: its module name as written in an import, and its text."""

    module: str
    text: str

    def imports(self) -> set[str]:
        """Modules that it imports, wherever in the file; ``from a import b`` counts as ``a.b``."""
        found: set[str] = set()
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, ast.Import):
                found.update(name.name for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                found.update(f"{self._origin(node)}.{name.name}" for name in node.names)
        return found

    def calls(self) -> set[str]:
        """Names that it calls plainly: ``open(path)`` counts, ``door.open()`` does not."""
        return {
            node.func.id
            for node in ast.walk(ast.parse(self.text))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }

    def _origin(self, node: ast.ImportFrom) -> str:
        if node.level == 0:
            return node.module or ""
        package = self.module.split(".")[: -node.level]
        return ".".join([*package, node.module] if node.module else package)


def sources(*folders: str) -> Iterator[Source]:
    """The Python files below *folders* of the project, generated code too."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield Source(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path.read_text(encoding="utf-8"))


def is_within(module: str, package: str) -> bool:
    """Whether *module* is *package* or something in it."""
    return module == package or module.startswith(f"{package}.")

"""Starter kits: where they are, in a checkout or installed, and what their languages are called."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from arena.bot_file import BOT_FILE

CHECKOUT = Path(__file__).resolve().parents[1]
"""The folder of the project, if this is one."""

INSTALLED = Path(sys.prefix) / "share" / "tractor-arena"
"""Where the wheel puts what is no code."""

_SYNONYMS = {
    "py": "python",
    "python3": "python",
    "ts": "typescript",
    "node": "typescript",
    "nodejs": "typescript",
    "js": "typescript",
    "javascript": "typescript",
    "golang": "go",
    "rs": "rust",
    "c++": "cpp",
    "cxx": "cpp",
    "cc": "cpp",
}


class NoKit(ValueError):
    """A language of which there is no kit; the sentence says of which there are."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A folder with a bot to fill in.

    Attributes:
        language: as its folder is called.
        protocol: ``bot.proto``, from which code is generated.
    """

    language: str
    folder: Path
    protocol: Path


def root() -> Path:
    """The folder with ``sample_bots`` and ``protos``: that of the checkout, or what is installed."""
    return CHECKOUT if (CHECKOUT / "sample_bots").is_dir() else INSTALLED


def find_kit(language: str, root: Path) -> Kit:
    """The kit of a *language*, whatever people call it.

    Raises:
        NoKit: there is none.
    """
    kits = {path.parent.name: path.parent for path in sorted(root.glob(f"sample_bots/*/{BOT_FILE}"))}
    if not kits:
        raise NoKit(f"there are no starter kits in {root / 'sample_bots'}; install tractor-arena again")
    name = _SYNONYMS.get(language.strip().casefold(), language.strip().casefold())
    if name not in kits:
        raise NoKit(f"there is no starter kit in {language!r}; there are {', '.join(kits)}")
    return Kit(name, kits[name], root / "protos" / "tractor" / "v1" / "bot.proto")

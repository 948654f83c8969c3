"""The files of a folder, without those that git would pass over by the ``.gitignore`` files in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ALWAYS = frozenset({".git", "__pycache__"})
"""Passed over whatever the ``.gitignore`` says."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A line of a ``.gitignore``.

    Attributes:
        base: folder that the file lies in, relative to the whole; empty or ending in ``/``.
        takes_back: it begins with ``!``: what matches is not ignored after all.
    """

    base: str
    pattern: re.Pattern[str]
    takes_back: bool
    only_folders: bool

    def matches(self, path: str, *, is_folder: bool) -> bool:
        return (is_folder or not self.only_folders) and bool(
            path.startswith(self.base) and self.pattern.fullmatch(path, len(self.base))
        )


def files_of(folder: Path) -> Iterator[PurePosixPath]:
    """Everything below *folder* that is no folder and not ignored, relative to it, in order. Links are not followed.

    Raises:
        OSError: a folder or a ``.gitignore`` cannot be read.
    """
    yield from _below(folder, "", ())


def _below(folder: Path, base: str, rules: Sequence[_Rule]) -> Iterator[PurePosixPath]:
    rules = [*rules, *_read(folder / ".gitignore", base)]
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    for entry in found:
        path, is_folder = f"{base}{entry.name}", entry.is_dir(follow_symlinks=False)
        if entry.name in ALWAYS or _is_ignored(path, rules, is_folder=is_folder):
            continue
        if is_folder:
            yield from _below(folder / entry.name, f"{path}/", rules)
        else:
            yield PurePosixPath(path)


def _is_ignored(path: str, rules: Sequence[_Rule], *, is_folder: bool) -> bool:
    """By the last rule that matches."""
    for rule in reversed(rules):
        if rule.matches(path, is_folder=is_folder):
            return not rule.takes_back
    return False


def _read(path: Path, base: str) -> Iterator[_Rule]:
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        text = re.sub(r"(?<!\\) +$", "", line)
        takes_back = text.startswith("!")
        text = text.removeprefix("!")
        if not text or (text.startswith("#") and not takes_back):
            continue
        only_folders = text.endswith("/")
        text = text.rstrip("/") if only_folders else text
        # A slash at its beginning or within ties a pattern to the folder of its file; others match at any depth.
        is_tied = "/" in text
        text = text.removeprefix("/")
        beginning = "" if is_tied else "(?:.*/)?"
        if text:
            yield _Rule(base, re.compile(beginning + _as_expression(text), re.DOTALL), takes_back, only_folders)


_TOKEN = re.compile(r"\*\*/|/\*\*$|\*+|\?|\[(?P<set>[!^]?\]?[^\]]*)\]|\\(?P<escaped>.)|(?P<plain>.)", re.DOTALL)


def _as_expression(pattern: str) -> str:
    """A pattern of git's as a regular expression for a whole path."""
    parts = []
    for token in _TOKEN.finditer(pattern):
        text = token.group()
        if text == "**/":
            parts.append("(?:.*/)?")
        elif text == "/**":
            parts.append("/.+")
        elif text.startswith("*"):
            parts.append("[^/]*")
        elif text == "?":
            parts.append("[^/]")
        elif token["set"] is not None:
            inner = token["set"].replace("\\", "\\\\")
            parts.append(f"(?!/)[{'^' + inner[1:] if inner[:1] in ('!', '^') else inner}]")
        else:
            parts.append(re.escape(token["escaped"] or token["plain"] or text))
    return "".join(parts)

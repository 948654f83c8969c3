"""What is out of date in the folder of a cup: left half written, or of matches and bots that the cup no longer has."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from arena.publishing.parts import PREFIX, SUFFIX
from arena.records_store import SUFFIX as RECORD
from arena.words.languages import Language

DOCUMENTS = (
    *("cup.json", "leaderboard.json", "leaderboard.csv", "leaderboard.md", "matches.jsonl", "feed.xml", "rules.html"),
    "records.html",
)
"""Files of all languages in the folder of a cup; the last is one that earlier versions wrote."""

PAGES = re.compile(r"(?:index|replay|matches(?:-[0-9]+)?|meetings-[0-9]+)\.html")
"""In the folder of each language."""

_KEY = "[0-9a-f]{32}"
OF_MATCHES: Mapping[str, re.Pattern[str]] = {
    "records": re.compile(_KEY + re.escape(RECORD)),
    "replays": re.compile(rf"{_KEY}\.js"),
    **{f"{language.folder}matches": re.compile(rf"{_KEY}\.html") for language in Language},
}
"""Folders with nothing in them but files of matches, and the names of these."""

_OF_CUPS: Mapping[str, re.Pattern[str]] = {
    **OF_MATCHES,
    "badges": re.compile(r".+\.svg"),
    **{f"{language.folder}bots": re.compile(r".+\.html") for language in Language},
    **{language.folder.rstrip("/") or ".": PAGES for language in Language},
}
"""By folder, names of files that one cup has and another has not."""

_OURS: Mapping[str, re.Pattern[str]] = {
    **_OF_CUPS,
    "schemas": re.compile(r".+\.json"),
    "assets": re.compile(r".+\.(?:css|js|svg)"),
}


def remove_parts(target: Path) -> None:
    """Remove what was left half written, by one who was killed or could not go on."""
    for folder, name in _OURS.items():
        for path in _names(target / folder):
            inner = path.removeprefix(PREFIX).removesuffix(SUFFIX)
            is_part = path == f"{PREFIX}{inner}{SUFFIX}"
            if is_part and (name.fullmatch(inner) or (folder == "." and inner in DOCUMENTS)):
                (target / folder / path).unlink(missing_ok=True)
    for folder in OF_MATCHES:
        part = target / folder
        part = part.with_name(f"{PREFIX}{part.name}{SUFFIX}")
        if part.is_dir() and not part.is_symlink():
            shutil.rmtree(part)


def remove_unlisted(target: Path, listed: Collection[str], *, but: Path) -> None:
    """Remove files of matches, bots and pages that are not *listed*, by their names below the folder; no others.

    Args:
        but: a folder that is let be: where cups keep their records, in case it is in this very folder.
    """
    for folder, name in _OF_CUPS.items():
        if (target / folder).resolve() == but.resolve():
            continue
        prefix = "" if folder == "." else f"{folder}/"
        for path in _names(target / folder):
            if name.fullmatch(path) and f"{prefix}{path}" not in listed:
                (target / folder / path).unlink(missing_ok=True)


def _names(folder: Path) -> Sequence[str]:
    """Of the files there; the system tells them with their names, without a question for each of thousands."""
    if not folder.is_dir():
        return ()
    with os.scandir(folder) as found:
        return [entry.name for entry in found if entry.is_file()]

"""What is out of date in the folder of a cup: left half written, or of matches and bots that the cup no longer has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
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
_OF_MATCHES: Mapping[str, re.Pattern[str]] = {
    "records": re.compile(_KEY + re.escape(RECORD)),
    "replays": re.compile(rf"{_KEY}\.js"),
    **{f"{language.folder}matches": re.compile(rf"{_KEY}\.html") for language in Language},
}
_OF_CUPS: Mapping[str, re.Pattern[str]] = {
    **_OF_MATCHES,
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
        for path in _files(target / folder):
            inner = path.name.removeprefix(PREFIX).removesuffix(SUFFIX)
            is_part = path.name == f"{PREFIX}{inner}{SUFFIX}"
            if is_part and (name.fullmatch(inner) or (folder == "." and inner in DOCUMENTS)):
                path.unlink(missing_ok=True)


def remove_unlisted(target: Path, listed: Collection[str], *, but: Path) -> None:
    """Remove files of matches, bots and pages that are not *listed*, by their names below the folder; no others.

    Args:
        but: a folder that is let be: where cups keep their records, in case it is in this very folder.
    """
    for folder, name in _OF_CUPS.items():
        if (target / folder).resolve() == but.resolve():
            continue
        prefix = "" if folder == "." else f"{folder}/"
        for path in _files(target / folder):
            if name.fullmatch(path.name) and f"{prefix}{path.name}" not in listed:
                path.unlink(missing_ok=True)


def _files(folder: Path) -> Iterable[Path]:
    return [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else ()

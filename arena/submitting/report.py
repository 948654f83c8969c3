"""What becomes of a submission, told as it happens: in sentences for people, as events for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from rich.cells import cell_len

from arena.bot_store import Manifest, newest
from arena.console import complain, say


class Report(Protocol):
    """Told of one submission."""

    def building(self, command: str) -> None:
        """A build command begins."""

    def built(self, command: str, took_s: float) -> None:
        """It came to a good end."""

    def build_failed(self, reason: str, output: str) -> None:
        """It came to no good end; *output* is what it printed last."""

    def kept(self, manifest: Manifest, *, is_new: bool) -> None:
        """The bot is kept, now or from before."""

    def entered(self, manifest: Manifest, tokens: Sequence[str], authority: str) -> None:
        """A bot elsewhere has its tokens, which are never told again, and trusts *authority*, a file."""

    def failed(self, reason: str, key: str) -> None:
        """Nothing is kept; *key* is of bot.toml, or empty."""


class Sentences:
    """For people."""

    def __init__(self) -> None:
        self._is_first = True

    def building(self, command: str) -> None:
        say(f"Building: {command}{' (from an empty cache, so it can take minutes)' if self._is_first else ''}")
        self._is_first = False

    def built(self, command: str, took_s: float) -> None:
        say(f"Built: {command} ({took_s:.1f} s)")

    def build_failed(self, reason: str, output: str) -> None:
        if output:
            say("\n".join(f"    {line}" for line in output.splitlines()))
        complain(reason)

    def kept(self, manifest: Manifest, *, is_new: bool) -> None:
        name, version = manifest.entrant, f"version {manifest.version} ({manifest.hash})"
        if is_new:
            say(f"Kept: {name}, {version}. In a cup file:")
        else:
            say(
                f"The same content is kept already, since {_day(manifest.submitted)}: {name}, {version}. In a cup file:"
            )
        say("    [[bot]]")
        say(f"    entrant = {_quoted(name)}")
        say(f"    version = {_quoted(manifest.version)}     # without this line, the newest")

    def entered(self, manifest: Manifest, tokens: Sequence[str], authority: str) -> None:
        say(f"{manifest.entrant} dials in from elsewhere. Its tokens, one for each seat that it plays at once:")
        for token in tokens:
            say(f"    {token}")
        say("They are shown now and never again; those that it had before are good for nothing any more. Start one")
        say("program for each, with TRACTOR_TOKEN set to it, TRACTOR_ADDRESS to where `arena serve-bots` listens, and")
        say(f"TRACTOR_AUTHORITY to a copy of {authority}.")

    def failed(self, reason: str, key: str) -> None:
        complain(reason, about=f"bot.toml: {key}" if key else "")


class Events:
    """For programs: one JSON object a line."""

    def building(self, command: str) -> None:
        _event("building", command=command)

    def built(self, command: str, took_s: float) -> None:
        _event("built", command=command, took_s=round(took_s, 3))

    def build_failed(self, reason: str, output: str) -> None:
        _event("failed", reason=reason, key=None, output=output)
        complain(reason)

    def kept(self, manifest: Manifest, *, is_new: bool) -> None:
        _event("kept", **fields(manifest), is_new=is_new)

    def entered(self, manifest: Manifest, tokens: Sequence[str], authority: str) -> None:
        _event("entered", **fields(manifest), tokens=list(tokens), authority=authority)

    def failed(self, reason: str, key: str) -> None:
        _event("failed", reason=reason, key=key or None)
        complain(reason, about=f"bot.toml: {key}" if key else "")


def list_as_events(versions: Sequence[Manifest]) -> None:
    """One object a line, the oldest of each entrant first."""
    latest = newest(versions)
    for each in versions:
        _event("bot", **fields(each), is_newest=each in latest)


def list_as_table(versions: Sequence[Manifest]) -> None:
    """A table, as wide as it has to be."""
    if not versions:
        say("No bots were submitted here. arena submit DIR does it, or arena submit --remote NAME.")
        return
    rows = [("entrant", "version", "hash", "language", "author", "tables", "submitted", "where"), *map(_row, versions)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell}{' ' * (width - cell_len(cell))}" for cell, width in zip(row, widths, strict=True))
        say("  ".join(cells).rstrip())


def fields(manifest: Manifest) -> dict[str, object]:
    """A version, as events have it."""
    return {
        "entrant": manifest.entrant,
        "version": manifest.version,
        "content": manifest.content,
        "language": manifest.language,
        "author": manifest.author,
        "tables": manifest.tables,
        "games": list(manifest.games),
        "submitted": manifest.submitted.isoformat(timespec="seconds"),
        "is_remote": manifest.is_remote,
        "chairs": manifest.chairs,
    }


def _row(manifest: Manifest) -> tuple[str, ...]:
    chairs = "" if manifest.chairs is None else f", {manifest.chairs} {'seat' if manifest.chairs == 1 else 'seats'}"
    return (
        manifest.entrant,
        manifest.version,
        manifest.hash or "–",
        manifest.language or "–",
        manifest.author or "–",
        "any" if manifest.tables is None else str(manifest.tables),
        f"{manifest.submitted:%Y-%m-%d %H:%M} UTC",
        f"elsewhere{chairs}" if manifest.is_remote else "here",
    )


def _event(event: str, **more: object) -> None:
    say(json.dumps({"event": event, **more}, ensure_ascii=False))


def _day(when: datetime) -> str:
    return f"{when:%Y-%m-%d}"


def _quoted(text: str) -> str:
    """As a text of TOML, which one of JSON is."""
    return json.dumps(text, ensure_ascii=False)

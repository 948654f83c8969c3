"""What a bot prints: its beginning and its end are kept, and appended to a log of bounded size.

It is a stranger's: colours are dropped, what else would make a terminal do something is written out, and no line of it
looks like one of ours.
"""

from __future__ import annotations

import re
from pathlib import Path

HEAD_BYTES = 16 * 1024
TAIL_BYTES = 48 * 1024

LOG_BYTES = 1024 * 1024
"""A log longer than this is put aside as ``NAME.log.1``, and the one put aside before is dropped."""


HEADING = "=== "
"""Begins the lines of a log that are the arena's."""

_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that terminals act on: control characters but for tab and line feed, and those that turn text about."""

_DECORATION = re.compile(r"\x1b\[[0-9;:]*[mK]")
"""Colours and the like, which say nothing."""


class CappedOutput:
    """The first and the last of a stream of bytes, whatever its length."""

    def __init__(self, head_bytes: int = HEAD_BYTES, tail_bytes: int = TAIL_BYTES) -> None:
        self._head_bytes = head_bytes
        self._tail_bytes = tail_bytes
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0

    def add(self, data: bytes) -> None:
        """What came next."""
        room = self._head_bytes - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room < len(data) else b""
        excess = len(self._tail) - self._tail_bytes
        if excess > 0:
            del self._tail[:excess]
            self._dropped += excess

    @property
    def byte_count(self) -> int:
        """Of all that came, kept or not."""
        return len(self._head) + self._dropped + len(self._tail)

    def text(self, begin: int = 0, end: int | None = None) -> str:
        """What was kept of all, or of the bytes from *begin* to *end*; what was left out is counted in its place.

        It can be shown on a terminal.
        """
        end = self.byte_count if end is None else end
        kept_again = len(self._head) + self._dropped
        left_out = min(end, kept_again) - max(begin, len(self._head))
        gap = f"\n… {left_out} bytes left out …\n".encode() if left_out > 0 else b""
        tail = self._tail[max(0, begin - kept_again) : max(0, end - kept_again)]
        return _harmless((bytes(self._head[begin:end]) + gap + bytes(tail)).decode(errors="replace"))

    def last_line(self) -> str:
        """The last line that says something; empty if there is none."""
        lines = [line for line in self.text().splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""


def append_to_log(path: Path, heading: str, text: str, log_bytes: int = LOG_BYTES) -> None:
    """Add what one process printed to the log of its bot."""
    end = "" if text.endswith("\n") or not text else "\n"
    own = re.sub(f"^{HEADING}", f" {HEADING}", text, flags=re.MULTILINE)
    append_logged(path, heading, f"{own}{end}", log_bytes)


def append_logged(path: Path, heading: str, text: str, log_bytes: int = LOG_BYTES) -> None:
    """Add lines of a log, of another machine say, to the log of the same bot, with their headings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > log_bytes:
        path.replace(path.with_name(f"{path.name}.1"))
    with path.open("a", encoding="utf-8") as log:
        log.write(f"{HEADING}{heading}\n{text}")


def _harmless(text: str) -> str:
    plain = _DECORATION.sub("", text.replace("\r\n", "\n"))
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), plain)

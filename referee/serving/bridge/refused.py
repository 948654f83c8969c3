"""Tells a message that gRPC itself refused from a peer that left.

A message that is far too long, or packed in a way that gRPC does not know, never reaches us. gRPC ends the stream and
tells its peer why; we read what we read at every end, that nothing more comes. Only its log knows the difference: there
it says that it failed to receive, which it says of no other end.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar

_FAILED = "Failed to receive any message from Core"


class Refusals:
    """Whether gRPC refused a message of one stream."""

    def __init__(self) -> None:
        self.has_any = False

    def watch(self) -> None:
        """Note what is refused while this task, or one that it begins from here on, waits for a message."""
        _watching.set(self)


_watching: ContextVar[Refusals | None] = ContextVar("_watching", default=None)


class _Listener(logging.Filter):
    """Hears what gRPC logs, and lets pass what it would have logged anyway."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, str) and record.msg.startswith(_FAILED):
            refusals = _watching.get()
            if refusals is not None:
                refusals.has_any = True
        return record.levelno >= (_logger.parent or _logger).getEffectiveLevel()


_logger = logging.getLogger("grpc._cython.cygrpc")
_logger.setLevel(logging.DEBUG)
_logger.addFilter(_Listener())

"""What cannot be published."""

from __future__ import annotations

from pathlib import Path


class PublishError(Exception):
    """What is in the ledger cannot be published as it is.

    Attributes:
        where: the file.
        what: what is wrong with it, and what to do.
    """

    def __init__(self, where: Path, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what

"""The folder of what the arena keeps."""

from __future__ import annotations

from pathlib import Path


def make_files_folder(folder: Path) -> None:
    """Make it, if it is not there; it asks git to pass it over."""
    folder.mkdir(parents=True, exist_ok=True)
    ignored = folder / ".gitignore"
    if not ignored.exists():
        try:
            ignored.write_text("*\n", encoding="utf-8")
        except OSError:
            # On a full disk it is there, and empty.
            ignored.unlink(missing_ok=True)
            raise

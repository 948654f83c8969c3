"""Where the links of a page lead."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_TARGETS = ("href", "src", "data")
"""Attributes that name a file."""


class Links(HTMLParser):
    """What a page names of files, as it names them, and its anchors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.found += [value for name, value in attrs if name in _TARGETS and value]
        self.anchors.update(value for name, value in attrs if name == "id" and value)


def links_of(page: Path) -> list[str]:
    """The absolute URLs that the page leads to."""
    found = Links(page.read_text(encoding="utf-8")).found
    return [urljoin(page.as_uri(), link) for link in found if not link.startswith("data:")]


def file_of(url: str) -> Path:
    """The file that a ``file:`` URL opens."""
    return Path(unquote(urlsplit(url).path))


def crawled(start: Path) -> dict[Path, list[str]]:
    """All pages that can be reached from *start* by links, with their links."""
    pages: dict[Path, list[str]] = {}
    waiting = [start]
    while waiting:
        page = waiting.pop()
        if page in pages:
            continue
        pages[page] = links_of(page)
        files = [file_of(url) for url in pages[page] if url.startswith("file:")]
        waiting += [file for file in files if file.suffix == ".html" and file.is_file()]
    return pages

"""A page as its elements, for tests of what stands on it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "img"})


class Parsed(HTMLParser):
    """A page read to its end; fails on an element that is not closed.

    Attributes:
        elements: with their attributes, in the order of the page.
        rows: names at the heads of the rows of all tables.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "th" and dict(attrs).get("scope") == "row":
            self.rows.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "th" in self.open and self.open[-1] == "bdi" and self.rows:
            self.rows[-1] = self.rows[-1] or data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    def links(self) -> list[str]:
        """Where the page leads, and what it loads."""
        named = [each.get("href") or "" for tag in ("a", "link", "use") for each in self.all(tag)]
        return named + [each.get("src") or "" for tag in ("img", "script") for each in self.all(tag)]

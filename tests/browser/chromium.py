"""A reader's browser: Debian's chromium, watched for whatever a page must not do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.tools import require_tool

Colours = Literal["light", "dark"]

ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
PHONE = 390
"""Pixels of a narrow phone's width."""

DESK = 1280
"""Pixels of a window on a desk."""

HEIGHT = 800


@dataclass
class Readers:
    """Windows of one browser in a test.

    Attributes:
        troubles: what went wrong in any of them, in the order of time: an error or warning in the console, an exception
            that nobody caught, a dialog, a request to elsewhere.
    """

    browser: Browser
    troubles: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(self, within: str, *, colours: Colours = "light", width: int = DESK) -> Page:
        """A new window of a reader.

        Args:
            within: the URL that all requests have to begin with.
            width: in pixels.
        """
        context = self.browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=colours,
        )
        context.on("request", lambda request: self._see_request(request.url, within))
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.troubles.append(f"{error.page and error.page.url}: {error.error}"))
        context.on("dialog", lambda dialog: self._dismiss(dialog.message))
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()

    def _see_request(self, url: str, within: str) -> None:
        if not url.startswith((within, "data:")):
            self.troubles.append(f"asked for {url}")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self.troubles.append(f"{message.page and message.page.url}: {message.text}")

    def _dismiss(self, message: str) -> None:
        # A dialog that somebody listens for is left open, and the window waits; closing the context ends that.
        self.troubles.append(f"dialog: {message}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's chromium, without a window."""
    path = require_tool("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


def address(url: str) -> str:
    """*url* without its query and fragment."""
    return urlsplit(url)._replace(query="", fragment="").geturl()


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider

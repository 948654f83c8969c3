"""What axe, which looks at pages for readers who do not see them or not well, finds of a page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = "rules => axe.run(document, {resultTypes: ['violations'], preload: false, ...rules})"
"""Without its own requests for the style sheets, which no page of a file may make."""

EVERY_RULE: dict[str, object] = {}
OF_COLOURS: dict[str, object] = {"runOnly": ["color-contrast"]}
"""All that can differ between the light and the dark."""


def grave(page: Page) -> list[str]:
    """What is serious or critical in the light or in the dark: what, where, and why."""
    page.evaluate(AXE)
    page.emulate_media(color_scheme="light")
    found = [f"light: {each}" for each in _found(page, EVERY_RULE)]
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {each}" for each in _found(page, OF_COLOURS)]


def open_all(page: Page) -> None:
    """Open what is folded up, as nothing is looked at in there else."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")


def _found(page: Page, rules: dict[str, object]) -> Iterator[str]:
    for found in page.evaluate(RUN, rules)["violations"]:
        if found["impact"] in {"serious", "critical"}:
            for node in found["nodes"]:
                yield f"{found['id']}: {' '.join(node['target'])}: {node.get('failureSummary', found['help'])}"

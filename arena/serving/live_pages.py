"""A page as it is served while a cup goes on: with the bar that says so, and the script that keeps it up to date."""

from __future__ import annotations

from markupsafe import escape

from arena.serving.told import ProgressTold
from arena.site.environment import CONTENT_POLICY, environment
from arena.site.place import Place
from arena.words.languages import Language

LIVE_POLICY = f"{CONTENT_POLICY}; connect-src 'self'"
"""What a page may load that is told what is new."""

_META_POLICY = str(escape(CONTENT_POLICY))


def live_page(page: str, place: Place, progress: ProgressTold, *, after: int, seen: str | None) -> str:
    """The *page* at a place with what keeps it up to date; strangers' names are escaped in it, and close nothing.

    Args:
        after: sequence of the last match that is known.
        seen: version of the standings on the page; None if there are none.
    """
    template = environment(place.language).get_template("live_bar.html")
    bar = template.render(place=place, progress=progress, after=after, seen=seen)
    head = (
        f'<link rel="stylesheet" href="{place.asset("assets/live.css")}">\n'
        f'<script src="{place.asset("assets/live.js")}" defer></script>\n</head>'
    )
    page = page.replace(_META_POLICY, str(escape(LIVE_POLICY)), 1)
    return page.replace("</head>", head, 1).replace("</body>", f"{bar}</body>", 1)


def missing_page(cup: str, path: str, language: Language, *, is_hidden: bool) -> str:
    """What is said where there is nothing, or nothing yet."""
    place = Place(language, path)
    return environment(language).get_template("missing.html").render(place=place, cup=cup, is_hidden=is_hidden)

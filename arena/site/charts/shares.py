"""The share of results that was won, as a bar from the middle: to the right what is above a half."""

from __future__ import annotations

from markupsafe import Markup

from arena.site.charts.scale import place

WIDTH, HEIGHT = 144, 14


def share_bar(share: float) -> Markup:
    """The drawing of a share from 0 to 1; the number stands beside it."""
    middle = WIDTH / 2
    end = WIDTH * share
    kind = "won" if share >= 0.5 else "lost"
    return Markup(  # noqa: S704  # numbers alone
        f'<svg class="share" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f'<path class="grid-line" d="M0 7H{WIDTH}"/>'
        f'<path class="bar-{kind}" d="M{place(middle)} 2H{place(end)}v10H{place(middle)}z"/>'
        f'<path class="zero" d="M{place(middle)} 0v{HEIGHT}"/></svg>'
    )

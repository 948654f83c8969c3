"""What is said of an anchor from which nobody can be measured."""

from __future__ import annotations

from arena.estimates import Status
from arena.ratings import Fit


def no_measure(fit: Fit) -> str | None:
    """That no rating can be told from the anchor, and why, without a full stop; None if they can, or there is none."""
    if fit.anchor is None or not fit.is_adrift:
        return None
    name = fit.anchor.name
    anchor = fit.estimate(name)
    if anchor.status is Status.UNBOUNDED:
        what = "won" if anchor.score > 0 else "lost"
        cause, remedy = f"{name}, the anchor, {what} every result", "name another anchor"
    else:
        cause = f"Some combination of entrants, with or against {name}, the anchor, won every result"
        remedy = "name another anchor, or play more"
    return f"{cause}, so that no rating can be told from it, and none has an interval; {remedy}"

"""What is said of an anchor from which nobody can be measured."""

from __future__ import annotations

from arena.estimates import Status
from arena.ratings import Fit
from arena.shown import named
from arena.words.english import ENGLISH
from arena.words.words import Words


def no_measure(fit: Fit, words: Words = ENGLISH) -> str | None:
    """That no rating can be told from the anchor, and why, without a full stop; None if they can, or there is none."""
    if fit.anchor is None or not fit.is_adrift:
        return None
    name = named(fit.anchor.name, words)
    anchor = fit.estimate(fit.anchor.name)
    if anchor.status is not Status.UNBOUNDED:
        return words.say(
            "Some combination of entrants, with or against {name}, the anchor, won every result, so that no rating "
            "can be told from it, and none has an interval; name another anchor, or play more",
            name=name,
        )
    if anchor.score > 0:
        return words.say(
            "{name}, the anchor, won every result, so that no rating can be told from it, and none has an interval; "
            "name another anchor",
            name=name,
        )
    return words.say(
        "{name}, the anchor, lost every result, so that no rating can be told from it, and none has an interval; "
        "name another anchor",
        name=name,
    )

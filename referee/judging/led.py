"""The lead that a question about following is given, read as usual or as the question splits it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from referee.judging.question import Mistake
from referee.judging.setting import Setting
from referee.rules.ladder import TooManyCopies
from referee.rules.refusal import Refusal
from referee.rules.shapes import Component, Kind, Lead, lead_of, read_lead


def read_led(
    setting: Setting, texts: Sequence[str], components: Sequence[Sequence[str]] | UnsetType, *, key: str
) -> Lead:
    """The lead of *texts*; *components*, where given, is how it is split instead of what L5 says.

    Raises:
        Mistake: the cards cannot be led, or the components are not a split of them into singles, sets and tractors.
    """
    lead = read_lead(setting.rules, setting.ladder, setting.read(texts, key))
    if isinstance(lead, Refusal):
        raise Mistake(f"{key}: {lead.because} ({lead.rule})")
    return lead if components is UNSET else _split(setting, lead, components)


def _split(setting: Setting, lead: Lead, given: Sequence[Sequence[str]]) -> Lead:
    parts: list[Component] = []
    for index, texts in enumerate(given):
        key = f"lead_components[{index}]"
        part = read_lead(setting.rules, setting.ladder, setting.read(texts, key))
        if isinstance(part, Refusal) or part.kind is Kind.THROW:
            raise Mistake(f"{key}: {' '.join(texts)[:40]!r} is neither a single nor a set nor a tractor")
        parts.extend(part.components)
    try:
        split = lead_of(setting.ladder, lead.lane, parts) if parts else None
    except TooManyCopies:
        split = None
    if split is None or split.cards != lead.cards:
        raise Mistake("lead_components: together they must be the cards of the lead, no card left out or used twice")
    return split

"""Cups of two sample bots that take what is proposed to them, and their matches, for halls that really play them."""

from __future__ import annotations

import hashlib

from arena.config import Cup, parse_cup
from arena.kits import root
from arena.matches import Format, Match, Unit
from referee.rules.options import rules_id
from tests.arena.cups import cup_text

NAMES = ("Ada", "Bo")
BOT = '["{python}", "sample_bots/python/default_bot.py"]'
"""The sample bot that thinks least, so that what the referee and the machine do is most of it."""


def quick_cup(deals: int, *, patience_s: int) -> Cup:
    """One stage of so many deals, each match all of them, and bots that have so much time for everything."""
    stage = f'[[stage]]\nformat = "pairs"\ndeals = {deals}\ndeals_per_match = {deals}\n'
    time = f"[time]\nlimit_s = {patience_s}\nconnect_within_s = {patience_s}\nready_within_s = {patience_s}\n"
    return parse_cup(cup_text(stage, names=NAMES, more=time, command=BOT), root())


def quick_match(cup: Cup, number: int) -> Match:
    """A match of the cup; all have the same boards."""
    return Match(
        key=hashlib.sha256(str(number).encode()).hexdigest(),
        cup=cup.name,
        round=1,
        format=Format.PAIRS,
        unit=Unit.DEALS,
        rules_id=rules_id(cup.options),
        seating=NAMES * 2,
        versions=("1",) * 4,
        boards=tuple(range(1, cup.stages[0].count + 1)),
    )

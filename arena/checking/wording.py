"""Rules, questions and ends of processes in words for whoever wrote the bot."""

from __future__ import annotations

import json
import re

from referee.rule_sheets.sheet import rule_sheet
from referee.rules.cards import BLACK_JOKER, RED_JOKER, cards_text
from referee.rules.options import Options

_SUITS = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
_RANKS = ("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE")
_CARDS = {
    **{
        f"CARD_{rank}_OF_{suit}": cards_text([at * len(_RANKS) + number])
        for at, suit in enumerate(_SUITS)
        for number, rank in enumerate(_RANKS, start=1)
    },
    "CARD_BLACK_JOKER": cards_text([BLACK_JOKER]),
    "CARD_RED_JOKER": cards_text([RED_JOKER]),
}
"""The protocol's names of cards, and how they are written everywhere else."""

_ENTRY = re.compile(r"^  (?P<rules>[A-Z0-9][A-Z0-9 ]{0,5}?) +(?P<text>\S.*)$")
_MORE = re.compile(r"^ {9}(?P<text>\S.*)$")


def rule_text(rule: str, options: Options) -> str:
    """What the rule sheet of a game says of a rule; empty if it has no such rule."""
    found: list[str] = []
    is_it = False
    for line in rule_sheet(options, title="").splitlines():
        if entry := _ENTRY.match(line):
            is_it = rule in entry["rules"].split()
            found += [entry["text"]] if is_it else []
        elif is_it and (more := _MORE.match(line)):
            found.append(more["text"])
        else:
            is_it = False
    return " ".join(found)


def readable_question(question: str) -> str:
    """A question as JSON in one line, with lists of cards as texts: ``"2C 9S"``."""
    return json.dumps(_readable(json.loads(question)), ensure_ascii=False) if question else ""


def _readable(value: object) -> object:
    if isinstance(value, dict):
        return {key: _readable(each) for key, each in value.items()}
    if isinstance(value, list):
        cards = [_CARDS[each] for each in value if isinstance(each, str) and each in _CARDS]
        return " ".join(cards) if cards and len(cards) == len(value) else [_readable(each) for each in value]
    return _CARDS.get(value, value) if isinstance(value, str) else value

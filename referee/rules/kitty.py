"""Burying the kitty (RULES 4)."""

from __future__ import annotations

from referee.rules.ladder import Cards, Ladder
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset


def check_burial(rules: Ruleset, ladder: Ladder, hand: Cards, cards: Cards) -> Refusal | None:
    """None if *cards* may be buried from *hand*, which holds the kitty; else the refusal (K1)."""
    count = cards.bit_count()
    if count != rules.kitty_size:
        offered = f"{count} cards were offered" if count != 1 else "1 card was offered"
        return Refusal("K1", f"the starter buries exactly {rules.kitty_size} cards; {offered}")
    missing = cards & ~hand
    if missing:
        return Refusal("K1", f"the starter does not hold all of these cards: {ladder.text(cards)}")
    return None

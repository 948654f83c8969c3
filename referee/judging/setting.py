"""What a question is about: the rules and the order of its deal, and how cards are read on it and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import UNSET, UnsetType

from referee.judging.question import Mistake
from referee.rules.cards import CARD_TEXTS, RANK_LETTERS, Card, Rank, Suit, UnknownCard, parse_card
from referee.rules.ladder import Cards, Ladder, TooManyCopies
from referee.rules.option_values import BadOption
from referee.rules.options import parse_options
from referee.rules.ruleset import Ruleset, ruleset

_NUMBERS = {text: card for card, text in enumerate(CARD_TEXTS) if text}


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules of a question and the ladder of its deal."""

    rules: Ruleset
    ladder: Ladder

    def at_trick(self, played: Sequence[str] | UnsetType, key: str, *, on_table: Cards) -> Setting:
        """The setting of one trick: without the dead ranks, where the rules skip them.

        Args:
            played: cards played so far, as a question's *key* tells them.
            key: names them in a mistake.
            on_table: of the trick; their ranks are not dead, whether *played* counts them or not.

        Raises:
            Mistake: *played* cannot be read.
        """
        if played is UNSET:
            return self
        cards = self.read(played, key)
        if not self.rules.skips_dead_ranks:
            return self
        return Setting(self.rules, self.ladder.skipping(cards, on_table=on_table))

    def read(self, texts: Iterable[str], key: str) -> Cards:
        """The cards of a question's *key*.

        Raises:
            Mistake: one is not a card, or there are more of it than the deck holds.
        """
        try:
            return self.ladder.read(numbers(texts, key))
        except TooManyCopies as error:
            raise Mistake(f"{key}: {error}") from None

    def together(self, held: Cards, more: Cards, where: str) -> Cards:
        """The cards of two sets which must come from one deck.

        Raises:
            Mistake: the deck has fewer copies of one of them.
        """
        if not held & more:
            # No card is in both, whose first copies would share a bit.
            return held | more
        try:
            return self.ladder.add(held, more)
        except TooManyCopies as error:
            raise Mistake(f"{where} together: {error}") from None

    def write(self, held: Cards) -> list[str]:
        """Texts of a set's cards, from the lowest up in the order of the deal."""
        return [CARD_TEXTS[card] for card in self.ladder.cards(held)]


def numbers(texts: Iterable[str], key: str) -> list[Card]:
    """The cards by number, in the order given.

    Raises:
        Mistake: one is not a card.
    """
    try:
        return [_NUMBERS.get(text) or parse_card(text) for text in texts]
    except UnknownCard as error:
        raise Mistake(f"{key}: {error}") from None


def write_printed(cards: Iterable[Card]) -> list[str]:
    """Texts of cards in the printed order (RULES 1)."""
    return [CARD_TEXTS[card] for card in sorted(cards)]


def rules_of(given: str | Mapping[str, object]) -> Ruleset:
    """The rules that a question names.

    Raises:
        Mistake: there are none such, or they do not go together.
    """
    return _preset(given) if isinstance(given, str) else _parse(given)


def setting_of(given: str | Mapping[str, object], trump: str) -> Setting:
    """The setting of a question with ``rules`` *given* and ``trump``.

    Raises:
        Mistake: one of them cannot be read.
    """
    if isinstance(given, str):
        return _preset_setting(given, trump)
    return _setting(_parse(given), trump)


def rank_of_text(text: str, key: str) -> Rank:
    """The trump rank that a question names; ``10`` is read as ``T``.

    Raises:
        Mistake: it names none.
    """
    letter = "T" if text == "10" else text.upper()
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise Mistake(f"{key}: {text[:40]!r} is not a rank; ranks are 2-9 T J Q K A")
    return Rank(RANK_LETTERS.index(letter) + 2)


def seat_of(rules: Ruleset, name: str, key: str) -> int:
    """Index of a seat by its name.

    Raises:
        Mistake: nobody is called so.
    """
    try:
        return rules.seat_names.index(name)
    except ValueError:
        raise Mistake(f"{key}: {name[:40]!r} is not a seat; seats are {' '.join(rules.seat_names)}") from None


def check_count(things: Sequence[object], key: str, *, low: int, high: int, what: str) -> None:
    """Refuse a list that is shorter than *low* or longer than *high*.

    Raises:
        Mistake: it is.
    """
    if not low <= len(things) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise Mistake(f"{key}: {wanted} {what} expected, got {len(things)}")


@lru_cache(maxsize=64)
def _preset(name: str) -> Ruleset:
    return _parse(name)


@lru_cache(maxsize=512)
def _preset_setting(name: str, trump: str) -> Setting:
    return _setting(_preset(name), trump)


def _parse(given: str | Mapping[str, object]) -> Ruleset:
    try:
        return ruleset(parse_options(given))
    except BadOption as error:
        raise Mistake(f"rules: {error.key[:40]}: {error.reason}") from None


def _setting(rules: Ruleset, text: str) -> Setting:
    plain = text.strip().upper()
    if plain == "NN" and rules.after_joker is not None:
        return Setting(rules, rules.ladder(rules.trump(None, None)))
    letter = plain[-1:]
    if len(plain) < 2 or (letter != "N" and letter not in tuple(Suit)):
        raise Mistake(f"trump: {text[:40]!r} is not a trump; write rank then suit, like 7C, or 7N for no trump suit")
    rank = rank_of_text(plain[:-1], "trump")
    suit = None if letter == "N" else Suit(letter)
    return Setting(rules, rules.ladder(rules.trump(rank, suit)))

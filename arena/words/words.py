"""What pages say, in each language: sentences from catalogs, and numbers with the language's digits and signs.

Sentences are written in English where they are used, and translated by the catalogs in ``locale/<language>/*.po``, one
for each part of the pages; what a catalog lacks stays English.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from arena.words.languages import Language

LOCALE = Path(__file__).parent / "locale"

_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_LEFT_TO_RIGHT, _LEFT_TO_RIGHT_MARK = "\u2066", "\u200e"


@dataclass(frozen=True, slots=True)
class Numerals:
    """How a language writes numbers.

    Attributes:
        digits: for ``str.translate``: its digits, decimal point and signs in place of the ASCII ones.
        percent: its sign for it.
    """

    digits: dict[int, str]
    percent: str


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """One language's sentences and numbers. One for each language is kept: `words_of`."""

    language: Language
    _translations: NullTranslations = field(repr=False)
    _numerals: Numerals = field(repr=False)

    def say(self, message: str, /, **values: object) -> str:
        """*message* in this language, with ``{name}`` filled in from *values*: text, or written by `number`."""
        text = self._translations.gettext(message)
        return text.format(**values) if values else text

    def count(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The form for *count*, which is ``{count}`` in it, with its digits."""
        return self._translations.ngettext(one, many, count).format(count=self.number(count), **values)

    def gettext(self, message: str) -> str:
        """As `jinja2.ext.i18n` asks for it."""
        return self._translations.gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """As `jinja2.ext.i18n` asks for it."""
        return self._translations.ngettext(one, many, count)

    def digits(self, text: str) -> str:
        """A number written in ASCII, ``-12.5``, in the digits and signs of the language."""
        return text.translate(self._numerals.digits)

    def number(self, value: float, digits: int = 0) -> str:
        """With so many digits after the point; what is below zero has a true minus."""
        text = f"{value:.{digits}f}"
        return self.digits(text if float(text) else text.lstrip("-"))

    def signed(self, value: float, digits: int = 0) -> str:
        """With its sign, as `arena.signs.signed`: none for what rounds to zero."""
        text = f"{value:+.{digits}f}"
        return self.digits(text if float(text) else text[1:])

    def percent(self, share: float | None, digits: int = 0) -> str:
        """A share from 0 to 1 in percent; a dash for none."""
        if share is None:
            return "–"
        space = "\u00a0" if self.language is Language.ENGLISH else ""
        return f"{self.number(100 * share, digits)}{space}{self._numerals.percent}"

    def seconds(self, value: float) -> str:
        """A duration with three digits at most, with its unit: 12 ms, 1.25 s."""
        if value < 0.9995:
            return self.say("{number} ms", number=self.number(1000 * value))
        return self.say("{number} s", number=self.digits(f"{value:.3g}"))

    def span(self, low: float | None, high: float | None, digits: int = 0) -> str:
        """The ends of an interval, in one direction of reading whatever stands around; empty if it has none."""
        if low is None or high is None:
            return ""
        return f"{_LEFT_TO_RIGHT}{self.signed(low, digits)} … {self.signed(high, digits)}{_END_ISOLATE}"

    def formula(self, text: str) -> str:
        """Numbers of this language with mathematical signs, which stand before them in every language."""
        return f"{_LEFT_TO_RIGHT}{text}{_END_ISOLATE}" if self.language.direction == "rtl" else text

    def date(self, moment: str) -> str:
        """The day of a moment of ISO 8601, or a day itself: year, month and day in this order."""
        text = moment[:10]
        if self.language is Language.PERSIAN:
            # As Persian writes dates; in ours a hyphen between digits would be read as a minus.
            text = self.digits(text.replace("-", "/"))
        return self.formula(text)

    def moment(self, moment: str) -> str:
        """A moment of ISO 8601, to the minute, in UTC."""
        at = datetime.fromisoformat(moment).astimezone(UTC)
        return self.formula(f"{self.date(at.date().isoformat())} {self.digits(f'{at:%H:%M}')} UTC")

    def isolated(self, text: str) -> str:
        """A name or other text of a stranger, for the middle of a sentence: its direction ends where it ends."""
        return f"{_ISOLATE}{text}{_END_ISOLATE}"


@cache
def words_of(language: Language) -> Words:
    """The words of a language."""
    return Words(language, _translations(language), _numerals(language))


def _translations(language: Language) -> NullTranslations:
    found = NullTranslations()
    for path in sorted((LOCALE / language.value).glob("*.po")):
        compiled = io.BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=language.value))
        compiled.seek(0)
        part = Translations(compiled)
        if isinstance(found, Translations):
            found.merge(part)
        else:
            found = part
    return found


def _numerals(language: Language) -> Numerals:
    system = "arabext" if language is Language.PERSIAN else "latn"
    symbols = Locale.parse(language.value).number_symbols[system]
    table = {ord("."): symbols["decimal"], ord("-"): "−", ord("+"): "+"}
    if language is Language.PERSIAN:
        # Without the mark a sign would move to the other side of its number.
        table |= {ord("-"): f"{_LEFT_TO_RIGHT_MARK}−", ord("+"): f"{_LEFT_TO_RIGHT_MARK}+"}
        table |= {ord(digit): chr(0x06F0 + int(digit)) for digit in "0123456789"}
    return Numerals(table, symbols["percentSign"])

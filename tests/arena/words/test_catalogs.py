"""What pages say is said in every language: no sentence is missing, none is left over, none has lost its numbers."""

from __future__ import annotations

import ast
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import nodes

import arena
from arena.site.environment import environment
from arena.words.languages import Language
from arena.words.words import LOCALE, words_of

ARENA = Path(arena.__file__).parent
TEMPLATES = ARENA / "site" / "templates"
TRANSLATED = (Language.PERSIAN, Language.CHINESE)

ONE = ("_", "gettext", "say", "sentence")
"""Functions whose first argument is a sentence."""

MANY = ("ngettext", "count")
"""Functions whose first two arguments are a sentence for one and for many."""

PLACE = re.compile(r"\{\w*[^{}]*\}|%\(\w+\)s")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it is written in the code; *many* is empty if it has one form."""

    one: str
    many: str = ""


def in_python() -> Iterator[tuple[Sentence, Path]]:
    """Of the modules that know the words of languages; others may say something of their own."""
    for path in sorted(ARENA.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "arena.words" not in source:
            continue
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute):
                name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                texts = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
                yield from ((sentence, path) for sentence in said_by(name, texts))


def in_templates() -> Iterator[tuple[Sentence, Path]]:
    """Sentences of ``{% trans %}`` are calls too, once a template is parsed."""
    for path in sorted(TEMPLATES.glob("*.html")):
        for call in environment(Language.ENGLISH).parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            name = call.node.name if isinstance(call.node, nodes.Name) else getattr(call.node, "attr", "")
            texts = [each.value if isinstance(each, nodes.Const) else None for each in call.args]
            yield from ((sentence, path) for sentence in said_by(str(name), texts))


def said_by(function: str, texts: Sequence[object]) -> Iterator[Sentence]:
    """What a call of *function* with these arguments says, None being what is no constant."""
    match texts:
        case [str(one), *_] if function in ONE:
            yield Sentence(one)
        case [str(one), str(many), *_] if function in MANY:
            yield Sentence(one, many)


@cache
def used() -> dict[Sentence, Path]:
    """All sentences, with a file that each is in."""
    return dict([*in_python(), *in_templates()])


@cache
def catalogs(language: Language) -> dict[str, Catalog]:
    """Those of a language, by the part of the pages."""
    return {
        path.stem: read_po(io.BytesIO(path.read_bytes()), locale=language.value)
        for path in sorted((LOCALE / language.value).glob("*.po"))
    }


def translated(language: Language) -> list[tuple[str, Sentence, tuple[str, ...]]]:
    """Each translation: its part, what it translates, and its forms."""
    return [
        (part, Sentence(*_texts(message.id)), _texts(message.string))
        for part, catalog in catalogs(language).items()
        for message in catalog
        if message.id
    ]


def _texts(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """One text, or the forms for one and many."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def test_sentences_are_found_in_code_and_templates() -> None:
    """Else the tests below would find everything well."""
    assert Sentence("{number} ms") in used()
    assert any(path.suffix == ".html" for path in used().values())
    assert any(sentence.many for sentence in used())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: Language) -> None:
    known = {sentence.one for _, sentence, _ in translated(language)}
    missing = [f"{path.relative_to(ARENA)}: {one.one}" for one, path in used().items() if one.one not in known]

    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_for_one_and_many_is_translated_as_such(language: Language) -> None:
    known = {sentence.one: sentence.many for _, sentence, _ in translated(language)}
    wrong = [one for one in used() if one.many and one.one in known and known[one.one] != one.many]

    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_of_a_sentence_that_nobody_says(language: Language) -> None:
    said = {sentence.one for sentence in used()}
    unused = [f"{part}.po: {sentence.one}" for part, sentence, _ in translated(language) if sentence.one not in said]

    assert unused == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_finished(language: Language) -> None:
    """None is empty, and none is a guess that somebody has still to look at."""
    empty = [f"{part}.po: {sentence.one}" for part, sentence, forms in translated(language) if not all(forms)]
    fuzzy = [
        f"{part}.po: {message.id}" for part, each in catalogs(language).items() for message in each if message.fuzzy
    ]

    assert empty == []
    # The head of a catalog, which has no id, is one if Babel wrote it.
    assert [each for each in fuzzy if not each.endswith(": ")] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_name_the_same_values(language: Language) -> None:
    """A form for one thing may leave its number out."""
    wrong = []
    for part, sentence, forms in translated(language):
        owed = Counter(PLACE.findall(sentence.many or sentence.one))
        for form in forms:
            named = Counter(PLACE.findall(form))
            if named.keys() - owed.keys() or (owed.keys() - named.keys() and not sentence.many):
                wrong.append(f"{part}.po: {form}")

    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_is_translated_alike_in_every_part(language: Language) -> None:
    """Parts are one catalog to those who ask, and which came last must not matter."""
    seen: dict[str, tuple[str, ...]] = {}
    differing = []
    for part, sentence, forms in translated(language):
        if seen.setdefault(sentence.one, forms) != forms:
            differing.append(f"{part}.po: {sentence.one}")

    assert differing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_can_be_said(language: Language) -> None:
    """All plural forms that the language has are there."""
    for catalog in catalogs(language).values():
        for message in catalog:
            if isinstance(message.id, tuple):
                assert len(_texts(message.string)) == catalog.num_plurals, message.id


def test_numbers_are_written_as_each_language_does() -> None:
    english, persian, chinese = map(words_of, Language)

    assert [each.number(1234.5, 1) for each in (english, persian, chinese)] == ["1234.5", "۱۲۳۴٫۵", "1234.5"]
    assert [each.signed(-3) for each in (english, persian, chinese)] == ["−3", "\u200e−۳", "−3"]
    assert [each.signed(0.04, 1) for each in (english, persian, chinese)] == ["0.0", "۰٫۰", "0.0"]
    assert [each.percent(0.256, 1) for each in (english, persian, chinese)] == ["25.6\u00a0%", "۲۵٫۶٪", "25.6%"]
    assert [each.percent(None) for each in (english, persian, chinese)] == ["–"] * 3


def test_dates_keep_their_order_in_every_language() -> None:
    english, persian, chinese = map(words_of, Language)
    moment = "2026-11-30T23:46:41+00:00"

    assert [each.date(moment) for each in (english, chinese)] == ["2026-11-30"] * 2
    assert persian.date(moment) == "\u2066۲۰۲۶/۱۱/۳۰\u2069"
    assert english.moment(moment) == "2026-11-30 23:46 UTC"
    assert english.moment("2026-12-01T01:46:41+02:00") == "2026-11-30 23:46 UTC"
    assert persian.moment(moment) == "\u2066\u2066۲۰۲۶/۱۱/۳۰\u2069 ۲۳:۴۶ UTC\u2069"


def test_signs_before_numbers_stay_before_them() -> None:
    assert words_of(Language.PERSIAN).formula("± ۵") == "\u2066± ۵\u2069"
    assert words_of(Language.ENGLISH).formula("± 5") == "± 5"


def test_durations_have_units_of_the_language() -> None:
    assert words_of(Language.ENGLISH).seconds(0.0123) == "12 ms"
    assert words_of(Language.ENGLISH).seconds(1.254) == "1.25 s"
    assert words_of(Language.PERSIAN).seconds(0.0123).startswith("۱۲ ")


def test_a_missing_sentence_stays_english() -> None:
    assert words_of(Language.PERSIAN).say("nobody says this, {name}", name="Ada") == "nobody says this, Ada"


def test_a_strangers_name_ends_its_own_direction() -> None:
    assert words_of(Language.PERSIAN).isolated("Ada") == "\u2068Ada\u2069"

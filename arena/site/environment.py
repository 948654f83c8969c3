"""Templates, with one environment for each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from arena.shown import shown
from arena.words.languages import Language
from arena.words.words import words_of

ASSETS = Path(__file__).parent / "assets"
"""Files that are published as they are, in ``assets/`` of the folder of a cup."""

CONTENT_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self'"
"""What a page may load: files beside it and nothing else. ``arena serve`` adds ``connect-src 'self'``."""


@cache
def environment(language: Language) -> Environment:
    """The templates in a language. In them ``say`` and ``count`` are those of `Words`, which is ``words`` itself."""
    words = words_of(language)
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.filters.update(
        shown=shown,
        digits=words.digits,
        number=words.number,
        percent=words.percent,
        seconds=words.seconds,
        signed=words.signed,
    )
    made.globals.update(
        words=words,
        say=words.say,
        count=words.count,
        language=language,
        span=words.span,
        content_policy=CONTENT_POLICY,
    )
    return made

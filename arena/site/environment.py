"""Templates, with one environment for each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from arena.shown import shown
from arena.words.languages import Language
from arena.words.words import words_of

ASSETS = Path(__file__).parent / "assets"
"""Files that are published as they are, in ``assets/`` of the folder of a cup."""

CONTENT_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self'"
"""What a page may load: files beside it and nothing else. ``arena serve`` adds ``connect-src 'self'``."""


class _Compiled(BytecodeCache):
    """Keeps each template as it was compiled first, which takes a second for all, and is the same in each language."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


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
        bytecode_cache=_COMPILED,
        # Else numbers that stand in a template would be compiled with the digits of one language.
        optimized=False,
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

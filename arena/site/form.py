"""Templates that are rendered once with slots in place of values, and filled for each of thousands of pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arena.site.environment import environment
from arena.words.languages import Language

_MARK = "\ue000"
"""At both ends of the name of a slot. No text of a stranger has it: `arena.leaderboard_text.shown` replaces it."""


class Slot:
    """Stands in a template for a value that is filled in later, as HTML."""

    def __init__(self, name: str) -> None:
        self._text = f"{_MARK}{name}{_MARK}"

    def __html__(self) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text


class Form:
    """A rendered template; to fill it takes a hundredth of the time of rendering it."""

    def __init__(self, language: Language, template: str, slots: Iterable[str], /, **values: object) -> None:
        """Render a template.

        Args:
            slots: names of values that `filled` gives.
            values: those that are known now.
        """
        made = {name: Slot(name) for name in slots}
        text = environment(language).get_template(template).render(**made, **values)
        pieces = text.replace("%", "%%").split(_MARK)
        pieces[1::2] = [f"%({name})s" for name in pieces[1::2]]
        self._text = "".join(pieces)

    def filled(self, values: Mapping[str, object]) -> str:
        """The page.

        Args:
            values: of all slots, as HTML: numbers, or text that is escaped.
        """
        return self._text % values

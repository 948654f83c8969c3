"""Templates that are rendered once with slots in place of values, and filled for each of thousands of pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from arena.site.environment import environment
from arena.words.languages import Language

_MARK = "\ue000"
"""At both ends of the name of a slot. No text of a stranger has it: `arena.shown.shown` replaces it."""


class Slot:
    """Stands in a template for a value that is filled in later, as HTML."""

    def __init__(self, name: str) -> None:
        self._text = f"{_MARK}{name}{_MARK}"

    def __html__(self) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text


class Form:
    """A rendered template, whose slots are filled by name; that takes a hundredth of the time of rendering it."""

    def __init__(
        self,
        language: Language,
        template: str,
        slots: Iterable[str],
        /,
        stand_ins: Mapping[str, str] | None = None,
        **values: object,
    ) -> None:
        """Render a template.

        Args:
            slots: names of values that `filled` gives.
            stand_ins: texts among the values that become slots, by the names of these: what is put into a link.
            values: those that are known now.
        """
        pieces = _pieces(language, template, slots, stand_ins or {}, values)
        pieces[1::2] = [f"%({name})s" for name in pieces[1::2]]
        self._text = "".join(pieces)

    def filled(self, values: Mapping[str, object]) -> str:
        """The page.

        Args:
            values: of all slots, as HTML: numbers, or text that is escaped.
        """
        return self._text % values


class RowForm:
    """The same for a line of a table, of which pages have dozens: filled by place, in half the time."""

    def __init__(self, language: Language, template: str, slots: Sequence[str], /, **values: object) -> None:
        """Render a template; see `Form`. It has two of the slots at least."""
        pieces = _pieces(language, template, slots, {}, values)
        self._in_order = itemgetter(*map(slots.index, pieces[1::2]))
        pieces[1::2] = ["%s"] * len(pieces[1::2])
        self._text = "".join(pieces)

    def filled(self, *values: object) -> str:
        """The line.

        Args:
            values: in the order of the slots, as HTML; the template may have each of them once, or often, or not.
        """
        return self._text % self._in_order(values)  # type: ignore[no-any-return]  # a tuple, of two values at least


def _pieces(
    language: Language,
    template: str,
    slots: Iterable[str],
    stand_ins: Mapping[str, str],
    values: Mapping[str, object],
) -> list[str]:
    """Text and names of slots in turn; the text is as the operator ``%`` wants it."""
    made = {name: Slot(name) for name in slots}
    text = environment(language).get_template(template).render(**made, **values)
    for stand_in, name in stand_ins.items():
        text = text.replace(stand_in, str(Slot(name)))
    return text.replace("%", "%%").split(_MARK)

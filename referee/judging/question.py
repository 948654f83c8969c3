"""What every question and every answer has, and the mistake that leaves a question without an answer."""

from __future__ import annotations

from msgspec import UNSET, Struct


class Mistake(ValueError):
    """A question that has no answer; the message tells its author what is wrong with it, and where."""


class Answer(Struct, kw_only=True):
    """One line out.

    Attributes:
        id: that of the question, whatever it was; left out where the question had none.
    """

    id: object = UNSET


class Failure(Answer):
    """The answer to a line that is not a question."""

    error: str


class Question(Struct, tag_field="ask", forbid_unknown_fields=True, kw_only=True):
    """One line in; each ask is a subclass, which knows its keys and how to answer.

    Attributes:
        id: echoed in the answer.
        rules: a preset's name, or options on top of ``preset`` (RULES 10, 11).
    """

    id: object = UNSET
    rules: str | dict[str, object] = "tractor"

    def answer(self) -> Answer:
        """What the rules say.

        Raises:
            Mistake: the question makes no sense.
        """
        raise NotImplementedError

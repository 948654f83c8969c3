"""What one program printed, by the question that was open when it did."""

from __future__ import annotations

import trio

from arena.output import CappedOutput

LINES_AT_EITHER_END = 8
CHARACTERS_A_LINE = 500

GAME_LINES = 40
"""At most, of what a program printed last in a whole game, where questions are not told apart."""

_TURNS = 3
"""Of the scheduler, in which what has been printed is read."""


class Transcript:
    """Of one program.

    Attributes:
        question: number, from 1, of the question that was put last; 0 before the first.
    """

    def __init__(self, output: CappedOutput, token: str) -> None:
        self._output = output
        self._token = token
        self._begins = [0]

    @property
    def question(self) -> int:
        return len(self._begins) - 1

    async def begin_question(self) -> None:
        """What is printed from here on is about the next question."""
        for _ in range(_TURNS):
            await trio.lowlevel.checkpoint()
        self._begins.append(self._output.byte_count)

    def about(self, question: int) -> str:
        """What it printed from the time a question was put until the next one was; shortened, without its token."""
        end = self._begins[question + 1] if question + 1 < len(self._begins) else None
        return self._shown(self._begins[question], end)

    def at_the_end(self) -> str:
        """What it printed after the last question was put; if that is nothing, after the one before."""
        return self._shown(self._begins[-1], None) or self._shown(self._begins[max(0, self.question - 1)], None)

    def last_lines(self) -> str:
        """The last that it printed, whatever it was asked; shortened, without its token."""
        return shortened("\n".join(self._plain(0, None).splitlines()[-GAME_LINES:]))

    def _shown(self, begin: int, end: int | None) -> str:
        return shortened(self._plain(begin, end))

    def _plain(self, begin: int, end: int | None) -> str:
        return self._output.text(begin, end).replace(self._token, "(token)").rstrip()


def shortened(text: str) -> str:
    """The first and the last lines of a text, with the number of those between, if they are many."""
    lines = [f"{line[:CHARACTERS_A_LINE]}…" if len(line) > CHARACTERS_A_LINE else line for line in text.splitlines()]
    left_out = len(lines) - 2 * LINES_AT_EITHER_END
    if left_out > 1:
        lines[LINES_AT_EITHER_END:-LINES_AT_EITHER_END] = [f"… {left_out} lines left out …"]
    return "\n".join(lines)

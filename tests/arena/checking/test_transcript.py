"""What a program printed is told by question, shortened in the middle and without its token."""

from __future__ import annotations

from arena.checking.transcript import Transcript, shortened
from arena.output import CappedOutput


async def test_what_was_printed_belongs_to_the_question_that_was_open() -> None:
    output = CappedOutput()
    transcript = Transcript(output, "secret")
    output.add(b"loaded\n")
    for number in (1, 2):
        await transcript.begin_question()
        output.add(b"answer %d, secret\n" % number)

    assert transcript.question == 2
    assert [transcript.about(number) for number in (0, 1, 2)] == ["loaded", "answer 1, (token)", "answer 2, (token)"]


async def test_what_was_printed_at_the_end_may_belong_to_the_question_before() -> None:
    """A program that ends over a refusal does so while the next question is on its way."""
    output = CappedOutput()
    transcript = Transcript(output, "secret")
    await transcript.begin_question()
    output.add(b"Traceback\n")
    await transcript.begin_question()

    assert transcript.at_the_end() == "Traceback"


def test_a_long_text_keeps_its_first_and_last_lines() -> None:
    lines = [str(number) for number in range(40)]

    assert shortened("\n".join(lines)).splitlines() == [*lines[:8], "… 24 lines left out …", *lines[-8:]]
    assert shortened("\n".join(lines[:17])).splitlines() == lines[:17]


def test_a_long_line_is_cut() -> None:
    assert shortened("x" * 1000) == "x" * 500 + "…"

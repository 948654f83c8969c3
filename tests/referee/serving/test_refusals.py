"""The page of the protocol lists every way in which a stream of a bot is ended."""

from __future__ import annotations

from tests.referee.serving.refusals import documented, is_documented, sentences_of_the_code

NOT_TOLD = {
    # In a message, not with a status.
    "the bot was not ready within … s",
    # In the record: gRPC has told the bot, in words of its own.
    "a message is far longer than the … bytes that it may have, or cannot be unpacked",
}


def test_every_sentence_of_the_code_is_on_the_page() -> None:
    sentences = list(sentences_of_the_code())

    assert len(sentences) > 20
    assert [
        (sentence, where) for sentence, where in sentences if sentence not in NOT_TOLD and not is_documented(sentence)
    ] == []


def test_no_refusal_is_on_the_page_twice() -> None:
    rows = documented()

    assert len(set(rows)) == len(rows) > 20

"""Messages as a later version of the protocol might send them: fields, messages and phases that nobody knows yet."""

from __future__ import annotations

from referee.wire.tractor.v1 import bot_pb2 as wire

_NEW_NUMBER = 1000
"""Of a field that the protocol does not have."""

_QUESTION_NUMBER = wire.PlayResponse.QUESTION_FIELD_NUMBER
_DELIMITED = 2

_NEW_TEXT = b"a field that was added later"


def new_message() -> bytes:
    """A message of a kind that does not exist yet: all that is known in it is nothing."""
    return _delimited(_NEW_NUMBER, _delimited(1, _NEW_TEXT))


def with_new_fields(response: wire.PlayResponse) -> bytes:
    """A question with fields that do not exist yet, in the question and beside it."""
    question = response.question.SerializeToString() + _delimited(_NEW_NUMBER, _NEW_TEXT)
    return _delimited(_QUESTION_NUMBER, question) + _delimited(_NEW_NUMBER, _NEW_TEXT)


def with_new_phase(response: wire.PlayResponse) -> bytes:
    """A question of a phase that does not exist yet."""
    odd = wire.PlayResponse()
    odd.CopyFrom(response)
    # An open enum takes any number, which its type does not say.
    odd.question.phase = max(wire.Phase.values()) + 90  # type: ignore[assignment]
    return odd.SerializeToString()


def _delimited(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | _DELIMITED) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)

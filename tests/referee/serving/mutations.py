"""Messages that no honest bot sends: real ones with their bytes changed, and ones whose fields say anything."""

from __future__ import annotations

from random import Random

from referee.wire.tractor.v1 import bot_pb2 as pb

LENGTH_MAX = 64 * 1024
DEEP = 300
MANY = 4000


def hello(token: str, rng: Random) -> bytes:
    """A hello that is taken."""
    return pb.PlayRequest(
        hello=pb.Hello(
            protocol="tractor.v1",
            token=token,
            name="n" * rng.randrange(65),
            wants_legal_decisions=rng.choice([0, 1, 1000]),
            wants_events=rng.random() < 0.5,
            wants_history=rng.random() < 0.5,
        )
    ).SerializeToString()


def ready() -> bytes:
    return pb.PlayRequest(ready=pb.Ready()).SerializeToString()


def decision(question_id: int, rng: Random) -> bytes:
    """A decision for any cards, in any number, with whatever else fits."""
    cards = [rng.randrange(-2, 60) for _ in range(rng.choice([0, 1, 2, 8, 25, 108]))]
    message = pb.PlayRequest(decision=pb.Decision(question_id=question_id, cards=cards))  # type: ignore[arg-type]
    if rng.random() < 0.2:
        for _ in range(rng.choice([1, 3, 150])):
            call = message.decision.friend_calls.add()
            call.card = rng.randrange(70)  # type: ignore[assignment]  # no card at all, often enough
            call.ordinal = rng.randrange(10)
    if rng.random() < 0.2:
        message.decision.note = "ä" * rng.choice([1, 512, 513])
    return message.SerializeToString()


def mutated(real: bytes, other: bytes, rng: Random) -> bytes:
    """A message with its bytes changed; *other* is what it may be spliced with."""
    kind = rng.randrange(6)
    if not real or kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        changed = bytearray(real)
        for _ in range(rng.choice([1, 1, 2, 8])):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return bytes(changed)
    if kind == 2:
        return real[: rng.randrange(len(real))]
    if kind == 3:
        start, end = sorted([rng.randrange(len(real)), rng.randrange(len(real))])
        return real[:end] + real[start:end] * rng.choice([1, 2, 50]) + real[end:]
    if kind == 4:
        return real[: rng.randrange(len(real))] + other[rng.randrange(len(other) + 1) :]
    return real + other


def invented(rng: Random) -> bytes:
    """A message built of fields that are wrong in one way or another."""
    match rng.randrange(9):
        case 0:  # what we know, with numbers that it never has
            return decision(rng.choice([0, 1, 2**63, 2**64 - 1]), rng)
        case 1:  # very many cards
            return _field(3, _varint(1 << 3) + _field(2, _varint(rng.randrange(54)) * rng.choice([1000, MANY])))
        case 2:  # numbers that are no cards, and more than their type holds
            return _field(3, _field(2, _varint(rng.getrandbits(rng.choice([8, 31, 32, 63, 64])))))
        case 3:  # text that is none
            return _field(rng.choice([1, 3]), _field(rng.choice([1, 2, 3]), b"\xff\xfe" + rng.randbytes(5)))
        case 4:  # unknown fields inside each other
            nested = b""
            for _ in range(rng.choice([3, 99, DEEP])):
                nested = _field(15, nested)
            return nested
        case 5:  # unknown groups inside each other, ended or not
            depth = rng.choice([3, 99, DEEP])
            return bytes([15 << 3 | 3]) * depth + bytes([15 << 3 | 4]) * rng.choice([depth, depth - 1, 0])
        case 6:  # unknown fields of every kind
            tag = rng.randrange(4, 1 << 20) << 3
            kind = rng.randrange(8)
            return _varint(tag | kind) + rng.randbytes(rng.choice([1, 4, 8, 20]))
        case 7:  # known fields of another kind
            return _varint(rng.randrange(1, 4) << 3 | rng.choice([0, 1, 5])) + rng.randbytes(8)
        case _:  # two messages in one, a length that is not there, or as long as is allowed, or longer
            return rng.choice(
                [
                    hello("another", rng) + ready(),
                    b"\x1a\xff\xff\xff\xff\x0f",
                    _field(12, bytes(LENGTH_MAX - 4)),
                    _field(12, bytes(LENGTH_MAX)),
                    b"",
                ]
            )


def any_message(rng: Random, *, question_id: int = 0) -> bytes:
    """One of all these."""
    if rng.random() < 0.4:
        return invented(rng)
    reals = [hello(f"stray {rng.random()}", rng), ready(), decision(question_id, rng)]
    real, other = rng.choice(reals), rng.choice(reals)
    return real if rng.random() < 0.2 else mutated(real, other, rng)


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _field(number: int, content: bytes) -> bytes:
    """A field that is a string, a message, or packed numbers."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content

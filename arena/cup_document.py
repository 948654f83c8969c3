"""A cup as a document: `cup.json`, all that a stranger needs to follow it besides the secret; fields are only added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.config import Stage
from arena.cup_rules import config_rules
from arena.entries import CupEntry, EntrantEntry

FORMAT = "tractor-arena/cup/1"


@dataclass(frozen=True, slots=True)
class CupDocument:
    """What is published of a cup before its first card, and never the secret.

    Attributes:
        format: of this document.
        begun: when the cup was begun, ISO 8601.
        commitment: SHA-256 of the secret, hex.
        rules: canonical text of the options; its SHA-256, in hex, begins with *rules_id*.
        config: canonical text of all that decides what is played, as it was entered.
        entrants: in the order of the cup file, which the schedule follows.
        conditions: how it is played, for people, as (label, text).
        stages: how much is played, of what; None if whoever published it did not know.
        written_by: version of the software that wrote this and the files beside it.
    """

    format: str
    name: str
    begun: str
    commitment: str
    rules_id: str
    rules: str
    config: str
    entrants: tuple[EntrantEntry, ...]
    conditions: tuple[tuple[str, str], ...]
    stages: tuple[Stage, ...] | None
    written_by: str


def cup_document(entry: CupEntry, stages: Sequence[Stage] | None, *, written_by: str) -> CupDocument:
    """The document of a cup in the ledger, whose *stages* only its file has."""
    return CupDocument(
        format=FORMAT,
        name=entry.name,
        begun=entry.created.isoformat(timespec="seconds"),
        commitment=entry.commitment,
        rules_id=entry.rules_id,
        rules=config_rules(entry.config),
        config=entry.config,
        entrants=entry.entrants,
        conditions=entry.conditions,
        stages=None if stages is None else tuple(stages),
        written_by=written_by,
    )

"""Which decks somebody is still to play, and what is therefore told of nobody's cards. Knows no cards itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from arena.config import Cup
from arena.matches import Format, Match, Outcome, Unit
from arena.schedule import Draw, wave, wave_count

Deck: TypeAlias = tuple[Format, Unit, int]
"""All that names a deck besides the secret: of a deal that stands alone its number, or all decks of one whole game."""

_Boards: TypeAlias = tuple[Format, Unit, tuple[int, ...]]


class DecksInPlay:
    """The decks of a cup that a table is still to play, told of every match that is stored.

    A match counts as to be played until it is stored. So does one that is void because an entrant is out: it may have
    been at the table when that became known. Of waves that are not drawn yet the decks are known, if not the seats.
    """

    def __init__(self, cup: Cup, secret: bytes, draws: Sequence[Draw], done: Collection[str]) -> None:
        self._awaited: dict[str, _Boards] = {}
        self._tables: Counter[Deck] = Counter()
        self._twins: defaultdict[_Boards, list[str]] = defaultdict(list)
        self._stored = set(done)
        missing = set(done)
        for number in range(wave_count(cup)):
            is_drawn = number < len(draws)
            for match in wave(cup, secret, number, draws[number] if is_drawn else {}):
                boards = _boards(match)
                if is_drawn:
                    self._twins[boards].append(match.key)
                missing.discard(match.key)
                if match.key not in self._stored:
                    # Matches that are not drawn yet may have keys alike, and none of them will ever be stored.
                    self._awaited[match.key] = boards
                    self._tables.update(_decks(boards))
        self._unknown = bool(missing)

    @property
    def awaited_count(self) -> int:
        """Matches that are to be stored."""
        return len(self._awaited)

    @property
    def is_foreign(self) -> bool:
        """Whether a match was stored that the schedule does not know, by which nothing is known any more."""
        return self._unknown

    def enter(self, key: str) -> None:
        """A match was stored, which may have been told before."""
        if key in self._stored:
            return
        self._stored.add(key)
        boards = self._awaited.pop(key, None)
        if boards is None:
            self._unknown = True
            return
        self._tables.subtract(_decks(boards))

    def tables_left(self, match: Match) -> tuple[int, ...]:
        """By board of a match, at how many tables it is still to be played; at least 1 where that is not known."""
        least = 1 if self._unknown else 0
        return tuple(max(least, self._tables[deck]) for deck in _decks(_boards(match)))

    def twins(self, match: Match) -> tuple[str, ...]:
        """Keys of the other matches that play the same boards, in the order of play."""
        return tuple(key for key in self._twins[_boards(match)] if key != match.key)


def without_cards(outcome: Outcome, tables_left: Sequence[int]) -> Outcome:
    """An outcome, without what was offered in faults of deals that are still played: it names cards of a hand.

    Args:
        outcome: of a match.
        tables_left: by its boards.
    """
    if not any(tables_left) or not outcome.faults:
        return outcome
    is_game = outcome.match.unit is Unit.GAMES

    def is_hidden(deal: int) -> bool:
        at = 0 if is_game else deal
        return at >= len(tables_left) or tables_left[at] > 0

    return replace(
        outcome,
        faults=tuple(replace(fault, offence="") if is_hidden(fault.deal) else fault for fault in outcome.faults),
    )


def _boards(match: Match) -> _Boards:
    return match.format, match.unit, match.boards


def _decks(boards: _Boards) -> Iterator[Deck]:
    format_, unit, numbers = boards
    return ((format_, unit, number) for number in numbers)

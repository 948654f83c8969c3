"""Cups whose matches are dealt from their secret and played by the rules, for tests of what is told of their cards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from arena.config import Cup
from arena.deals import Board, boards
from arena.entries import CupEntry
from arena.identity import cup_entry
from arena.ledger import Ledger, ledger_url, open_ledger
from arena.matches import AnyResult, Ending, Fault, Format, Match, Outcome, Unit
from arena.records_store import store_record
from arena.schedule import draws, stage_of, wave, wave_count
from referee.rules.deal import Scored, ThrownIn
from referee.rules.game import game_at, next_start
from referee.rules.legal import default_decision
from referee.rules.record import Heading, line_of, read_line, record_of
from referee.rules.ruleset import Ruleset, ruleset
from tests.arena.played import BEGUN, friends_result, result, times
from tests.referee.rules.deals import played_out

DEALS_OF_A_GAME = 2
"""That are dealt here, whatever becomes of the levels."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A match with its record.

    Attributes:
        lines: of the record.
    """

    outcome: Outcome
    lines: tuple[str, ...]


class DealtCup:
    """A cup that is played match by match into a ledger in a folder.

    Attributes:
        whole: all matches to the end of the cup, in the order of play.
        dealt: those that are stored, by key.
    """

    def __init__(self, cup: Cup, folder: Path, *, url: str | None = None) -> None:
        self.cup = cup
        self.rules: Ruleset = ruleset(cup.options)
        self.records = folder / "records" / cup.name
        self.url = url or ledger_url(folder / "arena.sqlite")
        self.entry: CupEntry = cup_entry(cup, BEGUN)
        self.whole = self._to_its_end()
        self.dealt: dict[str, Dealt] = {}
        with open_ledger(self.url) as ledger:
            ledger.begin_cup(self.entry)

    @property
    def secret(self) -> bytes:
        """Of all decks."""
        return self.entry.secret

    def play(self, count: int | None = None) -> list[Dealt]:
        """Store the next so many matches of the cup, or all; those that were stored now."""
        left = [each for each in self.whole if each.outcome.match.key not in self.dealt]
        return self.store(left[:count])

    def play_without(self, loser: str) -> None:
        """Store all matches, of the loser's one that it lost by faults, and none besides."""
        others = [each for each in self.whole if loser not in each.outcome.match.seating]
        first = next(each for each in self.whole if loser in each.outcome.match.seating)
        seat = first.outcome.match.seating.index(loser)
        lost = tuple(replace(each, lost_by=seat) for each in first.outcome.results)
        self.store([replace(first, outcome=replace(first.outcome, results=lost)), *others])

    def store(self, played: Sequence[Dealt]) -> list[Dealt]:
        """Store some matches with their records."""
        with open_ledger(self.url) as ledger:
            return [self._store(ledger, each) for each in played]

    def reveal(self) -> None:
        """Note that the secret is about to be published."""
        with open_ledger(self.url) as ledger:
            ledger.reveal(self.cup.name, BEGUN)

    def _store(self, ledger: Ledger, played: Dealt) -> Dealt:
        key = played.outcome.match.key
        stored = store_record(self.records, key, played.lines)
        outcome = replace(
            played.outcome, record_name=stored.name, record_sha256=stored.sha256, deal_count=stored.deal_count
        )
        assert ledger.store(outcome)
        self.dealt[key] = Dealt(outcome, played.lines)
        return self.dealt[key]

    def _to_its_end(self) -> list[Dealt]:
        found: list[Dealt] = []
        for number in range(wave_count(self.cup)):
            draw = draws(self.cup, self.secret, [each.outcome for each in found])[number]
            matches = list(wave(self.cup, self.secret, number, draw))
            found += [deal(self.cup, self.secret, match, self.rules) for match in matches]
        return found


def deal(cup: Cup, secret: bytes, match: Match, rules: Ruleset) -> Dealt:
    """A match as it falls out if all seats take what is proposed to them; each has a fault that names cards."""
    stage = stage_of(cup, match)
    dealt = boards(secret, match, stage, rules)
    if match.unit is Unit.GAMES:
        dealt = dealt[:DEALS_OF_A_GAME]
    lines: list[str] = []
    faults: list[Fault] = []
    rng = random.Random(match.key)
    for index, board in enumerate(dealt):
        played = _lines(match, board, index + 1, rules)
        lines += played
        deck = read_line(played[-1]).deck
        faults.append(Fault(index, rng.randrange(len(match.seating)), Ending.ILLEGAL, "F2", None, deck[:8]))
    outcome = Outcome(
        match=match,
        ending=Ending.NORMAL,
        results=tuple(_result(match, number, rng) for number in match.boards),
        faults=tuple(faults),
        times=(times(),) * len(match.seating),
        record_name="",
        record_sha256="",
        deal_count=len(lines),
        decision_count=400,
        message_count=420,
        elapsed_s=1.25,
    )
    return Dealt(outcome, tuple(lines))


def _lines(match: Match, board: Board, number: int, rules: Ruleset) -> list[str]:
    """Of a deal, with those of its decks that were thrown in."""
    heading = Heading(
        match=match.key, board=board.number, deal=number, whole_game=match.unit is Unit.GAMES, names=match.seating
    )
    lines = []
    for deck in board.decks:
        levels = board.levels if rules.friends is not None else board.levels[: rules.side_count]
        start = game_at(rules, first_drawer=board.first_drawer, starter=board.starter, levels=levels)
        end = played_out(next_start(start, deck), default_decision)
        assert isinstance(end, Scored | ThrownIn)
        lines.append(line_of(record_of(end, heading)))
        if isinstance(end, Scored):
            break
    return lines


def _result(match: Match, board: int, rng: random.Random) -> AnyResult:
    is_game = match.unit is Unit.GAMES
    if match.format is Format.FRIENDS:
        gains = [0] * len(match.seating)
        gains[rng.randrange(len(gains))] = 1
        return replace(friends_result(gains, board=board), points=None if is_game else 45)
    margin = rng.choice((-2, -1, 1, 2))
    made = result(float(margin > 0), margin, board=board)
    return replace(made, declarers=None, points=None) if is_game else made


class _Cards(msgspec.Struct):
    deck: str
    buried: str = ""
    tricks: list[list[str]] = msgspec.field(default_factory=list)


def cards_of(line: str) -> set[str]:
    """Texts in a record that say which cards somebody has, each long enough to be nothing else."""
    found = msgspec.json.decode(line, type=_Cards)
    tricks = {",".join(f'"{play}"' for play in trick[1:]) for trick in found.tricks}
    hidden = {found.deck, found.deck[:16], found.buried} | tricks
    return {text for text in hidden if len(text) >= 8}

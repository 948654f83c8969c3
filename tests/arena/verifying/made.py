"""A small cup as if it had been played, at once: the schedule's matches, dealt from the secret, played by chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

from arena.config import Cup
from arena.deals import Board, boards
from arena.entries import CupEntry
from arena.identity import cup_entry
from arena.ledger import ledger_url, open_ledger
from arena.matches import Ending, Match, Outcome, SeatTimes, Unit
from arena.publish import Progress, publish
from arena.records_store import store_record
from arena.results import results_of
from arena.schedule import matches, stage_of
from arena.table import DealPlayed
from arena.verifying.replayed import deal_played
from referee.rules.deal import begin, step
from referee.rules.game import Game, after, game_at, next_start
from referee.rules.legal import random_decision
from referee.rules.phases import Scored, Start, ThrownIn
from referee.rules.record import DealRecord, Heading, line_of, record_of
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from tests.arena.played import BEGUN


def published(folder: Path, cup: Cup) -> Path:
    """The folder of a cup that was played to its end and published below *folder*."""
    entry = cup_entry(cup, BEGUN)
    records = folder / "records"
    with open_ledger(ledger_url(folder / "arena.sqlite")) as ledger:
        ledger.begin_cup(entry)
        # Who goes on in Swiss stages shows only when a wave is over.
        done: dict[str, Outcome] = {}
        while pending := [match for match in matches(cup, entry.secret, list(done.values())) if match.key not in done]:
            for match in pending:
                done[match.key] = played(match, cup, entry, records)
                ledger.store(done[match.key])
        page = publish(ledger, cup.name, folder / "out", records, progress=Progress.COMPLETE, stages=cup.stages).page
    return page.parent


def played(match: Match, cup: Cup, entry: CupEntry, records: Path) -> Outcome:
    """A match played by chance, with its record."""
    rules, rng = ruleset(cup.options), Random(match.key)
    deals: list[DealPlayed] = []
    lines: list[str] = []
    game: Game | None = None
    for number, board in enumerate(boards(entry.secret, match, stage_of(cup, match), rules), start=1):
        before = game if game is not None and match.unit is Unit.GAMES else _before(board, rules)
        heading = Heading(match.key, board.number, number, match.unit is Unit.GAMES, match.seating)
        own, end, count = _deal(before, board, heading, rng)
        lines += map(line_of, own)
        deals.append(deal_played(board.number, own, end, strikes_allowed=2, decision_count=count))
        if isinstance(end, ThrownIn):
            break
        game = after(before, end)
        if match.unit is Unit.GAMES and game.won_by:
            break
    record = store_record(records, match.key, lines)
    return Outcome(
        match=match,
        ending=Ending.NORMAL,
        results=results_of(match, deals, rules),
        faults=(),
        times=(SeatTimes(10, 0.1, 0.01, 0.02, 0.03),) * len(match.seating),
        record_name=record.name,
        record_sha256=record.sha256,
        deal_count=record.deal_count,
        decision_count=sum(deal.decision_count for deal in deals),
        message_count=100,
        elapsed_s=1.0,
    )


def _before(board: Board, rules: Ruleset) -> Game:
    by_side = tuple(board.levels[rules.side_of.index(side)] for side in sorted(set(rules.side_of)))
    return game_at(rules, first_drawer=board.first_drawer, starter=board.starter, levels=by_side)


def _deal(before: Game, board: Board, heading: Heading, rng: Random) -> tuple[list[DealRecord], Scored | ThrownIn, int]:
    own: list[DealRecord] = []
    count, end = 0, None
    for deck in board.decks:
        end, decision_count = _by_chance(next_start(before, deck), rng)
        count += decision_count
        own.append(record_of(end, heading))
        if isinstance(end, Scored):
            break
        before = after(before, end)
    assert end is not None
    return own, end, count


def _by_chance(start: Start, rng: Random) -> tuple[Scored | ThrownIn, int]:
    state, _ = begin(start)
    count = 0
    while not isinstance(state, Scored | ThrownIn):
        reached = step(state, random_decision(state, rng))
        assert not isinstance(reached, Refusal)
        state, _ = reached
        count += 1
    return state, count

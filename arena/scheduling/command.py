"""What `arena schedule` does: tells what a cup will be, or the tables of one cycle; every trouble in a sentence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

import msgspec

from arena.bot_store import BOTS, BadStore, BotStore
from arena.config import Cup, read_cup
from arena.console import complain, say
from arena.cup_file import BadCup
from arena.matches import Format, Outcome
from arena.schedules import individual, round_robin
from arena.schedules.balance import balance
from arena.scheduling.describe import describe_cup, describe_cycle
from arena.scheduling.document import BalancePart, CupPart, CyclePart
from arena.scheduling.experience import Experience
from arena.scheduling.text import cup_lines, cycle_lines
from arena.seatings import bots_at_a_table
from referee.rules.options import rules_id

DONE, FAILED, REFUSED = 0, 1, 2

MATCHES_READ = 20_000
"""Of the ledger, at most: what they take says enough."""


def show_cup(path: Path, *, ledger: str | None, files: Path, tables: int | None, shows_all: bool, as_json: bool) -> int:
    """Print the schedule of the cup at *path*; the exit status.

    Args:
        ledger: URL; None for the ledger in *files*. It need not be there.
        tables: matches at once; None for what the cup says, or one for each core.
        shows_all: all rounds and tables, not only the first.
    """
    try:
        cup = read_cup(path, BotStore(files / BOTS))
    except BadCup as error:
        complain(f"{error.key}: {error.reason}" if error.key else error.reason, about=str(path))
        return REFUSED
    except BadStore as error:
        complain(str(error))
        return FAILED
    experience = Experience()
    if (trouble := _learn(experience, cup, ledger, files)) is not None:
        complain(f"{trouble}; the time is reckoned without it")
    cores = len(os.sched_getaffinity(0))
    told = describe_cup(cup, experience, tables=tables or cup.tables or cores, cores=cores, shows_all=shows_all)
    return _print(told, cup_lines(told, shows_all=shows_all), as_json=as_json)


def show_cycle(entrant_count: int, format_: str, *, as_json: bool) -> int:
    """Print the tables of one cycle for a number of entrants; the exit status."""
    makers = {Format.INDIVIDUAL: individual.cycle, Format.PAIRS: round_robin.cycle}
    chosen = next((each for each in makers if each == format_), None)
    if chosen is None:
        complain(f"--format: must be individual or pairs; {format_!r} was asked for")
        return REFUSED
    needed = bots_at_a_table(chosen, 4)
    if entrant_count < needed:
        complain(f"--entrants: {chosen} needs at least {needed} entrants; there {_are(entrant_count)}")
        return REFUSED
    if entrant_count > individual.MOST_ENTRANTS:
        most = f"at most {individual.MOST_ENTRANTS:,} entrants"
        complain(f"--entrants: the tables of one cycle are told for {most}; there {_are(entrant_count)}")
        return REFUSED
    cycle = makers[chosen](entrant_count)
    found = balance(entrant_count, (table for tables in cycle.rounds for table in tables))
    # Which side two who meet have is no matter: they play each deck on both.
    sentences = found.sentences()[:-1] if chosen is Format.PAIRS else found.sentences()
    told = describe_cycle(chosen, cycle, BalancePart(found.is_exact, sentences))
    return _print(told, cycle_lines(told), as_json=as_json)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count:,}"


def _learn(experience: Experience, cup: Cup, ledger: str | None, files: Path) -> str | None:
    """Enter what the ledger has of these bots under these rules; why it cannot be read, if it cannot."""
    path = files / "arena.sqlite"
    if ledger is None and not path.exists():
        return None
    from arena.ledger import LedgerError, ledger_url, read_ledger  # noqa: PLC0415 - takes long to load

    versions = {entrant.name: entrant.version for entrant in cup.entrants}
    rules = rules_id(cup.options)

    def is_like(outcome: Outcome) -> bool:
        match = outcome.match
        return match.rules_id == rules and all(
            versions.get(name) == version for name, version in zip(match.seating, match.versions, strict=True)
        )

    try:
        with read_ledger(ledger or ledger_url(path)) as reader:
            names = reader.cup_names()
            # Not named, so that what is left of them is let go before the reader is.
            experience.enter(islice(filter(is_like, chain.from_iterable(map(reader.outcomes, names))), MATCHES_READ))
    except (LedgerError, OSError) as error:
        return str(error)
    return None


def _print(told: CupPart | CyclePart, lines: Iterable[str], *, as_json: bool) -> int:
    printed: Iterator[str] = iter((msgspec.json.encode(told).decode(),)) if as_json else iter(lines)
    say("\n".join(printed))
    return DONE

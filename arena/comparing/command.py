"""What `arena compare` does: two bots play until it is decided which is better; every trouble in a sentence."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil, isfinite
from pathlib import Path

import trio

from arena.bot_file import BadBot
from arena.bot_store import BOTS, BadStore, BotStore
from arena.building import BuildFailed
from arena.comparing.contenders import Contender, Finder, check_there
from arena.comparing.contest import Contest
from arena.comparing.display import Shown, Watching, shown_on
from arena.comparing.sentences import Pairing
from arena.comparing.sequential import Terms, Verdict
from arena.config import DEALS_PER_MATCH, Cup, parse_cup
from arena.console import complain, say
from arena.cup_file import BadCup
from arena.exception_groups import first_exception
from arena.files_folder import make_files_folder
from arena.hall import Files, RefereeFailed
from arena.identity import cup_entry
from arena.interrupts import INTERRUPTED
from arena.launch import CannotStart
from arena.ledger import LedgerBusy, LedgerError, ledger_url, open_ledger
from arena.match_run import MachineTooSlow
from arena.progress import CannotPrint
from arena.runner import Run, tables_of_this_machine
from arena.sandbox.probe import CannotIsolate, find_isolation
from arena.stock import ForeignMatches, take_stock
from arena.toml_file import suggestion
from referee.rules.options import PRESETS

STATUS = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.UNDECIDED: 2}

FAILED = 3
"""Exit status where nothing can be said: a bot that cannot play, or a trouble on the way."""

FOLDER = "compare"
"""Of comparisons, below that of what the arena keeps."""

DEALS_MOST = 20_000
"""Duplicate deals, unless more or fewer are asked for: six times what a test of the default terms takes at worst in
the mean."""

ALLOWED = 1_000_000
"""Deals that a bot may lose by faults: they count as lost, and it plays on."""

DAY_S = 86_400

ROLES = ("new", "old")


class BadTerms(Exception):
    """What is asked for cannot be tested."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be compared, and how.

    Attributes:
        new: a folder, an entrant, or ``NAME@VERSION``; likewise *old*.
        preset: the game.
        deals_most: duplicate deals after which it ends undecided, from 1.
        files: folder of what the arena keeps.
        reads: what builds may read besides compilers.
        unsafe: bots are started also where they cannot be kept apart.
        tables: matches at once; None for as many as suit this machine.
    """

    new: str
    old: str
    terms: Terms
    preset: str
    deals_most: int
    limit_s: float
    bank_s: float
    files: Path
    reads: tuple[Path, ...]
    unsafe: bool
    tables: int | None


def compare(order: Order, *, as_json: bool) -> int:
    """Compare two bots; the exit status: 0 better, 1 not better, 2 undecided at the limit, 3 it cannot be said."""
    if sys.stdout is None:
        complain("standard output is closed; leave it open, or send it to /dev/null")
        return FAILED
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    shown = shown_on(sys.stdout, as_json=as_json)
    try:
        try:
            return _compare(order, shown)
        except BaseExceptionGroup as group:
            raise first_exception(group) from group
    except KeyboardInterrupt:
        return INTERRUPTED
    except BuildFailed as failed:
        if failed.output and not as_json:
            say("\n".join(f"    {line}" for line in failed.output.splitlines()))
        complain(str(failed))
    except Exception as trouble:
        reason = _explained(trouble, order)
        if reason is None:
            raise
        complain(reason)
    return FAILED


def _explained(trouble: Exception, order: Order) -> str | None:
    """What went wrong, in a sentence; None for what is a defect of ours."""
    match trouble:
        case CannotPrint():
            return f"standard output: {'nobody reads it any more' if trouble.is_unread else trouble}"
        case BadBot() | BadCup():
            return f"{trouble.key}: {trouble.reason}" if trouble.key else trouble.reason
        case LedgerBusy():
            return "this very comparison is going on already; wait for it, or end it"
        case ForeignMatches():
            return f"more deals than {order.deals_most} were played already; give --deals a higher number"
        case MachineTooSlow():
            return f"{trouble}: the bots got no time from this machine; play fewer --tables at once"
        case BadTerms() | BadStore() | CannotIsolate() | CannotStart() | LedgerError() | RefereeFailed():
            return str(trouble)
        case OSError():
            where = f"{trouble.filename or order.files}: {trouble.strerror or trouble}"
            return f"{where}; see to it, and run the same command again"
        case _:
            return None


def _compare(order: Order, shown: Shown) -> int:
    _check(order)
    store = BotStore(order.files / BOTS)
    for named in (order.new, order.old):
        check_there(named, store)
    isolation = find_isolation(unsafe=order.unsafe)
    make_files_folder(order.files)
    finder = Finder(store, order.files / FOLDER, order.reads, isolation, shown.building)
    contenders = [finder.find(named, role) for named, role in zip((order.new, order.old), ROLES, strict=True)]
    _check_games(contenders, order.preset)
    cup = _cup(order, contenders)
    folder = order.files / FOLDER / cup.name
    folder.mkdir(parents=True, exist_ok=True)
    files = Files(records=folder / "records", logs=folder / "logs", remote=order.files)
    new, old = cup.entrants
    pairing = Pairing(new, old, cup.stages[0].count, str(folder))
    contest = Contest(order.terms, new.name)
    with open_ledger(ledger_url(folder / "arena.sqlite")) as ledger:
        entry = ledger.begin_cup(cup_entry(cup, datetime.now(UTC), isolation.tier))
        stock = take_stock(cup, entry, ledger, contest.enter)
        contest.on_deal = shown.told
        run = Run(stock, ledger, files, Watching(shown, contest), _tables(order), isolation)
        shown.begin(pairing, contest)
        try:
            if not contest.is_decided:
                trio.run(_play, run, contest)
        finally:
            shown.end(pairing, contest, is_final=contest.is_decided or run.is_finished)
    if run.interrupted_by is not None and not contest.is_decided:
        return 128 + run.interrupted_by
    return STATUS[contest.verdict]


async def _play(run: Run, contest: Contest) -> None:
    """Play until it is decided, or as far as it may go; matches that are not over by then count for nothing."""
    async with trio.open_nursery() as nursery:

        async def stop_once_decided() -> None:
            await contest.decided.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(stop_once_decided)
        await run.play()
        nursery.cancel_scope.cancel()


def _tables(order: Order) -> int:
    return order.tables or tables_of_this_machine()


def _check(order: Order) -> None:
    terms = order.terms
    if not (isfinite(terms.elo0) and isfinite(terms.elo1) and terms.elo0 < terms.elo1):
        raise BadTerms(f"--elo0 must be below --elo1; they are {terms.elo0:g} and {terms.elo1:g}")
    if max(abs(terms.elo0), abs(terms.elo1)) > 1000:
        raise BadTerms("--elo0 and --elo1 are from -1000 to 1000")
    for name, rate in (("--alpha", terms.alpha), ("--beta", terms.beta)):
        if not 0 < rate < 0.5:
            raise BadTerms(f"{name} is a probability above 0 and below 0.5; it is {rate:g}")
    if not 0 < order.limit_s <= DAY_S:
        raise BadTerms(f"--limit-s is above 0 and at most {DAY_S}; it is {order.limit_s:g}")
    if not 0 <= order.bank_s <= DAY_S:
        raise BadTerms(f"--bank-s is from 0 to {DAY_S}; it is {order.bank_s:g}")
    if order.preset not in PRESETS:
        raise BadTerms(f"--preset: {order.preset!r} is none; {suggestion(order.preset, PRESETS, 'these are')}")
    if "players" in PRESETS[order.preset]:
        raise BadTerms(f"--preset: in {order.preset} there are no sides, and two bots are compared in sides")
    for path in order.reads:
        if not path.exists():
            raise BadTerms(f"--build-reads {path}: it does not exist")


def _check_games(contenders: Sequence[Contender], preset: str) -> None:
    for contender in contenders:
        if contender.games and preset not in contender.games:
            raise BadTerms(f"{contender.entrant.name} plays {', '.join(contender.games)}; choose one with --preset")


def _cup(order: Order, contenders: Sequence[Contender]) -> Cup:
    """A cup of the two, named by all that it is: the same comparison goes on, another begins anew."""
    per_match = min(DEALS_PER_MATCH, order.deals_most)
    decisive = json.dumps(
        [
            [[each.entrant.name, each.entrant.content] for each in contenders],
            [order.terms.elo0, order.terms.elo1, order.terms.alpha, order.terms.beta],
            [order.preset, order.limit_s, order.bank_s, per_match],
        ]
    )
    # In whole matches, so that a higher limit goes on with what there is.
    deals = per_match * ceil(order.deals_most / per_match)
    text = f"""
        [cup]
        name = "compare-{hashlib.sha256(decisive.encode()).hexdigest()[:12]}"
        [[stage]]
        format = "pairs"
        deals = {deals}
        deals_per_match = {per_match}
        [rules]
        preset = "{order.preset}"
        [time]
        limit_s = {order.limit_s!r}
        bank_s = {order.bank_s!r}
        [faults]
        deals_lost_allowed = {ALLOWED}
        """
    # The bots of a cup file are named in it; these were found already.
    stand_ins = "".join(f'[[bot]]\nname = "{role}"\ncommand = ["{{python}}"]\n' for role in ROLES)
    return replace(parse_cup(text + stand_ins, order.files), entrants=tuple(each.entrant for each in contenders))

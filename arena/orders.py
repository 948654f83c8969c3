"""What the commands do: a cup read, played and published, and every foreseeable trouble told in a sentence."""

from __future__ import annotations

import contextlib
import errno
import io
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from arena.bot_store import BOTS, BotStore
from arena.cluster.address import Cluster
from arena.cluster.troubles import ClusterTrouble
from arena.config import Cup
from arena.console import complain
from arena.cup_file import BadCup
from arena.entrants import Local
from arena.events import Failed, Published
from arena.exception_groups import first_exception
from arena.files_folder import make_files_folder
from arena.hall import Files, RefereeFailed, Venue
from arena.hardware import hardware
from arena.identity import as_begun, changes, cup_entry
from arena.launch import CannotStart
from arena.ledger import (
    CupChanged,
    LedgerError,
    LedgerReader,
    LedgerUnwritable,
    UnknownCup,
    ledger_url,
    open_ledger,
    read_ledger,
)
from arena.local_hall import open_local_hall
from arena.match_run import MachineTooSlow, StrictFault
from arena.progress import CannotPrint, Display, display_for
from arena.records_store import remove_unfinished
from arena.remote.reception import GatewayGone
from arena.runner import Run, tables_of_this_machine
from arena.sandbox.probe import CannotIsolate, find_isolation
from arena.stock import ForeignMatches, RevealedCup, take_stock

if TYPE_CHECKING:
    from arena.ratings import Anchor

# What rates and publishes takes as long to load as all else, and is loaded when it is used: a cup file or a ledger that
# cannot be used is told before.

FAILED = 1
REFUSED = 2
SIGNALLED = 128
"""Added to the number of a signal, as shells do: 130 after Ctrl-C."""

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are kept.

    Attributes:
        ledger: URL; None for the ledger in *files*.
        files: folder of the arena's own.
        out: folder of all leaderboards.
    """

    ledger: str | None = field(repr=False)  # It may hold a password.
    files: Path
    out: Path

    @property
    def ledger_url(self) -> str:
        """URL of the ledger."""
        return self.ledger or ledger_url(self.files / "arena.sqlite")

    @property
    def bots(self) -> BotStore:
        """Bots that were submitted."""
        return BotStore(self.files / BOTS)

    def of(self, cup: str) -> Files:
        """Where the records and logs of a cup are."""
        return Files(records=self.files / "records" / cup, logs=self.files / "logs" / cup, remote=self.files)

    def make(self) -> None:
        """Make the folder of the arena's own; it asks git to pass it over."""
        make_files_folder(self.files)


def play(
    source: str,
    read: Callable[[], Cup],
    places: Places,
    *,
    tables: int | None,
    as_json: bool,
    unsafe: bool = False,
    cluster: Cluster | None = None,
) -> int:
    """Play a cup that *read* reads from *source*, or go on with it, and publish it; the exit status.

    Args:
        unsafe: bots are started also where they cannot be kept apart.
        cluster: where it is played instead of on this machine.
    """

    def find(cup: Cup) -> Venue:
        if cluster is not None:
            from arena.cluster.hall import cluster_venue  # noqa: PLC0415 - see above

            return cluster_venue(cluster, cup)
        # Bots elsewhere need nothing of this machine.
        is_any_here = any(isinstance(entrant.player, Local) for entrant in cup.entrants)
        isolation = find_isolation(unsafe=unsafe) if is_any_here else None
        return Venue(isolation, open_local_hall, tables_of_this_machine, machine=hardware() if is_any_here else "")

    return _carry_out(source, partial(_play, read, find, places, tables), places, as_json=as_json)


def publish_again(source: str, read: Callable[[], Cup], places: Places, *, as_json: bool) -> int:
    """Publish what the ledger has of a cup that *read* reads from *source*; the exit status."""
    return _carry_out(source, partial(_publish_again, read, places), places, as_json=as_json)


def _play(
    read: Callable[[], Cup],
    find: Callable[[Cup], Venue],
    places: Places,
    tables: int | None,
    display: Display,
) -> int:
    cup = read()
    venue = find(cup)
    places.make()
    files = places.of(cup.name)
    with open_ledger(places.ledger_url) as ledger:
        remove_unfinished(files.records)
        tier = venue.isolation.tier if venue.isolation else None
        entry = ledger.begin_cup(cup_entry(cup, datetime.now(UTC), tier, machine=venue.machine))
        stock = take_stock(cup, entry, ledger, display.on_outcome)
        if not stock.done:
            from arena.publish import Progress, publish  # noqa: PLC0415 - see above

            # The commitment to the decks is public before the first card.
            publish(
                *(ledger, cup.name, places.out, files.records),
                progress=Progress.RUNNING,
                anchor=_anchor(cup),
                stages=cup.stages,
            )
        wanted = tables or cup.tables
        tables = wanted or (1 if stock.is_finished() else venue.count_tables())
        run = Run(
            *(stock, ledger, files, display, tables, venue.isolation, venue.open_hall),
            may_grow=wanted is None,
        )
        stopped: BaseException | None = None
        try:
            with display.show():
                trio.run(run.play)
        except* (CannotStart, ClusterTrouble, GatewayGone, MachineTooSlow, RefereeFailed, StrictFault) as troubles:
            stopped = first_exception(troubles)
        # What a seed gives was never a secret.
        if run.is_finished and cup.seed is None:
            ledger.reveal(cup.name, datetime.now(UTC))
        _publish(ledger, cup, places, display, is_finished=run.is_finished)
    if stopped:
        raise stopped
    return 0 if run.interrupted_by is None or run.is_finished else SIGNALLED + run.interrupted_by


def _publish_again(read: Callable[[], Cup], places: Places, display: Display) -> int:
    cup = read()
    with read_ledger(places.ledger_url) as ledger:
        entry = ledger.cup(cup.name)
        cup = as_begun(cup, entry)
        is_finished = take_stock(cup, entry, ledger).is_finished()
        if is_finished and cup.seed is None and not ledger.is_revealed(cup.name):
            # Whoever played it was stopped before it was published.
            _note_revelation(cup.name, places)
        _publish(ledger, cup, places, display, is_finished=is_finished)
    return 0


def _note_revelation(cup: str, places: Places) -> None:
    """Enter in the ledger that the secret of *cup* is about to be published, so that nobody makes the cup longer.

    Raises:
        LedgerUnwritable: it takes no writing, at least from this user; then nothing may be published.
    """
    try:
        with open_ledger(places.ledger_url) as ledger:
            ledger.reveal(cup, datetime.now(UTC))
    except LedgerUnwritable as trouble:
        raise LedgerUnwritable(
            trouble.where,
            f"the cup {cup!r} is finished, and that its secret is published has to be noted first: {trouble.what}",
            "have somebody publish it once who may write to the ledger, and from then on everybody can who may read it",
        ) from trouble


def _publish(ledger: LedgerReader, cup: Cup, places: Places, display: Display, *, is_finished: bool) -> None:
    from arena.publish import Progress, publish  # noqa: PLC0415 - see above

    progress = Progress.COMPLETE if is_finished else Progress.RUNNING
    records = places.of(cup.name).records
    anchor = _anchor(cup)
    found = publish(ledger, cup.name, places.out, records, progress=progress, anchor=anchor, stages=cup.stages)
    display.conclude(found.standings)
    display.listen(Published(folder=str(found.page.parent), page=str(found.page)))


def _anchor(cup: Cup) -> Anchor | None:
    from arena.ratings import Anchor  # noqa: PLC0415 - see above

    return None if cup.anchor is None else Anchor(cup.anchor.name, cup.anchor.rating)


# --- Troubles


def _carry_out(source: str, order: Callable[[Display], int], places: Places, *, as_json: bool) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A dash, or a bot's name, is no reason to stop where the output knows few characters.
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        # The next file opened would take its place, and be printed into.
        complain("standard output is closed; leave it open, or send it to /dev/null")
        return FAILED
    display = display_for(sys.stdout, as_json=as_json)
    try:
        try:
            return order(display)
        except BaseExceptionGroup as group:
            raise first_exception(group) from group
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotPrint as trouble:
        why = "nobody reads it any more" if trouble.is_unread else str(trouble)
        complain(f"standard output: {why}; send it elsewhere and run the same command again")
        return FAILED
    except Exception as trouble:
        told = _explained(trouble, source, places)
        if told is None:
            raise
        status, failed = told
        with contextlib.suppress(CannotPrint):
            display.listen(failed)
        where = f"{source}: {failed.key}: " if failed.key else f"{source}: " if status == REFUSED else ""
        complain(f"{where}{failed.reason}")
        return status


def _explained(trouble: Exception, source: str, places: Places) -> tuple[int, Failed] | None:
    """Exit status and words for what is no defect of ours; None for what is."""
    match trouble:
        case BadCup():
            return REFUSED, Failed(reason=trouble.reason, key=trouble.key or None)
        case CupChanged():
            changed = "; ".join(changes(trouble.stored, trouble.offered))
            reason = f"the cup was begun with other terms: {changed}. Go on with the old ones, or give it another name"
            return REFUSED, Failed(reason=reason, key="cup.name")
        case ForeignMatches():
            reason = (
                f"{trouble}. A stage can be made longer in whole matches and not shorter; give the cup another name"
            )
            return REFUSED, Failed(reason=reason, key="stage")
        case RevealedCup():
            return REFUSED, Failed(reason=f"{trouble}; give the longer one another name", key="cup.name")
        case UnknownCup():
            return FAILED, Failed(reason=f"{trouble}; arena run {source} begins it")
        case MachineTooSlow():
            reason = f"{trouble}: several bots at a time got no time from this machine; play fewer --tables at once"
            return FAILED, Failed(reason=reason)
        case StrictFault():
            return FAILED, Failed(reason=f"a fault, and faults.strict allows none: {trouble}")
        case LedgerError() | CannotIsolate() | CannotStart() | ClusterTrouble() | GatewayGone() | RefereeFailed():
            return FAILED, Failed(reason=str(trouble))
        case OSError():
            return FAILED, Failed(reason=_of_the_system(trouble, places))
        case _:
            pass
    from arena.publish import PublishError  # noqa: PLC0415 - see above

    return (FAILED, Failed(reason=str(trouble))) if isinstance(trouble, PublishError) else None


_REMEDIES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EACCES: "check who may write there, or name another folder with --files or --out",
    errno.EPERM: "check who may write there, or name another folder with --files or --out",
    errno.EROFS: "name another folder with --files or --out",
    errno.ENOTDIR: "name another folder with --files or --out",
    errno.EEXIST: "name another folder with --files or --out",
    errno.EMFILE: "play fewer --tables at once, or raise the limit with ulimit -n",
    errno.ENOMEM: "play fewer --tables at once",
}


def _of_the_system(error: OSError, places: Places) -> str:
    """What the system refused, where, and what to do. Not every error knows its file; it is then one of ours."""
    where = error.filename or f"one of {places.files}, {places.out} and {tempfile.gettempdir()}"
    remedy = _REMEDIES.get(error.errno or 0, "see to it")
    return f"{where}: {error.strerror or error}; {remedy}, and run the same command again"

"""`arena report`: a cup looked at, and what was found told. The exit status says nothing of what was found."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TextIO

import msgspec
from rich.console import Console

from arena.bot_store import BOTS, BotStore
from arena.config import read_cup
from arena.console import complain, say
from arena.cup_file import BadCup
from arena.drawing import drawn
from arena.ledger import LedgerError, UnknownCup, ledger_url
from arena.reporting.document import Report
from arena.reporting.sources import BadPublication, Source, from_folder, from_ledger
from arena.reporting.survey import report
from arena.reporting.tables import tables

TOLD = 0
FAILED = 1
REFUSED = 2

WIDTH = 120
"""Columns of a report that goes into a file."""


def report_on(where: Path, *, ledger: str | None, files: Path, as_json: bool) -> int:
    """Report on the cup of the file *where*, or on one that was published into the folder *where*; the exit status.

    Args:
        ledger: URL; None for the ledger in *files*.
        files: folder of the arena's own.
        as_json: print one JSON document.
    """
    try:
        with _source(where, ledger or ledger_url(files / "arena.sqlite"), files) as source:
            found = report(source.cup, source.outcomes, limit_s=source.limit_s)
    except BadCup as trouble:
        complain(f"{trouble.key}: {trouble.reason}" if trouble.key else trouble.reason, about=str(where))
        return REFUSED
    except BadPublication as trouble:
        complain(str(trouble))
        return REFUSED
    except UnknownCup as trouble:
        complain(f"{trouble}; arena run {where} begins it")
        return FAILED
    except LedgerError as trouble:
        complain(str(trouble))
        return FAILED
    except OSError as trouble:
        complain(f"{trouble.filename or where}: {trouble.strerror or trouble}; see to it, and give the command again")
        return FAILED
    if as_json:
        say(msgspec.json.encode(found).decode())
    else:
        say(drawn(partial(_print, found)))
    return TOLD


def _source(where: Path, url: str, files: Path) -> AbstractContextManager[Source]:
    if where.is_dir():
        return from_folder(where)
    return from_ledger(url, read_cup(where, BotStore(files / BOTS)).name)


def _print(found: Report, stream: TextIO, width: int | None) -> None:
    console = Console(
        file=stream,
        width=width or WIDTH,
        force_terminal=width is not None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )
    for each in tables(found):
        console.print(each)
        console.print()

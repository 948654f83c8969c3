"""What `arena serve` does; every foreseeable trouble is told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import trio

from arena.bot_store import BOTS, BadStore, BotStore
from arena.config import Cup, read_cup
from arena.console import complain, say
from arena.cup_file import BadCup
from arena.identity import changes
from arena.ledger import CupChanged, LedgerError, UnknownCup, ledger_url, read_ledger
from arena.stock import ForeignMatches, RevealedCup
from referee.rules.ruleset import ruleset

DONE, FAILED, REFUSED = 0, 1, 2

INSTALL = "pip install 'tractor-arena[web]'"


def serve_cup(path: Path, *, host: str, port: int, ledger: str | None, files: Path) -> int:
    """Serve the pages of the cup at *path* until a signal; the exit status.

    Args:
        port: 0 for any that is free.
        ledger: URL; None for the ledger in *files*.
    """
    if any(find_spec(name) is None for name in ("starlette", "hypercorn")):
        complain(f"arena serve needs libraries that are not installed; install them: {INSTALL}")
        return FAILED
    try:
        cup = read_cup(path, BotStore(files / BOTS))
    except BadCup as error:
        complain(f"{error.key}: {error.reason}" if error.key else error.reason, about=str(path))
        return REFUSED
    except BadStore as error:
        complain(str(error))
        return FAILED
    return _told(lambda: _serve(cup, host=host, port=port, ledger=ledger, files=files), str(path))


def _serve(cup: Cup, *, host: str, port: int, ledger: str | None, files: Path) -> int:
    # What needs the libraries, or takes long to load.
    from arena.serving.app import Site  # noqa: PLC0415
    from arena.serving.doors import LOOPBACK_NAMES  # noqa: PLC0415
    from arena.serving.live import Live  # noqa: PLC0415
    from arena.serving.pages import Pages  # noqa: PLC0415
    from arena.serving.server import CannotListen, end_at_once, open_door, serve  # noqa: PLC0415
    from arena.serving.watch import CupWatch  # noqa: PLC0415
    from referee.serving.logs import write_logs_to_stderr  # noqa: PLC0415

    write_logs_to_stderr()
    with read_ledger(ledger or ledger_url(files / "arena.sqlite")) as reader:
        live = Live(CupWatch(reader, cup))
        try:
            door = open_door(host, port)
        except CannotListen as trouble:
            complain(str(trouble))
            return FAILED
        site = Site(live, Pages(live, files / "records" / cup.name, ruleset(cup.options), cup.stages), _now)
        if not door.is_loopback:
            complain(f"everybody who reaches {door.address} can read these pages; without --host only this machine can")
        application = site.application(hosts=LOOPBACK_NAMES if door.is_loopback else None)
        trio.run(serve, door, application, live, site.closing, lambda: say(f"The cup {cup.name}: {door.address}"))
        end_at_once()
    return DONE


def _now() -> datetime:
    return datetime.now(UTC)


def _told(order: Callable[[], int], source: str) -> int:
    """Carry out an order; the exit status."""
    try:
        return order()
    except KeyboardInterrupt:
        # Before signals were listened to.
        return 130
    except UnknownCup as trouble:
        complain(f"{trouble}; arena run {source} begins it")
        return FAILED
    except CupChanged as trouble:
        changed = "; ".join(changes(trouble.stored, trouble.offered))
        complain(
            f"the cup was begun with other terms: {changed}. Serve it by the file that it is played by", about=source
        )
        return REFUSED
    except ForeignMatches as trouble:
        complain(f"{trouble}; serve it by the file that it is played by", about=source)
        return REFUSED
    except RevealedCup as trouble:
        complain(
            f"{trouble}, and this file is of a longer one; serve it by the file that it was played by", about=source
        )
        return REFUSED
    except (LedgerError, OSError) as trouble:
        complain(str(trouble))
        return FAILED

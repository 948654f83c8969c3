"""The command `arena`: all its commands, in the order in which a user comes to them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arena.commands import bots, cups, machines, pages, results
from arena.commands.options import ArenaCommand
from arena.console import say, status_of
from referee.command import command

# Each command imports what it needs when it runs, so that --help does not wait for it.

app = command("arena", about="Tractor Arena: tournaments of programs that play the card game Tractor.", say=say)

for each in (
    *(cups.run, cups.demo, cups.schedule, cups.publish, pages.serve),
    *(results.verify, results.report, results.rate),
    *(bots.new_bot, bots.check_bot, bots.compare, bots.submit, bots.bots),
    *(machines.doctor, machines.worker, machines.certificates, machines.serve_bots),
):
    app.command(cls=ArenaCommand)(each)


def main() -> None:
    """Run the command."""
    # Before numpy is loaded. Its threads spin while they wait for each other: beside bots that think, a rating of 90
    # entrants took five times as long with two of them, and three times the processor's time.
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    try:
        Path.home()
    except RuntimeError:
        # A user whom the system does not know, as in containers, where this is then the home.
        os.environ["HOME"] = "/"
    try:
        app(prog_name="arena")
    except SystemExit as ended:
        sys.exit(status_of(ended.code) if isinstance(ended.code, int) else ended.code)


if __name__ == "__main__":
    main()

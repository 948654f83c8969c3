"""What came of a cup, or of anything: checked, looked into, rated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.commands.options import FILES, FilesFolder, LedgerUrl
from arena.interrupts import stoppable


def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The published folder of a cup: leaderboards/NAME.")],
    *,
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="The commitment as you noted it down before the cup."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for programs.")] = False,
) -> None:
    """Check what was published of a cup from its files alone: decks, records, results, schedule and standings.

    The exit status is 0 if all holds that can be checked, 1 if something does not, 2 if there is nothing to check.
    """

    def command() -> int:
        from arena.verifying.command import verify_folder

        return verify_folder(folder, commitment=commitment, as_document=json)

    raise typer.Exit(stoppable(command, left="nothing was decided"))


def report(
    cup: Annotated[
        Path, typer.Argument(metavar="CUP.toml|DIR", help="The cup file, or a published folder: leaderboards/NAME.")
    ],
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for programs.")] = False,
) -> None:
    """Tell what an organiser should look at: pairs that stand out, faults of bots and of the machine, time use.

    The exit status is 0 whatever is found, 1 if the ledger cannot be read or does not know the cup, 2 if the cup file
    or the folder is refused.
    """

    def command() -> int:
        from arena.reporting.command import report_on

        return report_on(cup, ledger=ledger, files=files, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was changed"))


def rate(
    results: Annotated[
        str, typer.Argument(metavar="RESULTS.csv", help="A file of results; docs/results.md explains it. - for stdin.")
    ],
    *,
    penalty: Annotated[
        str, typer.Option(metavar="none|SD", help="Standard deviation in Elo of the penalty on ratings.")
    ] = "400",
    anchor: Annotated[
        str | None,
        typer.Option(metavar="NAME=VALUE", help="An entrant whose rating is fixed; else zero is their mean."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for programs.")] = False,
) -> None:
    """Rate the entrants of any results, as those of a cup are rated.

    The exit status is 0 if the ratings were printed, also where the results leave some open, 1 if they could not be
    printed, 2 if the file or an option is refused.
    """

    def command() -> int:
        from arena.rating.command import rate

        return rate(results, penalty=penalty, anchor=anchor, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was rated"))

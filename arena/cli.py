"""The command `arena`: play a cup, play the demo, publish. Knows options and exit statuses, nothing of cups."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.command import command

# Each command imports what it needs when it runs, so that --help does not wait for it.

app = command("arena", about="Tractor Arena: tournaments of programs that play the card game Tractor.")

FILES = Path("arena-files")
OUT = Path("leaderboards")

CupFile = Annotated[Path, typer.Argument(metavar="CUP.toml", help="The cup file; docs/cups.md explains every key.")]
LedgerUrl = Annotated[
    str | None,
    typer.Option("--ledger", metavar="URL", help="The ledger, as sqlite:///FILE; without it, arena.sqlite in --files."),
]
FilesFolder = Annotated[
    Path, typer.Option("--files", metavar="DIR", help="Folder of what the arena keeps: ledger, records, bots' logs.")
]
OutFolder = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder of all leaderboards; the cup has its own in it.")
]
Tables = Annotated[
    int | None,
    typer.Option(min=1, max=256, help="Matches at once; without it, what the cup file says, or one for each core."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON event a line, for programs.")]


@app.command()
def run(
    cup: CupFile,
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    out: OutFolder = OUT,
    tables: Tables = None,
    json: AsJson = False,
) -> None:
    """Play a cup, or go on with it, and publish its leaderboard.

    Every match is kept as soon as it is over: after Ctrl-C, or whatever else ends it, the same command goes on.
    The exit status is 0 once the cup is finished, 1 if it had to stop, 2 if the cup file is refused, 130 after Ctrl-C.
    """
    from arena.config import read_cup
    from arena.orders import Places, play

    places = Places(ledger=ledger, files=files, out=out)
    raise typer.Exit(play(str(cup), lambda: read_cup(cup), places, tables=tables, as_json=json))


@app.command()
def demo(
    *,
    ledger: LedgerUrl = None,
    files: Annotated[
        Path | None, typer.Option("--files", metavar="DIR", help="As for run; without it, a folder of the checkout.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="As for run; without it, a folder of the checkout.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, max=1_000_000, help="Deals that every two, and every four, bots play.")
    ] = None,
    tables: Tables = None,
    json: AsJson = False,
) -> None:
    """Play the built-in cup of the four sample bots, and publish it as leaderboards/demo."""
    from arena.demo import ROOT, demo_cup
    from arena.orders import Places, play

    # Demos of different lengths are different cups of one name, so each has a folder of its own.
    own_files = ROOT / FILES / ("demo" if deals is None else f"demo-{deals}")
    places = Places(ledger=ledger, files=files or own_files, out=out or ROOT / OUT)
    raise typer.Exit(play("demo.toml", lambda: demo_cup(deals), places, tables=tables, as_json=json))


@app.command()
def publish(
    cup: CupFile,
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    out: OutFolder = OUT,
    json: AsJson = False,
) -> None:
    """Publish what has been played of a cup, also while it is being played.

    Decks that are still to be played by others are not told: the records and the secret follow when it is finished.
    """
    from arena.config import read_cup
    from arena.orders import Places, publish_again

    places = Places(ledger=ledger, files=files, out=out)
    raise typer.Exit(publish_again(str(cup), lambda: read_cup(cup), places, as_json=json))


def main() -> None:
    """Run the command."""
    app(prog_name="arena")


if __name__ == "__main__":
    main()

"""The command `arena`: bots made, checked and submitted; cups played and published. Knows options and exit statuses."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.interrupts import stoppable
from referee.command import command

if TYPE_CHECKING:
    from arena.cluster.address import Cluster

# Each command imports what it needs when it runs, so that --help does not wait for it.

app = command("arena", about="Tractor Arena: tournaments of programs that play the card game Tractor.")

FILES = Path("arena-files")
OUT = Path("leaderboards")
LANGUAGES = ("cpp", "go", "java", "python", "rust", "typescript")
"""Of the starter kits. They are looked for when one is wanted."""

CupFile = Annotated[Path, typer.Argument(metavar="CUP.toml", help="The cup file; docs/cups.md explains every key.")]
LedgerUrl = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="URL",
        help="The ledger: sqlite:///FILE, or postgresql://USER@HOST/DATABASE; without it, arena.sqlite in --files.",
    ),
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
Unsafe = Annotated[
    bool,
    typer.Option("--unsafe", help="Start bots also where they cannot be kept apart: they can do whatever you can."),
]
BuildReads = Annotated[
    list[Path] | None,
    typer.Option("--build-reads", metavar="PATH", help="What a build may read besides compilers: ~/.npmrc, say."),
]
TlsAuthority = Annotated[
    Path | None, typer.Option("--tls-ca", metavar="FILE", help="With TLS: certificate of the cluster's authority.")
]
TlsCertificate = Annotated[
    Path | None, typer.Option("--tls-cert", metavar="FILE", help="With TLS: this machine's certificate.")
]
TlsKey = Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="With TLS: its key.")]
Insecure = Annotated[
    bool, typer.Option("--insecure", help="Without TLS also to other machines: whoever reaches them can run programs.")
]
BotFolder = Annotated[Path, typer.Argument(metavar="DIR", help="A folder with a bot.toml; docs/bots.md explains it.")]


@app.command()
def run(
    cup: CupFile,
    *,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    out: OutFolder = OUT,
    tables: Tables = None,
    unsafe: Unsafe = False,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler; docs/cluster.md."),
    ] = None,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
    json: AsJson = False,
) -> None:
    """Play a cup, or go on with it, and publish its leaderboard.

    Every match is kept as soon as it is over: after Ctrl-C, or whatever else ends it, the same command goes on.
    The exit status is 0 once the cup is finished, 1 if it had to stop, 2 if the cup file is refused, 130 after Ctrl-C.
    """
    from arena.config import read_cup
    from arena.orders import Places, play

    if cluster is None and (tls_ca or tls_cert or tls_key or insecure):
        raise typer.BadParameter("--tls-ca, --tls-cert, --tls-key and --insecure are of --cluster; give it, or none")
    places = Places(ledger=ledger, files=files, out=out)
    elsewhere = _cluster(cluster, "--cluster", tls_ca, tls_cert, tls_key, insecure=insecure) if cluster else None
    raise typer.Exit(
        play(
            str(cup),
            lambda: read_cup(cup, places.bots),
            places,
            tables=tables,
            as_json=json,
            unsafe=unsafe,
            cluster=elsewhere,
        )
    )


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
    # The sample bots are ours, and play also where strangers' could not be kept apart.
    raise typer.Exit(play("demo.toml", lambda: demo_cup(deals), places, tables=tables, as_json=json, unsafe=True))


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
    raise typer.Exit(publish_again(str(cup), lambda: read_cup(cup, places.bots), places, as_json=json))


@app.command()
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


@app.command()
def schedule(
    cup: Annotated[
        Path | None, typer.Argument(metavar="CUP.toml", help="The cup file; or none, with --entrants.")
    ] = None,
    *,
    entrants: Annotated[
        int | None, typer.Option(metavar="N", help="Without a cup file: the tables of one cycle for N entrants.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="With --entrants: individual or pairs.")
    ] = "individual",
    rounds: Annotated[bool, typer.Option("--rounds", help="All rounds and tables, not only the first.")] = False,
    tables: Tables = None,
    ledger: LedgerUrl = None,
    files: FilesFolder = FILES,
    json: Annotated[bool, typer.Option("--json", help="Print all of it as one JSON document.")] = False,
) -> None:
    """Tell what a cup will be before it is played: who meets whom, how evenly, for how long, how precise it will be.

    The exit status is 0 if it can be told, 2 if the cup file, or the number of entrants, is refused.
    """
    if (cup is None) == (entrants is None):
        raise typer.BadParameter("name a cup file, or --entrants N for the tables of one cycle")

    def command() -> int:
        from arena.scheduling.command import show_cup, show_cycle

        if cup is not None:
            return show_cup(cup, ledger=ledger, files=files, tables=tables, shows_all=rounds, as_json=json)
        assert entrants is not None
        return show_cycle(entrants, format_, as_json=json)

    raise typer.Exit(stoppable(command, left="the schedule is not complete"))


@app.command()
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

    The exit status is 0 whatever is found, 1 if the ledger cannot be read, 2 if there is no such cup.
    """

    def command() -> int:
        from arena.reporting.command import report_on

        return report_on(cup, ledger=ledger, files=files, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was changed"))


@app.command()
def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The bot's name; its folder is named after it.")],
    *,
    language: Annotated[
        str, typer.Option(metavar="LANGUAGE", help=f"Of the starter kit: {', '.join(LANGUAGES)}.")
    ] = "python",
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="The new folder; without it, one named after the bot."),
    ] = None,
) -> None:
    """Make a folder with a bot in it that plays, to be made better.

    The exit status is 0 once it is made, 2 if it cannot be.
    """

    def command() -> int:
        from arena.new_bot import make_bot

        return make_bot(name, language=language, folder=folder)

    raise typer.Exit(stoppable(command, left="nothing was made"))


@app.command()
def check_bot(
    folder: BotFolder,
    *,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Build a bot and see whether it does all that a tournament asks for, step by step.

    The exit status is 0 if it passes every step, 1 if it fails one, 2 if there is no bot to check.
    """

    def command() -> int:
        from arena.checking.command import check

        return check(folder, unsafe=unsafe, as_json=json)

    raise typer.Exit(stoppable(command, left="the check is not complete"))


@app.command()
def compare(
    new: Annotated[str, typer.Argument(metavar="NEW", help="A folder with a bot.toml, an entrant, or NAME@VERSION.")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="What it is to be better than, named likewise.")],
    *,
    elo0: Annotated[float, typer.Option(help="No better than this is not better; Elo per duplicate deal.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="At least this is better.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="How often, at most, elo0 is called better.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often, at most, elo1 is called not better.")] = 0.05,
    deals: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Duplicate deals after which it ends undecided.")
    ] = 20_000,
    preset: Annotated[str, typer.Option(metavar="PRESET", help="The game.")] = "tractor",
    limit_s: Annotated[float, typer.Option(help="Seconds for a decision.")] = 1.0,
    bank_s: Annotated[float, typer.Option(help="Seconds more for a whole match.")] = 30.0,
    files: FilesFolder = FILES,
    build_reads: BuildReads = None,
    tables: Tables = None,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Find out whether a bot is better than another, with as few duplicate deals as it takes.

    The exit status is 0 if it is better, 1 if it is not, 2 if that is still open at the limit, 3 if it cannot be said.
    After Ctrl-C the same command goes on.
    """

    def command() -> int:
        from arena.comparing.command import Order, compare
        from arena.comparing.sequential import Terms

        order = Order(
            new=new,
            old=old,
            terms=Terms(elo0, elo1, alpha, beta),
            preset=preset,
            deals_most=deals,
            limit_s=limit_s,
            bank_s=bank_s,
            files=files,
            reads=tuple(build_reads or ()),
            unsafe=unsafe,
            tables=tables,
        )
        return compare(order, as_json=json)

    raise typer.Exit(stoppable(command, left="the same command goes on"))


@app.command()
def submit(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="A folder with a bot.toml; none for a bot elsewhere.")
    ] = None,
    *,
    remote: Annotated[
        str | None, typer.Option("--remote", metavar="NAME", help="Enter a bot that dials in from elsewhere.")
    ] = None,
    chairs: Annotated[
        int, typer.Option(min=1, max=64, help="With --remote: tokens to give, one for each seat it plays at once.")
    ] = 2,
    files: FilesFolder = FILES,
    build_reads: BuildReads = None,
    unsafe: Unsafe = False,
    json: AsJson = False,
) -> None:
    """Check and build a bot and keep it as a version of its entrant, so that cups can name it.

    With --remote: give tokens to a bot that dials in from elsewhere. They are shown once, and kept only as hashes.
    The exit status is 0 if it was taken, 1 if it fails its check, 2 if there is no such bot.
    """
    if (folder is None) == (remote is None):
        raise typer.BadParameter("name a folder, or --remote NAME for a bot that dials in from elsewhere")

    def command() -> int:
        from arena.submitting.command import submit_folder, submit_remote

        if folder is not None:
            reads = tuple(build_reads or ())
            return submit_folder(folder, files=files, reads=reads, unsafe=unsafe, as_json=json)
        assert remote is not None
        return submit_remote(remote, chairs=chairs, files=files, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was kept"))


@app.command()
def bots(*, files: FilesFolder = FILES, json: AsJson = False) -> None:
    """List the bots that were submitted, with their versions."""
    from arena.submitting.command import list_bots

    raise typer.Exit(list_bots(files=files, as_json=json))


@app.command()
def worker(
    scheduler: Annotated[str, typer.Argument(metavar="ADDRESS", help="The Dask scheduler: tls://HOST:PORT.")],
    *,
    tables: Annotated[
        int | None, typer.Option(min=1, max=256, help="Matches at once; without it, one for each core.")
    ] = None,
    files: Annotated[
        Path, typer.Option("--files", metavar="DIR", help="Folder in which bots that were submitted here are.")
    ] = FILES,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
    unsafe: Unsafe = False,
) -> None:
    """Play matches of cups that other machines run with --cluster, until Ctrl-C or SIGTERM.

    The exit status is 0 after a signal, 1 if it had to stop, 2 if the address is refused.
    """
    from arena.cluster.worker import work

    cluster = _cluster(scheduler, "ADDRESS", tls_ca, tls_cert, tls_key, insecure=insecure)
    raise typer.Exit(work(cluster, tables=tables, files=files, unsafe=unsafe))


@app.command()
def rate(
    results: Annotated[
        str, typer.Argument(metavar="RESULTS.csv", help="A file of results; docs/results.md explains it. - for stdin.")
    ],
    *,
    penalty: Annotated[
        str, typer.Option(metavar="none|SD", help="Standard deviation in Elo of the penalty on ratings.")
    ] = "400",
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME=VALUE", help="An entrant whose rating is fixed; else they sum to zero.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for programs.")] = False,
) -> None:
    """Rate the entrants of any results, as those of a cup are rated.

    The exit status is 0 if the ratings were printed, also where the results leave some open, 2 if the file is refused.
    """

    def command() -> int:
        from arena.rating.command import rate

        return rate(results, penalty=penalty, anchor=anchor, as_json=json)

    raise typer.Exit(stoppable(command, left="nothing was rated"))


@app.command()
def doctor(*, json: AsJson = False) -> None:
    """Say how well this machine can keep bots apart, and why not better.

    The exit status is 0 if it can, 1 if bots only run with --unsafe.
    """
    from arena.sandbox.doctor import doctor

    raise typer.Exit(doctor(as_json=json))


@app.command()
def certificates(
    hosts: Annotated[
        list[str], typer.Argument(metavar="HOST...", help="Names and addresses under which bots dial this machine.")
    ],
    *,
    files: FilesFolder = FILES,
    days: Annotated[int, typer.Option(min=1, max=3650, help="How long the certificate holds.")] = 365,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="For the machines of a cluster, which dial each other.")
    ] = False,
) -> None:
    """Make the arena's own certificate authority, and the certificate of the server that remote bots dial."""
    from arena.remote.command import make_certificates

    raise typer.Exit(make_certificates(hosts, files=files, days=days, cluster=cluster))


@app.command()
def serve_bots(
    *,
    listen: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Where remote bots dial in, with TLS; port 0 for any.")
    ] = "127.0.0.1:7443",
    files: FilesFolder = FILES,
    json: AsJson = False,
) -> None:
    """Let remote bots dial in, and bring them to the tables of cups that are played from the same --files.

    Runs until Ctrl-C or SIGTERM.
    """
    from arena.remote.command import serve_bots

    raise typer.Exit(serve_bots(listen, files=files, as_json=json))


def _cluster(
    address: str, option: str, authority: Path | None, certificate: Path | None, key: Path | None, *, insecure: bool
) -> Cluster:
    """The cluster that options name, or the end of the command."""
    from arena.cluster.address import parse_cluster
    from arena.cluster.troubles import BadCluster

    try:
        return parse_cluster(
            address, option=option, authority=authority, certificate=certificate, key=key, insecure=insecure
        )
    except BadCluster as bad:
        raise typer.BadParameter(str(bad)) from None


def main() -> None:
    """Run the command."""
    # Before numpy is loaded. Its threads spin while they wait for each other: beside bots that think, a rating of 90
    # entrants took five times as long with two of them, and three times the processor's time.
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    app(prog_name="arena")


if __name__ == "__main__":
    main()

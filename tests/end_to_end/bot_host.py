"""Starts many bots at little cost: each is this process once more, with all that a bot loads loaded before.

The arena starts a command that says on a pipe where it is to play and then waits; the bot that plays in its place is a
process of its own, which dials the referee over gRPC like any other.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLE_BOTS = ROOT / "sample_bots" / "python"

# Of one line, so that what several say on the pipe at once is not mixed.
_SAY = 'printf "%s %s\\n" "$TRACTOR_ADDRESS" "$TRACTOR_TOKEN" > "$BOTS" && exec sleep 600'


def hosted_bot(name: str, pipe: Path) -> str:
    """A ``[[bot]]`` whose programs are started by the host of *pipe*."""
    command, path = json.dumps(["sh", "-c", _SAY]), json.dumps(str(pipe))
    return (
        f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\nenvironment = {{BOTS = {path}}}\nreads = [{path}]\n"
    )


@contextmanager
def bot_host(pipe: Path, module: str = "default_bot") -> Iterator[None]:
    """While the block lasts, a bot of *module*, one of the sample bots, plays wherever it is said on *pipe*."""
    os.mkfifo(pipe)
    # Where root plays, its bots are others.
    pipe.chmod(0o666)
    # Neither the interpreter nor pytest is loaded in a process that is spawned; it forks before gRPC is in use.
    context = multiprocessing.get_context("spawn")
    ready, say_ready = context.Pipe(duplex=False)
    host = context.Process(target=_serve, args=(str(pipe), module, say_ready), daemon=True)
    host.start()
    try:
        assert ready.poll(60), "the host of the bots does not start"
        yield
    finally:
        host.terminate()
        host.join()
        pipe.unlink()


def _serve(pipe: str, module: str, ready: Connection) -> None:
    sys.path.insert(0, str(SAMPLE_BOTS))
    bot, connection = __import__(module), __import__("connection")
    # Held open for writing too, so that it does not end when nobody says anything.
    reading = os.fdopen(os.open(pipe, os.O_RDWR), "r")
    # Nobody waits for those that have ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    ready.send(True)
    for line in iter(reading.readline, ""):
        address, token = line.split()
        if os.fork() == 0:
            os.environ.update(TRACTOR_ADDRESS=address, TRACTOR_TOKEN=token)
            try:
                connection.play(bot.decide, name=module)
            finally:
                os._exit(0)

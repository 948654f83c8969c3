"""A bot that plays every default decision and, before it dials or plays, does what it must not.

Its arguments are names of attacks. It is run from a copy of its own, with the starter kit beside it in ``kit`` and the
modules that it imports below it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

# Before gRPC is there: children that only sit about need none of it.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "kit")]

from connection import play
from tractor.v1.bot_pb2 import Decision, MatchStarting, Question

from tests.hostile.bots import hogging, pestering, spying
from tests.hostile.bots.report import report


def exits() -> None:
    """End before anything was said."""
    report("exits", {"begun": True})
    os._exit(3)


def never_dials() -> None:
    """Be there, and say nothing."""
    report("never dials", {"begun": True})
    threading.Event().wait()


AT_START: dict[str, Callable[[], None]] = {
    "deaf": hogging.deaf,
    "survivors": hogging.survivors,
    "exits": exits,
    "never-dials": never_dials,
    "escapes": pestering.escapes,
    "output": hogging.output,
}

AT_QUESTION: dict[str, Callable[[], None]] = {
    "files": spying.files,
    "links": spying.links,
    "processes": spying.processes,
    "network": spying.network,
    "kernel": spying.kernel,
    "forks": hogging.forks,
    "threads": hogging.threads,
    "memory": hogging.memory,
    "memory-of-many": hogging.memory_of_many,
    "shared-memory": hogging.shared_memory,
    "disk": hogging.disk,
    "cores": hogging.cores,
    "stopped": hogging.stopped,
}

BEFORE_READY: dict[str, Callable[[], None]] = {
    "streams": pestering.streams,
    "rubbish": pestering.rubbish,
    "inbox": pestering.inbox,
}
"""What takes longer than a decision may."""


def main() -> None:
    """Play one chair."""
    names = sys.argv[1:]
    waiting = [AT_QUESTION[name] for name in names if name in AT_QUESTION]
    first = [BEFORE_READY[name] for name in names if name in BEFORE_READY]
    for name in names:
        if name in AT_START:
            AT_START[name]()

    def decide(question: Question) -> Decision:
        while waiting:
            waiting.pop(0)()
        return question.default_decision

    def prepare(_: MatchStarting) -> None:
        while first:
            first.pop(0)()

    play(decide, name="hostile", prepare=prepare)


if __name__ == "__main__":
    main()

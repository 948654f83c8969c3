"""A Dask scheduler and workers of ours as processes on this machine, with everything that they start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.end_to_end.arena_process import Arena

ENDS_WITHIN_S = 60
"""Of a process that was told to; on a machine that has nothing else to do it takes a second."""


class Scheduler:
    """`dask scheduler`, on a port of loopback.

    Attributes:
        address: as it says it.
    """

    def __init__(self, *, port: int = 0, tls: Sequence[str] = ()) -> None:
        command = [sys.executable, "-m", "dask", "scheduler", "--host", f"{'tls' if tls else 'tcp'}://127.0.0.1"]
        self._process = subprocess.Popen(
            [*command, "--port", str(port), "--no-dashboard", *tls],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        self.address = self._address()
        # It logs whoever comes and goes, and would stand still once its pipe is full.
        self._drain = threading.Thread(target=self._process.stderr.read, daemon=True)  # type: ignore[union-attr]
        self._drain.start()

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._drain.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _address(self) -> str:
        assert self._process.stderr is not None
        said = []
        for line in iter(self._process.stderr.readline, ""):
            said.append(line)
            if "Scheduler at:" in line:
                return line.split()[-1]
        raise AssertionError("".join(said))

    def task_count(self) -> int:
        """Tasks that it knows of, done or not."""
        ask = (
            "import sys; from distributed import Client\n"
            "with Client(sys.argv[1]) as client:\n"
            "    print(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", ask, self.address], check=True, capture_output=True, text=True, timeout=120
        )
        return int(done.stdout)


class Worker:
    """`arena worker`, with folders of its own.

    Attributes:
        arena: by which it is known what it starts.
    """

    def __init__(self, folder: Path, address: str, *options: str) -> None:
        folder.mkdir()
        self.arena = Arena(folder, "")
        self.process = self.arena.start("worker", address, "--tables", "1", *options)
        self.until("Playing")

    def until(self, beginning: str) -> str:
        """The next line that it says that begins so."""
        assert self.process.stdout is not None
        for line in iter(self.process.stdout.readline, ""):
            if line.startswith(beginning):
                return line
        raise AssertionError(f"it ended without {beginning!r}: {self.process.communicate()[1]}")

    def started(self) -> set[int]:
        """Processes that it has started and that still run."""
        return set(self.arena.left_behind()) - {self.process.pid}

    def stop(self) -> tuple[int, str]:
        """Its exit status after SIGTERM, and what it complained of."""
        self.process.send_signal(signal.SIGTERM)
        _, err = self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode, err

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def close(self) -> None:
        self.arena.close()

"""A PostgreSQL server for tests: a real one of this machine's package, in a temporary folder, on a unix socket."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.sandbox.processes import below, running
from tests.tools import require_tool

PASSWORD = "s3cret/of:the@server"
"""Of the user ``guarded``. Everyone else is let in without one."""


class PostgresServer:
    """A server that can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self._programs = programs
        self._process: subprocess.Popen[str] | None = None
        self._numbers = itertools.count(1)
        data = folder / "data"
        data.mkdir(mode=0o700)
        user = _user()
        if user:
            shutil.chown(folder, user, _group(user))
            shutil.chown(data, user, _group(user))
        self._run("initdb", "-D", str(data), "-U", "arena", "--auth=trust", "--encoding=UTF8", "--no-locale", "-N")
        hba = data / "pg_hba.conf"
        hba.write_text(f"local all guarded scram-sha-256\n{hba.read_text()}")
        self.start()
        self.execute(f"CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        """Start it; it takes connections when this returns."""
        arguments = (
            *("-D", str(self._folder / "data"), "-k", str(self._folder), "-c", "listen_addresses="),
            # What these tests end is the server and never the machine.
            *("-c", "fsync=off", "-c", "lc_messages=C", "-c", "log_min_messages=log"),
        )
        self._process = subprocess.Popen(
            # It ends with these tests, however they end.
            (*_as_user("--pdeathsig", "QUIT"), str(self._programs / "postgres"), *arguments),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if "ready to accept connections" in line:
                return
        raise AssertionError(f"PostgreSQL does not start: {''.join(said)}")

    def stop(self) -> None:
        """End it at once, with all its sessions, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.communicate()
            self._process = None

    def kill(self) -> None:
        """End all its processes with SIGKILL, as when a machine has no memory left."""
        if self._process is not None:
            for pid in (self._process.pid, *below(self._process.pid, running())):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            # The pipe is closed once the last of them is gone.
            self._process.communicate()
            self._process = None

    def new_url(self, user: str = "arena") -> str:
        """The URL of a place without tables: a schema of its own in one database."""
        schema = f"ledger_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {schema}")
        return f"{self.url('postgres', user)}&options=-csearch_path%3D{schema}"

    def url(self, database: str, user: str = "arena") -> str:
        """The URL of a database."""
        return f"postgresql://{user}@/{database}?host={self._folder}"

    def execute(self, statement: str) -> str:
        """What a statement gives, as text."""
        words = ("-h", str(self._folder), "-U", "arena", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-Atqc", statement)
        return self._run("psql", *words)

    def _run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            (*_as_user(), str(self._programs / program), *arguments),
            cwd="/",
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@contextmanager
def running_server() -> Iterator[PostgresServer]:
    """A server that is ended with the block; without PostgreSQL the test is skipped, or fails in CI."""
    programs = _programs()
    # In memory, where there is a place for it.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of its own is made there
    with tempfile.TemporaryDirectory(prefix="pg-", dir=memory) as folder:
        server = PostgresServer(Path(folder), programs)
        try:
            yield server
        finally:
            server.stop()


def _programs() -> Path:
    """The folder of the server's programs: Debian keeps them out of PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else Path(require_tool("initdb")).parent


def _user() -> str | None:
    """Who runs the server: root may not."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _group(user: str) -> int:
    """The group of *user*."""
    return pwd.getpwnam(user).pw_gid


def _as_user(*options: str) -> tuple[str, ...]:
    user = _user()
    if user is None:
        return (require_tool("setpriv"), *options) if options else ()
    who = ("--reuid", user, "--regid", str(_group(user)), "--clear-groups")
    return (require_tool("setpriv"), *who, *options)

"""Starter kits as an author has them: copied, built once a session, and started at the chair of a referee."""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import msgspec
import pytest

from arena.bot_file import BOT_FILE, BotFile
from referee.wire.tractor.v1 import bot_pb2, bot_pb2_grpc, table_pb2
from tests.referee.serving.processes import PlayedMatch, ask_for, referee_process
from tests.sample_bots.certificates import Certificate
from tests.sizes import in_ci
from tests.tools import require_tool

ROOT = Path(__file__).resolve().parents[2]
KITS = ROOT / "sample_bots"

TOOLS: Mapping[str, Sequence[str]] = {
    "go": ("go",),
    "typescript": ("node", "npm"),
    "rust": ("cargo",),
    "java": ("javac", "mvn"),
    "cpp": ("cmake", "g++", "protoc", "grpc_cpp_plugin"),
}
"""What each kit's README asks for, but Python's, which the arena has; every kit named here is held to test_kits.py."""

BUILT_IN_MINUTES = ("typescript", "rust", "java", "cpp")

BUILD_WITHIN_S = 600.0
END_WITHIN_S = 60.0
TOKEN = "a token"

Script = Callable[[Iterator[bot_pb2.PlayRequest], grpc.ServicerContext], Iterator[bot_pb2.PlayResponse]]


# --- Building


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit that was copied and built, and the command that starts its bot."""

    language: str
    folder: Path
    command: tuple[str, ...]


def built_kit(language: str, temporary: pytest.TempPathFactory) -> Kit:
    """The kit of *language*, built by the commands of its bot.toml; once for all workers of this run."""
    for tool in TOOLS.get(language, ()):
        require_tool(tool)
    if language in BUILT_IN_MINUTES and not in_ci():
        pytest.skip(f"the kit for {language} takes minutes to build; CI=true builds it")
    base = temporary.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kits"
    shared.mkdir(exist_ok=True)
    folder, done = shared / language, shared / f"{language}.built"
    with (shared / f"{language}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            copy_kit(language, folder)
            for command in bot_file(folder).build:
                run(_words(command), folder)
            done.touch()
    return Kit(language, folder, _words(bot_file(folder).run))


def copy_kit(language: str, folder: Path) -> None:
    """What an author gets: all that git knows of or would, and of the protocol the bots' half."""
    listed = run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", f"sample_bots/{language}"), ROOT
    )
    for name in filter(None, listed.split("\0")):
        source = ROOT / name
        target = folder / source.relative_to(KITS / language)
        if source.is_file() and not source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    protos = folder / "protos/tractor/v1"
    protos.mkdir(parents=True)
    shutil.copy2(ROOT / "protos/tractor/v1/bot.proto", protos)


def bot_file(folder: Path) -> BotFile:
    return msgspec.toml.decode((folder / BOT_FILE).read_bytes(), type=BotFile)


def run(command: Sequence[str], folder: Path) -> str:
    """What a program printed that ends well; its complaint fails the test."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=BUILD_WITHIN_S, check=False)
    assert ran.returncode == 0, f"{shlex.join(command)}:\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(shlex.split(command) if isinstance(command, str) else command)


# --- Bots


@dataclass(eq=False)
class Bot:
    """A bot that was started; what it said is known once it has ended."""

    process: subprocess.Popen[str]
    errors: str = ""

    def ended(self) -> int:
        """Its exit status, when it ends by itself."""
        _, self.errors = self.process.communicate(timeout=END_WITHIN_S)
        return self.process.returncode


@contextmanager
def started(
    kit: Kit, *arguments: str, address: str | None, token: str = TOKEN, authority: Path | None = None
) -> Iterator[Bot]:
    """The kit's bot at the chair of *token*; when the block is left it has ended, or is ended."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/nowhere", "TRACTOR_TOKEN": token}
    if address is not None:
        environment["TRACTOR_ADDRESS"] = address
    if authority is not None:
        environment["TRACTOR_AUTHORITY"] = str(authority)
    with subprocess.Popen(
        (*kit.command, *arguments),
        cwd=kit.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        try:
            yield Bot(process)
        finally:
            process.kill()


# --- Referees


@dataclass(eq=False)
class ScriptedReferee:
    """A referee that speaks from a script, one stream after another, and what it heard."""

    scripts: Sequence[Script]
    address: str = ""
    streams: list[list[bot_pb2.PlayRequest]] = field(default_factory=list)

    @property
    def heard(self) -> list[bot_pb2.PlayRequest]:
        """On all streams."""
        return [request for stream in self.streams for request in stream]


class _Scripted(bot_pb2_grpc.BotServiceServicer):
    def __init__(self, referee: ScriptedReferee) -> None:
        self._referee = referee

    def Play(
        self, request_iterator: Iterator[bot_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.PlayResponse]:
        heard: list[bot_pb2.PlayRequest] = []
        self._referee.streams.append(heard)
        script = self._referee.scripts[min(len(self._referee.streams), len(self._referee.scripts)) - 1]

        def listened() -> Iterator[bot_pb2.PlayRequest]:
            for request in request_iterator:
                heard.append(request)
                yield request

        return script(listened(), context)


@contextmanager
def scripted_referee(
    folder: Path, *scripts: Script, certificate: Certificate | None = None
) -> Iterator[ScriptedReferee]:
    """A referee on a unix socket in *folder*, or with a *certificate* on a port with TLS.

    Each stream is served by the next of the *scripts*, those after the last by the last.
    """
    with ThreadPoolExecutor(max_workers=2) as workers:
        referee = ScriptedReferee(scripts)
        server = grpc.server(workers)
        bot_pb2_grpc.add_BotServiceServicer_to_server(_Scripted(referee), server)
        if certificate is None:
            referee.address = f"unix:{folder}/referee.sock"
            server.add_insecure_port(referee.address)
        else:
            port = server.add_secure_port("localhost:0", certificate.server_credentials())
            referee.address = f"localhost:{port}"
        server.start()
        try:
            yield referee
        finally:
            server.stop(grace=None).wait()


async def play_match(
    kits: Sequence[tuple[Kit, Sequence[str]]], match: table_pb2.PlayMatchRequest, folder: Path, *, within_s: float = 300
) -> PlayedMatch:
    """A match by a real referee, with the bot of a kit and its arguments in every seat."""
    with ExitStack() as stack:
        referee = stack.enter_context(
            referee_process(bots=f"unix:{folder}/bots.sock", arena=f"unix:{folder}/arena.sock")
        )
        for (kit, arguments), chair in zip(kits, match.chairs, strict=True):
            stack.enter_context(started(kit, *arguments, address=referee.at.bots, token=chair.token))
        return await ask_for(referee.at, match, within_s=within_s)

"""`arena serve` as a process, beside whoever plays the cup: its pages, its news, its end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from arena.config import parse_cup
from tests.arena.cups import cup_text, rules
from tests.arena.serving.dealt_cups import DealtCup
from tests.end_to_end.arena_process import ROOT, Arena
from tests.end_to_end.quick_bot import quick_bot
from tests.end_to_end.quick_cup import quick_cup
from tests.end_to_end.serve_process import PATIENCE_S, CutWay, Server, connected, events, serving

pytestmark = pytest.mark.slow

STAGE = '[[stage]]\nformat = "pairs"\ndeals = 4\ndeals_per_match = 1\n'
MATCHES = 24

STOP_WITHIN_S = 2.0


class Played:
    """A cup with its file, of which matches are stored as a test wants it."""

    def __init__(self, folder: Path) -> None:
        text = cup_text(STAGE, names="ABC", more=rules("forty-points"))
        self.folder = folder
        self.file = folder / "cup.toml"
        self.file.write_text(text)
        self.dealt = DealtCup(parse_cup(text, folder), folder)

    def serve(self, port: int = 0) -> Server:
        return Server(self.file, self.folder, port=port)


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path)


@pytest.fixture
def server(played: Played) -> Iterator[Server]:
    played.dealt.play(2)
    with serving(played.file, played.folder) as running:
        yield running


def test_a_cut_connection_loses_no_match_and_tells_none_twice(played: Played, server: Server) -> None:
    """Cut in the middle again and again, while matches come; the reader comes back with the last place it knows."""
    way = CutWay(server.port)
    told: list[int] = [0]
    stored = 2
    while stored < MATCHES:
        with connected(way.port, last=told[-1]) as connection:
            if stored < 20:
                played.dealt.play(5)
                stored += 5
            else:
                played.dealt.play()
                stored = MATCHES
            news = (each.sequence for each in events(connection) if each.name == "match")
            # Not all that there is: the rest is cut off on its way.
            told += [sequence for sequence in islice(news, 3) if sequence is not None]
            way.cut()
    with connected(way.port, last=told[-1]) as connection:
        news = (each.sequence for each in events(connection) if each.name == "match")
        told += [sequence for sequence in islice(news, MATCHES + 1 - len(told)) if sequence is not None]
    way.close()

    assert told == list(range(MATCHES + 1))


def test_a_server_that_was_started_anew_goes_on_where_the_other_stopped(played: Played, server: Server) -> None:
    """What was stored while there was none is told by the next one, to who comes back."""
    played.dealt.play(2)
    with connected(server.port, last=2) as connection:
        before = [each.sequence for each in islice((e for e in events(connection) if e.name == "match"), 2)]
        assert server.stop() == 0
    played.dealt.play(2)
    with (
        serving(played.file, played.folder) as second,
        connected(second.port, last=before[-1]) as connection,
    ):
        after = [each.sequence for each in islice((e for e in events(connection) if e.name == "match"), 2)]

    assert [*before, *after] == [3, 4, 5, 6]


def test_it_stops_within_two_seconds_whoever_reads(server: Server) -> None:
    """Also a reader that takes nothing of what is sent to it, and one that never ends its question."""
    with (
        connected(server.port, "?seen=") as reading,
        socket.create_connection(("127.0.0.1", server.port)) as asking,
        socket.socket() as deaf,
    ):
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        ask = f"GET /leaderboard.json HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        threading.Thread(target=_send_all, args=(deaf, ask * 400), daemon=True).start()
        asking.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert next(events(reading)).name == "snapshot"

        assert server.stop(within_s=STOP_WITHIN_S) == 0


def test_it_follows_a_cup_that_another_process_plays(tmp_path: Path) -> None:
    """From its first match to its end, which is told; then the secret and the records are there."""
    arena = Arena(tmp_path, quick_cup(20, quick_bot(tmp_path)))
    try:
        running = arena.start()
        assert running.stdout is not None
        while "match_played" not in running.stdout.readline():
            pass
        drain = threading.Thread(target=running.stdout.read, daemon=True)
        drain.start()
        with serving(tmp_path / "cup.toml", tmp_path / "arena-files") as server:
            with connected(server.port, last=0) as connection:
                told = list(events(connection))
            secret = server.get("leaderboard.json")
        drain.join(PATIENCE_S)
    finally:
        arena.close()

    assert [each.sequence for each in told if each.name == "match"] == list(range(1, 21))
    assert told[-1].name == "complete"
    assert '"secret": "' in secret


def test_several_serve_one_ledger_and_end_at_ctrl_c(played: Played, server: Server) -> None:
    """Each tells all that comes; nobody has to be asked first."""
    with serving(played.file, played.folder) as second, connected(server.port) as one, connected(second.port) as two:
        assert next(events(one)).name == next(events(two)).name == "snapshot"
        played.dealt.play(1)
        assert [next(e.sequence for e in events(each) if e.name == "match") for each in (one, two)] == [3, 3]
        second.process.send_signal(signal.SIGINT)

        assert second.process.wait(STOP_WITHIN_S) == 0


def test_a_head_over_the_wire_has_no_body(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
        connection.sendall(f"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
        with connection.makefile("rb") as answer:
            head, _, body = answer.read().partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 200")
    assert body == b""


# --- Troubles


@pytest.mark.parametrize("missing", ["starlette", "hypercorn"])
def test_without_its_libraries_it_says_how_to_get_them(missing: str, played: Played) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from arena.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", str(played.file), "--files", str(played.folder)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )

    assert done.returncode == 1
    assert "pip install 'tractor-arena[web]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_cup_that_nobody_has_begun_is_told(played: Played) -> None:
    """In a ledger of other cups: what begins it is named."""
    other = played.folder / "other.toml"
    other.write_text(played.file.read_text().replace('name = "test"', 'name = "later"'))
    done = serve(other, "--files", played.folder)

    assert done.returncode == 1
    assert f"'later'; arena run {other} begins it" in done.stderr


def serve(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arena.cli", "serve", *map(str, words)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )


def test_without_a_ledger_it_says_so(played: Played, tmp_path: Path) -> None:
    done = serve(played.file, "--files", tmp_path / "elsewhere")

    assert done.returncode == 1
    assert done.stderr.startswith("arena: ")
    assert "there is no ledger; run the cup first, or name another file" in done.stderr


def test_a_file_with_other_terms_is_refused(played: Played) -> None:
    """By another file nobody would know which decks are still played."""
    other = played.folder / "other.toml"
    other.write_text(cup_text(STAGE, names="AB", more=rules("forty-points")))
    done = serve(other, "--files", played.folder)

    assert done.returncode == 2
    assert "bot 'C' is missing. Serve it by the file that it is played by" in done.stderr


def test_a_port_that_is_taken_is_told(played: Played) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = serve(played.file, "--files", played.folder, "--port", str(port))

    assert done.returncode == 1
    assert f"127.0.0.1, port {port}: Address already in use; name another with --port, or 0 for any" in done.stderr


def _send_all(connection: socket.socket, content: bytes) -> None:
    try:
        connection.sendall(content)
    except OSError:
        # It is closed at the end of the test.
        return

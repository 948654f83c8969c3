"""What a bot gets to see is worked out from its command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena.entrants import Local
from arena.sandbox.reach import confinement_of, installations, is_shown, outermost

SOCKET = "unix:/run/arena/bots.sock"


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def readable(folder: Path, *command: str) -> set[Path]:
    return set(confinement_of(Local(command, folder), SOCKET).readable)


def test_a_bot_reads_the_folder_of_its_script(tmp_path: Path) -> None:
    program(tmp_path / "bots" / "a" / "main.py")

    assert readable(tmp_path, "/usr/bin/python3", "bots/a/main.py", "--level", "3") == {tmp_path / "bots" / "a"}


def test_a_program_reads_the_folder_where_it_lies(tmp_path: Path) -> None:
    path = program(tmp_path / "bots" / "a" / "run")

    assert tmp_path / "bots" / "a" in readable(tmp_path, str(path))


def test_the_folder_where_it_is_started_is_not_its_own(tmp_path: Path) -> None:
    """It is that of the cup, where other bots and the arena's files are; just the script is read."""
    program(tmp_path / "main.py")

    assert readable(tmp_path, "/usr/bin/python3", "main.py") == {tmp_path / "main.py"}


def test_a_file_among_the_arguments_is_read_and_not_what_lies_beside_it(tmp_path: Path) -> None:
    program(tmp_path / "bots" / "main.py")
    program(tmp_path / "data" / "weights")

    assert readable(tmp_path, "/usr/bin/python3", "bots/main.py", "data/weights") == {
        tmp_path / "bots",
        tmp_path / "data" / "weights",
    }


def test_nothing_of_the_system_is_opened_by_an_argument(tmp_path: Path) -> None:
    assert readable(tmp_path, "/bin/cat", "/etc/passwd") == {Path("/etc/passwd")}
    assert readable(tmp_path, "/bin/ls", "/", "..", ".") == set()


def test_what_was_named_is_read_and_nothing_else(tmp_path: Path) -> None:
    player = Local(("/usr/bin/python3", "bots/main.py"), tmp_path, readable=(tmp_path / "x",))

    assert confinement_of(player, SOCKET).readable == (tmp_path / "x",)


def test_it_dials_one_socket_and_no_network(tmp_path: Path) -> None:
    reach = confinement_of(Local(("/bin/true",), tmp_path), SOCKET)

    assert reach.sockets == (Path("/run/arena/bots.sock"),)
    assert not reach.has_network
    assert confinement_of(Local(("/bin/true",), tmp_path), "127.0.0.1:7000").sockets == ()


def test_a_program_in_bin_belongs_to_the_folder_above(tmp_path: Path) -> None:
    assert installations(program(tmp_path / "tool-1.2" / "bin" / "tool")) == (tmp_path / "tool-1.2",)


def test_links_are_followed_one_by_one(tmp_path: Path) -> None:
    real = program(tmp_path / "tool-1.2" / "bin" / "tool")
    second = tmp_path / "second" / "tool"
    first = tmp_path / "first" / "bin" / "tool"
    for link, target in ((second, real), (first, second)):
        link.parent.mkdir(parents=True)
        link.symlink_to(target)

    assert installations(first) == (tmp_path / "first", second, tmp_path / "tool-1.2")


def test_a_python_environment_needs_what_it_was_made_from(tmp_path: Path) -> None:
    base = program(tmp_path / "python" / "bin" / "python3")
    own = tmp_path / "bot" / "venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.symlink_to(base)
    (tmp_path / "bot" / "venv" / "pyvenv.cfg").write_text(f"home = {base.parent}\nversion = 3.11\n")

    assert {tmp_path / "bot" / "venv", tmp_path / "python"} <= set(installations(own))


@pytest.mark.parametrize("way", ["link", "environment", "command"])
def test_a_submitted_bot_opens_nothing_by_where_it_leads(way: str, tmp_path: Path) -> None:
    """Neither links of its own, nor its settings, nor the command that its author wrote."""
    secret = program(tmp_path / "secret" / "bin" / "tool")
    bot = tmp_path / "bot"
    own = bot / "venv" / "bin" / "tool"
    if way == "link":
        own.parent.mkdir(parents=True)
        own.symlink_to(secret)
    else:
        program(own)
        (bot / "venv" / "pyvenv.cfg").write_text(f"home = {secret.parent}\n")
    command = str(secret if way == "command" else own)
    reach = confinement_of(Local((command,), bot, readable=(bot,)), SOCKET)

    assert not any(path.is_relative_to(tmp_path / "secret") for path in reach.readable)


def test_environments_that_name_each_other_are_read_once(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        program(tmp_path / name / "bin" / "python")
        (tmp_path / name / "pyvenv.cfg").write_text(f"home = {tmp_path / other / 'bin'}\n")

    assert set(installations(tmp_path / "a" / "bin" / "python")) == {tmp_path / "a", tmp_path / "b"}


def test_an_environment_of_a_submitted_bot_has_the_python_that_we_use(tmp_path: Path) -> None:
    own = tmp_path / "venv" / "bin" / "python"
    own.parent.mkdir(parents=True)
    own.symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {sys.base_prefix}/bin\n")
    reach = confinement_of(Local((str(own),), tmp_path, readable=(tmp_path,)), SOCKET)

    assert Path(sys.base_prefix) in reach.readable or Path(sys.base_prefix).is_relative_to("/usr")


def test_our_own_python_comes_with_its_library() -> None:
    found = installations(Path(sys.executable))

    assert all(
        any(Path(prefix).is_relative_to(folder) for folder in (*found, Path("/usr")))
        for prefix in (sys.prefix, sys.base_prefix)
    )


def test_alternatives_of_the_system_are_there_anyway() -> None:
    """``/usr/bin/java`` leads through ``/etc/alternatives`` to what it is a link to."""
    assert is_shown(Path("/usr/bin/java"))
    assert not Path("/etc/alternatives").exists() or is_shown(Path("/etc/alternatives/java"))
    assert not is_shown(Path("/etc/shadow"))


def test_a_folder_is_not_one_whose_name_begins_alike() -> None:
    assert is_shown(Path("/usr"))
    assert is_shown(Path("/usr/bin"))
    assert not is_shown(Path("/usr2/bin"))
    assert not is_shown(Path("/us"))


@pytest.mark.parametrize("place", ["bin", ".local/bin", ".cargo/bin"])
def test_a_home_is_nobodys_installation(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    path = program(tmp_path / place / "tool")

    assert installations(path) == (path,)


def test_what_lies_in_another_folder_is_left_out() -> None:
    paths = map(Path, ("/a/b/c", "/a/b", "/a/bc", "/a/b/../d"))

    assert outermost(paths) == [Path("/a/b"), Path("/a/bc"), Path("/a/d")]

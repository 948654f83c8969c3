"""What the commands say when something is in the way: one sentence, and never a traceback."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena.config import Cup, parse_cup
from arena.identity import cup_entry
from arena.ledger import ledger_url, open_ledger
from arena.orders import Places, play
from tests.arena.cups import cup_text
from tests.arena.played import BEGUN

pytestmark = pytest.mark.slow

ARENA = f"{sys.executable} -c 'from arena.cli import main; main()'"
ROOT = Path(__file__).parents[2]
NAMES = "AB"


def begun(folder: Path) -> None:
    """A cup in *folder* that can be published."""
    (folder / "cup.toml").write_text(cup_text(names=NAMES))
    (folder / "arena-files").mkdir()
    with open_ledger(ledger_url(folder / "arena-files" / "arena.sqlite")) as ledger:
        ledger.begin_cup(cup_entry(parse_cup(cup_text(names=NAMES), folder), BEGUN))


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of *line*, ``arena`` being the command; its status is that of the arena."""
    return subprocess.run(
        ["/bin/bash", "-c", f"set -o pipefail; arena() {{ {ARENA} $*; }}; {line}"],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("error", "where", "remedy"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), f"one of F, O and {tempfile.gettempdir()}", "make room"),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES), "O/x"), "O/x", "check who may write there"),
    ],
    ids=["full", "forbidden"],
)
def test_trouble_with_files_says_where_and_what_to_do(
    capsys: pytest.CaptureFixture[str], error: OSError, where: str, remedy: str
) -> None:
    def read() -> Cup:
        raise error

    places = Places(ledger=None, files=Path("F"), out=Path("O"))

    assert play("cup.toml", read, places, tables=1, as_json=False) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"arena: {where}: {error.strerror}; {remedy}")
    assert said.count("\n") == 1


def test_a_ledger_that_another_arena_has_is_told_at_once(tmp_path: Path) -> None:
    """Before anything is loaded that takes long and is not needed to tell it."""
    begun(tmp_path)
    script = (
        "import sys\n"
        "from arena.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    print(*sorted({'numpy', 'scipy', 'jinja2'}.intersection(sys.modules)))\n"
    )
    with open_ledger(ledger_url(tmp_path / "arena-files" / "arena.sqlite")):
        done = subprocess.run(
            [sys.executable, "-c", script, "run", "cup.toml"],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert f"another process ({os.getpid()}) is writing to this ledger" in done.stderr
    assert done.stdout == "\n"


def test_a_closed_output_is_told(tmp_path: Path) -> None:
    begun(tmp_path)
    done = shell(tmp_path, "arena publish cup.toml >&-")

    assert (done.returncode, done.stderr) == (
        1,
        "arena: standard output is closed; leave it open, or send it to /dev/null\n",
    )


@pytest.mark.parametrize("option", ["", "--json"])
def test_a_full_output_is_told(tmp_path: Path, option: str) -> None:
    begun(tmp_path)
    done = shell(tmp_path, f"arena publish {option} cup.toml > /dev/full")

    assert done.returncode == 1
    assert done.stderr == (
        "arena: standard output: No space left on device; send it elsewhere and run the same command again\n"
    )


def test_what_is_wrong_is_told_though_the_output_is_full(tmp_path: Path) -> None:
    done = shell(tmp_path, "arena publish --json no.toml > /dev/full")

    assert (done.returncode, done.stderr) == (2, "arena: no.toml: cannot be read: No such file or directory\n")


def test_that_nobody_reads_is_told(tmp_path: Path) -> None:
    """As after ``| head -1``: the reader is gone before the first line is written, and the cup has not been played."""
    begun(tmp_path)
    done = shell(tmp_path, "arena run cup.toml | exec true")

    assert done.returncode == 1
    assert done.stderr == (
        "arena: standard output: nobody reads it any more; send it elsewhere and run the same command again\n"
    )


def test_an_output_of_few_characters_is_enough(tmp_path: Path) -> None:
    begun(tmp_path)
    done = shell(tmp_path, "arena publish cup.toml --out A–B", PYTHONIOENCODING="ascii", LANG="C.UTF-8")
    refused = shell(tmp_path, "arena publish Ä.toml", PYTHONIOENCODING="ascii", LANG="C.UTF-8")

    assert (done.returncode, done.stderr) == (0, "")
    assert "Published: A\\u2013B/test/index.html" in done.stdout
    assert (refused.returncode, refused.stderr) == (
        2,
        "arena: \\xc4.toml: cannot be read: No such file or directory\n",
    )

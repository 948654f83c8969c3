"""Files that git would pass over are told as git tells them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from arena.ignored import files_of
from tests.tools import require_tool

TREE = ("a.py", "a.pyc", "out/a", "out/keep", "src/out/b", "src/a.log", "src/deep/er/x.o", "docs/x.txt", "#x", "a b ")


def tree(folder: Path, ignored: str, inner: str = "") -> list[str]:
    for name in TREE:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (folder / ".gitignore").write_text(ignored)
    (folder / "src" / ".gitignore").write_text(inner)
    return sorted(str(path) for path in files_of(folder))


@pytest.mark.parametrize(
    ("ignored", "inner"),
    [
        ("", ""),
        ("*.pyc\nout/\n", ""),
        ("/out/\n", ""),
        ("out\n", ""),
        ("# a comment\n\\#x\n", ""),
        ("out/*\n!out/keep\n", ""),
        ("src/**/x.o\n", ""),
        ("src/**\n", ""),
        ("**/out\n", ""),
        ("[ab].p[!x]*\n", ""),
        ("?.py\na b\\ \n", ""),
        ("deep/er\n", ""),
        ("src/deep\n", ""),
        ("*.log\n", "!a.log\n"),
        ("", "/out/\n*.o\n"),
    ],
)
def test_what_is_passed_over_is_what_git_passes_over(tmp_path: Path, ignored: str, inner: str) -> None:
    git = require_tool("git")
    found = tree(tmp_path, ignored, inner)

    subprocess.run([git, "init", "-q", str(tmp_path)], check=True)
    listed = subprocess.run(
        [git, "ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"],
        check=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert found == sorted(name for name in listed.stdout.split("\0") if name)


def test_what_python_and_git_leave_is_always_passed_over(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("")
    (tmp_path / "a.py").write_text("")

    assert [str(path) for path in files_of(tmp_path)] == ["a.py"]


def test_links_are_files_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("")
    (tmp_path / "link").symlink_to("folder")

    assert [str(path) for path in files_of(tmp_path)] == ["folder/file", "link"]

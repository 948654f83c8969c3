"""A folder is made from a kit, whole, or nothing is."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from arena import new_bot
from arena.bots import read_bot
from arena.commands.options import LANGUAGES
from arena.kits import CHECKOUT, NoKit, find_kit
from arena.new_bot import make_bot


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def kits(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with one small kit."""
    root = here / "root"
    kit = root / "sample_bots" / "go"
    kit.mkdir(parents=True)
    (root / "protos" / "tractor" / "v1").mkdir(parents=True)
    (root / "protos" / "tractor" / "v1" / "bot.proto").write_text("proto")
    (kit / "protos").symlink_to("../../protos")
    (kit / "bot.toml").write_text(
        '# What it is.\nname = "Go bot"    # change it\nversion = "7"  # for people\nrun = ["./bot"]\n'
    )
    (kit / ".gitignore").write_text("/bot\n")
    (kit / "bot").write_text("made by a build")
    (kit / "decisions.go").write_text("package main\n")
    (kit / "README.md").write_text("See [docs/bots.md](../../docs/bots.md) and [decisions](decisions.go).\n")
    monkeypatch.setattr(new_bot, "root", lambda: root)
    return root


@pytest.mark.usefixtures("kits")
def test_a_kit_is_copied_without_what_is_built_and_with_the_protocol(here: Path) -> None:
    assert make_bot("Ada", language="go", folder=None) == 0

    files = {str(path.relative_to(here / "Ada")) for path in (here / "Ada").rglob("*") if not path.is_dir()}
    assert files == {"bot.toml", ".gitignore", "decisions.go", "README.md", "protos/tractor/v1/bot.proto"}
    assert not any(path.is_symlink() for path in (here / "Ada").rglob("*"))


@pytest.mark.usefixtures("kits")
def test_the_name_is_set_and_comments_stay(here: Path) -> None:
    make_bot('Ada "the first"', language="go", folder=Path("ada"))

    text = (here / "ada" / "bot.toml").read_text()
    assert text.splitlines()[:3] == [
        "# What it is.",
        'name = "Ada \\"the first\\""    # change it',
        'version = "1"  # for people',
    ]
    assert read_bot(here / "ada").name == 'Ada "the first"'


@pytest.mark.usefixtures("kits")
def test_the_folder_of_a_name_with_blanks_has_none(here: Path) -> None:
    make_bot("Ada Lovelace", language="go", folder=None)

    assert read_bot(here / "Ada-Lovelace").name == "Ada Lovelace"


@pytest.mark.usefixtures("kits")
def test_links_out_of_the_kit_become_words(here: Path) -> None:
    make_bot("Ada", language="go", folder=None)

    assert (here / "Ada" / "README.md").read_text() == "See docs/bots.md and [decisions](decisions.go).\n"


@pytest.mark.usefixtures("kits")
def test_the_next_commands_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    make_bot("Ada", language="go", folder=None)

    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "Made Ada, a bot that plays as it stands. Next:",
        "cd Ada",
        "edit decisions.go",
        "arena check-bot .",
    ]


@pytest.mark.usefixtures("kits")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Ada", "cobol", None), "there is no starter kit in 'cobol'; there are go"),
        (("Ada/Lovelace", "go", None), "say with --folder DIR"),
        (("随机", "go", None), "say with --folder DIR"),
        ((" Ada", "go", Path("ada")), "blanks at an end"),
        (("A" * 41, "go", None), "1 to 40 characters; this one has 41"),
        (("Ada", "go", Path("there")), "there exists; take another name"),
        (("Ada", "go", Path("away/ada")), "is no folder; make it first"),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, str, Path | None], words: str
) -> None:
    (here / "there").mkdir()
    name, language, folder = arguments

    assert make_bot(name, language=language, folder=folder) == 2
    assert words in capsys.readouterr().err
    assert sorted(path.name for path in here.iterdir()) == ["root", "there"]


def test_a_damaged_kit_is_told_and_leaves_nothing(here: Path, kits: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kits / "sample_bots" / "go" / "bot.toml").write_text('name = "x"\n')

    assert make_bot("Ada", language="go", folder=None) == 2
    assert "is damaged: bot.toml: run: is missing" in capsys.readouterr().err
    assert sorted(path.name for path in here.iterdir()) == ["root"]


@pytest.mark.usefixtures("kits")
def test_what_the_disk_refuses_is_told_of_the_folder_that_was_asked_for(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(kit: object, made: Path) -> None:
        del kit
        made.mkdir()
        raise OSError(errno.ENOSPC, "No space left on device", "kit/README.md", None, str(made / "README.md"))

    monkeypatch.setattr(new_bot, "_copy", full)

    assert make_bot("Ada", language="go", folder=None) == 2
    assert capsys.readouterr().err == "arena: Ada cannot be made: No space left on device\n"
    assert sorted(path.name for path in here.iterdir()) == ["root"]


def test_the_languages_that_help_names_are_those_of_the_kits() -> None:
    assert sorted(LANGUAGES) == sorted(path.parent.name for path in CHECKOUT.glob("sample_bots/*/bot.toml"))


def test_without_kits_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoKit, match="install tractor-arena again"):
        find_kit("go", tmp_path)


@pytest.mark.parametrize("called", ["golang", "Go", " go "])
def test_a_language_has_more_than_one_name(kits: Path, called: str) -> None:
    assert find_kit(called, kits).language == "go"


@pytest.mark.parametrize("kit", sorted(path.parent.name for path in CHECKOUT.glob("sample_bots/*/bot.toml")))
def test_every_kit_makes_a_bot(here: Path, kit: str) -> None:
    assert make_bot("Ada", language=kit, folder=None) == 0
    assert read_bot(here / "Ada").name == "Ada"
    assert (here / "Ada" / "protos" / "tractor" / "v1" / "bot.proto").is_file()


@pytest.mark.slow
def test_a_new_bot_in_python_starts(here: Path) -> None:
    make_bot("Ada", language="python", folder=None)

    player = read_bot(here / "Ada").player()
    result = subprocess.run(
        player.command, check=False, cwd=player.folder, env={"PATH": ""}, capture_output=True, text=True
    )
    assert player.command[0] == sys.executable
    assert result.stderr == (
        "my bot: TRACTOR_ADDRESS and TRACTOR_TOKEN are not set; the arena sets them when it starts a bot\n"
    )

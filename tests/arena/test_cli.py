"""The command `arena` as people and programs meet it."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arena.cli import app, main
from arena.config import parse_cup, read_cup
from arena.identity import changes, cup_entry
from arena.ledger import ledger_url, open_ledger, read_ledger
from arena.matches import Format
from arena.schedule import matches
from tests.arena.cups import FRIENDS, INDIVIDUAL, PAIRS, cup_text, rules
from tests.arena.played import BEGUN, outcome, record_bytes, result

COMMANDS: tuple[list[str], ...] = ([], ["run"], ["demo"], ["publish"], ["verify"])
HEAVY = {"grpc", "jinja2", "msgspec", "numpy", "pydantic", "rich", "scipy", "sqlalchemy", "structlog", "trio"}


def arena(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def written(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text)
    return path


# --- Help


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "arena")
def test_every_command_explains_itself(command: list[str]) -> None:
    told = arena(*command, "--help")

    assert told.exit_code == 0
    assert "Usage: " in told.stdout
    assert "--help" in told.stdout


def test_the_version_is_told() -> None:
    told = arena("--version")

    assert (told.exit_code, told.stdout.split()[0].rstrip(",")) == (0, "arena")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "arena")
def test_help_loads_nothing_heavy(command: list[str]) -> None:
    """What takes long to load is loaded by what needs it."""
    script = (
        "import sys\n"
        "from arena.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    print(*sorted(name for name in sys.modules if '.' not in name), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command, "--help"], check=True, capture_output=True, text=True, timeout=60
    )

    assert "Usage: " in done.stdout
    assert HEAVY.isdisjoint(done.stderr.split())


def test_numpy_is_given_one_thread_unless_somebody_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["arena", "--version"])
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    with pytest.raises(SystemExit):
        main()

    assert [os.environ[name] for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")] == ["1", "2"]


@pytest.mark.slow
def test_help_takes_about_as_long_as_its_argument_parser() -> None:
    """A ratio, taken in turns, so that a busy machine slows both."""
    helps: list[float] = []
    parsers: list[float] = []
    for _ in range(5):
        for times, arguments in (
            (helps, ["-c", "from arena.cli import main; main()", "run", "--help"]),
            (parsers, ["-c", "import typer"]),
        ):
            began = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True, timeout=60)
            times.append(time.perf_counter() - began)

    assert statistics.median(helps) < 2.5 * statistics.median(parsers)


# --- Refusals


def test_a_bad_cup_file_is_refused_with_its_key(tmp_path: Path) -> None:
    told = arena("run", written(tmp_path, cup_text(more="[time]\nlimit = 1")))

    assert told.exit_code == 2
    assert told.stderr == f"arena: {tmp_path}/cup.toml: time.limit: unknown key; did you mean limit_s?\n"
    assert told.stdout == ""


def test_a_refusal_is_an_event_too(tmp_path: Path) -> None:
    told = arena("run", "--json", written(tmp_path, cup_text(names="A")))

    assert told.exit_code == 2
    assert json.loads(told.stdout) == {
        "event": "failed",
        "reason": "pairs needs at least 2 bots and the file has 1; add [[bot]] tables",
        "key": "stage[1].format",
    }


@pytest.mark.parametrize("command", ["run", "publish"])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, command: str) -> None:
    told = arena(command, tmp_path / "no.toml")

    assert told.exit_code == 2
    assert told.stderr == f"arena: {tmp_path}/no.toml: cannot be read: No such file or directory\n"


def test_nothing_is_made_for_a_refused_cup(tmp_path: Path) -> None:
    files, out = tmp_path / "files", tmp_path / "out"
    arena("run", written(tmp_path, "[cup]\n"), "--files", files, "--out", out)

    assert not files.exists()
    assert not out.exists()


@pytest.mark.parametrize("url", ["no url", "postgresql://x/y", "sqlite:////no/such/folder/x.sqlite"])
def test_a_ledger_that_cannot_be_used_is_told(tmp_path: Path, url: str) -> None:
    told = arena("run", written(tmp_path, cup_text()), "--ledger", url, "--files", tmp_path / "f")

    assert told.exit_code == 1
    assert told.stderr.startswith("arena: ")
    assert len(told.stderr.splitlines()) == 1


def test_a_ledger_that_another_run_has_is_told(tmp_path: Path) -> None:
    url = ledger_url(tmp_path / "arena.sqlite")
    with open_ledger(url):
        told = arena("run", written(tmp_path, cup_text()), "--ledger", url, "--files", tmp_path / "f")

    assert told.exit_code == 1
    assert f"another process ({os.getpid()}) is writing" in told.stderr


# --- A cup that was begun


class Begun:
    """A cup of two bots, of whose two matches the ledger has some, and files that stand for their records."""

    def __init__(self, folder: Path, text: str = cup_text(PAIRS, names="AB")) -> None:
        self.file = written(folder, text)
        self.cup = read_cup(self.file)
        self.files = folder / "files"
        self.out = folder / "out"
        self.records = self.files / "records" / self.cup.name
        self.records.mkdir(parents=True)
        self.url = ledger_url(self.files / "arena.sqlite")

    def store(self, count: int) -> None:
        with open_ledger(self.url) as ledger:
            entry = ledger.begin_cup(cup_entry(self.cup, BEGUN))
            for match in list(matches(self.cup, entry.secret))[:count]:
                played = outcome(match.seating, [result(1, 1, board=board) for board in match.boards], cup=match.cup)
                ledger.store(replace(played, match=match))
                (self.records / played.record_name).write_bytes(record_bytes(played.match.key))

    def command(self, name: str, *more: str) -> Result:
        return arena(name, self.file, "--files", self.files, "--out", self.out, *more)


def test_a_cup_may_not_go_on_with_other_terms(tmp_path: Path) -> None:
    begun = Begun(tmp_path)
    begun.store(1)
    written(tmp_path, cup_text(PAIRS, names="AC", more="[time]\nlimit_s = 3"))
    told = begun.command("run")

    assert told.exit_code == 2
    assert "time.limit_s was 1.0 and is 3.0" in told.stderr
    assert "bot 'C' is new; bot 'B' is missing" in told.stderr


def test_only_the_options_that_differ_are_told(tmp_path: Path) -> None:
    begun = Begun(tmp_path)
    begun.store(1)
    written(tmp_path, cup_text(PAIRS, names="AB", more=rules("tractor", 'must_punish = false\nmust_stop_at = ["5"]')))
    told = begun.command("run")

    assert told.exit_code == 2
    assert told.stderr == (
        f"arena: {begun.file}: cup.name: the cup was begun with other terms: "
        'rules.must_punish was true and is false; rules.must_stop_at was [] and is ["5"]. '
        "Go on with the old ones, or give it another name\n"
    )


def test_another_game_is_told_as_such(tmp_path: Path) -> None:
    begun = Begun(tmp_path, cup_text(PAIRS, names="ABCDE"))
    begun.store(1)
    written(tmp_path, cup_text(FRIENDS, names="ABCDE", more=rules("finding-friends-5")))
    told = begun.command("run")

    assert told.exit_code == 2
    assert (
        "the game was Tractor, 4 seats, 2 packs (preset tractor) "
        "and is Finding Friends, 5 players, 2 packs (preset finding-friends-5); "
    ) in told.stderr


def test_options_of_another_version_are_told_as_such() -> None:
    before = replace(cup_entry(parse_cup(cup_text(), Path("/")), BEGUN), config='{"rules": "old = 1\\n"}')
    (changed, *_) = changes(before, cup_entry(parse_cup(cup_text(), Path("/")), BEGUN))

    assert changed == "the options of the game are those of another version of tractor-arena"


def test_a_cup_may_not_get_shorter_than_it_was_played(tmp_path: Path) -> None:
    begun = Begun(tmp_path, cup_text("[[stage]]\nformat = 'pairs'\ndeals = 4\ndeals_per_match = 2\n", names="AB"))
    begun.store(4)
    written(tmp_path, cup_text("[[stage]]\nformat = 'pairs'\ndeals = 2\ndeals_per_match = 2\n", names="AB"))
    told = begun.command("run")

    assert told.exit_code == 2
    assert "the ledger has 2 matches of the cup 'test' that are not in its schedule" in told.stderr


EVERY_TABLE = INDIVIDUAL + 'schedule = "every-table"\n'


def test_a_cup_of_before_there_were_other_schedules_does_not_go_on_by_them(tmp_path: Path) -> None:
    """Its terms are those of every table; its file says nothing, which now is whist."""
    begun = Begun(tmp_path, cup_text(EVERY_TABLE, names="ABCDE"))
    begun.store(2)
    written(tmp_path, cup_text(INDIVIDUAL, names="ABCDE"))
    told = begun.command("run")

    assert told.exit_code == 2
    assert "stage (individual by deals) was duplicate, 4 deals a match, starter fixed and is whist, " in told.stderr
    assert '(write schedule = "every-table" to go on as before)' in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_cup_of_before_there_were_other_schedules_is_published(tmp_path: Path) -> None:
    begun = Begun(tmp_path, cup_text(EVERY_TABLE, names="ABCDE"))
    begun.store(2)
    written(tmp_path, cup_text(INDIVIDUAL, names="ABCDE"))
    told = begun.command("publish")

    assert (told.exit_code, told.stderr) == (0, "")


def test_no_stage_of_a_cup_with_a_swiss_one_is_made_longer(tmp_path: Path) -> None:
    swiss = PAIRS + 'schedule = "swiss"\ndeals_per_match = 2\n'
    begun = Begun(tmp_path, cup_text(swiss))
    begun.store(2)
    written(tmp_path, cup_text(swiss.replace("deals = 4", "deals = 6")))
    told = begun.command("run")

    assert told.exit_code == 2
    assert "4 deals and is swiss" in told.stderr


FOUR_DEALS = PAIRS + "deals_per_match = 4\n"
EIGHT_DEALS = FOUR_DEALS.replace("deals = 4", "deals = 8")


@pytest.mark.parametrize("finished_by", ["run", "publish"])
@pytest.mark.parametrize("go_on", ["run", "publish"])
def test_a_cup_whose_secret_was_published_is_not_made_longer(tmp_path: Path, finished_by: str, go_on: str) -> None:
    begun = Begun(tmp_path, cup_text(FOUR_DEALS, names="AB", seed=None))
    begun.store(2)
    assert begun.command(finished_by).exit_code == 0
    assert json.loads((begun.out / "test" / "leaderboard.json").read_text())["secret"]
    written(tmp_path, cup_text(EIGHT_DEALS, names="AB", seed=None))
    told = begun.command(go_on)

    assert told.exit_code == 2
    assert told.stderr == (
        f"arena: {begun.file}: cup.name: the cup 'test' was finished and its secret published; "
        "give the longer one another name\n"
    )
    assert json.loads((begun.out / "test" / "leaderboard.json").read_text())["progress"] == "complete"


@pytest.mark.parametrize(("seed", "stored"), [(None, 1), ("test", 2)])
def test_a_cup_that_is_not_finished_or_has_no_secret_can_be_made_longer(
    tmp_path: Path, seed: str | None, stored: int
) -> None:
    begun = Begun(tmp_path, cup_text(FOUR_DEALS, names="AB", seed=seed))
    begun.store(stored)
    assert begun.command("publish").exit_code == 0
    written(tmp_path, cup_text(EIGHT_DEALS, names="AB", seed=seed))

    assert begun.command("publish").exit_code == 0
    assert json.loads((begun.out / "test" / "leaderboard.json").read_text())["progress"] == "running"


def test_no_secret_is_published_where_that_cannot_be_noted(tmp_path: Path) -> None:
    """Whoever has the ledger may be making the cup longer."""
    begun = Begun(tmp_path, cup_text(FOUR_DEALS, names="AB", seed=None))
    begun.store(2)
    with open_ledger(begun.url):
        told = begun.command("publish")

    assert told.exit_code == 1
    assert "is writing to this ledger; wait until it has ended" in told.stderr
    assert not (begun.out / "test").exists()
    assert begun.command("publish").exit_code == 0


def test_an_anchor_may_come_and_go(tmp_path: Path) -> None:
    """It changes no result: ratings are measured from it when they are published next."""
    begun = Begun(tmp_path)
    begun.store(1)
    written(tmp_path, cup_text(PAIRS, names="AB", more='[ratings]\nanchor = "B"\nanchor_rating = 250\n'))
    told = begun.command("publish")
    (section,) = json.loads((begun.out / "test" / "leaderboard.json").read_text())["sections"]

    assert told.exit_code == 0
    assert {row["name"]: row["rating"] for row in section["rows"]}["B"] == 250


def test_the_schedule_of_a_cup_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, cup_text(PAIRS, names="AB"))
    told = arena("schedule", file, "--files", tmp_path)
    cycle = arena("schedule", "--entrants", "5", "--json")

    assert (told.exit_code, cycle.exit_code) == (0, 0)
    assert "Pairs by deals, round-robin" in told.stdout
    assert len(json.loads(cycle.stdout)["tables"]) == 5


@pytest.mark.parametrize("more", [[], ["cup.toml", "--entrants", "4"], ["--entrants", "abc"], ["--entrants", "3"]])
def test_a_schedule_of_nothing_is_refused(more: list[str]) -> None:
    assert arena("schedule", *more).exit_code == 2


def test_what_was_played_is_published_while_the_cup_goes_on(tmp_path: Path) -> None:
    """Without what would tell the decks that are still to be played."""
    begun = Begun(tmp_path)
    begun.store(1)
    told = begun.command("publish", "--json")
    board = json.loads((begun.out / "test" / "leaderboard.json").read_text())

    assert told.exit_code == 0
    assert json.loads(told.stdout)["page"] == str(begun.out / "test" / "index.html")
    assert (board["progress"], board["secret"]) == ("running", None)
    assert (begun.out / "test" / "index.html").exists()


def test_a_cup_that_was_not_begun_cannot_be_published(tmp_path: Path) -> None:
    begun = Begun(tmp_path)
    missing = begun.command("publish")
    with open_ledger(begun.url):
        pass
    unknown = begun.command("publish")

    assert (missing.exit_code, unknown.exit_code) == (1, 1)
    assert "there is no ledger" in missing.stderr
    assert f"the ledger has no cup 'test'; arena run {begun.file} begins it" in unknown.stderr


def test_a_cup_without_a_seed_keeps_the_secret_of_its_beginning(tmp_path: Path) -> None:
    begun = Begun(tmp_path, cup_text(names="AB", seed=None))
    begun.store(1)
    with read_ledger(begun.url) as ledger:
        first = ledger.cup("test").secret
    begun.store(2)
    with read_ledger(begun.url) as ledger:
        assert ledger.cup("test").secret == first
        assert {each.match.format for each in ledger.outcomes("test")} == {Format.PAIRS}
        assert len(ledger.done_keys("test")) == 2
    assert cup_entry(begun.cup, BEGUN).secret != cup_entry(begun.cup, BEGUN).secret


def test_the_folder_of_the_arena_s_own_is_none_of_git_s(tmp_path: Path) -> None:
    """A cup that is refused by the ledger has a folder by then."""
    begun = Begun(tmp_path)
    begun.store(1)
    written(tmp_path, cup_text(PAIRS, names="AC"))
    begun.command("run")

    assert (begun.files / ".gitignore").read_text() == "*\n"

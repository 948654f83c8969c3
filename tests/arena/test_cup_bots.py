"""Cups that name entrants: found among those that were submitted, or refused with those there are."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.bot_content import remove
from arena.bot_store import BotStore, Draft, Manifest
from arena.config import Cup, parse_cup
from arena.cup_file import BadCup
from arena.entrants import Local, Remote
from arena.identity import changes, cup_entry
from arena.schedule import matches
from tests.arena.cups import PAIRS, bot, rules
from tests.arena.played import BEGUN

HEAD = f'[cup]\nname = "test"\nseed = "test"\n{PAIRS}'
ADA, FAR = '[[bot]]\nentrant = "Ada"\n', '[[bot]]\nentrant = "Far"\n'


@pytest.fixture
def store(tmp_path: Path) -> BotStore:
    """Versions 1 and 2 of Ada, and Far, which is elsewhere."""
    store = BotStore(tmp_path / "bots")
    for number in (1, 2):
        submit(store, tmp_path, version=str(number), at=BEGUN + timedelta(days=number))
    store.enter_remote("Far", chairs=3, submitted=BEGUN)
    return store


def submit(store: BotStore, tmp_path: Path, *, version: str, more: str = "", at: datetime = BEGUN) -> Manifest:
    source = tmp_path / "source"
    source.mkdir(exist_ok=True)
    (source / "bot.toml").write_text(
        f'name = "Ada"\nversion = "{version}"\nauthor = "Lovelace"\nrun = ["sh", "bot.sh"]\n{more}'
    )
    (source / "bot.sh").write_text("")
    with store.draft(source) as draft:
        assert isinstance(draft, Draft)
        return store.keep(draft, at)


def read(text: str, store: BotStore | None, folder: Path = Path("/")) -> Cup:
    return parse_cup(HEAD + text + bot("B"), folder, store)


def refused(text: str, store: BotStore | None, folder: Path = Path("/")) -> BadCup:
    with pytest.raises(BadCup) as caught:
        read(text, store, folder)
    return caught.value


def test_the_newest_version_takes_part_under_its_own_name(store: BotStore) -> None:
    ada = read(ADA, store).entrants[0]

    assert (ada.name, ada.version, ada.author) == ("Ada", "2", "Lovelace")
    assert ada.content == store.find("Ada", "2").content
    assert isinstance(ada.player, Local)
    assert ada.player.folder == store.place("Ada", ada.content)


def test_two_versions_of_an_entrant_play_each_other_under_two_names(store: BotStore) -> None:
    short = store.find("Ada", "1").hash[:8]
    cup = read(f'{ADA}{ADA}name = "Ada before"\nversion = "{short}"\n', store)

    assert [(each.name, each.version) for each in cup.entrants[:2]] == [("Ada", "2"), ("Ada before", "1")]


def test_a_bot_elsewhere_takes_part(store: BotStore) -> None:
    far = read(FAR, store).entrants[0]

    assert (far.name, far.player, far.chairs) == ("Far", Remote(), 3)


def test_the_tables_of_a_bot_are_those_of_its_file(store: BotStore, tmp_path: Path) -> None:
    submit(store, tmp_path, version="3", more="tables = 2\n", at=BEGUN + timedelta(days=3))

    assert read(ADA, store).entrants[0].tables == 2


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ('[[bot]]\nentrant = "Adda"\n', "bot[1].entrant", "'Adda' was not submitted; did you mean Ada?"),
        (f'{ADA}version = "3"\n', "bot[1].version", "'3' is no version of 'Ada'; there are 1 ("),
        (f'{ADA}command = "true"\n', "bot[1]", "says both command and entrant"),
        (f'{ADA}author = "me"\n', "bot[1].author", "has no meaning for an entrant"),
        (f'{ADA}reads = ["data"]\n', "bot[1].reads", "has no meaning for an entrant"),
        (f"{ADA}environment = {{}}\n", "bot[1].environment", "has no meaning for an entrant"),
        (f'{FAR}name = "Near"\n', "bot[1].name", "has no other name"),
        (ADA + ADA, "bot[2].name", "is the name of bot[1] too"),
        ('[[bot]]\nname = "C"\n', "bot[1].command", "is missing; or name a bot that was submitted, with entrant"),
    ],
)
def test_what_cannot_take_part_is_refused(store: BotStore, text: str, key: str, reason: str) -> None:
    error = refused(text, store)

    assert error.key == key
    assert reason in error.reason


def test_a_bot_that_does_not_play_the_game_is_refused(store: BotStore, tmp_path: Path) -> None:
    submit(store, tmp_path, version="3", more='games = ["tractor"]\n', at=BEGUN + timedelta(days=3))

    assert read(ADA, store).entrants
    error = refused(ADA + rules("tractor-online"), store)
    assert (error.key, error.reason) == (
        "bot[1].entrant",
        "'Ada' plays tractor, and this cup is tractor-online; leave the bot out, or change rules.preset",
    )


def test_where_nothing_was_submitted_it_is_told(tmp_path: Path) -> None:
    assert "no bots were submitted here" in refused(ADA, None).reason
    assert "none were; arena submit DIR does it" in refused(ADA, BotStore(tmp_path / "bots")).reason


def test_a_bot_whose_folder_is_gone_is_told(store: BotStore) -> None:
    remove(store.place("Ada", store.find("Ada").content))

    assert "does not exist" in refused(ADA, store).reason
    assert refused(ADA, store).reason.endswith("submit the bot again")


# --- What a command may read


def test_a_command_reads_its_scripts_folder_and_what_is_named(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "bots" / "a.sh").write_text("")
    text = bot("A", '["sh", "bots/a.sh"]', 'reads = ["data"]\n')

    player = read(text, None, tmp_path).entrants[0].player

    assert isinstance(player, Local)
    assert player.readable == (tmp_path / "bots", tmp_path / "data")


def test_what_is_to_be_read_has_to_be_there(tmp_path: Path) -> None:
    error = refused(bot("A", more='reads = ["away"]\n'), None, tmp_path)

    assert error.key == "bot[1].reads[1]"
    assert error.reason == f"'away' does not exist in {tmp_path}"


# --- Who it is


def test_other_content_under_one_label_is_another_bot(store: BotStore, tmp_path: Path) -> None:
    other = BotStore(tmp_path / "others")
    submit(other, tmp_path, version="2", more='language = "sh"\n')
    one, another = read(ADA, store), read(ADA, other)

    told = changes(cup_entry(one, BEGUN), cup_entry(another, BEGUN))

    assert told[-1] == (
        f"bot 'Ada' was what was submitted as {one.entrants[0].content[:12]} "
        f"and is what was submitted as {another.entrants[0].content[:12]}"
    )
    keys = [{match.key for match in matches(cup, b"secret")} for cup in (one, another)]
    assert keys[0].isdisjoint(keys[1])


def test_a_bot_elsewhere_is_not_one_of_the_same_name_here(store: BotStore) -> None:
    far = cup_entry(read(FAR, store), BEGUN)
    near = cup_entry(read(bot("Far", more='version = "remote"\n'), store), BEGUN)

    assert "bot 'Far' was a bot elsewhere and is a command of the cup file" in changes(far, near)

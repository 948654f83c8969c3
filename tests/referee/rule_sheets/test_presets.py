"""The list of presets, and games as a command line asks for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from referee.rule_sheets.presets import BadRequest, preset_list, requested_sheet
from referee.rules.options import PRESETS, parse_options, rules_id


def refused(preset: str, *settings: str) -> str:
    """What is said about a request for no game."""
    with pytest.raises(BadRequest) as caught:
        requested_sheet(preset, settings)
    return str(caught.value)


def test_the_list_names_each_preset_with_its_table_and_id() -> None:
    lines = preset_list().splitlines()

    for preset in PRESETS:
        assert f"{preset.ljust(20)}rules id {rules_id(parse_options(preset))}" in lines
    assert "                    4 seats, 2 packs, 25 cards each, kitty 8" in lines
    assert "                    12 players, 4 packs, 17 cards each, kitty 6" in lines
    assert max(map(len, lines)) <= 80


def test_what_the_list_says_of_a_preset_makes_it_of_its_game() -> None:
    """Its options can be copied to a command line on top of the game's first preset."""
    blocks = re.split(r"^(?=\S)", preset_list(), flags=re.MULTILINE)
    changes = {block.split()[0]: re.findall(r"\S+=\S+(?=,|\s)", block) for block in blocks if "rules id" in block}

    assert set(changes) == set(PRESETS)
    for preset, settings in changes.items():
        base = "finding-friends-5" if preset.startswith("finding") else "tractor"
        bare = [setting.rstrip(",") for setting in settings]
        assert f"rules id {rules_id(parse_options(preset))}." in requested_sheet(base, bare)


@pytest.mark.parametrize(
    ("preset", "settings", "options"),
    [
        ("tractor", ["packs=3"], {"packs": 3}),
        ("tractor", ["hook=true", "must_stop_at=[5, 10]"], {"hook": True, "must_stop_at": ["5", "T"]}),
        ("tractor", ["must_defend=[A]"], {"must_defend": ["A"]}),
        ("tractor", ["must_defend=[5,T,'K',\"A\"]"], {"must_defend": ["5", "10", "K", "A"]}),
        ("tractor", ["must_defend=[]"], {}),
        ("tractor", ["start_level=10", "end_level=past A"], {"start_level": "T"}),
        ("tractor", ["start_level = K"], {"start_level": "K"}),
        ("tractor", ["bidding=after_drawing"], {"bidding": "after_drawing"}),
        ("tractor", ['bidding="after_drawing"'], {"bidding": "after_drawing"}),
        ("tractor-online", ["throw_tractors=false"], {"throw_tractors": False}),
        ("finding-friends-5", ["joker_level=true", "players=9"], {"players": 9, "joker_level": "full"}),
    ],
)
def test_options_are_written_as_in_a_cup_file_with_or_without_quotes(
    preset: str, settings: Sequence[str], options: dict[str, object]
) -> None:
    sheet = requested_sheet(preset, settings)

    assert f"rules id {rules_id(parse_options({'preset': preset, **options}))}." in sheet


def test_the_title_says_whether_it_is_the_preset_itself() -> None:
    assert requested_sheet("tractor", []).startswith("The rules of tractor\n====================\n")
    assert requested_sheet("tractor", ["hook=true"]).startswith("The rules of tractor, with other options\n===")
    assert requested_sheet("tractor", ["packs=2", "must_stop_at=[]"]) == requested_sheet("tractor", [])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["tracktor"], "there is no preset 'tracktor'; the nearest: tractor"),
        (["finding-friends-4"], "there is no preset 'finding-friends-4'; the nearest: finding-friends-5, "),
        (["online"], "there is no preset 'online'; the nearest: tractor-online"),
        (["whist"], "there is no preset 'whist'; there are tractor, tractor-online, "),
        ([""], "there is no preset ''; there are tractor, "),
        (["ü" * 99], "there is no preset '\\xfc"),
        (["tractor", "hok=true"], "tractor has no option 'hok'; the nearest: hook"),
        (["tractor", "=5"], "tractor has no option ''; there are packs, seats, "),
        (["tractor", "preset=tractor"], "tractor has no option 'preset'; there are packs"),
        (["tractor", "bombs=true"], "bombs: tractor has no such option; bombs is of Finding Friends: take preset"),
        (["tractor", "players=5"], "players: tractor has no such option; players is of Finding Friends"),
        (["finding-friends-5", "hook=true"], "hook: finding-friends-5 has no such option; hook is of Tractor"),
        (["tractor", "hook"], "'hook' is not written name=value, like seats=..."),
        (["tractor", "hook=true", "hook=true"], "hook is given twice"),
        (["tractor", "hook=yes"], "hook: 'yes' is neither true nor false"),
        (["tractor", "hook="], "hook: '' is neither true nor false"),
        (["tractor", "must_stop_at=10"], "must_stop_at: 10 is not a list of levels"),
        (["tractor", "must_stop_at=[1]"], "must_stop_at: 1 is not a level"),
        (["tractor", "must_stop_at=" + "[" * 9999], "must_stop_at: '[[["),
        (["tractor", "packs=2\nseats = 6"], "packs: '2\\nseats = 6' is not a number of packs"),
        (["tractor", "packs=2000-01-01"], "packs: datetime.date(2000, 1, 1) is not a number of packs"),
        (["tractor", "packs=3", "joker_overrides=true"], "joker_overrides: makes no sense with three packs"),
        (["finding-friends-5", "bombs=true"], "bombs: needs four identical cards"),
    ],
)
def test_what_is_no_game_is_told_in_a_sentence(words: list[str], why: str) -> None:
    told = refused(*words)

    assert told.startswith(why)
    assert "\n" not in told
    assert len(told) < 700

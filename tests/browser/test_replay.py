"""The replay in a real browser: what it shows is what the rules make of the record, and keys and links lead there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from arena.site.replay_data import Hidden, Twin, rules_facts
from arena.words.languages import Language
from referee.rules.options import PRESETS, parse_options
from referee.rules.ruleset import ruleset
from tests.arena.site.replays import key_of, put_match, seen_by_the_rules, shell, with_fields
from tests.browser.chromium import PHONE, Readers, sideways
from tests.goldens.playthroughs import FOLDER, NAMES
from tests.referee.recorded import recorded_game

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser-alone")]

PATIENCE_MS = 60_000
"""For a page to be there on a machine with much else to do."""

HOSTILE = '<img src=x onerror=alert(1)> `${alert(2)}` \\ "\u2028 </script><script>alert(3)</script>'

MODEL = """
([line, facts]) => {
  const record = JSON.parse(line);
  const model = Steps.stepsOf(record, facts);
  const plays = model.steps.filter((step) => step.kind === "play");
  const last = model.steps[model.steps.length - 1];
  return {
    broken: model.broken,
    kinds: model.steps.map((step) => step.kind),
    plays: plays.map((step) => ({
      decision: step.decision,
      hands: step.state.hands.map((hand) => [...hand].sort()),
      points: step.state.points,
    })),
    winners: last.state.tricksWon.map((won) => won.winner),
    kittyPoints: last.state.kittyPoints ?? 0,
    total: last.kind === "end" && last.state.result ? last.state.points : null,
  };
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pages of replays without a match."""
    shell(tmp_path / "cup")
    return tmp_path / "cup"


def opened(reader: Readers, folder: Path, match: str, at: str = "", *, language: Language = Language.ENGLISH) -> Page:
    """The replay of a match, once it shows a step."""
    page = reader(folder.as_uri())
    go(page, folder, match, at, language)
    return page


def go(page: Page, folder: Path, match: str, at: str = "", language: Language = Language.ENGLISH) -> None:
    page.goto(f"{(folder / language.folder / 'replay.html').as_uri()}?match={match}{at}")
    expect(page.locator("#said")).not_to_be_empty(timeout=PATIENCE_MS)


def place(page: Page) -> str:
    """What the address says of the moment."""
    return str(page.evaluate("location.hash"))


def golden(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8").strip()


# --- The steps of a record


@pytest.mark.parametrize("preset", [*PRESETS])
def test_steps_are_what_the_rules_make_of_the_record(folder: Path, reader: Readers, preset: str) -> None:
    """Of kept deals and made-up games of every preset: how many steps, every hand, points, winners, the end."""
    lines = [golden(name) for name in NAMES if json.loads(golden(name))["rules"].get("preset") == preset]
    lines += recorded_game(7, 4, preset=preset)
    page = opened(reader, folder, put_match(folder, preset, lines[-1:], seating=["Ada"] * 12))

    for line in lines:
        seen = seen_by_the_rules(line)
        rules = json.loads(line)["rules"]
        facts = msgspec.to_builtins(rules_facts(ruleset(parse_options(rules))))
        whole = with_fields(line, times=[1] * seen.decision_count, wins=seen.wins)
        model = page.evaluate(MODEL, [whole, facts])

        assert not model["broken"]
        assert len(model["kinds"]) == seen.step_count
        assert model["plays"] == seen.plays
        assert model["winners"] == seen.winners
        assert (model["total"], model["kittyPoints"]) == (seen.total, seen.kitty_points)


def test_record_of_version_0_1_shows_who_won_but_the_last_trick(folder: Path, reader: Readers) -> None:
    """Without winners on record the next leader won; the last trick shows in the points, if it shows at all."""
    line = with_fields(golden("tractor"))
    old: dict[str, Any] = json.loads(line)
    old.pop("wins", None)
    old.pop("times", None)
    page = opened(reader, folder, put_match(folder, "old", [line]))
    facts = msgspec.to_builtins(rules_facts(ruleset(parse_options("tractor"))))

    model = page.evaluate(MODEL, [json.dumps(old), facts])

    seen = seen_by_the_rules(line)
    assert model["winners"][:-1] == seen.winners[:-1]
    assert (model["total"], model["kittyPoints"]) == (seen.total, seen.kitty_points)


# --- Moving about


def test_keys_lead_through_steps_tricks_and_deals(folder: Path, reader: Readers) -> None:
    lines = recorded_game(3, 3)
    page = opened(reader, folder, put_match(folder, "keys", lines), "#2.0")
    bids = len(json.loads(lines[1])["bids"])
    first_lead = 1 + bids + 3

    def press(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
        return place(page)

    assert press("ArrowRight", "ArrowRight", "ArrowLeft") == "#2.1"
    assert press("ArrowDown") == f"#2.{first_lead}"
    expect(page.locator("#said")).to_contain_text("leads")
    assert press("ArrowDown", "ArrowUp") == f"#2.{first_lead}"
    assert press("End") == f"#2.{page.locator('#scrubber').get_attribute('max')}"
    expect(page.locator("#said")).to_contain_text("Opponents’ points:")
    assert press("Home") == "#2.0"
    assert press("PageDown") == "#3.0"
    assert press("PageUp", "PageUp") == "#1.0"
    assert press("s").endswith("&seat=1")
    assert press("s", "s", "s", "s") == "#1.0"


def test_persian_arrows_follow_the_direction_of_reading(folder: Path, reader: Readers) -> None:
    page = opened(reader, folder, put_match(folder, "fa", recorded_game(3, 1)), "#1.5", language=Language.PERSIAN)

    page.keyboard.press("ArrowLeft")

    assert place(page) == "#1.6"
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text("چپ به جلو")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).not_to_be_visible()


def test_link_leads_to_the_very_play(folder: Path, reader: Readers) -> None:
    """The address names deal and step; the hand is without what was played before, and the play lies on the table."""
    lines = recorded_game(3, 2)
    record = json.loads(lines[1])
    step = 1 + len(record["bids"]) + 3 + 2
    page = opened(reader, folder, put_match(folder, "link", lines), f"#2.{step}")

    leader, _, _, third, _ = record["tricks"][0]
    plays = page.locator(".play")
    assert plays.count() == 3
    laid = page.locator(".play.latest .pc")
    assert sorted((laid.nth(at).get_attribute("class") or "").split()[1] for at in range(laid.count())) == sorted(
        third[at : at + 2] for at in range(0, len(third), 2)
    )
    seat = record_seats(leader)[2]
    left = page.locator(f"[data-seat={seat}] .hand .pc")
    assert left.count() == 25 - len(third) // 2 + (8 - 8 if seat == leader else 0)


def record_seats(leader: str) -> list[str]:
    """Seats in order of play from the leader on."""
    seats = ["North", "West", "South", "East"]
    at = seats.index(leader)
    return seats[at:] + seats[:at]


def test_back_returns_to_the_deal_before_and_not_through_every_step(folder: Path, reader: Readers) -> None:
    page = opened(reader, folder, put_match(folder, "back", recorded_game(3, 2)), "#1.0")

    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.locator("#deals a").nth(1).click()
    expect(page.locator("#deals a[aria-current]")).to_have_attribute("data-deal", "2")
    page.keyboard.press("ArrowRight")
    page.go_back()

    expect(page.locator("#deals a[aria-current]")).to_have_attribute("data-deal", "1")
    assert place(page) == "#1.5"


def test_it_plays_by_itself_and_stops(folder: Path, reader: Readers) -> None:
    page = reader(folder.as_uri())
    page.clock.install()
    go(page, folder, put_match(folder, "plays", recorded_game(3, 1)), "#1.3")

    page.keyboard.press(" ")
    page.clock.run_for(3 * 1250)
    assert place(page) == "#1.6"
    page.keyboard.press(" ")
    page.clock.run_for(5 * 1250)
    assert place(page) == "#1.6"


def test_seat_sees_its_own_hand_alone(folder: Path, reader: Readers) -> None:
    """No card of another hand, of the kitty or buried is in the page."""
    lines = recorded_game(3, 2)
    starter = json.loads(lines[1])["tricks"][0][0]
    seats = record_seats(starter)
    viewer = 1 + ["North", "West", "South", "East"].index(seats[1])
    bids = len(json.loads(lines[1])["bids"])
    page = opened(reader, folder, put_match(folder, "seat", lines), f"#2.{1 + bids + 2}&seat={viewer}")

    for seat in seats:
        backs = page.locator(f"[data-seat={seat}] .hand .back").count()
        cards = page.locator(f"[data-seat={seat}] .hand .pc").count()
        assert backs == (0 if seat == seats[1] else cards)
    assert page.locator(".centre .pc:not(.back), .facts .pc").count() == 0
    assert " of " not in page.locator("#said").inner_text()


# --- What is said of a decision


def test_it_opens_at_the_fault(folder: Path, reader: Readers) -> None:
    """What was offered, the rule, what was played instead, what the program printed, its note and the time."""
    lines = recorded_game(3, 3)
    decisions = seen_by_the_rules(lines[1]).decision_count
    tricks = json.loads(lines[1])["tricks"]
    plays = sum(len(trick) - 1 for trick in tricks)
    decision = decisions - plays + 6
    seat = record_seats(tricks[1][0])[2]
    fault = {
        "seat": seat,
        "decision": decision,
        "ending": "illegal",
        "rule": "F2",
        "overrun_s": 0.0,
        "offence": HOSTILE,
        "output": "Traceback <b>",
    }
    lines[1] = with_fields(
        lines[1],
        faults=[fault],
        defaults=[decision],
        notes=[[decision, HOSTILE]],
        times=[1234 if at == decision else 5 for at in range(decisions)],
    )
    page = opened(reader, folder, put_match(folder, "fault", lines, seating=[HOSTILE] * 4))

    bids = len(json.loads(lines[1])["bids"])
    throws = sum(trick < 2 for trick, _ in json.loads(lines[1])["throws"])
    assert place(page) == f"#2.{1 + bids + 3 + throws + 6}"
    box = page.locator(".fault")
    expect(box).to_contain_text(f"Fault of {seat}: illegal · rule F2")
    expect(box).to_contain_text("Offered: <img src=x onerror=alert(1)> `${alert(2)}`")
    expect(box).to_contain_text("Taken instead:")
    expect(page.locator(".note-box")).to_contain_text("</script><script>alert(3)")
    expect(page.locator(".facts")).to_contain_text("1.23 s")
    assert page.locator("#deals a.faulty").count() == 1
    assert page.locator("#stage img, #stage script").count() == 0


def test_failed_throw_shows_what_was_tried_what_remained_and_the_fine(folder: Path, reader: Readers) -> None:
    line = golden("failed_throw")
    record = json.loads(line)
    step = 1 + len(record["bids"]) + 3 + 4
    page = opened(reader, folder, put_match(folder, "throw", [line]), f"#1.{step}")

    expect(page.locator("#said")).to_contain_text("The throw fails")
    assert page.locator(".play.tried .pc").count() == 9
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_have_text(
        "West has to lead 4 of diamonds; 8 cards go back. The fine is 80 points."
    )


# --- Side by side


def test_two_tables_are_shown_in_step_with_their_first_difference(folder: Path, reader: Readers) -> None:
    """The first decision in which the tables differ is marked, and the swing of levels and points is told."""
    lines = recorded_game(3, 2)
    record = json.loads(lines[1])
    tricks = [list(trick) for trick in record["tricks"]]
    tricks[2][2] = "AS" if tricks[2][2] != "AS" else "KS"
    result = dict(record["result"], gains=[record["result"]["gains"][0] + 2, record["result"]["gains"][1]])
    other = [lines[0], with_fields(lines[1], tricks=tricks, result=dict(result, total=record["result"]["total"] + 15))]
    twins = [Twin(key_of("there"), ("Ben", "Ada", "Ben", "Ada"))]
    here = put_match(folder, "here", lines, twins=twins)
    there = put_match(folder, "there", other, seating=("Ben", "Ada", "Ben", "Ada"))
    page = opened(reader, folder, here, "#2.0")

    page.keyboard.press("d")
    expect(page.locator(".game")).to_have_count(2)
    assert place(page) == f"#2.0&with={there}"
    expect(page.locator("#difference")).to_contain_text("−2 levels for North–South")
    expect(page.locator("#difference")).to_contain_text("15 points")
    page.get_by_role("button", name="First difference: in trick 3").click()
    expect(page.locator("#said")).to_contain_text("First difference: in trick 3.")
    assert page.locator(".game").nth(0).locator(".play").count() == 2
    assert page.locator(".game").nth(1).locator(".play").count() == 2
    assert not record["throws"] or page.locator(".tried").count() == 0

    go(page, folder, here, f"#2.4&with={there}")
    expect(page.locator(".game")).to_have_count(2)


# --- Languages, phones, troubles


@pytest.mark.parametrize("language", Language)
def test_pages_of_all_languages_fit_on_phones_in_the_dark(folder: Path, reader: Readers, language: Language) -> None:
    """A crowded table, and one with a longest name; every kind of step."""
    friends = put_match(folder, "ff", recorded_game(5, 1, preset="finding-friends-12"), seating=["x" * 200] * 12)
    tractor = put_match(folder, "t", [golden("failed_throw")], seating=["Ada", "Ben"] * 2)
    page = reader(folder.as_uri(), colours="dark", width=PHONE)
    for match in (friends, tractor):
        go(page, folder, match, "#1.0", language)
        last = int(page.locator("#scrubber").get_attribute("max") or "")
        for step in (*range(8), *range(8, last, 23), last):
            page.evaluate("at => { location.hash = at; }", f"1.{step}")
            expect(page.locator("#scrubber")).to_have_value(str(step))
            assert sideways(page) <= 0
            assert "{" not in page.locator("#stage").inner_text()
    if language is Language.PERSIAN:
        expect(page.locator("#said")).to_contain_text("۲۰۰")


def test_languages_are_linked_at_the_same_moment(folder: Path, reader: Readers) -> None:
    match = put_match(folder, "languages", recorded_game(3, 2))
    page = opened(reader, folder, match, "#2.7")

    page.get_by_role("link", name="中文").click()

    expect(page.locator("#said")).not_to_be_empty(timeout=PATIENCE_MS)
    assert page.url.endswith(f"/zh/replay.html?match={match}#2.7")


@pytest.mark.parametrize("query", ["", "?match=", "?match=../../x", "?match=" + "g" * 32])
def test_address_without_a_match_is_told(folder: Path, reader: Readers, query: str) -> None:
    page = reader(folder.as_uri())
    page.goto((folder / "replay.html").as_uri() + query)

    expect(page.locator("#trouble")).to_contain_text("The address names no match", timeout=PATIENCE_MS)


def test_damaged_file_is_told(folder: Path, reader: Readers) -> None:
    """Cut short within the file, and within a record: a sentence, and nothing in the console."""
    key = put_match(folder, "damaged", recorded_game(3, 1))
    path = folder / "replays" / f"{key}.js"
    whole = path.read_bytes()
    for content in (whole[: len(whole) // 2], b"", whole.replace(b'"deck"', b'deck"')):
        path.write_bytes(content)
        page = reader(folder.as_uri())
        page.goto(f"{(folder / 'replay.html').as_uri()}?match={key}")
        expect(page.locator("#trouble")).to_contain_text("cannot be read", timeout=PATIENCE_MS)


def test_missing_file_is_told(folder: Path, browser: Any) -> None:
    """The browser itself notes in its console that a file is not there; the page says what that means."""
    page = browser.new_page()
    page.goto(f"{(folder / 'replay.html').as_uri()}?match={'0' * 32}")

    expect(page.locator("#trouble")).to_contain_text("There is no replay of this match here", timeout=PATIENCE_MS)
    page.close()


def test_record_that_ends_too_soon_is_shown_as_far_as_it_goes(folder: Path, reader: Readers) -> None:
    line = golden("tractor")
    tricks = json.loads(line)["tricks"]
    cut = with_fields(line, tricks=[*tricks[:3], tricks[3][:2]], result=None)
    page = opened(reader, folder, put_match(folder, "cut", [cut]))

    page.keyboard.press("End")

    expect(page.locator(".side")).to_contain_text("The record of this deal ends here")
    assert page.locator(".tricks li").count() == 3


def test_deal_that_is_still_played_elsewhere_is_named_and_not_shown(folder: Path, reader: Readers) -> None:
    lines = recorded_game(3, 2)
    page = opened(reader, folder, put_match(folder, "hidden", lines[:1], hidden=[Hidden(2, 3)]))

    expect(page.locator("#hidden-deals")).to_contain_text("Deal 2 is not shown yet.")
    assert page.locator("#deals a").count() == 1

"""`arena verify` on cups that the arena has played: what it published holds, and whoever changes any is found out."""

from __future__ import annotations

import hashlib
import json
import os
import select
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import zstandard

from arena.deals import secret_of_seed
from arena.verifying.findings import Check, Status, Verification
from arena.verifying.report import exit_status, sentence
from arena.verifying.verification import verify
from tests.end_to_end.arena_process import Arena, bot, events, of, scripted_bot, until

# In one process of pytest-xdist, as each would play the cups for itself.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("verify")]

HEAD = '[cup]\nname = "cup"\nseed = "a stranger"\n'
QUICK = "[time]\nlimit_s = 10.0\n[run]\ntables = 2\n"
GAMES = '[[stage]]\nformat = "pairs"\ngames = 1\nduplicate = false\n'


def stage(format_: str, deals: int, per_match: int = 1, more: str = "") -> str:
    return f'[[stage]]\nformat = "{format_}"\ndeals = {deals}\ndeals_per_match = {per_match}\n{more}'


SIDES = (
    HEAD
    + stage("pairs", 4, 2)
    + GAMES
    + QUICK
    + bot("Ada", "random_bot.py", "--seed", "1")
    + bot("Ben", "greedy_bot.py")
)
FAULTY = (
    HEAD
    + stage("individual", 1)
    + QUICK
    + "[faults]\ndeals_lost_allowed = 1\n"
    + scripted_bot("Crash", "--crash-at", "5")
    + scripted_bot("Slip", "--illegal-at", "3")
    + bot("Cy")
    + bot("Dot", "greedy_bot.py")
)
FRIENDS = (
    HEAD
    + stage("friends", 1)
    + '[rules]\npreset = "finding-friends-5"\n'
    + QUICK
    + "".join(bot(name, "random_bot.py") for name in ("Ada", "Ben", "Cy", "Dot", "Eve"))
)


@pytest.fixture(scope="module")
def arenas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Arena]]:
    opened: list[Arena] = []

    def open_one(cup: str) -> Arena:
        opened.append(Arena(tmp_path_factory.mktemp("cup"), cup))
        return opened[-1]

    yield open_one
    for arena in opened:
        arena.close()


@pytest.fixture(scope="module")
def sides(arenas: Callable[[str], Arena]) -> Path:
    """Pairs, by deals and in whole games; the arena was killed outright and went on."""
    arena = arenas(SIDES)
    process = arena.start()
    until(process, "match_played", 2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    for pid in arena.left_behind():
        with suppress(ProcessLookupError):
            pidfd = os.pidfd_open(pid)
            assert select.select([pidfd], [], [], 10)[0]
            os.close(pidfd)
    done = arena.run()
    assert done.returncode == 0, done.stderr
    assert len(arena.matches()) == 5
    return arena.file("")


@pytest.fixture(scope="module")
def faulty(arenas: Callable[[str], Arena]) -> Path:
    """Individual, with a bot that crashes until it is out, and one that makes illegal moves."""
    arena = arenas(FAULTY)
    done = arena.run()
    assert done.returncode == 0, done.stderr
    assert of(events(done.stdout), "entrant_out")
    return arena.file("")


@pytest.fixture(scope="module")
def friends(arenas: Callable[[str], Arena]) -> Path:
    arena = arenas(FRIENDS)
    done = arena.run()
    assert done.returncode == 0, done.stderr
    return arena.file("")


# --- What was published holds


def told(verification: Verification) -> list[str]:
    """All differences, as they are told."""
    return [f"{each.check}: {sentence(one)}" for each in verification.checks for one in each.differences]


@pytest.mark.parametrize("cup", ["sides", "faulty", "friends"])
def test_a_cup_that_the_arena_published_holds(cup: str, request: pytest.FixtureRequest) -> None:
    """Deals and whole games, resumed, with faults and an entrant that is out, with sides and without."""
    found = verify(request.getfixturevalue(cup))

    assert told(found) == []
    assert [each.status for each in found.checks] == [Status.HOLDS] * len(Check)
    assert found.status is Status.HOLDS
    assert found.deal_count > 0


def test_what_was_void_is_counted(faulty: Path) -> None:
    schedule = next(each for each in verify(faulty).checks if each.check is Check.SCHEDULE)

    assert "void, as Crash lost too much by faults" in schedule.summary


def test_the_command_tells_people_and_programs(arenas: Callable[[str], Arena], sides: Path) -> None:
    arena = arenas(SIDES)
    commitment = hashlib.sha256(secret_of_seed("a stranger")).hexdigest()
    plain = arena.run("verify", str(sides), "--commitment", commitment)
    document = arena.run("verify", str(sides), "--json")

    assert (plain.returncode, plain.stderr) == (0, "")
    lines = plain.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == list(Check)
    assert lines[-1] == "verdict: all holds"
    assert "and that is the one noted" in lines[1]
    found = json.loads(document.stdout)
    assert (document.returncode, found["format"], found["verdict"]) == (0, "tractor-arena/verification/1", "holds")
    assert [each["status"] for each in found["checks"]] == ["holds"] * len(Check)


def test_a_running_cup_is_checked_as_far_as_it_goes(arenas: Callable[[str], Arena]) -> None:
    """Its commitment, its matches and its standings; the rest has to wait, which is nobody's fault."""
    arena = arenas(HEAD + stage("pairs", 3) + QUICK + bot("Ada") + bot("Ben", "greedy_bot.py"))
    process = arena.start()
    until(process, "match_played")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    found = verify(arena.file(""))

    assert (told(found), found.status, exit_status(found)) == ([], Status.NOT_YET, 0)
    waiting = [each.check for each in found.checks if each.status is Status.NOT_YET]
    assert waiting == ["commitment", "schedule", "records", "decks", "rules", "results"]


# --- Whoever changes something is found out


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a published folder, to be tampered with."""

    folder: Path

    def matches(self) -> list[dict[str, Any]]:
        """The lines of `matches.jsonl`."""
        return [json.loads(line) for line in (self.folder / "matches.jsonl").read_text().splitlines()]

    def write_matches(self, matches: list[dict[str, Any]]) -> None:
        """Put other lines there."""
        lines = [json.dumps(match, separators=(",", ":"), ensure_ascii=False) for match in matches]
        (self.folder / "matches.jsonl").write_text("".join(f"{line}\n" for line in lines))

    def record(self, match: dict[str, Any]) -> list[dict[str, Any]]:
        """The deals of a match."""
        content = (self.folder / "records" / match["record_name"]).read_bytes()
        return [json.loads(line) for line in zstandard.ZstdDecompressor().decompress(content).splitlines()]

    def write_record(self, at: int, deals: list[dict[str, Any]]) -> None:
        """Put other deals into the record of the match in line *at*, with the hash in that line made good."""
        matches = self.matches()
        text = "".join(json.dumps(deal, separators=(",", ":"), ensure_ascii=False) + "\n" for deal in deals)
        content = zstandard.ZstdCompressor().compress(text.encode())
        (self.folder / "records" / matches[at]["record_name"]).write_bytes(content)
        matches[at]["record_sha256"] = hashlib.sha256(content).hexdigest()
        self.write_matches(matches)

    def change(self, name: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change a document."""
        document = json.loads((self.folder / name).read_text())
        change(document)
        (self.folder / name).write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")

    def differences(self, commitment: str | None = None) -> dict[Check, list[str]]:
        """What is found, by kind."""
        found = verify(self.folder, commitment=commitment)
        assert exit_status(found) == int(any(each.difference_count for each in found.checks))
        return {each.check: [sentence(one) for one in each.differences] for each in found.checks if each.differences}


@pytest.fixture
def copy(sides: Path, tmp_path: Path) -> Copy:
    return Copy(Path(shutil.copytree(sides, tmp_path / "copy")))


def of_deals(copy: Copy) -> int:
    """The first line of a match by deals."""
    return next(at for at, match in enumerate(copy.matches()) if match["match"]["unit"] == "deals")


def of_games(copy: Copy) -> int:
    return next(at for at, match in enumerate(copy.matches()) if match["match"]["unit"] == "games")


def test_copy_holds(copy: Copy) -> None:
    """Written again as it was, nothing differs: what the tests below find is what they changed."""
    copy.write_matches(copy.matches())
    copy.change("leaderboard.json", lambda _: None)

    assert copy.differences() == {}


def test_another_secret_is_found(copy: Copy) -> None:
    """It is not the one committed to, and gives other matches and other decks."""
    copy.change("leaderboard.json", lambda board: board.update(secret="00" * 32))
    found = copy.differences()

    assert "SHA-256 of the secret: expected" in found[Check.COMMITMENT][0]
    assert {Check.SCHEDULE, Check.DECKS} <= found.keys()


def test_a_secret_chosen_afterwards_with_its_commitment_is_found_by_who_noted_it(copy: Copy) -> None:
    noted = json.loads((copy.folder / "cup.json").read_text())["commitment"]
    other = hashlib.sha256(b"\0" * 32).hexdigest()
    copy.change("leaderboard.json", lambda board: board.update(secret="00" * 32, commitment=other))
    copy.change("cup.json", lambda cup: cup.update(commitment=other))

    assert Check.COMMITMENT not in copy.differences()
    assert f"expected {noted}, as noted, found {other}" in copy.differences(commitment=noted)[Check.COMMITMENT][0]


def test_two_commitments_are_found(copy: Copy) -> None:
    copy.change("cup.json", lambda cup: cup.update(commitment="ab" * 32))

    assert Check.COMMITMENT in copy.differences()


def test_cards_exchanged_in_a_deck_are_found(copy: Copy) -> None:
    at = of_deals(copy)
    match = copy.matches()[at]
    deals = copy.record(match)
    deck = deals[1]["deck"]
    # Of the kitty, which nobody draws: the first two cards of it that differ.
    last = next(place for place in range(len(deck) - 4, 0, -2) if deck[place : place + 2] != deck[-2:])
    deals[1]["deck"] = deck[:last] + deck[-2:] + deck[last + 2 : -2] + deck[last : last + 2]
    copy.write_record(at, deals)
    found = copy.differences()

    assert (
        f"line 2, match {match['match']['key'][:12]}, deal {deals[1]['board']}: deck: expected"
        in (found[Check.DECKS][0])
    )
    assert f"from card {last // 2 + 1}" in found[Check.DECKS][0]


def test_a_decision_that_was_changed_is_found(copy: Copy) -> None:
    at = of_deals(copy)
    match = copy.matches()[at]
    deals = copy.record(match)
    first, second = deals[0]["tricks"][0], deals[0]["tricks"][-1]
    first[1], second[1] = second[1], first[1]
    copy.write_record(at, deals)
    found = copy.differences()

    (rules,) = found[Check.RULES]
    assert rules.startswith(f"records/{match['record_name']}, line 1, match {match['match']['key'][:12]}, deal")


def test_a_result_in_a_record_that_was_changed_is_found(copy: Copy) -> None:
    at = of_deals(copy)
    deals = copy.record(copy.matches()[at])
    deals[0]["result"]["total"] += 5
    copy.write_record(at, deals)

    assert "result.total: the record says" in copy.differences()[Check.RULES][0]


def test_a_record_that_was_changed_without_care_is_found_by_its_hash(copy: Copy) -> None:
    match = copy.matches()[0]
    path = copy.folder / "records" / match["record_name"]
    path.write_bytes(path.read_bytes()[:-1])
    found = copy.differences()

    assert f"SHA-256: expected {match['record_sha256']}" in found[Check.RECORDS][0]
    assert f"records/{match['record_name']}" in found[Check.RECORDS][0]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda result: result.update(score=1.0 - result["score"]), "score: expected"),
        (lambda result: result.update(margin=result["margin"] + 1), "margin: expected"),
        (lambda result: result.update(points=200), "points: expected"),
        (lambda result: result.update(declarers=1 - result["declarers"]), "declarers: expected"),
        (lambda result: result.update(rated=False), "rated: expected true, found false"),
        (lambda result: result.update(lost_by=1), "lost_by: expected null, found 1"),
    ],
    ids=["score", "margin", "points", "declarers", "rated", "lost_by"],
)
def test_a_result_that_was_changed_is_found(copy: Copy, change: Callable[[dict[str, Any]], object], named: str) -> None:
    at = of_deals(copy)
    matches = copy.matches()
    change(matches[at]["results"][1])
    copy.write_matches(matches)
    (found,) = copy.differences()[Check.RESULTS]

    assert found.startswith(f"matches.jsonl, line {at + 1}, match {matches[at]['match']['key'][:12]}, deal")
    assert named in found


def test_the_winner_of_a_game_that_was_changed_is_found(copy: Copy) -> None:
    at = of_games(copy)
    matches = copy.matches()
    matches[at]["results"][0]["score"] = 1.0 - matches[at]["results"][0]["score"]
    copy.write_matches(matches)

    assert f"line {at + 1}" in copy.differences()[Check.RESULTS][0]


def test_a_game_that_was_cut_short_is_found(copy: Copy) -> None:
    at = of_games(copy)
    copy.write_record(at, copy.record(copy.matches()[at])[:-1])
    matches = copy.matches()
    matches[at]["deal_count"] -= 1
    copy.write_matches(matches)

    assert "the game was not over" in " ".join(copy.differences()[Check.RESULTS])


def test_a_match_that_is_missing_is_found(copy: Copy) -> None:
    """Nobody is out, so it was played, or should have been; and its record is one too many."""
    gone, *rest = copy.matches()
    copy.write_matches(rest)
    found = copy.differences()

    (missing,) = found[Check.SCHEDULE]
    assert f"match {gone['match']['key'][:12]}: a scheduled match is missing" in missing
    assert gone["record_name"] in found[Check.RECORDS][0]
    assert Check.STANDINGS in found


def test_a_match_that_is_there_twice_is_found(copy: Copy) -> None:
    matches = copy.matches()
    copy.write_matches([*matches, matches[0]])

    assert "line 6" in copy.differences()[Check.MATCHES][0]
    assert "is the match of line 1 again" in copy.differences()[Check.MATCHES][0]


def test_a_match_that_nobody_scheduled_is_found(copy: Copy) -> None:
    """With a record that holds, under a key of its own."""
    matches = copy.matches()
    at = of_deals(copy)
    added = json.loads(json.dumps(matches[at]))
    added["match"]["key"] = "ab" * 32
    added["record_name"] = f"{'ab' * 16}.jsonl.zst"
    (copy.folder / "records" / added["record_name"]).write_bytes(b"")
    copy.write_matches([*matches, added])
    copy.write_record(len(matches), [{**deal, "match": "ab" * 32} for deal in copy.record(matches[at])])
    found = copy.differences()

    assert "line 6, match abababababab: the schedule has no such match" in found[Check.SCHEDULE][0]


def test_a_match_under_the_key_of_another_is_found(copy: Copy) -> None:
    """Both are scheduled, and each says what the other is."""
    matches = copy.matches()
    one, other = (at for at, match in enumerate(matches) if match["match"]["boards"] == [1, 2])
    for at, seating in ((one, matches[other]), (other, matches[one])):
        matches[at] = {**matches[at], "match": {**matches[at]["match"], "seating": seating["match"]["seating"]}}
    copy.write_matches(matches)
    found = copy.differences()

    assert f"line {one + 1}" in found[Check.SCHEDULE][0]
    assert "seating: expected" in found[Check.SCHEDULE][0]
    assert "names: expected" in found[Check.RECORDS][0]


def test_records_exchanged_for_each_other_are_found(copy: Copy) -> None:
    matches = copy.matches()
    one, other = [at for at, match in enumerate(matches) if match["match"]["unit"] == "deals"][:2]
    deals = copy.record(matches[one]), copy.record(matches[other])
    copy.write_record(one, deals[1])
    copy.write_record(other, deals[0])
    found = copy.differences()

    said = f"match: expected {matches[one]['match']['key']}, found {matches[other]['match']['key']}"
    assert any(said in each for each in found[Check.RECORDS])


def test_a_record_that_is_missing_is_found(copy: Copy) -> None:
    name = copy.matches()[2]["record_name"]
    (copy.folder / "records" / name).unlink()

    assert [each.split(", match")[0] for each in copy.differences()[Check.RECORDS]] == [f"records/{name}"]


def test_a_deal_played_again_until_it_went_well_is_found(copy: Copy) -> None:
    at = of_deals(copy)
    deals = copy.record(copy.matches()[at])
    copy.write_record(at, [deals[0], deals[0], *deals[1:]])
    matches = copy.matches()
    matches[at]["deal_count"] += 1
    copy.write_matches(matches)

    assert "the deal was over in the line before" in copy.differences()[Check.RULES][0]


def test_a_rating_that_was_changed_is_found(copy: Copy) -> None:
    def better(board: dict[str, Any]) -> None:
        board["sections"][0]["rows"][1]["rating"] += 0.001

    name = json.loads((copy.folder / "leaderboard.json").read_text())["sections"][0]["rows"][1]["name"]
    copy.change("leaderboard.json", better)
    found = copy.differences()

    (standings,) = found[Check.STANDINGS]
    assert standings.startswith(f"leaderboard.json: sections[0].rows[1: {name}].rating: expected")


@pytest.mark.parametrize("name", ["index.html", "matches.html", "leaderboard.md", "leaderboard.csv"])
def test_a_page_that_was_changed_is_found(copy: Copy, name: str) -> None:
    text = (copy.folder / name).read_text()
    (copy.folder / name).write_text(text.replace("Ada", "Eva", 1))
    (page,) = copy.differences()[Check.PAGES]

    line = text[: text.index("Ada")].count("\n") + 1
    assert page.startswith(f"{name}, line {line}: text: expected")


def test_a_deck_that_was_played_by_other_rules_is_found(copy: Copy) -> None:
    copy.change("cup.json", lambda cup: cup.update(rules_id="0123456789abcdef"))

    assert "rules_id: expected" in copy.differences()[Check.RULES][0]


def test_a_fault_that_was_hidden_is_found(faulty: Path, tmp_path: Path) -> None:
    """The deal would then be rated for all, and the offender be in."""
    copy = Copy(Path(shutil.copytree(faulty, tmp_path / "copy")))
    matches = copy.matches()
    for match in matches:
        match["faults"] = []
        match["results"][0].update(rated=True, lost_by=None)
    copy.write_matches(matches)
    found = copy.differences()

    assert any("line 1, " in each and "lost_by: expected" in each for each in found[Check.RESULTS])
    assert any("number of faults: expected" in each for each in found[Check.RESULTS])
    # Nobody was out, then, and what was void is missing.
    assert "a scheduled match is missing" in found[Check.SCHEDULE][0]


def of_fault(copy: Copy, ending: str) -> tuple[int, list[dict[str, Any]]]:
    """The line of a match in which there was such a fault, and its deals."""
    for at, match in enumerate(copy.matches()):
        deals = copy.record(match)
        if any(fault["ending"] == ending for deal in deals for fault in deal["faults"]):
            return at, deals
    raise LookupError(ending)


@pytest.mark.parametrize("ending", ["illegal", "crashed"])
def test_a_default_without_a_fault_is_found(faulty: Path, tmp_path: Path, ending: str) -> None:
    """The fault is taken out of record and match alike, and who lost the deal by it would have lost nothing."""
    copy = Copy(Path(shutil.copytree(faulty, tmp_path / "copy")))
    at, deals = of_fault(copy, ending)
    (deal,) = deals
    gone = deal["faults"][0]
    deal["faults"] = []
    copy.write_record(at, deals)
    found = copy.differences()

    said = f"defaults: decision {gone['decision']} of {gone['seat']} was the default without a fault"
    assert f"records/{copy.matches()[at]['record_name']}, line 1, " in found[Check.RULES][0]
    assert found[Check.RULES][0].endswith(said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # With times made up, as none is a sign of a default too.
        (
            lambda deal: deal.update(defaults=[], times=[0 if each is None else each for each in deal["times"]]),
            "is not among them, and a fault had taken it",
        ),
        (lambda deal: deal.update(defaults=[]), "null, and the decision is not one of defaults"),
        (
            lambda deal: deal.update(defaults=[*deal["defaults"], 0]),
            "decision 0 of East was the default without a fault",
        ),
        (lambda deal: deal["faults"][0].update(decision=1 << 20), "there is no decision 1048576"),
        (lambda deal: deal["faults"][0].update(seat="North"), "faults[0]: North was not asked for decision"),
    ],
    ids=["hidden", "half hidden", "made up", "nowhere", "elsewhere"],
)
def test_a_default_or_fault_that_was_changed_is_found(
    faulty: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    copy = Copy(Path(shutil.copytree(faulty, tmp_path / "copy")))
    at, deals = of_fault(copy, "illegal")
    change(deals[0])
    copy.write_record(at, deals)

    assert said in " ".join(copy.differences()[Check.RULES])


def test_a_gain_in_finding_friends_that_was_changed_is_found(friends: Path, tmp_path: Path) -> None:
    copy = Copy(Path(shutil.copytree(friends, tmp_path / "copy")))
    matches = copy.matches()
    matches[1]["results"][0]["seats"][2]["gain"] += 1
    copy.write_matches(matches)

    assert "line 2" in copy.differences()[Check.RESULTS][0]

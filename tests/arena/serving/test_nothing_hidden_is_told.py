"""No byte of any answer tells cards of a deal that somebody is still to play, nor the secret of the decks."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from arena.matches import Format, Unit
from arena.words.languages import Language
from tests.arena.cups import cup, rules
from tests.arena.serving.asking import Answer, Served, serving
from tests.arena.serving.dealt_cups import Dealt, DealtCup, cards_of
from tests.sizes import in_ci

pytestmark = pytest.mark.slow

SHORT = rules("forty-points")
SWISS = 'schedule = "swiss"\nrounds = 2\n'


def stage(format_: str, more: str, *, per_match: int | None = 2) -> str:
    length = "" if per_match is None else f"deals_per_match = {per_match}\n"
    return f'[[stage]]\nformat = "{format_}"\n{length}{more}\n'


CUPS = {
    "pairs beside individual": (
        (stage("pairs", "deals = 2"), stage("individual", "deals = 2")),
        {"names": "ABCD", "more": SHORT},
    ),
    "without duplicates": ((stage("pairs", "deals = 3\nduplicate = false"),), {"names": "ABCDE", "more": SHORT}),
    "deals beside games": (
        (stage("pairs", "deals = 2"), stage("pairs", "games = 2", per_match=None)),
        {"names": "ABC", "more": SHORT},
    ),
    "swiss beside all": (
        (stage("pairs", f"deals = 2\n{SWISS}"), stage("individual", "deals = 2")),
        {"names": "ABCDEF", "more": SHORT},
    ),
    "friends": ((stage("friends", "deals = 2"),), {"names": "ABCDEF", "more": rules("finding-friends-5")}),
}


@pytest.mark.parametrize("name", CUPS)
async def test_a_cup_stopped_anywhere_tells_no_cards_that_are_still_played(name: str, tmp_path: Path) -> None:
    """Whatever is asked for in whatever language: pages, files, news. What is over at all tables is told."""
    stages, options = CUPS[name]
    # Without a seed, so that its secret is one.
    dealt = DealtCup(cup(*stages, seed=None, **options), tmp_path)
    rng = random.Random(name)
    total = len(dealt.whole)
    stops = sorted(rng.sample(range(1, total), min(total - 1, 4 if in_ci() else 2)))
    async with serving(dealt) as served:
        told: set[str] = set()
        hidden_count = 0
        for stop in stops:
            dealt.play(stop - len(dealt.dealt))
            await served.live.look()
            await served.live.refresh()
            answers = [answer async for answer in _everything(served, dealt)]
            hidden_count += _assert_silent(answers, dealt)
            told |= _open_matches(dealt)
        # Silence says something only where there are cards to be told, and where others are told.
        assert hidden_count > 0 or name == "without duplicates"
        for digits in sorted(told):
            replay = await served.get(f"replays/{digits}.js")
            assert any(text in replay.body.decode() for text in _texts(dealt.dealt[_key(dealt, digits)]))


async def test_the_secret_and_all_cards_are_told_when_the_cup_is_published(tmp_path: Path) -> None:
    """Not when its last match is stored: until its publication is noted it could be made longer."""
    dealt = DealtCup(cup(stage("pairs", "deals = 2"), names="AB", more=SHORT, seed=None), tmp_path)
    played = dealt.play()
    async with serving(dealt) as served:
        before = await served.get("/leaderboard.json")
        record = await served.get(f"/records/{played[0].outcome.record_name}")
        dealt.reveal()
        await served.live.look()
        await served.live.refresh()
        after = await served.get("/leaderboard.json")

        assert dealt.secret.hex().encode() not in before.body
        assert record.status == 404
        assert dealt.secret.hex().encode() in after.body
        assert (await served.get(f"/records/{played[0].outcome.record_name}")).status == 200


async def test_a_match_that_is_void_keeps_its_decks_hidden_until_the_cup_is_published(tmp_path: Path) -> None:
    """Whoever is out may have been at that table when it became known, and nobody can tell whether it still is."""
    text = "[faults]\ndeals_lost_allowed = 0\n" + SHORT
    dealt = DealtCup(cup(stage("pairs", "deals = 2"), names="ABC", more=text, seed=None), tmp_path)
    dealt.play_without("A")
    async with serving(dealt) as served:
        assert served.live.view.is_finished
        assert not served.live.view.is_open
        assert _assert_silent([answer async for answer in _everything(served, dealt)], dealt)


# --- What may be told


def _open_matches(dealt: DealtCup) -> set[str]:
    """The digits of those played whose decks are over at all tables."""
    waiting = _waiting(dealt)
    return {
        key[:32]
        for key, match in ((key, each.outcome.match) for key, each in dealt.dealt.items())
        if waiting.isdisjoint((match.format, match.unit, board) for board in match.boards)
    }


def _waiting(dealt: DealtCup) -> set[tuple[Format, Unit, int]]:
    """Decks that a table is still to play, in waves that are not drawn yet, too."""
    left = (each.outcome.match for each in dealt.whole if each.outcome.match.key not in dealt.dealt)
    return {(match.format, match.unit, board) for match in left for board in match.boards}


def _assert_silent(answers: list[Answer], dealt: DealtCup) -> int:
    """How many texts no answer may have, and none has."""
    waiting = _waiting(dealt)
    hidden: set[str] = {dealt.secret.hex()}
    for each in dealt.dealt.values():
        match = each.outcome.match
        for number, lines in _by_deal(each).items():
            board = match.boards[0] if match.unit is Unit.GAMES else match.boards[number - 1]
            if (match.format, match.unit, board) in waiting:
                hidden.update(text for line in lines for text in cards_of(line))
    for answer in answers:
        body = answer.body.decode(errors="replace")
        assert not [text for text in hidden if text in body or text.replace('"', '\\"') in body]
    return len(hidden) - 1


def _by_deal(dealt: Dealt) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for line in dealt.lines:
        found[int(line.split('"deal":')[1].split(",")[0])].append(line)
    return found


def _texts(dealt: Dealt) -> set[str]:
    return {text for line in dealt.lines for text in cards_of(line)}


def _key(dealt: DealtCup, digits: str) -> str:
    return next(key for key in dealt.dealt if key.startswith(digits))


# --- What is asked


_MAY_BE_MISSING = ("records/", "meetings-", "bots/", "fa/bots/", "zh/bots/")
"""Until the cup is complete, or as long as an entrant has played no match."""


async def _everything(served: Served, dealt: DealtCup) -> AsyncIterator[Answer]:
    for path in _paths(dealt):
        answer = await served.get(path)
        # What is not there at all is silent for no merit; records are to be silent.
        assert answer.status == 200 or path.startswith(_MAY_BE_MISSING), path
        yield answer
    for language in Language:
        for place in ("", "&after=0"):
            yield await served.get(f"events?lang={language.value}{place}&seen=", until=b"event: standings")


def _paths(dealt: DealtCup) -> Iterator[str]:
    for language in Language:
        yield f"{language.folder}index.html"
    # Languages differ in their words alone. Matches that were stored last are the likeliest to have tables left.
    for language, key in zip(Language, reversed(dealt.dealt), strict=False):
        yield f"{language.folder}matches/{key[:32]}.html"
        yield f"{language.folder}bots/{dealt.cup.names[0]}.html"
    yield from ("matches.html", "fa/matches.html", "zh/replay.html", "meetings-1.html", "rules.html")
    for each in dealt.dealt.values():
        yield f"replays/{each.outcome.match.key[:32]}.js"
        yield f"records/{each.outcome.record_name}"
    yield from ("leaderboard.json", "leaderboard.csv", "leaderboard.md", "matches.jsonl", "cup.json", "feed.xml")
    yield f"badges/{dealt.cup.names[0]}.svg"

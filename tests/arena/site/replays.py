"""Folders with the pages of replays, and what is to be seen in them, from records of deals by the rules alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from arena.matches import Format, Match, Unit
from arena.site import paths
from arena.site.environment import ASSETS
from arena.site.replay_data import Hidden, Twin, replay_js, rules_facts
from arena.site.replay_page import replay_page
from arena.site.squeezed import squeezed
from arena.words.languages import Language
from referee.rules.cards import cards_text
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.phases import Burying, Playing, Scored, State
from referee.rules.record import read_line, wins_as_written
from referee.rules.replay import replay
from referee.rules.ruleset import ruleset


def key_of(name: str) -> str:
    """The key of a match that is called so."""
    return hashlib.sha256(name.encode()).hexdigest()


def shell(folder: Path, *, cup: str = "spring cup") -> None:
    """Write the pages of replays and what they load, as they are published."""
    (folder / "assets").mkdir(parents=True)
    (folder / "replays").mkdir()
    for asset in ASSETS.iterdir():
        if asset.is_file():
            (folder / "assets" / asset.name).write_bytes(squeezed(asset.name, asset.read_bytes()))
    for language in Language:
        (folder / language.folder).mkdir(exist_ok=True)
        (folder / language.folder / paths.REPLAY).write_text(replay_page(cup, language), encoding="utf-8")


def put_match(
    folder: Path,
    name: str,
    lines: Sequence[str],
    *,
    seating: Sequence[str] = ("Ada", "Ben", "Ada", "Ben"),
    twins: Sequence[Twin] = (),
    hidden: Sequence[Hidden] = (),
) -> str:
    """Write the file of a match with these lines; its key."""
    key = key_of(name)
    rules = msgspec.json.decode(lines[0])["rules"]
    match = Match(
        key=key,
        cup="spring cup",
        round=1,
        format=Format.PAIRS,
        unit=Unit.DEALS,
        rules_id="",
        seating=tuple(seating),
        versions=("1",) * len(seating),
        boards=(1,),
    )
    record = "".join(f"{line}\n" for line in lines).encode()
    facts = rules_facts(ruleset(parse_options(rules)))
    (folder / paths.replay_data(key)).write_bytes(replay_js(match, record, facts, twins=twins, hidden=hidden))
    return key[: paths.KEY_DIGITS]


def with_fields(line: str, **fields: object) -> str:
    """A line of a record with other values in some fields."""
    return msgspec.json.encode(msgspec.json.decode(line) | fields).decode()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page is to show of a deal, by the rules.

    Attributes:
        step_count: of its steps.
        plays: of each play, by its decision's number: the cards left in the hands by seat, sorted, and the points of
            the opponents behind it.
        winners: by trick; None where nobody won it.
        kitty_points: of the end; 0 where the deal was thrown in.
        total: of the opponents; None where the deal was thrown in.
        decision_count: of the deal.
        wins: as records have them.
    """

    step_count: int
    plays: list[dict[str, Any]]
    winners: list[int | None]
    kitty_points: int
    total: int | None
    decision_count: int
    wins: tuple[tuple[str | None, str], ...]


def seen_by_the_rules(line: str) -> Seen:
    """What the rules make of a record."""
    record = read_line(line)
    states = [*replay(record)]
    end = states[-1]
    if not isinstance(end, Scored):
        return Seen(2 + len(record.bids), [], [], 0, None, len(states) - 1, ())
    plays = [
        {"decision": at - 1, "hands": _hands(state), "points": _points(state)}
        for at, state in enumerate(states)
        if at and isinstance(states[at - 1], Playing)
    ]
    calls = 1 if end.alliance is not None else 0
    # A start, the bids, the contract, the kitty, the burial, calls, each play, each throw that failed, the end. A throw
    # that ended the deal has no play beside it.
    throws = len(record.throws) - sum(not trick.plays for trick in end.tricks)
    step_count = 1 + len(record.bids) + 3 + calls + len(plays) + throws + 1
    # What a throw that ended the deal left in the hands is not shown as played, and its points are those of the end.
    if not end.tricks[-1].plays:
        plays.pop()
    return Seen(
        step_count=step_count,
        plays=plays,
        winners=[trick.winner for trick in end.tricks if trick.plays],
        kitty_points=end.score.total - _points_before_the_end(states),
        total=end.score.total,
        decision_count=len(states) - 1,
        wins=wins_as_written(end),
    )


def _hands(state: State) -> list[list[str]]:
    assert isinstance(state, Playing | Scored)
    if isinstance(state, Scored):
        return [[] for _ in state.declarers]
    return [_texts(state.ladder, hand) for hand in state.hands]


def _texts(ladder: Ladder, hand: Cards) -> list[str]:
    text = cards_text(ladder.cards(hand), "")
    return sorted(text[at : at + 2] for at in range(0, len(text), 2))


def _points(state: State) -> int:
    assert isinstance(state, Playing | Scored)
    return state.points if isinstance(state, Playing) else state.score.total - state.score.kitty_points


def _points_before_the_end(states: Sequence[State]) -> int:
    end, before = states[-1], states[-2]
    assert isinstance(end, Scored)
    assert isinstance(before, Playing | Burying)
    if end.tricks[-1].plays:
        return end.score.total - end.score.kitty_points
    assert isinstance(before, Playing)
    return before.points

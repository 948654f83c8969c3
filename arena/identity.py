"""A cup as it is entered in the ledger: what decides its results, and what pages say of how it is played."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime

import msgspec

from arena.config import DEALS_PER_GAME, Cup, Stage
from arena.confinement import Tier
from arena.counts import counted
from arena.cup_file import Schedule
from arena.cup_rules import RULES_KEY, in_words, options_of
from arena.deals import commitment, new_secret, secret_of_seed
from arena.entrants import HASH_DIGITS, Entrant, Remote
from arena.entries import CupEntry, EntrantEntry
from arena.matches import Format, Unit
from referee.rules.options import Options, canonical_text, differences, rules_id

REMOTE_TIMES = frozenset({"lag_allowance_s", "resume_within_s"})
"""Of the time control, what concerns remote bots alone."""


_ISOLATION = {
    Tier.A: "every seat a process of its own, in tier A: in a sandbox, all that it uses counted by control groups",
    Tier.B: "every seat a process of its own, in tier B: in a sandbox",
    Tier.C: "every seat a process of its own, in tier C: kept from files and the network by Landlock and seccomp",
    Tier.D: "every seat a process of its own, in tier D: with limits, and without a sandbox",
    None: "no bot runs on the arena's machine",
}


def cup_entry(cup: Cup, created: datetime, tier: Tier | None = None, *, machine: str = "") -> CupEntry:
    """The entry of a cup. Without a seed its secret is new, and counts if the ledger does not know the cup yet.

    Args:
        tier: in which its bots are kept apart when it begins; None where none runs here.
        machine: that it is played on when it begins (`arena.hardware`); empty if it is not one.
    """
    secret = new_secret() if cup.seed is None else secret_of_seed(cup.seed)
    return CupEntry(
        name=cup.name,
        config=_config(cup),
        rules_id=rules_id(cup.options),
        secret=secret,
        created=created,
        entrants=tuple(_entry(each) for each in cup.entrants),
        conditions=_conditions(cup, tier, machine),
    )


def changes(stored: CupEntry, offered: CupEntry) -> tuple[str, ...]:
    """What differs between a cup as it was begun and as it was to go on, each with its key in the cup file."""
    before, now = _flat(stored.config), _flat(offered.config)
    found = _game_changes(options_of(stored), options_of(offered))
    found += [
        f"{key} was {_written(before, key)} and is {_written(now, key)}{_remedy(key, before, now)}"
        for key in sorted((before.keys() | now.keys()) - {RULES_KEY})
        if before.get(key) != now.get(key)
    ]
    entered = {each.name: each for each in stored.entrants}
    entering = {each.name: each for each in offered.entrants}
    found += [f"bot {name!r} is new" for name in entering if name not in entered]
    found += [f"bot {name!r} is missing" for name in entered if name not in entering]
    found += [
        f"bot {name!r}: {field} was {getattr(entered[name], field)!r} and is {getattr(entering[name], field)!r}"
        for name in entered.keys() & entering.keys()
        for field in ("version", "author", "language")
        if getattr(entered[name], field) != getattr(entering[name], field)
    ]
    found += [
        f"bot {name!r} was {_origin(entered[name])} and is {_origin(entering[name])}"
        for name in entered.keys() & entering.keys()
        if _origin(entered[name]) != _origin(entering[name])
    ]
    return tuple(found) or ("the order of the bots",)


def as_begun(cup: Cup, stored: CupEntry) -> Cup:
    """The cup with tables of every four where it was begun when `individual` knew no others, whatever its file says."""
    before = _flat(stored.config)

    def as_before(stage: Stage) -> Stage:
        older = replace(stage, schedule=Schedule.EVERY_TABLE, seatings=2 if stage.is_duplicate else 1)
        was_so = stage.schedule is Schedule.WHIST and before.get(_stage_key(stage)) == _stage_terms(cup, older)
        return older if was_so else stage

    return replace(cup, stages=tuple(map(as_before, cup.stages)))


def _entry(entrant: Entrant) -> EntrantEntry:
    return EntrantEntry(
        name=entrant.name,
        author=entrant.author,
        language=entrant.language,
        version=entrant.version,
        content=entrant.content,
        is_remote=isinstance(entrant.player, Remote),
    )


def _origin(entrant: EntrantEntry) -> str:
    """Where an entrant's program comes from."""
    if entrant.is_remote:
        return "a bot elsewhere"
    return f"what was submitted as {entrant.content[:HASH_DIGITS]}" if entrant.content else "a command of the cup file"


def _game_changes(before: Options | None, now: Options | None) -> list[str]:
    """The options that differ; of two games, which have other options, the games."""
    if before == now:
        return []
    if before is None or now is None:
        return ["the options of the game are those of another version of tractor-arena"]
    if type(before) is not type(now):
        return [f"the game was {in_words(before)} and is {in_words(now)}"]
    was, is_ = differences(before, now), differences(now, before)
    return [f"rules.{name} was {json.dumps(was[name])} and is {json.dumps(is_[name])}" for name in sorted(was)]


def _config(cup: Cup) -> str:
    """All that decides what is played and what it counts for.

    How many deals a stage has is left out, so that a cup can be made longer, and commands, which may move. Where a
    stage is Swiss it is not: who goes on depends on all that was played before.
    """
    decisive = {
        "cup.seed": None if cup.seed is None else commitment(secret_of_seed(cup.seed)),
        RULES_KEY: canonical_text(cup.options),
        **{f"time.{key}": value for key, value in _times(cup).items()},
        "faults.strikes_allowed": cup.faults.strikes_allowed,
        "faults.deals_lost_allowed": cup.faults.deals_lost_allowed,
        **{_stage_key(stage): _stage_terms(cup, stage) for stage in cup.stages},
    }
    return msgspec.json.encode(decisive, order="sorted").decode()


def _times(cup: Cup) -> dict[str, object]:
    """The times that decide; of remote bots, if there are any, so that cups of before these times go on."""
    times = msgspec.structs.asdict(cup.time)
    if _remote_names(cup):
        return times
    return {key: value for key, value in times.items() if key not in REMOTE_TIMES}


def _remote_names(cup: Cup) -> list[str]:
    return [entrant.name for entrant in cup.entrants if isinstance(entrant.player, Remote)]


def _remote_conditions(cup: Cup) -> tuple[tuple[str, str], ...]:
    names, time = _remote_names(cup), cup.time
    if not names:
        return ()
    lag = f"{time.lag_allowance_s:g} s of each decision are not counted, for the way there and back"
    resume = f"a stream that breaks can be taken up again within {time.resume_within_s:g} s, while the clock runs"
    return (("Remote", f"{', '.join(names)}, played from elsewhere: {lag}; {resume}"),)


def _stage_key(stage: Stage) -> str:
    return f"stage ({stage.format} by {stage.unit})"


def _stage_terms(cup: Cup, stage: Stage) -> str:
    duplicate = "duplicate" if stage.is_duplicate else "not duplicate"
    count = f", {stage.count} {stage.unit}" if any(each.is_swiss for each in cup.stages) else ""
    if stage.unit is Unit.GAMES:
        length = "" if stage.deals_per_game == DEALS_PER_GAME else f", at most {stage.deals_per_game} deals a game"
        return f"{_schedule_terms(stage)}{duplicate}{length}{count}"
    return f"{_schedule_terms(stage)}{duplicate}, {stage.deals_per_match} deals a match, starter {stage.starter}{count}"


def _schedule_terms(stage: Stage) -> str:
    """Who meets whom; nothing where that is as it was before there was a choice, so that cups of then go on."""
    seatings = (
        f"{stage.seatings} seatings of a deck, " if stage.format is Format.INDIVIDUAL and stage.is_duplicate else ""
    )
    match stage.schedule:
        case Schedule.WHIST:
            return f"{_WHIST}, {seatings}"
        case Schedule.SWISS:
            return f"swiss, {stage.rounds_per_phase} rounds a phase, {seatings}"
        case None if stage.newcomers:
            return f"newcomers {', '.join(json.dumps(name, ensure_ascii=False) for name in stage.newcomers)}, "
        case Schedule.ROUND_ROBIN | Schedule.EVERY_TABLE | None:
            return ""


_WHIST = "whist"


def _remedy(key: str, before: dict[str, object], now: dict[str, object]) -> str:
    """How to go on with a stage that was begun when every four met, and nothing else could be chosen."""
    was, is_ = (str(config.get(key, "")) for config in (before, now))
    is_older = key.startswith(f"stage ({Format.INDIVIDUAL} ") and was.startswith(("duplicate", "not duplicate"))
    return ' (write schedule = "every-table" to go on as before)' if is_older and is_.startswith(_WHIST) else ""


def _flat(config: str) -> dict[str, object]:
    return msgspec.json.decode(config, type=dict[str, object])


def _written(config: dict[str, object], key: str) -> str:
    if key not in config:
        return "not there"
    value = config[key]
    if value is None:
        return "not given"
    return "another" if key == "cup.seed" else _read_out(f"{value}")


_ONE_OF_SOMETHING = re.compile(r'("(?:[^"\\]|\\.)*")|\b1 (round|deal|game)s\b')


def _read_out(terms: str) -> str:
    """Terms as people say them: ``1 deal``. A cup is known by its terms, so in those it stays as it always was.

    What is quoted is a name.
    """
    return _ONE_OF_SOMETHING.sub(lambda found: found[1] or f"1 {found[2]}", terms)


def _conditions(cup: Cup, tier: Tier | None, machine: str) -> tuple[tuple[str, str], ...]:
    time = cup.time
    increment = f", {time.increment_s:g} s more after each" if time.increment_s else ""
    strikes = counted(cup.faults.strikes_allowed, "strike")
    return (
        ("Time", f"{time.limit_s:g} s for a decision, a bank of {time.bank_s:g} s for a match{increment}"),
        ("Faults", f"allowed are {strikes} in a deal, {counted(cup.faults.deals_lost_allowed, 'lost deal')}"),
        *_remote_conditions(cup),
        *(
            (f"{stage.format} by {stage.unit}".capitalize(), _read_out(_stage_terms(cup, stage)))
            for stage in cup.stages
        ),
        ("Isolation", _ISOLATION[tier]),
        *((("Machine", machine),) if machine else ()),
    )

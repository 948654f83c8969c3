"""A cup as it will be played: read from its file, with all that can be known to be wrong refused (docs/cups.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bot_store import BotStore
from arena.cup_bots import Field
from arena.cup_file import FORM, BadCup, FaultPolicy, RatingsTable, TimeControl, decode
from arena.entrants import Entrant
from arena.layout import SWISS_FIELD, layout_of
from arena.matches import Format, Unit
from arena.seatings import bots_at_a_table
from arena.stages import DEALS_PER_GAME, DEALS_PER_MATCH, Stage, read_stage
from referee.rules.option_values import BadOption
from referee.rules.options import DEFAULT_PRESET, Options, parse_options
from referee.rules.ruleset import ruleset

__all__ = [
    "DEALS_PER_GAME",
    "DEALS_PER_MATCH",
    "MATCHES_IN_A_STAGE",
    "Cup",
    "FixedRating",
    "Stage",
    "parse_cup",
    "read_cup",
]

MATCHES_IN_A_STAGE = 3_000_000
"""More are refused: room for every four of 60 bots to meet once, and months of play on a large machine."""


@dataclass(frozen=True, slots=True)
class FixedRating:
    """A bot whose rating is given, in Elo, and from which those of the others are measured."""

    name: str
    rating: float


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it will be played.

    Attributes:
        seed: what the decks are drawn from; None where they are to be unknown to everyone.
        tables: matches at once; None to take as many as there are cores.
        pin: each table keeps to one core, with its referee.
        anchor: None where ratings sum to zero.
    """

    name: str
    seed: str | None
    options: Options
    stages: tuple[Stage, ...]
    time: TimeControl
    faults: FaultPolicy
    tables: int | None
    entrants: tuple[Entrant, ...]
    pin: bool = True
    anchor: FixedRating | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Of the entrants, in their order."""
        return tuple(entrant.name for entrant in self.entrants)


def read_cup(path: Path, bots: BotStore | None = None) -> Cup:
    """The cup of a file; bots' commands are relative to its folder, and the entrants that it names are in *bots*.

    Raises:
        BadCup: the file cannot be read, a key is unknown or missing, a value is impossible, or the cup too long.
    """
    return parse_cup(FORM.text(path), path.resolve().parent, bots)


def parse_cup(text: str, folder: Path, bots: BotStore | None = None) -> Cup:
    """The cup written in *text*; bots' commands are relative to *folder*, and the entrants that it names in *bots*.

    Raises:
        BadCup: as `read_cup`.
    """
    written = decode(text)
    options = _options(written.rules)
    rules = ruleset(options)
    stages = tuple(read_stage(stage, f"stage[{number}]", rules) for number, stage in enumerate(written.stage, 1))
    _check_stages_differ(stages)
    preset = str(written.rules.get("preset", DEFAULT_PRESET))
    field = Field(folder, bots, preset)
    entrants = tuple(field.entrant(bot, f"bot[{number}]") for number, bot in enumerate(written.bot, 1))
    _check_names(entrants)
    for number, stage in enumerate(stages, 1):
        _check_field(stage, f"stage[{number}]", tuple(entrant.name for entrant in entrants))
    return Cup(
        name=written.cup.name,
        seed=written.cup.seed,
        options=options,
        stages=stages,
        time=written.time.control(len(rules.seat_names)),
        faults=written.faults,
        tables=written.run.tables,
        entrants=entrants,
        pin=written.run.pin,
        anchor=_anchor(written.ratings, entrants, stages),
    )


def _options(given: Mapping[str, object]) -> Options:
    try:
        return parse_options(given)
    except BadOption as error:
        raise BadCup(f"rules.{error.key}", error.reason) from None


def _check_stages_differ(stages: Sequence[Stage]) -> None:
    seen: dict[tuple[Format, Unit], int] = {}
    for number, stage in enumerate(stages, 1):
        first = seen.setdefault((stage.format, stage.unit), number)
        if first != number:
            raise BadCup(f"stage[{number}]", f"is {stage.format} by {stage.unit}, as stage[{first}] is; make them one")


def _check_names(entrants: Sequence[Entrant]) -> None:
    seen: dict[str, int] = {}
    for number, entrant in enumerate(entrants, 1):
        first = seen.setdefault(unicodedata.normalize("NFC", entrant.name).casefold(), number)
        if first != number:
            raise BadCup(f"bot[{number}].name", f"{entrant.name!r} is the name of bot[{first}] too; names must differ")


def _check_field(stage: Stage, key: str, names: Sequence[str]) -> None:
    """Refuse a stage that so many bots cannot play, or that would take for ever."""
    needed = SWISS_FIELD[stage.format] if stage.is_swiss else bots_at_a_table(stage.format, stage.seat_count)
    if len(names) < needed:
        what = f"{stage.format} by {stage.schedule}" if stage.is_swiss else stage.format
        raise BadCup(
            f"{key}.{'schedule' if stage.is_swiss else 'format'}",
            f"{what} needs at least {needed} bots and the file has {len(names)}; add [[bot]] tables"
            + (", or take a preset of fewer players" if stage.format is Format.FRIENDS and needed > 5 else "")
            + (", or leave schedule out" if stage.is_swiss else ""),
        )
    for name in stage.newcomers:
        if name not in names:
            raise BadCup(f"{key}.newcomers", f"names {name!r}, and no [[bot]] has this name")
    if stage.newcomers and len(stage.newcomers) == len(names):
        raise BadCup(f"{key}.newcomers", "names all bots, and nobody is left for them to meet; take pairs")
    try:
        match_count = layout_of(stage, names).match_count()
    except ValueError as error:
        raise BadCup(f"{key}.format", f"has no schedule: {error}") from None
    if match_count > MATCHES_IN_A_STAGE:
        what = f"{len(names)} bots in {stage.format} by {stage.unit}"
        less = "fewer deals, or more deals_per_match" if stage.unit is Unit.DEALS else "fewer games"
        raise BadCup(
            key,
            f"has {match_count:,} matches for {what}, and at most {MATCHES_IN_A_STAGE:,} are possible; "
            f"take fewer bots, {less}",
        )


def _anchor(written: RatingsTable, entrants: Sequence[Entrant], stages: Sequence[Stage]) -> FixedRating | None:
    if written.anchor is None:
        if written.anchor_rating is not None:
            raise BadCup("ratings.anchor_rating", 'is given without an anchor; name a bot: anchor = "NAME"')
        return None
    if written.anchor not in {entrant.name for entrant in entrants}:
        raise BadCup("ratings.anchor", f"is {written.anchor!r}, and no [[bot]] has this name")
    if all(stage.format is Format.FRIENDS for stage in stages):
        raise BadCup(
            "ratings.anchor", "has no meaning with friends, where levels are counted from the mean; leave it out"
        )
    return FixedRating(written.anchor, written.anchor_rating or 0.0)

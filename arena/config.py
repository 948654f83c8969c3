"""A cup as it will be played: read from its file, with all that can be known to be wrong refused (docs/cups.md)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from arena.bot_store import BotStore
from arena.cup_bots import Field
from arena.cup_file import FORM, BadCup, FaultPolicy, StageTable, Starter, TimeControl, decode
from arena.entrants import Entrant
from arena.matches import Format, Unit
from arena.seatings import bots_at_a_table, tables_in_a_round
from referee.rules.levels import NO_END
from referee.rules.option_values import BadOption
from referee.rules.options import DEFAULT_PRESET, PRESETS, FriendsOptions, Options, TractorOptions, parse_options
from referee.rules.ruleset import Ruleset, ruleset

DEALS_PER_MATCH = 16
"""Deals that one set of processes plays, unless the file says otherwise: starting them costs about as much as eight."""

DEALS_PER_GAME = 200
"""Deals that a game may last, unless the file says otherwise. It is won in about twenty; sides that never gain a level
come to an end too."""

DEALS_PER_PLAYER_WITHOUT_END = 8
"""Deals of a game that no level ends (Z9), for each player, unless the file says otherwise."""

MATCHES_IN_A_STAGE = 3_000_000
"""More are refused: room for every four of 60 bots to meet once, and months of play on a large machine."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One format and unit of a cup, with a leaderboard of its own.

    Attributes:
        seat_count: of a table.
        count: different deals, or games, that every two entrants (``pairs``), or every table's fill of them, play.
        deals_per_match: deals played by the same processes; 1 for games, where a match is one game.
        deals_per_game: that a game may last; with deals of no meaning.
        is_duplicate: every deck is played again with the sides exchanged, and by all entrants; in ``friends``, at all
            tables of a round.
    """

    format: Format
    unit: Unit
    seat_count: int
    count: int
    deals_per_match: int
    deals_per_game: int
    is_duplicate: bool
    starter: Starter

    @property
    def round_count(self) -> int:
        """Matches that the same entrants play in the same seats, one in every round."""
        return ceil(self.count / self.deals_per_match)

    def table_count(self, entrant_count: int) -> int:
        """Matches of one round, for a number of entrants."""
        return tables_in_a_round(self.format, self.seat_count, entrant_count, is_duplicate=self.is_duplicate)

    def match_count(self, entrant_count: int) -> int:
        """Matches of the whole stage, for a number of entrants."""
        return self.table_count(entrant_count) * self.round_count


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it will be played.

    Attributes:
        seed: what the decks are drawn from; None where they are to be unknown to everyone.
        tables: matches at once; None to take as many as there are cores.
        pin: each table keeps to one core, with its referee.
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
    stages = tuple(_stage(stage, f"stage[{number}]", rules) for number, stage in enumerate(written.stage, 1))
    _check_stages_differ(stages)
    preset = str(written.rules.get("preset", DEFAULT_PRESET))
    field = Field(folder, bots, preset)
    entrants = tuple(field.entrant(bot, f"bot[{number}]") for number, bot in enumerate(written.bot, 1))
    _check_field(entrants, stages)
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
    )


def _options(given: Mapping[str, object]) -> Options:
    try:
        return parse_options(given)
    except BadOption as error:
        raise BadCup(f"rules.{error.key}", error.reason) from None


def _stage(written: StageTable, key: str, rules: Ruleset) -> Stage:
    _check_format(written.format, key, rules.options)
    seat_count, deals_per_game = len(rules.seat_names), written.deals_per_game or _deals_per_game(rules)
    match written.deals, written.games:
        case int(deals), None:
            per_match = written.deals_per_match or min(DEALS_PER_MATCH, deals)
            if per_match > deals:
                raise BadCup(f"{key}.deals_per_match", f"is {per_match}, more than the stage's {deals} deals")
            if written.deals_per_game is not None:
                raise BadCup(f"{key}.deals_per_game", "has no meaning for deals that stand alone; leave it out")
            starter = _starter(written.starter, key, rules)
            return Stage(
                *(written.format, Unit.DEALS, seat_count, deals, per_match, deals_per_game, written.duplicate, starter)
            )
        case None, int(games):
            if written.deals_per_match is not None:
                raise BadCup(f"{key}.deals_per_match", "has no meaning for games: a match is one game; leave it out")
            if written.starter is not None:
                raise BadCup(f"{key}.starter", "has no meaning for games: the bidding decides (B7); leave it out")
            return Stage(
                *(written.format, Unit.GAMES, seat_count, games, 1, deals_per_game, written.duplicate, Starter.BID)
            )
        case None, None:
            raise BadCup(key, "says neither deals nor games; give one of them, for example deals = 64")
        case _:
            raise BadCup(key, "says both deals and games; give one of them, and the other in a [[stage]] of its own")


def _check_format(format_: Format, key: str, options: Options) -> None:
    """Refuse a format that the game has no sides for, or too many."""
    match format_, options:
        case Format.FRIENDS, TractorOptions():
            presets = [name for name, preset in PRESETS.items() if "players" in preset]
            raise BadCup(
                f"{key}.format",
                "friends rates players that have no fixed sides, and in this game they have; take pairs or individual, "
                f"or in [rules] a preset of Finding Friends: {presets[0]} to {presets[-1]}",
            )
        case ((Format.PAIRS | Format.INDIVIDUAL), FriendsOptions()):
            raise BadCup(
                f"{key}.format",
                f"{format_} seats bots in two sides, and in Finding Friends sides are formed anew in every deal; "
                "take friends, or in [rules] a preset of Tractor",
            )
        case _:
            pass


def _deals_per_game(rules: Ruleset) -> int:
    return DEALS_PER_PLAYER_WITHOUT_END * len(rules.seat_names) if rules.end_level >= NO_END else DEALS_PER_GAME


def _starter(written: Starter | None, key: str, rules: Ruleset) -> Starter:
    """Who starts deals that stand alone: in Finding Friends the bidding decides, unless makers rotate (Z1, Z9)."""
    if rules.friends is None or rules.friends.rotating_maker:
        return written or Starter.FIXED
    if written is Starter.FIXED:
        raise BadCup(
            f"{key}.starter",
            "in Finding Friends the bidding decides who makes; leave it out, or set rules.rotating_maker",
        )
    return Starter.BID


def _check_stages_differ(stages: Sequence[Stage]) -> None:
    seen: dict[tuple[Format, Unit], int] = {}
    for number, stage in enumerate(stages, 1):
        first = seen.setdefault((stage.format, stage.unit), number)
        if first != number:
            raise BadCup(f"stage[{number}]", f"is {stage.format} by {stage.unit}, as stage[{first}] is; make them one")


def _check_field(entrants: Sequence[Entrant], stages: Sequence[Stage]) -> None:
    seen: dict[str, int] = {}
    for number, entrant in enumerate(entrants, 1):
        first = seen.setdefault(unicodedata.normalize("NFC", entrant.name).casefold(), number)
        if first != number:
            raise BadCup(f"bot[{number}].name", f"{entrant.name!r} is the name of bot[{first}] too; names must differ")
    for number, stage in enumerate(stages, 1):
        needed = bots_at_a_table(stage.format, stage.seat_count)
        if len(entrants) < needed:
            raise BadCup(
                f"stage[{number}].format",
                f"{stage.format} needs at least {needed} bots and the file has {len(entrants)}; add [[bot]] tables"
                + (", or take a preset of fewer players" if stage.format is Format.FRIENDS and needed > 5 else ""),
            )
        match_count = stage.match_count(len(entrants))
        if match_count > MATCHES_IN_A_STAGE:
            what = f"{len(entrants)} bots in {stage.format} by {stage.unit}"
            less = "fewer deals, or more deals_per_match" if stage.unit is Unit.DEALS else "fewer games"
            raise BadCup(
                f"stage[{number}]",
                f"has {match_count:,} matches for {what}, and at most {MATCHES_IN_A_STAGE:,} are possible; "
                f"take fewer bots, {less}",
            )

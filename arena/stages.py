"""A stage of a cup: one format and unit, read from its table, with what contradicts itself refused (docs/cups.md)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from arena.counts import counted
from arena.cup_file import BadCup, Schedule, StageTable, Starter
from arena.matches import Format, Unit
from arena.seatings import FOUR_SEATINGS
from referee.rules.levels import NO_END
from referee.rules.options import PRESETS, FriendsOptions, Options, TractorOptions
from referee.rules.ruleset import Ruleset

DEALS_PER_MATCH = 16
"""Deals that one set of processes plays, unless the file says otherwise: starting them costs about as much as eight."""

DEALS_PER_GAME = 200
"""Deals that a game may last, unless the file says otherwise. It is won in about twenty; sides that never gain a level
come to an end too."""

DEALS_PER_PLAYER_WITHOUT_END = 8
"""Deals of a game that no level ends (Z9), for each player, unless the file says otherwise."""

ROUNDS_PER_PHASE = 6
"""Rounds that everyone plays in a phase of a Swiss stage, unless the file says otherwise."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One format and unit of a cup, with a leaderboard of its own.

    Attributes:
        seat_count: of a table.
        count: different deals, or games, that every table has; of a Swiss stage, in every phase.
        deals_per_match: deals played by the same processes; 1 for games, where a match is one game.
        deals_per_game: that a game may last; with deals of no meaning.
        is_duplicate: every deck is played again, by all; in ``friends``, at all tables of a round.
        schedule: None where the format has one alone: ``friends`` and ``gauntlet``.
        seatings: in how many seatings each deck is played at a table; 1 without duplicates, and in ``friends``.
        rounds_per_phase: of a Swiss stage; else of no meaning.
        newcomers: of a gauntlet; their names.
    """

    format: Format
    unit: Unit
    seat_count: int
    count: int
    deals_per_match: int
    deals_per_game: int
    is_duplicate: bool
    starter: Starter
    schedule: Schedule | None = None
    seatings: int = 1
    rounds_per_phase: int = ROUNDS_PER_PHASE
    newcomers: tuple[str, ...] = ()

    @property
    def block_count(self) -> int:
        """Blocks into which the deals are cut; of a Swiss stage, those of a phase."""
        return ceil(self.count / self.deals_per_match)

    @property
    def is_swiss(self) -> bool:
        """Whether who plays on depends on results."""
        return self.schedule is Schedule.SWISS


def read_stage(written: StageTable, key: str, rules: Ruleset) -> Stage:
    """The stage of a cup under *rules* that is *written* at *key*.

    Raises:
        BadCup: a key contradicts another, or the game.
    """
    _check_format(written.format, key, rules.options)
    seat_count = len(rules.seat_names)
    schedule = _schedule(written, key, seat_count)
    unit, count = _unit(written, key)
    is_by_deals = unit is Unit.DEALS
    return Stage(
        format=written.format,
        unit=unit,
        seat_count=seat_count,
        count=count,
        deals_per_match=_deals_per_match(written, key, count) if is_by_deals else 1,
        deals_per_game=written.deals_per_game or _deals_per_game(rules),
        is_duplicate=written.duplicate,
        starter=_starter(written.starter, key, rules) if is_by_deals else Starter.BID,
        schedule=schedule,
        seatings=_seatings(written, key, schedule),
        rounds_per_phase=_rounds_per_phase(written, key, schedule),
        newcomers=_newcomers(written, key),
    )


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
        case ((Format.PAIRS | Format.INDIVIDUAL | Format.GAUNTLET), FriendsOptions()):
            raise BadCup(
                f"{key}.format",
                f"{format_} seats bots in two sides, and in Finding Friends sides are formed anew in every deal; "
                "take friends, or in [rules] a preset of Tractor",
            )
        case _:
            pass


def _unit(written: StageTable, key: str) -> tuple[Unit, int]:
    match written.deals, written.games:
        case int(deals), None:
            if written.deals_per_game is not None:
                raise BadCup(f"{key}.deals_per_game", "has no meaning for deals that stand alone; leave it out")
            return Unit.DEALS, deals
        case None, int(games):
            if written.deals_per_match is not None:
                raise BadCup(f"{key}.deals_per_match", "has no meaning for games: a match is one game; leave it out")
            if written.starter is not None:
                raise BadCup(f"{key}.starter", "has no meaning for games: the bidding decides (B7); leave it out")
            return Unit.GAMES, games
        case None, None:
            raise BadCup(key, "says neither deals nor games; give one of them, for example deals = 64")
        case _:
            raise BadCup(key, "says both deals and games; give one of them, and the other in a [[stage]] of its own")


def _deals_per_match(written: StageTable, key: str, deals: int) -> int:
    per_match = written.deals_per_match or min(DEALS_PER_MATCH, deals)
    if per_match > deals:
        raise BadCup(f"{key}.deals_per_match", f"is {per_match}, more than the stage's {counted(deals, 'deal')}")
    return per_match


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


# --- Who meets whom


def _schedule(written: StageTable, key: str, seat_count: int) -> Schedule | None:
    """The schedule: the first of those that the format has, unless one is given."""
    possible = schedules(written.format, seat_count)
    if written.schedule is None:
        return possible[0] if possible else None
    if not possible:
        raise BadCup(f"{key}.schedule", f"has no meaning with {written.format}, which has one schedule; leave it out")
    if written.schedule not in possible:
        at = f" at tables of {seat_count} seats" if written.format is Format.INDIVIDUAL else ""
        raise BadCup(f"{key}.schedule", f"is {written.schedule}, and {written.format}{at} has {' and '.join(possible)}")
    return written.schedule


def schedules(format_: Format, seat_count: int) -> tuple[Schedule, ...]:
    """What a format can be played by, the usual one first; none where it has a single one without a name."""
    match format_:
        case Format.PAIRS:
            return (Schedule.ROUND_ROBIN, Schedule.SWISS)
        case Format.INDIVIDUAL if seat_count == 4:
            return (Schedule.WHIST, Schedule.EVERY_TABLE, Schedule.SWISS)
        case Format.INDIVIDUAL:
            return (Schedule.EVERY_TABLE,)
        case Format.FRIENDS | Format.GAUNTLET:
            return ()


def _seatings(written: StageTable, key: str, schedule: Schedule | None) -> int:
    if written.seatings is not None:
        if written.format is not Format.INDIVIDUAL:
            raise BadCup(f"{key}.seatings", f"has no meaning with {written.format}; leave it out")
        if schedule is Schedule.EVERY_TABLE:
            reason = "has no meaning with every-table, where all ways to form sides are tables; leave it out"
            raise BadCup(f"{key}.seatings", reason)
        if not written.duplicate:
            raise BadCup(f"{key}.seatings", "contradicts duplicate = false, with which no deck is played again")
        possible = FOUR_SEATINGS[1:]
        if written.seatings not in possible:
            raise BadCup(f"{key}.seatings", f"must be {', '.join(map(str, possible))}; the file has {written.seatings}")
        return written.seatings
    return 2 if written.duplicate and written.format is not Format.FRIENDS else 1


def _rounds_per_phase(written: StageTable, key: str, schedule: Schedule | None) -> int:
    if written.rounds is not None and schedule is not Schedule.SWISS:
        raise BadCup(f"{key}.rounds", 'has a meaning only with schedule = "swiss"; leave it out')
    return written.rounds or ROUNDS_PER_PHASE


def _newcomers(written: StageTable, key: str) -> tuple[str, ...]:
    if written.format is not Format.GAUNTLET:
        if written.newcomers is not None:
            raise BadCup(f"{key}.newcomers", 'has a meaning only with format = "gauntlet"; leave it out')
        return ()
    if written.newcomers is None:
        raise BadCup(f"{key}.newcomers", 'is missing; name the bots that meet all others: newcomers = ["NAME"]')
    for name in written.newcomers:
        if written.newcomers.count(name) > 1:
            raise BadCup(f"{key}.newcomers", f"names {name!r} twice")
    return tuple(written.newcomers)

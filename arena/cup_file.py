"""The cup file as it is written: its tables and keys (docs/cups.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from arena.matches import Format
from arena.toml_file import BadFile, Command, Form, ShortText

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
SomeSeconds: TypeAlias = Annotated[float, Meta(gt=0, le=86_400)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]


class BadCup(BadFile):
    """A cup file that cannot be played."""


class Starter(StrEnum):
    """Who starts a deal that stands alone."""

    FIXED = "fixed"
    BID = "bid"


class Schedule(StrEnum):
    """Who meets whom in a stage, where its format leaves a choice.

    Attributes:
        WHIST: cycles in which everyone partners, and opposes, everyone equally often.
        EVERY_TABLE: every four, or six, in all ways to form sides.
        ROUND_ROBIN: every two.
        SWISS: a few rounds for everyone, then for the better half, and so on.
    """

    WHIST = "whist"
    EVERY_TABLE = "every-table"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"


class CupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[cup]``."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z")]
    seed: ShortText | None = None


class StageTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[stage]]``.

    Attributes:
        seatings: of each deck at a table, for ``individual``.
        rounds: of a phase, for Swiss schedules.
        newcomers: names of bots, for ``gauntlet``.
    """

    format: Format
    deals: Count | None = None
    games: Count | None = None
    deals_per_match: Annotated[int, Meta(ge=1, le=256)] | None = None
    deals_per_game: Annotated[int, Meta(ge=1, le=1000)] | None = None
    duplicate: bool = True
    starter: Starter | None = None
    schedule: Schedule | None = None
    seatings: Annotated[int, Meta(ge=1, le=24)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    newcomers: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(min_length=1)] | None = None


LAG_ALLOWANCE_S = 0.5
"""More than the way to most places of the world and back takes."""

RESUME_WITHIN_S = 15.0


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds; the bank is for the whole match, the increment is added after every decision.

    Attributes:
        lag_allowance_s: of each decision of a remote bot, not counted: the way there and back.
        resume_within_s: for a remote bot's stream that broke to be taken up again, while its clock runs.
    """

    limit_s: float
    bank_s: float
    increment_s: float
    connect_within_s: float
    ready_within_s: float
    lag_allowance_s: float = LAG_ALLOWANCE_S
    resume_within_s: float = RESUME_WITHIN_S


CONNECT_S_A_SEAT = 2.5
"""Seconds to dial in, unless the file says otherwise: for each seat, as all programs of a table start at once."""


class TimeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[time]``, as `TimeControl`; without a time to dial in, that is reckoned by the seats of the game."""

    limit_s: SomeSeconds = 1.0
    bank_s: Seconds = 30.0
    increment_s: Seconds = 0.0
    connect_within_s: SomeSeconds | None = None
    ready_within_s: SomeSeconds = 60.0
    lag_allowance_s: Annotated[float, Meta(ge=0, le=60)] = LAG_ALLOWANCE_S
    resume_within_s: Annotated[float, Meta(ge=0, le=600)] = RESUME_WITHIN_S

    def control(self, seat_count: int) -> TimeControl:
        """The times at a table of so many seats."""
        return TimeControl(
            limit_s=self.limit_s,
            bank_s=self.bank_s,
            increment_s=self.increment_s,
            connect_within_s=self.connect_within_s or CONNECT_S_A_SEAT * seat_count,
            ready_within_s=self.ready_within_s,
            lag_allowance_s=self.lag_allowance_s,
            resume_within_s=self.resume_within_s,
        )


class FaultPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[faults]``: strikes allowed to a seat in a deal, and deals that an entrant may lose by faults in the cup."""

    strikes_allowed: Annotated[int, Meta(ge=0, le=1000)] = 2
    deals_lost_allowed: Annotated[int, Meta(ge=0, le=1_000_000)] = 8
    strict: bool = False


class RunTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[run]``: what changes no result.

    Attributes:
        pin: each table keeps to one core, with its referee.
    """

    tables: Annotated[int, Meta(ge=1, le=256)] | None = None
    pin: bool = True


class RatingsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[ratings]``: what changes no result, and what ratings are measured from.

    Attributes:
        anchor: name of the bot whose rating is given; without one, ratings sum to zero.
        anchor_rating: Elo; 0 unless it is given.
    """

    anchor: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    anchor_rating: Annotated[float, Meta(ge=-10_000, le=10_000)] | None = None


class BotTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[bot]]``: a command, or an entrant that was submitted.

    Attributes:
        name: without one, that of the entrant.
        version: of a command's code, as its author counts; of an entrant the label, or the beginning of the hash.
        reads: files and folders that a command may read besides its own.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    command: Command | None = None
    entrant: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    version: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    author: Annotated[str, Meta(max_length=200)] | None = None
    language: Annotated[str, Meta(max_length=40)] | None = None
    environment: dict[str, str] | None = None
    reads: list[ShortText] | None = None


class CupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cup: CupTable
    stage: Annotated[list[StageTable], Meta(min_length=1)]
    bot: Annotated[list[BotTable], Meta(min_length=1)]
    rules: dict[str, object] = {}
    time: TimeTable = TimeTable()
    faults: FaultPolicy = FaultPolicy()
    run: RunTable = RunTable()
    ratings: RatingsTable = RatingsTable()


def decode(text: str) -> CupFile:
    """The file written in *text*, every key known and every value of its kind and in its range.

    Raises:
        BadCup: it is not so.
    """
    return FORM.decode(text)


FORM = Form(
    struct=CupFile,
    error=BadCup,
    kind="a cup",
    tables={
        "cup": CupTable,
        "stage": StageTable,
        "rules": None,
        "time": TimeTable,
        "faults": FaultPolicy,
        "run": RunTable,
        "ratings": RatingsTable,
        "bot": BotTable,
    },
    lists=frozenset({"stage", "bot"}),
    choices={"format": Format, "starter": Starter, "schedule": Schedule},
    patterns={"name": "1 to 64 letters, digits and . _ - and begin with a letter or digit"},
)

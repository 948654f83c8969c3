"""How much is played in a check, and how long it waits: by default as long as a cup that says nothing of times."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.cup_file import TimeTable
from referee.serving.clock import TimeControl


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds, and counts.

    Attributes:
        times: to dial in, to get ready and to decide, as a cup file says them.
        idle_s: a wait between two questions.
        goodbye_within_s: for the process to end after Goodbye.
        told_within_s: the same after SIGTERM.
        cut_off_within_s: the same after the end of its stream.
        nobody_within_s: the same where nobody listens, from its start.
        deals_per_preset: after which a game of each preset is cut short.
        deals_per_game: likewise, of the games in a row and those after them.
        games_in_a_row: so many.
    """

    times: TimeTable = field(default_factory=TimeTable)
    idle_s: float = 3.0
    goodbye_within_s: float = 5.0
    told_within_s: float = 5.0
    cut_off_within_s: float = 10.0
    nobody_within_s: float = 30.0
    deals_per_preset: int = 2
    deals_per_game: int = 4
    games_in_a_row: int = 5

    @property
    def clock(self) -> TimeControl:
        """For decisions."""
        return TimeControl(self.times.limit_s, self.times.bank_s, self.times.increment_s)

    @property
    def decision_within_s(self) -> float:
        """The longest that any decision may take."""
        return self.times.limit_s + self.times.bank_s

    @property
    def ready_within_s(self) -> float:
        """For Ready."""
        return self.times.ready_within_s

    def connect_within_s(self, seat_count: int) -> float:
        """To dial in at a table of so many seats."""
        return self.times.control(seat_count).connect_within_s

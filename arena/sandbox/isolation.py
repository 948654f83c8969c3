"""How well programs are kept apart here, as a value: the tier that was found, and why there is no better one."""

from __future__ import annotations

from dataclasses import dataclass

from arena.confinement import Tier
from arena.sandbox.bubblewrap import Bubblewrap
from arena.sandbox.control_groups import ControlGroups
from arena.sandbox.enclosure import Enclosure, Errand
from arena.sandbox.runner import Runner


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a tier is not to be had.

    Attributes:
        reason: what is in the way, in plain words.
        remedy: what to do about it; empty if there is nothing.
    """

    tier: Tier
    reason: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}" if self.remedy else self.reason


@dataclass(frozen=True, slots=True)
class Isolation:
    """What confined programs are started with.

    Attributes:
        means: what starts them.
        groups: where control groups can be made; None where they cannot.
        obstacles: one for each better tier.
    """

    tier: Tier
    means: Bubblewrap | Runner
    groups: ControlGroups | None = None
    obstacles: tuple[Obstacle, ...] = ()

    def enclose(self, errand: Errand) -> Enclosure:
        """How to start a program confined.

        Raises:
            OSError: a path that it may reach cannot be read, or its control group not be made.
        """
        enclosure = self.means.enclose(errand)
        if self.groups is None:
            return enclosure
        try:
            return self.groups.hold(enclosure, errand)
        except BaseException:
            enclosure.close()
            raise

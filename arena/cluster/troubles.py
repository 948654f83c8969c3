"""What can be wrong with a cluster, as far as people can mend it. Loads nothing of Dask: anyone may catch it."""

from __future__ import annotations


class BadCluster(Exception):
    """A cluster as it was asked for: no address, or settings that do not go together.

    Attributes:
        option: of the command line.
    """

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"{option} {reason}")
        self.option = option


class ClusterTrouble(Exception):
    """A cluster that cannot be reached, is gone, or cannot play; the sentence says what to do."""


class Unreachable(ClusterTrouble):
    """There is no scheduler at an address, or none that we can speak with.

    Attributes:
        reason: why, in a few words.
    """

    def __init__(self, address: str, reason: str, remedy: str) -> None:
        super().__init__(f"no Dask scheduler can be reached at {address}: {reason}; {remedy}")
        self.reason = reason

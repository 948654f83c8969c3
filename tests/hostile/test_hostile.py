"""Hostile bots, and what became of them: nothing leaks, nothing survives, the machine is well and the cup goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from arena.confinement import MIB, Limits, Tier
from tests.hostile.hostile_cup import HONEST, NotHere, Played, play
from tests.sizes import in_ci

pytestmark = pytest.mark.slow

TIME = "[time]\nlimit_s = 5.0\nbank_s = 20.0\n[run]\ntables = 1\n"
"""Honest bots are to be well in time even beside bots that burn all cores, so this is tight enough to tell."""

SHORT = "[faults]\ndeals_lost_allowed = 0\n"
"""Who loses a deal by a fault is out, and with it the other matches."""

IMPATIENT = "[time]\nlimit_s = 3.0\nbank_s = 0.0\n[run]\ntables = 1\n" + SHORT + "strikes_allowed = 0\n"

CUPS: dict[str, tuple[dict[str, tuple[str, ...]], str]] = {
    "spies": (
        {
            "Spy": ("files", "links", "processes", "network", "kernel"),
            "Survivor": ("deaf", "survivors"),
            "Pest": ("escapes", "streams", "rubbish", "inbox"),
        },
        TIME,
    ),
    "hogs": ({"Forks": ("forks",), "Memory": ("memory",), "Disk": ("disk",)}, TIME),
    "herds": (
        {"Herd": ("memory-of-many",), "Shared": ("shared-memory",), "Busy": ("threads", "cores", "output")},
        TIME + SHORT,
    ),
    "misfits": (
        {"Mute": ("deaf", "survivors", "never-dials"), "Brief": ("survivors", "exits"), "Stopped": ("stopped",)},
        IMPATIENT,
    ),
}

ON_A_DESK = {(Tier.A, "spies"), (Tier.B, "hogs"), (Tier.C, "spies")}

CASES = [
    (tier, cup)
    for tier in Tier
    for cup in CUPS
    # Where there is nothing but limits, reading the files of others and hogging are what a bot can do.
    if (in_ci() or (tier, cup) in ON_A_DESK) and (tier is not Tier.D or cup == "misfits")
]


@cache
def played(tier: Tier, cup: str) -> Played | NotHere:
    """Each cup is played once; the tests look at what came of it."""
    bots, more = CUPS[cup]
    try:
        return play(tier, bots, more)
    except NotHere as reason:
        return reason


def case(cups: Sequence[str], tiers: Sequence[Tier] = tuple(Tier)) -> Callable[[object], object]:
    """Parametrise a test with what is played of these; all that looks at one cup runs in one process."""
    return pytest.mark.parametrize(
        ("tier", "cup"),
        [
            pytest.param(tier, cup, marks=pytest.mark.xdist_group(f"hostile-{tier}-{cup}"))
            for tier, cup in CASES
            if cup in cups and tier in tiers
        ],
    )


def the(tier: Tier, cup: str) -> Played:
    found = played(tier, cup)
    if isinstance(found, NotHere):
        pytest.skip(str(found))
    return found


KEPT_APART = (Tier.A, Tier.B, Tier.C)
"""Tiers that promise more than that nothing is left."""


# --- All cups


@case(tuple(CUPS))
def test_the_cup_is_played_to_its_end(tier: Tier, cup: str) -> None:
    """And the honest bot is to blame for nothing."""
    found = the(tier, cup)

    assert (found.status, found.error) == (0, "")
    assert found.told[-2]["event"] == "cup_ended"
    assert found.told[-2]["is_finished"]
    assert found.faults_of(HONEST) == []
    assert found.reports


@case(tuple(CUPS))
def test_nothing_is_left(tier: Tier, cup: str) -> None:
    """No process, no control group, and no file outside the folders that were the bots' own, which are gone."""
    found = the(tier, cup)

    assert found.left == ()
    assert found.files == ()
    assert found.groups == ()


@case(tuple(CUPS), KEPT_APART)
def test_no_secret_got_out(tier: Tier, cup: str) -> None:
    """Not in anything that a bot said, nor to the neighbour that listens."""
    found = the(tier, cup)
    said = "\n".join(found.logs.values())

    assert [name for name, secret in found.secrets.items() if secret in said] == []


@case(tuple(CUPS), KEPT_APART)
def test_the_machine_stays_well(tier: Tier, cup: str) -> None:
    """Of all that three bots could take together, with room for what else happens on the machine."""
    found = the(tier, cup)
    limits = Limits()

    assert found.worst.process_count - found.before.process_count < 4 * limits.process_count
    assert found.before.memory_bytes - found.worst.memory_bytes < 4 * limits.memory_bytes
    assert found.before.disk_bytes - found.worst.disk_bytes < 4 * limits.file_bytes + 1024 * MIB


# --- Spies


@case(["spies"], KEPT_APART)
def test_files_of_others_are_out_of_reach(tier: Tier, cup: str) -> None:
    found = the(tier, cup)

    assert len(found.outcomes("files")) > 10
    assert len(found.outcomes("links")) == 4
    assert found.achieved("files", "links") == {}


@case(["spies"], KEPT_APART)
def test_other_processes_are_out_of_reach(tier: Tier, cup: str) -> None:
    """Their environment, memory, files, limits and signals; the neighbour is alive.

    In a namespace of its own a bot sees how the first process there was started, which tells it nothing.
    """
    found = the(tier, cup)
    by_design = set() if tier is Tier.C else {"cmdline of the starter"}

    assert len(found.outcomes("processes")) > 20
    assert set(found.achieved("processes")) <= by_design
    assert found.heard is not None


@case(["spies"], KEPT_APART)
def test_the_network_is_out_of_reach(tier: Tier, cup: str) -> None:
    """With Landlock alone, a unix socket that lies where everybody may dial it can be dialled (docs/isolation.md)."""
    found = the(tier, cup)
    by_design = {"socket of another by its path"} if tier is Tier.C else set()

    assert len(found.outcomes("network")) > 10
    assert set(found.achieved("network")) <= by_design
    assert set(found.heard or ()) <= ({"unix"} if tier is Tier.C else set())


@case(["spies"], KEPT_APART)
def test_the_kernel_refuses_what_no_bot_needs(tier: Tier, cup: str) -> None:
    found = the(tier, cup)

    assert len(found.outcomes("kernel")) > 10
    assert found.achieved("kernel") == {}


@case(["spies"], KEPT_APART)
def test_streams_beyond_the_one_are_refused(tier: Tier, cup: str) -> None:
    """Sixty with its own token and sixty with others, each told why; the bot itself plays on."""
    streams = the(tier, cup).reports["streams"]

    for each in streams:
        assert "OK" not in each["own"]
        assert set(each["wrong"]) <= {"UNAUTHENTICATED", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "UNAVAILABLE"}


@case(["spies"], KEPT_APART)
def test_rubbish_ends_its_stream_alone(tier: Tier, cup: str) -> None:
    found = the(tier, cup)

    for each in found.reports["rubbish"]:
        assert "OK" not in each.values()
        assert each["service of the arena"] == "UNIMPLEMENTED"
    assert found.reports["inbox"]


# --- Hogs


@case(["hogs"], KEPT_APART)
def test_a_fork_bomb_makes_no_more_processes_than_allowed(tier: Tier, cup: str) -> None:
    found = the(tier, cup)
    made = [report["made"] for report in found.reports["forks"] if "made" in report]

    # Where it was ended for it, it did not come to say how many.
    assert all(count <= Limits().process_count for count in made)


@case(["hogs"], KEPT_APART)
def test_memory_beyond_the_limit_is_not_given(tier: Tier, cup: str) -> None:
    found = the(tier, cup)
    taken = [report["taken"] for report in found.reports["memory"] if "taken" in report]

    assert all(each <= 2 * Limits().memory_bytes for each in taken)


@case(["hogs"], KEPT_APART)
def test_files_fill_no_more_than_their_own_folder(tier: Tier, cup: str) -> None:
    """No file is larger than allowed; where the folder has a size, not all of them together either."""
    found = the(tier, cup)
    for report in [report for report in found.reports["disk"] if "home" in report]:
        outside = {place: each for place, each in report.items() if place not in {"home", "tmp", "shm"}}
        assert {place: each["files"] for place, each in outside.items()} == dict.fromkeys(outside, 0)
        if tier in {Tier.A, Tier.B}:
            total = sum(each["bytes"] for each in report.values())
            assert total <= 2 * Limits().file_bytes


@case(["hogs"], [Tier.C])
def test_who_fills_the_disk_is_ended_for_it(tier: Tier, cup: str) -> None:
    """Where its folder is one of the machine's: between two looks at it."""
    assert "crashed" in {fault["ending"] for fault in the(tier, cup).faults_of("Disk")}


@case(["herds"], KEPT_APART)
def test_memory_that_is_nobodys_own_is_bounded_too(tier: Tier, cup: str) -> None:
    """Files without a name are not made at all; what many processes hold, and share, is counted together."""
    found = the(tier, cup)
    shared = found.reports["shared memory"]
    holding = [report["holding"] for report in found.reports["memory of many"] if "holding" in report]

    assert all(report.get("nameless", 0) == 0 for report in shared)
    assert all(report.get("shared", 0) <= Limits().memory_bytes for report in shared)
    assert all(count * 128 * MIB <= Limits().memory_bytes for count in holding)


# --- Misfits


@case(["misfits"])
def test_bots_that_do_not_play_are_told_by_how_they_ended(tier: Tier, cup: str) -> None:
    found = the(tier, cup)
    endings = {(name, fault["ending"]) for name in CUPS[cup][0] for fault in found.faults_of(name)}

    assert ("Brief", "crashed") in endings
    assert {ending for name, ending in endings if name == "Mute"} <= {"not ready", "not_ready"}

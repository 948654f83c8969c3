"""Programs started in every tier that this machine has, for tests of what they can do then."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arena.child import Child, Program
from arena.confinement import MIB, Confinement, Limits, Tier
from arena.launch import Launcher
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import find_isolation
from arena.sandbox.reach import installations
from tests.sizes import in_ci

SOON_S = 60
"""For what takes a moment on a machine that has nothing else to do."""

LIMITS = Limits(memory_bytes=128 * MIB, process_count=40, file_bytes=8 * MIB, open_file_count=64)
SEES_NOTHING_ELSE = (Tier.A, Tier.B)
KEEPS_FILES = (Tier.A, Tier.B, Tier.C)


@functools.cache
def _best(tier: Tier) -> Isolation:
    return find_isolation(unsafe=True, at_most=tier)


def isolation_of(tier: Tier) -> Isolation:
    """What programs of a tier are started with; without it the test is skipped, or in CI fails."""
    isolation = _best(tier)
    if isolation.tier is not tier:
        reason = f"this test needs tier {tier}: {'; '.join(map(str, isolation.obstacles))}"
        if in_ci():
            pytest.fail(reason)
        pytest.skip(reason)
    return isolation


def confined(command: Sequence[str], *, reach: Confinement | None = None, **environment: str) -> Program:
    """A program that may reach what *reach* says, with the limits of these tests unless it has others."""
    confinement = reach or Confinement()
    if confinement.limits == Limits():
        confinement = replace(confinement, limits=LIMITS)
    readable = (*confinement.readable, *installations(Path(command[0])))
    return Program(
        name="program",
        command=tuple(command),
        folder=Path("/"),
        environment={"PATH": os.defpath, **environment},
        confinement=replace(confinement, readable=readable),
    )


def shell(script: str, *, reach: Confinement | None = None, **environment: str) -> Program:
    """A script of the shell."""
    return confined(("/bin/sh", "-c", script), reach=reach, **environment)


def python(script: str, *, reach: Confinement | None = None, **environment: str) -> Program:
    """A script of Python, with the standard library alone."""
    return confined((sys.executable, "-I", "-S", "-c", script), reach=reach, **environment)


async def run(launcher: Launcher, program: Program) -> Child:
    """The program, once it has ended."""
    child = launcher.start(program)
    with trio.fail_after(SOON_S):
        await child.ended.wait()
    return child


async def started(launcher: Launcher, program: Program, said: str = "ready") -> Child:
    """The program, once it has printed a line that ends with *said*."""
    is_said = trio.Event()
    text = bytearray()

    def hear(data: bytes) -> None:
        text.extend(data)
        if f"{said}\n".encode() in text:
            is_said.set()

    child = launcher.start(program, hear)
    with trio.fail_after(SOON_S):
        await is_said.wait()
    return child

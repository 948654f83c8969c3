"""The command `arena doctor`: how well this machine keeps bots apart, what was tried, and what would make it better."""

from __future__ import annotations

import json

from arena.confinement import Tier
from arena.console import say
from arena.sandbox.probe import Findings, Step, examine

HELD = 0
NOT_HELD = 1

MEANINGS = {
    Tier.A: "every bot in a sandbox of its own, and all that it uses is counted and limited together",
    Tier.B: "every bot in a sandbox of its own; what it uses is looked at a few times a second",
    Tier.C: "bots are kept from files and the network; other processes are beside them",
    Tier.D: "bots have limits, and else can do whatever you can: they start only with --unsafe",
}


def doctor(*, as_json: bool) -> int:
    """Look, and tell; the exit status: 0 if bots are kept apart here, 1 if they start only with --unsafe."""
    findings = examine()
    say(json.dumps(_as_values(findings)) if as_json else "\n".join(_lines(findings)))
    return NOT_HELD if findings.isolation.tier is Tier.D else HELD


def _as_values(findings: Findings) -> dict[str, object]:
    isolation = findings.isolation
    return {
        "tier": isolation.tier.value,
        "meaning": MEANINGS[isolation.tier],
        "is_safe": isolation.tier is not Tier.D,
        "obstacles": [
            {"tier": each.tier.value, "reason": each.reason, "remedy": each.remedy} for each in isolation.obstacles
        ],
        "steps": [
            {"tier": step.tier.value, "what": step.what, "trouble": step.trouble, "remedy": step.remedy}
            for step in findings.steps
        ],
    }


def _lines(findings: Findings) -> list[str]:
    isolation = findings.isolation
    lines = [f"Tier {isolation.tier}: {MEANINGS[isolation.tier]}.", "", "Tried:"]
    lines += [f"  {_mark(step)} tier {step.tier}: {step.what}" + _because(step) for step in findings.steps]
    if isolation.obstacles:
        lines += ["", "For a better one:"]
        lines += [f"  tier {each.tier}: {each.remedy or each.reason}." for each in isolation.obstacles]
    return [*lines, "", "docs/isolation.md says what each tier holds."]


def _mark(step: Step) -> str:
    return "no " if step.trouble else "yes"


def _because(step: Step) -> str:
    return f": {step.trouble}" if step.trouble else ""

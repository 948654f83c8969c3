"""What a verification found, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from arena.leaderboard_text import shown
from arena.verifying.findings import CheckOutcome, Difference, Status, Verification

FORMAT = "tractor-arena/verification/1"

_VERDICTS = {
    Status.HOLDS: "all holds",
    Status.DIFFERS: "does not hold",
    Status.NOT_YET: "not complete: what can be checked of a running cup holds; the rest follows with its end",
    Status.NOT_CHECKED: "what could be checked holds, and not all could",
}


def exit_status(verification: Verification) -> int:
    """1 if anything differs, else 0, also for a cup that is still played."""
    return int(verification.status is Status.DIFFERS)


def text(verification: Verification) -> Iterator[str]:
    """Lines for people."""
    state = f", {verification.progress}" if verification.progress else "; leaderboard.json cannot be read"
    yield shown(f"{verification.folder}: the cup {verification.cup}, begun {verification.begun}{state}")
    for check in verification.checks:
        yield f"{check.check:<11} {check.status:<11} {_summary(check)}"
        for difference in check.differences:
            yield f"    {shown(sentence(difference))}"
        more = check.difference_count - len(check.differences)
        if more:
            yield f"    and {more:,} more"
    yield f"verdict: {_VERDICTS[verification.status]}"


def as_json(verification: Verification) -> str:
    """One document for programs; fields are only added."""
    fields = {
        "format": FORMAT,
        "verdict": verification.status,
        **{
            name: value
            for name, value in msgspec.to_builtins(verification).items()
            if name not in {"checks", "elapsed_s"}
        },
        "elapsed_s": round(verification.elapsed_s, 3),
        "checks": [msgspec.to_builtins(check) for check in verification.checks],
    }
    # Names of files are bytes, and need not be text.
    return json.dumps(fields, indent=2, ensure_ascii=False).encode(errors="replace").decode()


def sentence(difference: Difference) -> str:
    """Where a difference is, and what was expected and found."""
    places = [
        difference.file,
        f"line {difference.line}" if difference.line is not None else "",
        f"match {difference.match[:12]}" if difference.match else "",
        f"deal {difference.deal}" if difference.deal is not None else "",
    ]
    where = ", ".join(filter(None, places))
    if not difference.expected and not difference.found:
        return f"{where}: {difference.what}"
    expected, found = difference.expected or "nothing", difference.found or "nothing"
    return f"{where}: {difference.what}: expected {expected}, found {found}"


def _summary(check: CheckOutcome) -> str:
    count = check.difference_count
    if not count:
        return shown(check.summary)
    return f"{count:,} {'difference' if count == 1 else 'differences'}"

"""What happens while a cup is played, in sentences for people."""

from __future__ import annotations

from arena.counts import counted
from arena.events import (
    BotAwaited,
    CupBegun,
    CupEnded,
    EntrantOut,
    Event,
    Failed,
    MatchPlayed,
    MatchRepeated,
    Published,
    TablesAdded,
)
from arena.matches import Format


def sentence(event: Event) -> str:
    """What happened, in a line for people; empty if it is nothing to tell."""
    match event:
        case CupBegun():
            before = f", {event.matches_done} of them played before" if event.matches_done else ""
            return (
                f"Cup {event.cup}: {counted(len(event.entrants), 'bot')}, {_matches(event.match_count)}{before}. "
                f"Commitment to the decks: {event.commitment}"
            )
        case MatchPlayed():
            return _match_line(event)
        case MatchRepeated():
            return f"{_who(event)}: played again, {_why(event.reason)}"
        case BotAwaited():
            return _awaited_line(event)
        case TablesAdded():
            return f"More machines have come: {event.tables} matches at once from now on."
        case EntrantOut():
            return (
                f"{event.entrant} is out: it lost {counted(event.lost, 'deal')} by faults and {event.allowed} are "
                "allowed. Its matches that have not been played are void."
            )
        case Published():
            return f"Published: {event.page}"
        case CupEnded():
            return _end_line(event)
        case Failed():
            return ""


def _awaited_line(event: BotAwaited) -> str:
    who = event.entrant
    how_long = f"Waiting for it up to {event.within_s:.0f} s"
    if event.tokens < event.needed:
        return (
            f"{who} has {event.tokens} token{'' if event.tokens == 1 else 's'} and a match of this cup needs "
            f"{event.needed}: arena submit --remote {who} --chairs {event.needed} gives new ones. {how_long}."
        )
    if event.connected:
        there = f"is connected with {event.connected} of the {event.needed} streams that a match needs"
    else:
        there = "is not connected"
    return f"{who} {there}: TRACTOR_ADDRESS={event.address}, and a token for each stream. {how_long}."


def _why(reason: str) -> str:
    """Why a match is played again; of a connection that broke off, gRPC's words say nothing to people."""
    return "the referee died" if reason.endswith("(UNAVAILABLE)") else reason


def _match_line(event: MatchPlayed) -> str:
    faults = f", {event.fault_count} fault{'s' if event.fault_count > 1 else ''}" if event.fault_count else ""
    lost = [result.lost_by for result in event.results if result.lost_by is not None]
    forfeits = (
        f", lost by faults: {', '.join(f'{name} {lost.count(name)}' for name in dict.fromkeys(lost))}" if lost else ""
    )
    return (
        f"{event.matches_done}/{event.match_count}  {event.format} by {event.unit}, round {event.round}: "
        f"{_who(event)}  {_scores(event)}, {event.elapsed_s:.1f} s{faults}{forfeits}"
    )


def _who(event: MatchPlayed | MatchRepeated) -> str:
    """The two sides, each bot of them once; of Finding Friends, all players."""
    if event.format is Format.FRIENDS:
        return ", ".join(event.seating)
    sides = (dict.fromkeys(event.seating[0::2]), dict.fromkeys(event.seating[1::2]))
    return " – ".join(" + ".join(side) for side in sides)


def _scores(event: MatchPlayed) -> str:
    """What was won, from the first seat's point of view; of players, the levels of each."""
    if event.format is Format.FRIENDS:
        by_result = [result.gains for result in event.results if result.gains is not None]
        return "levels " + " ".join(f"{sum(gains):+d}" for gains in zip(*by_result, strict=True))
    won = sum(result.score for result in event.results if result.score is not None)
    levels = sum(result.margin for result in event.results if result.margin is not None)
    return f"{won:g}–{len(event.results) - won:g}, levels {levels:+d}"


def _end_line(event: CupEnded) -> str:
    count = event.void_match_count
    void = f" {count} {'match is' if count == 1 else 'matches are'} void." if count else ""
    if not event.is_finished:
        return (
            f"Stopped: {event.matches_done} of {event.match_count} matches are in the ledger.{void} "
            "The same command goes on from here."
        )
    if event.matches_played == 0:
        return f"Cup {event.cup} was finished before: all its {event.matches_done} matches are in the ledger.{void}"
    return f"Finished: {_matches(event.matches_played)} in {event.elapsed_s:.0f} s.{void}"


def _matches(count: int) -> str:
    return counted(count, "match", "matches")

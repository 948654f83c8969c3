"""The record of a deal as one line of JSON, both ways; `referee.rules.replay` plays it again by the rules alone.

Cards are written one after another, two letters each. A line looks so (line breaks added)::

    {"record": "tractor/1", "match": "…", "board": 3, "deal": 1, "whole_game": false,
     "rules": {"preset": "tractor"}, "rules_id": "…", "names": ["Ada", "Bo", "Ada", "Bo"],
     "levels": ["2", "2"], "rank": "2", "first": "North", "starter": null,
     "deck": "2CKD…", "bids": [[24, "North", "2H"], [101, "East", "2S2S"]],
     "trump": "2S", "turned": "", "buried": "…",
     "tricks": [["North", "KSKS", "3S4S", "QS8S", "5S7S"], …], "throws": [[4, "AHQHQH"]],
     "wins": [["North", "led"], …],
     "result": {"total": 85, "declarers_won": false, "gains": [0, 2], "levels": ["2", "4"],
                "next_starter": "West", "game_won_by": null},
     "faults": [{"seat": "West", "decision": 57, "ending": "illegal", "rule": "F3", "overrun_s": 0.0, "offence": "…"}],
     "defaults": [57], "times": [3, 12, null, …], "notes": [[58, "text"]]}

``bids`` gives the number of cards drawn when the bid was made, one more than all of them (101) in the last round; what
is not listed was a pass. ``starter`` is null in a first deal, where the bidding decides. Without a trump suit ``trump``
is ``2N``. A trick lists its leader and the plays in order; ``throws`` gives trick index, from 0, and all cards of a
throw that failed; ``wins`` says by trick who won it and why (`referee.rules.trick_reason.Reason`), null for nobody.
``times`` gives for each decision the milliseconds that it took, null where no answer was measured: nobody was asked, or
whoever was asked was lost. Records that version 0.1 wrote have neither. Lists by side start with the side of the first
seat, and ``game_won_by`` counts sides from 0. A deal thrown in has ``"thrown_in": true`` and nothing from ``trump`` to
``result``. Decisions are counted from 0 over the deal, passes included. A fault has an ``output`` besides where it is
known what the program printed.

In Finding Friends everyone is a side, and the maker is the starter. ``rank`` is null where the bidding decides it, and
``trump`` is ``NN`` at level Joker. A bid that was held (Z1) is one more entry of ``bids``, with the cards that hold it.
Besides::

    "active": ["Seat1", "Seat4"], "debts": [0, 2, 1, 0, 0],
    "calls": [["AS", 1, "Seat4"], ["KH", 2, null]],
    "result": {"total": 85, "declarers_won": null, …, "next_starter": null, "next_drawer": "Seat2",
               "game_won_by": [0, 3], "makers_side": ["Seat1", "Seat4"], "points": [60, 30, 0, 55, 55],
               "active": ["Seat1", "Seat4"], "debts": [0, 1, 0, 0, 0]}

``active`` is left out where all are, ``debts`` where nobody owes. ``calls`` gives the card, which copy, and who played
it; the copy is 0 for the one that the maker does not hold. A trick with a leader and no plays is a throw whose failure
ended the deal (Z9). ``declarers_won`` is null if nobody won (Z8), ``next_drawer`` is left out where it is the next
starter, and ``points`` are those of the tricks that each seat won.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from referee.rules.cards import card_text, cards_text
from referee.rules.levels import level_text
from referee.rules.options import options_mapping, rules_id
from referee.rules.phases import Alliance, Contract, Scored, Start, ThrownIn
from referee.rules.trick_reason import wins_of

LINE_LENGTH_MAX = 1 << 20
"""Characters or bytes of the longest line that is read."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
"""A number of something, or its place from 0."""

RulesMapping: TypeAlias = dict[str, bool | int | str | list[str]]
"""Options as `referee.rules.options.parse_options` reads them."""

_PLAYED_ONLY = ("trump", "turned", "buried", "calls", "tricks", "throws", "wins", "result")
_QUOTED_MAX = 80


class BadRecord(ValueError):
    """A line that is no record, or a record that the rules do not bear out.

    Attributes:
        line: number of the line from 1; 0 where only the record is known.
        what: what is wrong, and where in the record.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line
        self.what = what

    @classmethod
    def at(cls, where: str, what: str) -> BadRecord:
        """What is wrong at some place of the record."""
        return cls(0, f"{where}: {what}")

    @classmethod
    def differs(cls, where: str, said: object, found: object) -> BadRecord:
        """What the record says at some place and what the rules make of it, both as the record writes them."""
        return cls.at(where, f"the record says {quoted(said)}, the rules say {quoted(found)}")


def quoted(value: object) -> str:
    """A value of a record as JSON, as a sentence quotes it: who wrote the record may know no Python."""
    if value is UNSET:
        return "nothing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _QUOTED_MAX else f"{text[:_QUOTED_MAX]}…"


def counted(count: int, noun: str) -> str:
    """``1 card``, ``2 cards``, for a sentence."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of one seat.

    Attributes:
        decision: at which decision of the deal, from 0.
        ending: as in the closed list of endings.
        rule: broken; empty unless illegal.
        overrun_s: seconds past the time allowed; 0 unless late.
        offence: what was sent, as text.
        output: the last lines that the bot's program had printed, where they are known: its own words.
    """

    seat: str
    decision: Count
    ending: str
    rule: str
    overrun_s: float
    offence: str
    output: str | UnsetType = UNSET


FAULT_ENDINGS = ("late", "illegal", "crashed", "disconnected", "protocol", "not ready")
"""What a fault can be: a closed list. Whether a program crashed only those know who started it."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the deal earned (`referee.rules.scoring.Score`); levels as text, seats by name.

    The optional fields are those of Finding Friends; see the head of this module.
    """

    total: int
    declarers_won: bool | None
    gains: tuple[int, ...]
    levels: tuple[str, ...]
    next_starter: str | None
    next_drawer: str | UnsetType = UNSET
    game_won_by: int | tuple[int, ...] | None
    makers_side: tuple[str, ...] | UnsetType = UNSET
    points: tuple[int, ...] | UnsetType = UNSET
    active: tuple[str, ...] | UnsetType = UNSET
    debts: tuple[int, ...] | UnsetType = UNSET


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a record says of a deal beside what was played.

    Attributes:
        match: names the match.
        board: number of the deal in the cup, from 1.
        deal: number of the deal in the match, from 1; the same again after a deal thrown in.
        whole_game: the deals of the match follow from each other.
        names: of the entrants, by seat.
    """

    match: str
    board: Count
    deal: Count
    whole_game: bool
    names: tuple[str, ...]


class DealRecord(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="record", tag="tractor/1"
):
    """One deal as it was played; see the head of this module for what the fields hold."""

    match: str
    board: Count
    deal: Count
    whole_game: bool
    rules: RulesMapping
    rules_id: str
    names: tuple[str, ...]
    levels: tuple[str, ...]
    active: tuple[str, ...] | UnsetType = UNSET
    debts: tuple[Count, ...] | UnsetType = UNSET
    rank: str | None
    first: str
    starter: str | None
    deck: str
    bids: tuple[tuple[Count, str, str], ...]
    trump: str | None = None
    turned: str = ""
    buried: str = ""
    calls: tuple[tuple[str, Count, str | None], ...] | UnsetType = UNSET
    tricks: tuple[tuple[str, ...], ...] = ()
    throws: tuple[tuple[Count, str], ...] = ()
    wins: tuple[tuple[str | None, str], ...] | UnsetType = UNSET
    result: Result | None = None
    thrown_in: bool = False
    faults: tuple[Fault, ...] = ()
    defaults: tuple[Count, ...] = ()
    times: tuple[Count | None, ...] | UnsetType = UNSET
    notes: tuple[tuple[Count, str], ...] = ()


def record_of(
    end: Scored | ThrownIn,
    heading: Heading,
    *,
    faults: tuple[Fault, ...] = (),
    defaults: tuple[int, ...] = (),
    times: tuple[int | None, ...] | UnsetType = UNSET,
    notes: tuple[tuple[int, str], ...] = (),
) -> DealRecord:
    """The record of a deal that is over.

    Args:
        end: its last state.
        heading: what it was part of.
        faults: of its seats, in order.
        defaults: decisions, counted from 0, that were not the seat's own but the default.
        times: by decision, milliseconds from the question to its answer, or until none was waited for; None where
            there is no such time. Unset where there was no clock.
        notes: pairs of decision and what its seat said of it.
    """
    start = end.contract.start if isinstance(end, Scored) else end.start
    seat_names, standing = start.rules.seat_names, start.standing
    record = DealRecord(
        match=heading.match,
        board=heading.board,
        deal=heading.deal,
        whole_game=heading.whole_game,
        rules=msgspec.convert(msgspec.to_builtins(options_mapping(start.rules.options)), RulesMapping),
        rules_id=rules_id(start.rules.options),
        names=heading.names,
        levels=tuple([level_text(level) for level in start.levels]),
        active=active_seats(standing.active, seat_names) if standing else UNSET,
        debts=debts_owed(standing.debts) if standing else UNSET,
        rank=None if start.trump_rank is None else start.trump_rank.text,
        first=seat_names[start.first_drawer],
        starter=None if start.starter is None else seat_names[start.starter],
        deck=cards_text(start.deck, ""),
        bids=(),
        thrown_in=True,
        faults=faults,
        defaults=defaults,
        times=times,
        notes=notes,
    )
    return _with_play(record, end, start) if isinstance(end, Scored) else record


def line_of(record: DealRecord) -> str:
    """The record as a line, without a newline."""
    fields = msgspec.to_builtins(record)
    for name in _PLAYED_ONLY if record.thrown_in else ("thrown_in",):
        fields.pop(name, None)
    return msgspec.json.encode(fields).decode()


def read_line(line: str | bytes, *, number: int = 0) -> DealRecord:
    """The record in a line; whether the rules bear it out is for `referee.rules.replay`.

    Args:
        line: with or without a newline.
        number: of the line in its file from 1, for the error; 0 for none.

    Raises:
        BadRecord: it is no record, or not of this version.
    """
    if len(line) > LINE_LENGTH_MAX:
        raise BadRecord(number, f"longer than a record can be: {len(line)} characters")
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise BadRecord(number, f"not a record of a deal: {problem}") from None


def result_of(end: Scored) -> Result:
    """What a deal earned, as it stands in a record."""
    score, alliance = end.score, end.alliance
    seat_names = end.contract.start.rules.seat_names
    drawer, starter, won_by = score.next_drawer, score.next_starter, score.game_won_by
    result = Result(
        total=score.total,
        declarers_won=None if score.winner is None else score.declarers_won,
        gains=score.gains,
        levels=tuple([level_text(level) for level in score.levels]),
        next_starter=None if starter is None else seat_names[starter],
        next_drawer=UNSET if drawer is None or drawer == starter else seat_names[drawer],
        game_won_by=won_by[0] if won_by else None,
    )
    if alliance is None:
        return result
    return msgspec.structs.replace(
        result,
        game_won_by=won_by or None,
        makers_side=tuple([name for name, is_on_it in zip(seat_names, end.declarers, strict=True) if is_on_it]),
        points=alliance.points,
        active=active_seats(score.active, seat_names),
        debts=debts_owed(score.debts),
    )


def wins_as_written(end: Scored) -> tuple[tuple[str | None, str], ...]:
    """Who won each trick and why, as it stands in a record."""
    seat_names = end.contract.start.rules.seat_names
    return tuple([(None if seat is None else seat_names[seat], reason.value) for seat, reason in wins_of(end)])


def active_seats(active: Iterable[bool], seat_names: tuple[str, ...]) -> tuple[str, ...] | UnsetType:
    """The names of those who are active (Z9); unset if all are."""
    names = tuple([name for name, is_active in zip(seat_names, active, strict=True) if is_active])
    return UNSET if names == seat_names else names


def debts_owed(debts: tuple[int, ...]) -> tuple[int, ...] | UnsetType:
    """By seat, levels that are owed (Z9); unset if none are."""
    return debts if any(debts) else UNSET


def calls_of(alliance: Alliance, seat_names: tuple[str, ...]) -> tuple[tuple[str, int, str | None], ...]:
    """The cards that the maker called and who played them, as they stand in a record."""
    return tuple(
        [
            (card_text(call.card), call.ordinal, None if seat is None else seat_names[seat])
            for call, seat in zip(alliance.calls, alliance.played_by, strict=True)
        ]
    )


_DECODER = msgspec.json.Decoder(DealRecord)


def _with_play(record: DealRecord, end: Scored, start: Start) -> DealRecord:
    contract, ladder, seat_names = end.contract, end.contract.ladder, start.rules.seat_names
    return msgspec.structs.replace(
        record,
        bids=_bids(contract),
        trump=contract.trump.text,
        turned=cards_text(contract.turned, ""),
        buried=ladder.text(end.buried, ""),
        calls=calls_of(end.alliance, seat_names) if end.alliance else UNSET,
        tricks=tuple(
            [(seat_names[trick.leader], *[ladder.text(play, "") for play in trick.plays]) for trick in end.tricks]
        ),
        throws=tuple(
            [(at, ladder.text(trick.failed_throw, "")) for at, trick in enumerate(end.tricks) if trick.failed_throw]
        ),
        wins=wins_as_written(end),
        result=result_of(end),
        thrown_in=False,
    )


def _bids(contract: Contract) -> tuple[tuple[int, str, str], ...]:
    seat_names = contract.start.rules.seat_names
    return tuple(
        [
            (drawn, seat_names[seat], cards_text(cards, ""))
            for drawn, (seat, cards) in zip(contract.bids_drawn, contract.bids, strict=True)
        ]
    )

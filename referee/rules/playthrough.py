"""A recorded deal as readable text, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.cards import cards_text
from referee.rules.friends import call_text, points_of_others
from referee.rules.levels import level_text
from referee.rules.phases import (
    Alliance,
    Burying,
    Calling,
    Contract,
    Drawing,
    Holding,
    Playing,
    Scored,
    Start,
    State,
)
from referee.rules.record import DealRecord, counted
from referee.rules.record_start import start_of
from referee.rules.replay import replay
from referee.rules.ruleset import Ruleset
from referee.rules.trick_table import called_tricks, trick_table

SLOW_MS = 1000
"""Of decisions that took as long or longer, those that took longest are told."""

SLOWEST_COUNT = 5


def show(record: DealRecord) -> str:
    """The deal as text, with a newline at its end; a pure function of the record.

    In the table of tricks ``>`` marks the leader, ``*`` the winner and ``+`` a called card; the last columns are the
    opponents' points so far, and why the winner won. Decisions that took long are told, if the record has times.

    Raises:
        BadRecord: the rules do not bear the record out.
    """
    states = tuple(replay(record))
    start, end = start_of(record), states[-1]
    lines = [*_heading(record, start), "", *_bids(record, start.rules)]
    if isinstance(end, Scored):
        score = _score(end) if end.alliance is None else _score_of_friends(end, end.alliance)
        lines += ["", *_contract(states), "", *trick_table(states, end), "", *score]
    else:
        rule = "Z2" if start.rules.friends else "B7"
        lines += ["", f"Nobody bid: the deal is thrown in and dealt again ({rule})."]
    remarks = [*_remarks(record, states)]
    return "\n".join([*lines, "", *remarks] if remarks else lines) + "\n"


def _heading(record: DealRecord, start: Start) -> list[str]:
    seats, standing = start.rules.seat_names, start.standing
    place = f"Deal {record.deal} of match {_printable(record.match)}, board {record.board}"
    lines = [f"{place}, rules {record.rules_id}"]
    if standing is None:
        opening = "first deal: who bids becomes the starter" if record.starter is None else f"starter {record.starter}"
        levels = _levels(record.levels)
        lines.append(f"Trump rank {record.rank}; {opening}; {record.first} draws first; levels {levels}")
    else:
        lines.append(f"{_friends_opening(record)}; {record.first} draws first")
    seat_width, name_width = max(map(len, seats)), max(len(_printable(name)) for name in record.names)
    rows = [
        f"{seat:{seat_width}}  {_printable(name):{name_width}}" for seat, name in zip(seats, record.names, strict=True)
    ]
    if standing is not None:
        rows = [
            f"{row}  level {_standing_text(level, is_active=is_active, debt=debt)}"
            for row, level, is_active, debt in zip(rows, record.levels, standing.active, standing.debts, strict=True)
        ]
    return [*lines, "", *(row.rstrip() for row in rows)]


def _friends_opening(record: DealRecord) -> str:
    """What is settled before the draw of Finding Friends (Z1, Z9)."""
    if record.starter is None:
        return "Who bids becomes the maker"
    rank = "no trump rank" if record.rank is None else f"trump rank {record.rank}"
    return f"Maker {record.starter}, {rank}"


def _standing_text(level: str, *, is_active: bool, debt: int) -> str:
    return level + ("" if is_active else ", passive") + (f", owes {debt}" if debt else "")


def _bids(record: DealRecord, rules: Ruleset) -> list[str]:
    if not record.bids:
        return ["No bids."]
    lines = ["Bids:"]
    standing: tuple[int, int] | None = None
    for drawn, seat, cards in record.bids:
        # Only who holds a bid shows as many cards at the same moment as the bid before.
        holds = rules.friends is not None and standing == (drawn, len(cards))
        lines.append(f"  {seat} {'holds with ' if holds else ''}{_spaced(cards)} {_when(drawn, rules)}")
        standing = drawn, len(cards)
    return lines


def _when(drawn: int, rules: Ruleset) -> str:
    if drawn > rules.deck_size - rules.kitty_size:
        return "in the last round"
    return f"with {counted(drawn, 'card')} drawn"


def _contract(states: Sequence[State]) -> list[str]:
    burying = next(state for state in states if isinstance(state, Burying))
    playing = next(state for state in states if isinstance(state, Playing))
    contract, ladder = burying.contract, burying.ladder
    rules = contract.start.rules
    role = "maker" if rules.friends else "starter"
    lines = [f"Trump {contract.trump.text}; {rules.seat_names[contract.starter]} is the {role}."]
    if contract.turned:
        lines.append(f"Nobody bid; turned up of the kitty: {cards_text(contract.turned)} (B8)")
    return [
        *lines,
        f"Kitty:  {cards_text(contract.start.kitty)}",
        f"Buried: {ladder.text(playing.buried)}, {ladder.points(playing.buried)} points",
        *(f"Called: {call}" for call in _calls(states)),
        "",
        "Hands after that:",
        *_hands(contract, playing.hands),
    ]


def _calls(states: Sequence[State]) -> list[str]:
    """The cards called, and who played them to which trick (Z3)."""
    end = states[-1]
    assert isinstance(end, Scored)
    if end.alliance is None:
        return []
    seats, starter = end.contract.start.rules.seat_names, end.contract.starter
    lines = []
    for call, seat, at in zip(end.alliance.calls, end.alliance.played_by, called_tricks(states), strict=True):
        played = "nobody played it"
        if seat is not None and at is not None:
            maker = ", the maker," if seat == starter else ""
            played = f"{seats[seat]}{maker} played it to trick {at + 1}"
        lines.append(f"{call_text(call)}; {played}")
    return lines


def _hands(contract: Contract, hands: Iterable[int]) -> list[str]:
    """A hand a line, its suits apart, trumps last."""
    seats, ladder = contract.start.rules.seat_names, contract.ladder
    name_width = max(len(seat) for seat in seats)
    return [
        f"  {seat:{name_width}}  "
        + " | ".join(ladder.text(hand & lane.bits) or "-" for lane in ladder.lanes if lane.low)
        for seat, hand in zip(seats, hands, strict=True)
    ]


def _score(end: Scored) -> list[str]:
    score, rules = end.score, end.contract.start.rules
    seats = rules.seat_names
    sides = [
        _joined([seats[seat] for seat, at in enumerate(rules.side_of) if at == side])
        for side in range(rules.side_count)
    ]
    winners = [
        name for side, name in enumerate(sides) if (side == rules.side_of[end.contract.starter]) == score.declarers_won
    ]
    kitty = f", {score.kitty_points} of them from the buried cards (S2)" if score.kitty_points else ""
    gain = max(score.gains)
    levels = _levels([level_text(level) for level in score.levels])
    role = "declarers" if score.declarers_won else "opponents"
    lines = [
        f"The opponents have {score.total} points{kitty}.",
        f"{' and '.join(winners)} win as {role} and gain {counted(gain, 'level')}: {levels}.",
    ]
    if score.game_won_by:
        lines.append(f"{sides[score.game_won_by[0]]} win the game.")
    elif score.next_starter is not None:
        lines.append(f"Next starter: {seats[score.next_starter]}.")
    return lines


def _score_of_friends(end: Scored, alliance: Alliance) -> list[str]:
    """How the sides turned out, what each player won, and what follows (Z7–Z9)."""
    score, seats = end.score, end.contract.start.rules.seat_names
    friends = [name for seat, name in enumerate(seats) if end.declarers[seat] and seat != end.contract.starter]
    points = [
        f"{name} {won}" + (f" (fine {fine})" if fine else "")
        for name, won, fine in zip(seats, alliance.points, alliance.fines, strict=True)
    ]
    lines = [
        f"Maker's side: {_joined([seats[end.contract.starter], *friends])}.",
        f"Points won: {', '.join(points)}.",
        f"The others have {score.total} points{_sum_of_others(end, alliance)}.",
    ]
    if score.winner is None:
        lines.append("Nobody wins.")
    else:
        winners = [name for seat, name in enumerate(seats) if end.declarers[seat] == score.declarers_won]
        role = "the maker's side" if score.declarers_won else "the others"
        gain = counted(max(score.gains), "level")
        lines.append(f"{_joined(winners)} {_verb(winners, 'win')} as {role} and {_verb(winners, 'gain')} {gain}.")
    standings = [
        f"{name} {_standing_text(level_text(level), is_active=is_active, debt=debt)}"
        for name, level, is_active, debt in zip(seats, score.levels, score.active, score.debts, strict=True)
    ]
    lines.append(f"Levels: {'; '.join(standings)}.")
    if score.game_won_by:
        game_winners = [seats[seat] for seat in score.game_won_by]
        lines.append(f"{_joined(game_winners)} {_verb(game_winners, 'win')} the game.")
    elif score.next_starter is not None:
        lines.append(f"Next maker: {seats[score.next_starter]}.")
    if score.next_drawer is not None and score.next_drawer != score.next_starter:
        lines.append(f"Next first drawer: {seats[score.next_drawer]}.")
    return lines


def _sum_of_others(end: Scored, alliance: Alliance) -> str:
    """What the points of those who are not on the maker's side are made of (Z7-Z9); empty if of their tricks alone."""
    settled, kitty = points_of_others(alliance), end.score.kitty_points
    tricks = sum(won for won, on_side in zip(alliance.points, end.declarers, strict=True) if not on_side)
    parts = [
        (settled - tricks, "in fines (Z7)"),
        (end.score.total - settled - kitty, "for cards not played (Z9)"),
        (kitty, "for the buried cards (Z8)"),
    ]
    more = [f" {'+' if points > 0 else '-'} {abs(points)} {what}" for points, what in parts if points]
    return f": {tricks} in tricks{''.join(more)}" if more else ""


def _remarks(record: DealRecord, states: Sequence[State]) -> list[str]:
    """Faults, default decisions and notes, with the seat and the moment of each decision."""
    lines = []
    for fault in record.faults:
        rule = f" by {fault.rule}" if fault.rule else ""
        late = f", {fault.overrun_s:g} s over" if fault.overrun_s else ""
        offence = f": {_printable(fault.offence)}" if fault.offence else ""
        moment = _moment(states[fault.decision])
        lines.append(f"Fault of {fault.seat} at {moment}: {_printable(fault.ending)}{_printable(rule)}{late}{offence}")
        if fault.output:
            lines += [f"  it printed: {_printable(line)}" for line in fault.output.splitlines()]
    lines += [f"The default was taken at {_moment(states[decision])}." for decision in record.defaults]
    lines += _slowest(record, states)
    lines += [f"Note at {_moment(states[decision])}: {_printable(text)}" for decision, text in record.notes]
    return lines


def _slowest(record: DealRecord, states: Sequence[State]) -> list[str]:
    """The decisions that took longest, if long, the slowest first."""
    took = [(took_ms, decision) for decision, took_ms in enumerate(record.times or ()) if took_ms is not None]
    slow = sorted([each for each in took if each[0] >= SLOW_MS], key=lambda each: (-each[0], each[1]))
    return [f"{_moment(states[decision])} took {took_ms / 1000:.1f} s." for took_ms, decision in slow[:SLOWEST_COUNT]]


def _moment(state: State) -> str:
    """Which decision a state awaits: ``West's play to trick 3``."""
    match state:
        case Drawing():
            return f"{state.start.rules.seat_names[state.seat]}'s bid with {counted(state.drawn, 'card')} drawn"
        case Holding():
            seats = state.start.rules.seat_names
            return f"{seats[state.seat]}'s answer to {seats[state.drawing.bids[-1].seat]}'s bid"
        case Burying():
            return f"{state.contract.start.rules.seat_names[state.seat]}'s burial"
        case Calling():
            return f"{state.contract.start.rules.seat_names[state.seat]}'s calls"
        case Playing():
            return f"{state.contract.start.rules.seat_names[state.seat]}'s play to trick {len(state.tricks) + 1}"
        case _:
            return "the end"


def _levels(levels: Iterable[str]) -> str:
    return " and ".join(levels)


def _joined(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _verb(subjects: Sequence[str], verb: str) -> str:
    return verb if len(subjects) > 1 else f"{verb}s"


def _spaced(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def _printable(text: str) -> str:
    """Strangers' text, on one line and without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)

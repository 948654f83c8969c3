"""A recorded deal as readable text, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.cards import cards_text
from referee.rules.ladder import Ladder
from referee.rules.levels import level_text
from referee.rules.phases import Burying, Contract, Drawing, Playing, Scored, State, Trick
from referee.rules.record import DealRecord
from referee.rules.replay import replay, start_of
from referee.rules.ruleset import Ruleset


def show(record: DealRecord) -> str:
    """The deal as text, with a newline at its end; a pure function of the record.

    In the table of tricks ``>`` marks the leader and ``*`` the winner; the last column is the opponents' points so far.

    Raises:
        BadRecord: the rules do not bear the record out.
    """
    states = tuple(replay(record))
    end = states[-1]
    rules = start_of(record).rules
    lines = [*_heading(record, rules), "", *_bids(record, rules)]
    if isinstance(end, Scored):
        lines += ["", *_contract(states), "", *_tricks(states, end), "", *_score(end)]
    else:
        lines += ["", "Nobody bid: the deal is thrown in and dealt again (B7)."]
    remarks = [*_remarks(record, states)]
    return "\n".join([*lines, "", *remarks] if remarks else lines) + "\n"


def _heading(record: DealRecord, rules: Ruleset) -> list[str]:
    seats = rules.seat_names
    place = f"Deal {record.deal} of match {_printable(record.match)}, board {record.board}"
    opening = "first deal: who bids becomes the starter" if record.starter is None else f"starter {record.starter}"
    name_width = max(len(seat) for seat in seats)
    return [
        f"{place}, rules {record.rules_id}",
        f"Trump rank {record.rank}; {opening}; {record.first} draws first; levels {_levels(record.levels)}",
        "",
        *(f"{seat:{name_width}}  {_printable(name)}" for seat, name in zip(seats, record.names, strict=True)),
    ]


def _bids(record: DealRecord, rules: Ruleset) -> list[str]:
    if not record.bids:
        return ["No bids."]
    return [
        "Bids:",
        *(f"  {seat} {_spaced(cards)} {_when(drawn, rules)}" for drawn, seat, cards in record.bids),
    ]


def _when(drawn: int, rules: Ruleset) -> str:
    if drawn > rules.deck_size - rules.kitty_size:
        return "in the last round"
    return f"with {drawn} {'card' if drawn == 1 else 'cards'} drawn"


def _contract(states: Sequence[State]) -> list[str]:
    burying = next(state for state in states if isinstance(state, Burying))
    playing = next(state for state in states if isinstance(state, Playing))
    contract, ladder = burying.contract, burying.ladder
    seats = contract.start.rules.seat_names
    lines = [f"Trump {contract.trump.text}; {seats[contract.starter]} is the starter."]
    if contract.turned:
        lines.append(f"Nobody bid; turned up of the kitty: {cards_text(contract.turned)} (B8)")
    return [
        *lines,
        f"Kitty:  {cards_text(contract.start.kitty)}",
        f"Buried: {ladder.text(playing.buried)}, {ladder.points(playing.buried)} points",
        "",
        "Hands after that:",
        *_hands(contract, playing.hands),
    ]


def _hands(contract: Contract, hands: Iterable[int]) -> list[str]:
    """A hand a line, its suits apart, trumps last."""
    seats, ladder = contract.start.rules.seat_names, contract.ladder
    name_width = max(len(seat) for seat in seats)
    return [
        f"  {seat:{name_width}}  "
        + " | ".join(ladder.text(hand & lane.bits) or "-" for lane in ladder.lanes if lane.low)
        for seat, hand in zip(seats, hands, strict=True)
    ]


def _tricks(states: Sequence[State], end: Scored) -> list[str]:
    """The table of tricks: what each seat played, points in the trick, and the opponents' points after it."""
    contract = end.contract
    seats, ladder = contract.start.rules.seat_names, contract.ladder
    totals = {len(state.tricks): state.points for state in states if isinstance(state, Playing) and not state.trick}
    totals[len(end.tricks)] = end.score.total - end.score.kitty_points
    legend = "> leads the trick, * wins it; opponents: the points that they have after it."
    rows = [["trick", *seats, "points", "opponents"]]
    for number, trick in enumerate(end.tricks, start=1):
        points = sum(ladder.points(play) for play in trick.plays)
        rows.append([str(number), *_cells(trick, ladder), str(points), str(totals[number])])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = [
        "  ".join(
            cell.ljust(width) if 0 < column <= len(seats) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    for at in reversed(range(len(end.tricks))):
        if end.tricks[at].failed_throw:
            table.insert(at + 2, f"{'':{widths[0]}}  {_failed_throw(end.tricks[at], ladder, seats)}")
    return [legend, *table]


def _cells(trick: Trick, ladder: Ladder) -> list[str]:
    """By seat, what it played to a trick."""
    seat_count = len(trick.plays)
    plays = [trick.plays[(seat - trick.leader) % seat_count] for seat in range(seat_count)]
    return [
        f"{'>' if seat == trick.leader else ' '}{ladder.text(play)}{' *' if seat == trick.winner else ''}"
        for seat, play in enumerate(plays)
    ]


def _failed_throw(trick: Trick, ladder: Ladder, seats: Sequence[str]) -> str:
    bound = "" if trick.must_beat is None else f"; {seats[trick.must_beat]} must beat it"
    return f"{seats[trick.leader]} threw {ladder.text(trick.failed_throw)}, which failed (T1){bound}"


def _score(end: Scored) -> list[str]:
    score, rules = end.score, end.contract.start.rules
    seats = rules.seat_names
    sides = [
        " and ".join(seats[seat] for seat, at in enumerate(rules.side_of) if at == side)
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
        f"{' and '.join(winners)} win as {role} and gain {gain} {'level' if gain == 1 else 'levels'}: {levels}.",
    ]
    if score.game_won_by:
        lines.append(f"{sides[score.game_won_by[0]]} win the game.")
    elif score.next_starter is not None:
        lines.append(f"Next starter: {seats[score.next_starter]}.")
    return lines


def _remarks(record: DealRecord, states: Sequence[State]) -> list[str]:
    """Faults, default decisions and notes, with the seat and the moment of each decision."""
    lines = []
    for fault in record.faults:
        rule = f" by {fault.rule}" if fault.rule else ""
        late = f", {fault.overrun_s:g} s over" if fault.overrun_s else ""
        offence = f": {_printable(fault.offence)}" if fault.offence else ""
        moment = _moment(states[fault.decision])
        lines.append(f"Fault of {fault.seat} at {moment}: {_printable(fault.ending)}{_printable(rule)}{late}{offence}")
    lines += [f"The default was taken at {_moment(states[decision])}." for decision in record.defaults]
    lines += [f"Note at {_moment(states[decision])}: {_printable(text)}" for decision, text in record.notes]
    return lines


def _moment(state: State) -> str:
    """Which decision a state awaits: ``West's play to trick 3``."""
    match state:
        case Drawing():
            return f"{state.start.rules.seat_names[state.seat]}'s bid with {state.drawn} cards drawn"
        case Burying():
            return f"{state.contract.start.rules.seat_names[state.seat]}'s burial"
        case Playing():
            return f"{state.contract.start.rules.seat_names[state.seat]}'s play to trick {len(state.tricks) + 1}"
        case _:
            return "the end"


def _levels(levels: Iterable[str]) -> str:
    return " and ".join(levels)


def _spaced(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def _printable(text: str) -> str:
    """Strangers' text, on one line and without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)

"""The tricks of a deal as a table of text, a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.ladder import Cards, Ladder
from referee.rules.phases import Playing, Scored, State, Trick
from referee.rules.trick_reason import wins_of

WIDTH_MAX = 160
"""Characters of a line of the table, as far as columns of `_CARDS_MIN` cards allow; wider plays take more lines."""

_CARDS_MIN = 2
_OTHERS_WIDTH = 35
"""Of a line, for the columns that are not a seat's."""
_MARKS_WIDTH = 4
"""Of a column, for its marks and the blanks after it, beside three characters a card."""


def trick_table(states: Sequence[State], end: Scored) -> list[str]:
    """The table's lines, with its legend.

    ``>`` marks the leader, ``*`` the winner and ``+`` a play that held a called card (Z3). The last columns are the
    points so far of the opponents, in Finding Friends of those who were not known to be on the maker's side; and why
    the winner won.

    Args:
        states: of the deal, in order.
        end: the last of them.
    """
    rules, ladder = end.contract.start.rules, end.contract.ladder
    seats = rules.seat_names
    cards_max = max(_CARDS_MIN, ((WIDTH_MAX - _OTHERS_WIDTH) // len(seats) - _MARKS_WIDTH) // 3)
    totals = {len(state.tricks): state.points for state in states if isinstance(state, Playing) and not state.trick}
    totals[len(end.tricks)] = end.score.total - end.score.kitty_points
    called = _called_plays(states, end)

    heading = ["trick", *seats, "points", "others" if rules.friends else "opponents", "why"]
    rows: list[list[str] | str] = [heading]
    for at, (trick, win) in enumerate(zip(end.tricks, wins_of(end), strict=True)):
        number = str(at + 1)
        if trick.plays:
            points = str(sum(ladder.points(play) for play in trick.plays))
            cells = _cells(trick, ladder, called[at], cards_max)
            height = max(len(cell) for cell in cells)
            lines = [[cell[line] if line < len(cell) else "" for cell in cells] for line in range(height)]
            rows.append([number, *lines[0], points, str(totals[at + 1]), win.reason])
            rows += [["", *line, "", "", ""] for line in lines[1:]]
        if trick.failed_throw:
            rows.append(f"{'' if trick.plays else number:>{len(heading[0])}}  {_failed_throw(trick, ladder, seats)}")
    return [*_legend(end), *_aligned(rows, len(seats))]


def called_tricks(states: Sequence[State]) -> tuple[int | None, ...]:
    """By call, the index of the trick to which the called copy was played (Z3); None while it was not.

    Args:
        states: of a deal of Finding Friends, in order.
    """
    found: list[int | None] = []
    at = 0
    for state in states:
        if isinstance(state, Playing | Scored) and state.alliance is not None:
            played_by = state.alliance.played_by
            found += [None] * (len(played_by) - len(found))
            for call, seat in enumerate(played_by):
                if seat is not None and found[call] is None:
                    found[call] = at
            # What leads to the next state is played to the trick after the finished ones.
            at = len(state.tricks)
    return tuple(found)


def _legend(end: Scored) -> list[str]:
    why = "why: how it was won; first: an equal play came later."
    if end.alliance is None:
        return ["> leads the trick, * wins it; opponents: the points that they have after it;", why]
    others = "others: the points after it of those who are not known to be on the maker's side;"
    return [f"> leads the trick, * wins it, + plays a called card; {others}", why]


def _called_plays(states: Sequence[State], end: Scored) -> list[frozenset[int]]:
    """By trick, the seats that played a called copy to it (Z3)."""
    found: list[frozenset[int]] = [frozenset()] * len(end.tricks)
    if end.alliance is not None:
        for at, seat in zip(called_tricks(states), end.alliance.played_by, strict=True):
            if at is not None and seat is not None:
                found[at] |= {seat}
    return found


def _cells(trick: Trick, ladder: Ladder, called: frozenset[int], cards_max: int) -> list[list[str]]:
    """By seat, the lines of what it played to a trick."""
    seat_count = len(trick.plays)
    cells = []
    for seat in range(seat_count):
        lines = _wrapped(ladder, trick.plays[(seat - trick.leader) % seat_count], cards_max)
        marks = ("*" if seat == trick.winner else "") + ("+" if seat in called else "")
        lead = ">" if seat == trick.leader else " "
        cells.append(
            [
                f"{lead if at == 0 else ' '}{line}{f' {marks}' if marks and at == 0 else ''}"
                for at, line in enumerate(lines)
            ]
        )
    return cells


def _wrapped(ladder: Ladder, play: Cards, cards_max: int) -> list[str]:
    """The cards of a play, at most so many a line."""
    texts = ladder.text(play).split()
    return [" ".join(texts[at : at + cards_max]) for at in range(0, len(texts), cards_max)]


def _failed_throw(trick: Trick, ladder: Ladder, seats: Sequence[str]) -> str:
    threw = f"{seats[trick.leader]} threw {ladder.text(trick.failed_throw)}, which failed"
    if not trick.plays:
        return f"{threw} and ended the deal (L6, Z9)"
    return f"{threw} (T1)" + ("" if trick.must_beat is None else f"; {seats[trick.must_beat]} must beat it")


def _aligned(rows: Sequence[list[str] | str], seat_count: int) -> list[str]:
    """The rows as lines: cells of seats and words to the left, numbers to the right, whole lines as they are."""
    cells = [row for row in rows if not isinstance(row, str)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        row
        if isinstance(row, str)
        else "  ".join(
            cell.ljust(width) if 0 < column <= seat_count or column == len(row) - 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

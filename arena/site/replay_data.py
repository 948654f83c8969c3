"""``replays/KEY.js``: what the replay of a match is made from, its record as it stands and the little beside it.

The page of the replay loads it as a script, since pages opened from a file may read no other files. The record is text
in it, which the page parses: a record may come from another machine, and nothing in it ever runs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from arena.matches import Match
from arena.site.paths import KEY_DIGITS
from referee.rules.friends_scoring import earned_by
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Role, levels_earned

POINTS_A_PACK = 100


class Twin(msgspec.Struct, frozen=True):
    """Another match that played the same boards, all or some of them.

    Attributes:
        key: of the match.
        seating: entrant names by seat.
    """

    key: str
    seating: tuple[str, ...]


class Hidden(msgspec.Struct, frozen=True):
    """A deal that is not shown yet.

    Attributes:
        deal: its number in the match, from 1.
        tables: how many tables still play its deck; 0 if that is not known.
    """

    deal: int
    tables: int


class Mark(msgspec.Struct, frozen=True):
    """From so many points of the opponents on, who gains what.

    Attributes:
        points: 0 for none or less.
        side: the winners: ``declarers`` (the maker's side), ``opponents``, or empty for nobody.
        gain: levels; of a maker's side, those of one as large as can be.
    """

    points: int
    side: str
    gain: int


class RulesFacts(msgspec.Struct, frozen=True):
    """What a page has to know of a game to show it; of what is legal and who wins, it knows nothing.

    Attributes:
        seats: names by seat, in order of play.
        sides: by seat, the number of its side.
        friends: it is Finding Friends.
        packs: of cards.
        kitty: cards of the kitty.
        threshold: points at which the declarers no longer win.
        marks: of points, rising, the first at 0.
        fine: points for each card of a failed throw that goes back; 0 also where such a throw ends the deal.
        throws_end: a failed throw ends the deal (Z9).
        rank_cards_stay: without a trump suit, cards of the trump rank are trumps (O3).
    """

    seats: tuple[str, ...]
    sides: tuple[int, ...]
    friends: bool
    packs: int
    kitty: int
    threshold: int
    marks: tuple[Mark, ...]
    fine: int
    throws_end: bool
    rank_cards_stay: bool


class _Head(msgspec.Struct, frozen=True):
    format: str
    unit: str
    round: int
    seating: tuple[str, ...]
    versions: tuple[str, ...]
    twins: Sequence[Twin]
    hidden: Sequence[Hidden]
    rules: RulesFacts


def replay_js(
    match: Match, record: bytes, rules: RulesFacts, *, twins: Sequence[Twin] = (), hidden: Sequence[Hidden] = ()
) -> bytes:
    """The file of a match, whose place is `arena.site.paths.replay_data`.

    The page asks for the file of a twin only when its reader does, and finds the same deal there by its board and deck.

    Args:
        match: that was played.
        record: its lines as they are in the record's file, decompressed: JSON in UTF-8, a newline behind each.
        rules: of the cup, from `rules_facts`, which is called once.
        twins: in the order in which they are offered.
        hidden: deals whose lines are left out of *record*, as their cards are still to be played elsewhere.
    """
    head = _Head(
        format=match.format.value,
        unit=match.unit.value,
        round=match.round,
        seating=match.seating,
        versions=match.versions,
        twins=[Twin(twin.key[:KEY_DIGITS], twin.seating) for twin in twins],
        hidden=hidden,
        rules=rules,
    )
    return b"".join(
        (
            b'tractorReplay("',
            match.key[:KEY_DIGITS].encode(),
            b'",',
            msgspec.json.encode(head),
            b",",
            packed(record),
            b");\n",
        )
    )


def packed(record: bytes) -> bytes:
    """The lines as an expression of JavaScript, which ``unpacked`` in ``replay.js`` undoes: a template without a part.

    That has to escape three letters, of which JSON has few; a string would have every quotation mark doubled in size.
    """
    escaped = record.replace(b"\\", b"\\\\").replace(b"`", b"\\`").replace(b"$", b"\\$").replace(b"\r", b"\\r")
    return b"`" + escaped + b"`"


def rules_facts(rules: Ruleset) -> RulesFacts:
    """What the pages of replays know of a game."""
    friends = rules.friends
    throws_end = friends is not None and friends.failed_throw != "ten_points"
    return RulesFacts(
        seats=rules.seat_names,
        sides=rules.side_of,
        friends=friends is not None,
        packs=rules.packs,
        kitty=rules.kitty_size,
        threshold=rules.threshold,
        marks=_marks(rules),
        fine=0 if throws_end else rules.failed_throw_fine,
        throws_end=throws_end,
        rank_cards_stay=rules.rank_cards_stay,
    )


def _marks(rules: Ruleset) -> tuple[Mark, ...]:
    """Where what is earned changes, up to the points of all cards (S3, Z8)."""
    marks: list[Mark] = []
    for points in range(0, POINTS_A_PACK * rules.packs + 1, 5):
        mark = _mark(rules, points)
        if not marks or (mark.side, mark.gain) != (marks[-1].side, marks[-1].gain):
            marks.append(mark)
    return tuple(marks)


def _mark(rules: Ruleset, points: int) -> Mark:
    if rules.friends is not None:
        earned = earned_by(rules, points, makers_side_size=rules.makers_side_max)
        return Mark(points, earned.winner.value if earned.winner is not None else "", earned.gain)
    side = Role.DECLARERS if points < rules.threshold else Role.OPPONENTS
    return Mark(points, side.value, levels_earned(rules, points))

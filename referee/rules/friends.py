"""Finding friends: the cards that the maker calls, who joins by playing one, what each player won (RULES Z3, Z7).

Only what is played is known here, so nothing of it has to be hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.cards import CARD_KINDS, CARD_TEXTS, Card
from referee.rules.ladder import Cards, Ladder
from referee.rules.phases import Alliance, Call, FriendJoined
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset

OTHER = 0
"""The ordinal of the copy that the maker does not hold (option ``call_other_copy``)."""

ORDINAL_WORDS = ("other", "first", "second", "third", "fourth")
"""By ordinal, the word for it."""


# --- Calling


def check_calls(rules: Ruleset, ladder: Ladder, hand: Cards, calls: Sequence[Call]) -> Refusal | None:
    """None if the maker may make these calls, else the refusal (Z3).

    The other copy (Z9) may be called of a card of which the maker holds exactly one, whatever it has buried
    (choice); beside it copies of the same card may be called by number.

    Args:
        rules: of Finding Friends.
        ladder: of the deal.
        hand: the maker's, after the burial.
        calls: anything at all; no card and no ordinal of them is trusted.
    """
    if len(calls) != rules.called_count:
        wanted = "1 card is" if rules.called_count == 1 else f"{rules.called_count} cards are"
        return Refusal("Z3", f"exactly {wanted} called; {len(calls) or 'none'} {'was' if len(calls) < 2 else 'were'}")
    for at, call in enumerate(calls):
        if not 1 <= call.card <= CARD_KINDS:
            return Refusal("Z3", f"{_quoted(call.card)} is not the number of a card")
        if not is_callable(ladder, call.card):
            return Refusal("Z3", f"a card that is called is not a trump, and {CARD_TEXTS[call.card]} is one")
        if call.ordinal == OTHER:
            because = _no_other(rules, ladder, hand, call.card)
            if because:
                return Refusal("Z3", f"the other {CARD_TEXTS[call.card]} was called; {because}")
        elif not 1 <= call.ordinal <= rules.packs:
            which = f"copy {_quoted(call.ordinal)} of {CARD_TEXTS[call.card]}"
            return Refusal("Z3", f"{which} was called; the copies are 1 to {rules.packs}")
        if call in calls[:at]:
            return Refusal("Z3", f"{call_text(call)} was called twice")
    return None


def is_callable(ladder: Ladder, card: Card) -> bool:
    """Whether a card of the deck is not a trump, so that it may be called (Z3)."""
    return bool(ladder.bit[card] & ~ladder.trumps.bits)


def may_call_other(rules: Ruleset, ladder: Ladder, hand: Cards, card: Card) -> bool:
    """Whether the maker may call "the other" copy of a card that may be called (Z9)."""
    return not _no_other(rules, ladder, hand, card)


def call_text(call: Call) -> str:
    """A legal call in words: ``the second AS``, ``the other AS``."""
    return f"the {ORDINAL_WORDS[call.ordinal]} {CARD_TEXTS[call.card]}"


def _no_other(rules: Ruleset, ladder: Ladder, hand: Cards, card: Card) -> str:
    """Why "the other" copy of a card may not be called; empty if it may."""
    if rules.friends is None or not rules.friends.call_other_copy:
        return "that is no call without the option call_other_copy"
    held = copies_in(ladder, hand, card)
    return "" if held == 1 else f"the maker holds {held or 'none'} of it, not one"


def _quoted(number: int) -> str:
    """A number that may be of any size, for a sentence."""
    return str(number) if abs(number) < 10**18 else "a number beyond all cards"


# --- Who joins


def new_alliance(calls: tuple[Call, ...], *, maker: int, seat_count: int) -> Alliance:
    """Before the first trick: the maker alone."""
    return Alliance(
        calls=calls,
        called_played=(0,) * len(calls),
        played_by=(None,) * len(calls),
        makers_side=tuple([seat == maker for seat in range(seat_count)]),
        points=(0,) * seat_count,
        fines=(0,) * seat_count,
    )


def after_play(
    alliance: Alliance, ladder: Ladder, *, maker: int, seat: int, cards: Cards
) -> tuple[Alliance, tuple[FriendJoined, ...]]:
    """The alliance once *cards* of *seat* lie on the table, and the copies called that are among them (Z3).

    Copies are counted in order of play. Of a failed throw only what stays on the table is a play (T1). Whoever plays
    a copy called joins the maker; if it is the maker, or has joined before, the side stays as it is. The copies that
    the maker plays are not counted for "the other" (Z9).
    """
    called_played, played_by, makers_side = alliance.called_played, alliance.played_by, alliance.makers_side
    joined: tuple[FriendJoined, ...] = ()
    for at, call in enumerate(alliance.calls):
        count = copies_in(ladder, cards, call.card)
        if not count or (call.ordinal == OTHER and seat == maker):
            continue
        before = called_played[at]
        called_played = _replaced(called_played, at, before + count)
        if before < (call.ordinal or 1) <= before + count:
            played_by = (*played_by[:at], seat, *played_by[at + 1 :])
            makers_side = (*makers_side[:seat], True, *makers_side[seat + 1 :])
            joined = (*joined, FriendJoined(seat, call))
    if called_played is alliance.called_played:
        return alliance, ()
    return alliance._replace(called_played=called_played, played_by=played_by, makers_side=makers_side), joined


# --- What has been won


def after_trick(alliance: Alliance, *, winner: int, points: int) -> Alliance:
    """The alliance once *winner* has won a trick with these points; they are its own until the sides are known."""
    return alliance._replace(points=_replaced(alliance.points, winner, alliance.points[winner] + points))


def after_fine(alliance: Alliance, *, leader: int, fine: int) -> Alliance:
    """The alliance once a throw of *leader* has failed (T2); which side pays is seen at the end (Z7)."""
    return alliance._replace(fines=_replaced(alliance.fines, leader, alliance.fines[leader] + fine))


def points_of_others(alliance: Alliance) -> int:
    """Points of all who are not known to be on the maker's side, as if the sides stayed as they are (Z7, Z8).

    Their tricks, and the fines of the maker's side less their own; the sum may be below zero.
    """
    total = 0
    for on_makers_side, points, fine in zip(alliance.makers_side, alliance.points, alliance.fines, strict=True):
        total += fine if on_makers_side else points - fine
    return total


def copies_in(ladder: Ladder, held: Cards, card: Card) -> int:
    """How many copies of a card a set holds."""
    return (held & ladder.bit[card] * ladder.repeat).bit_count()


def _replaced(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])

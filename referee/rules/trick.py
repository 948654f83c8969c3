"""Who wins a trick, and throws that fail (RULES 7, 8, L6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder
from referee.rules.packing import Shape, best_top
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import Component, Kind, Lead, higher, is_run, lead_of

_TRACTOR, _THROW = Kind.TRACTOR, Kind.THROW

_BOMB = 4
"""Identical cards that beat a tractor of two pairs (Z6)."""


def beats(rules: Ruleset, ladder: Ladder, lead: Lead, best: Cards, play: Cards) -> bool:
    """Whether *play* beats *best*, the best play of the trick so far, which may be the lead itself (W1–W5, Z6).

    Both are legal plays of one trick: *play* has as many cards as *lead*.
    """
    kind = lead.kind
    if kind is _THROW:
        return _beats_throw(rules, ladder, lead, best, play)
    # A play of the lead's shape fills the planes up to its size and a higher one has its bits further up; one of
    # another shape leaves the last of those planes short, and so is the smaller number, or fails `is_run`.
    if play <= best or not play & lead.lane.winning:
        return False
    if kind is _TRACTOR:
        if rules.has_bombs and lead.card_count == _BOMB and _is_bomb(ladder, play):
            return not (_is_bomb(ladder, best) and play & ladder.equals and best & ladder.equals)
        return _beats_tractor(ladder, lead.components[0], best, play)
    return not (play & ladder.equals and best & ladder.equals)


def winner_of(rules: Ruleset, ladder: Ladder, lead: Lead, plays: Sequence[Cards]) -> int:
    """Index of the winning play; ``plays[0]`` is the lead."""
    winner = 0
    for at in range(1, len(plays)):
        if beats(rules, ladder, lead, plays[winner], plays[at]):
            winner = at
    return winner


def bombs(rules: Ruleset, ladder: Ladder, lead: Lead, play: Cards) -> bool:
    """Whether *play*, which beats *lead*, does so as four identical cards on a tractor of two pairs (Z6)."""
    return rules.has_bombs and lead.kind is _TRACTOR and lead.card_count == _BOMB and _is_bomb(ladder, play)


class Thrown(NamedTuple):
    """What became of a lead (L6, T1–T3).

    Attributes:
        lead: what is now led: the throw itself if it stands, else the forced component.
        withdrawn_count: cards that go back; 0 if it stands.
        fine: points that the leader's side pays (T2).
        must_beat: index in *others* of the seat bound by T3; None for none.
    """

    lead: Lead
    withdrawn_count: int
    fine: int
    must_beat: int | None


def judge_lead(rules: Ruleset, ladder: Ladder, lead: Lead, others: Sequence[Cards]) -> Thrown:
    """Whether a lead stands against the other hands, given in order of play after the leader."""
    if lead.kind is not _THROW:
        return Thrown(lead, 0, 0, None)
    beatable = [part for part in lead.components if any(higher(ladder, part, hand) for hand in others)]
    if not beatable:
        return Thrown(lead, 0, 0, None)
    forced = min(beatable, key=lambda part: _forced_first(ladder, part))
    withdrawn_count = lead.card_count - forced.cards.bit_count()
    able = (at for at, hand in enumerate(others) if higher(ladder, forced, hand))
    return Thrown(
        lead=lead_of(ladder, lead.lane, [forced]),
        withdrawn_count=withdrawn_count,
        fine=rules.failed_throw_fine * withdrawn_count,
        must_beat=next(able) if rules.must_punish else None,
    )


def _beats_tractor(ladder: Ladder, component: Component, best: Cards, play: Cards) -> bool:
    """W4, for a *play* that lies in a suit that can win."""
    shift = (component.size - 1) * ladder.width
    sets = play >> shift & ladder.plane
    return is_run(ladder, sets, component.length) and ladder.rungs(sets) > ladder.rungs(best >> shift & ladder.plane)


def _is_bomb(ladder: Ladder, play: Cards) -> bool:
    """Whether *play*, of four cards, is four identical ones, which beat a led tractor of two pairs (Z6).

    A bomb fills planes that no tractor of pairs does, so that it is the greater number, and of two bombs the one of
    trumps or higher in its suit is. That trumps came from a hand without the led suit, F2 has seen to.
    A bomb beats what is led alone: it makes no throw fail (L6), and T3 asks for none (choice).
    """
    return bool(play >> (_BOMB - 1) * ladder.width)


def _beats_throw(rules: Ruleset, ladder: Ladder, lead: Lead, best: Cards, play: Cards) -> bool:
    """W5: only trumps answer a plain throw, and what answers its largest component is compared."""
    trumps = ladder.trumps
    if lead.lane is trumps or play & ~trumps.bits:
        return False
    if rules.reads_tractors:
        shapes = tuple([Shape(part.size, part.length) for part in lead.components])
        top = best_top(ladder, play, shapes)
        return top > 0 and (not best & trumps.bits or top > best_top(ladder, best, shapes))
    if (play & trumps.pairs).bit_count() < lead.pair_count:
        return False
    if not best & trumps.bits:
        return True
    shift = ladder.width if lead.pair_count else 0
    rungs, plane = ladder.rungs, ladder.plane
    return rungs(play >> shift & plane).bit_length() > rungs(best >> shift & plane).bit_length()


def _forced_first(ladder: Ladder, component: Component) -> tuple[int, Cards]:
    """Sorts beatable components by what is forced first: fewest cards, lower by its top, printed order (T1).

    Bits of the first plane compare by the top card, and cards on one rung stand in the printed order.
    """
    return component.size * component.length, component.cards & ladder.plane

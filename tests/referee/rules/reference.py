"""RULES 2 and 5–8 once more, for the preset ``tractor``: slow, over texts of cards, sharing nothing with the core.

A trump is a text, ``7C`` or ``7N``; a set of cards is a list of texts. Where the core is clever this is plain: whoever
doubts it can read it beside the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

RANKS = "23456789TJQKA"
SUITS = "CDHS"
KINDS = [rank + suit for suit in SUITS for rank in RANKS] + ["BJ", "RJ"]
"""Every card in the printed order."""

Component = tuple[str, ...]


# --- Cards and order


def tiers(trump: str) -> list[list[str]]:
    """The trumps from the top, equal ones together (O1, O3)."""
    rank, suit = trump[0], trump[1]
    if suit == "N":
        return [["RJ"], ["BJ"]]
    off_suit = [rank + other for other in SUITS if other != suit]
    rest = [[other + suit] for other in reversed(RANKS) if other != rank]
    return [["RJ"], ["BJ"], [rank + suit], off_suit, *rest]


@cache
def suit_of(card: str, trump: str) -> str:
    """``trump``, or the printed suit."""
    return "trump" if any(card in tier for tier in tiers(trump)) else card[1]


@cache
def strength(card: str, trump: str) -> int:
    """Place of a card in its suit, counted from the lowest; neighbours differ by one (O1–O4)."""
    if suit_of(card, trump) == "trump":
        return next(at for at, tier in enumerate(reversed(tiers(trump))) if card in tier)
    rank, suit = trump[0], trump[1]
    return [other for other in RANKS if suit == "N" or other != rank].index(card[0])


def of_suit(cards: Sequence[str], suit: str, trump: str) -> list[str]:
    """The cards of a suit."""
    return [card for card in cards if suit_of(card, trump) == suit]


def pair_count(cards: Sequence[str]) -> int:
    """How many pairs the cards make."""
    return sum(copies // 2 for copies in Counter(cards).values())


def printed(cards: Sequence[str]) -> list[str]:
    """The cards in the printed order."""
    return sorted(cards, key=KINDS.index)


# --- Shapes


def is_set(cards: Sequence[str]) -> bool:
    """One or more identical cards."""
    return len(set(cards)) == 1


def is_tractor(cards: Sequence[str], trump: str) -> bool:
    """Two or more pairs, consecutive in the order of one suit (L3)."""
    copies = Counter(cards)
    if len(copies) < 2 or set(copies.values()) != {2} or len({suit_of(card, trump) for card in copies}) != 1:
        return False
    places = sorted(strength(card, trump) for card in copies)
    return all(upper - lower == 1 for lower, upper in pairwise(places))


def kind(lead: Sequence[str], trump: str) -> str | None:
    """What kind of lead the cards are (L1–L4); None if they are none."""
    if len({suit_of(card, trump) for card in lead}) != 1:
        return None
    if is_set(lead):
        return "single" if len(lead) == 1 else "set"
    return "tractor" if is_tractor(lead, trump) else "throw"


def components(lead: Sequence[str], trump: str) -> list[Component]:
    """What the lead is made of, largest first (L5)."""
    if kind(lead, trump) != "throw":
        return [tuple(printed(lead))]
    found: list[Component] = []
    for card, copies in Counter(lead).items():
        found += [(card, card)] * (copies // 2) + [(card,)] * (copies % 2)
    return sorted(found, key=lambda part: (-len(part), -strength(part[0], trump), KINDS.index(part[0])))


def higher_plays(component: Sequence[str], hand: Sequence[str], trump: str) -> list[list[str]]:
    """The strictly higher components of the same shape that a hand holds in that suit, each once (L6)."""
    suit = suit_of(component[0], trump)
    size = Counter(component)[component[0]]
    length = len(set(component))
    held = [card for card, copies in Counter(of_suit(hand, suit, trump)).items() if copies >= size]
    top = max(strength(card, trump) for card in component)
    found = []
    for ranks in combinations(held, length):
        play = [card for card in ranks for _ in range(size)]
        if (length == 1 or is_tractor(play, trump)) and max(strength(card, trump) for card in ranks) > top:
            found.append(printed(play))
    return found


# --- Following


def broken_rule(
    lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], trump: str, *, must_beat: bool
) -> str | None:
    """The first rule that the follow breaks (section 6, T3); None if it is legal."""
    if len(cards) != len(lead) or Counter(cards) - Counter(hand):
        return "F1"
    suit = suit_of(lead[0], trump)
    held, played = of_suit(hand, suit, trump), of_suit(cards, suit, trump)
    if len(played) < min(len(lead), len(held)):
        return "F2"
    owed = sum(len(part) // 2 for part in components(lead, trump))
    if pair_count(played) < min(owed, pair_count(held)):
        return "F3"
    if must_beat and kind(lead, trump) != "throw":
        beating = higher_plays(lead, hand, trump)
        if beating and printed(cards) not in beating:
            return "T3"
    return None


def legal_follows(lead: Sequence[str], hand: Sequence[str], trump: str, *, must_beat: bool) -> set[tuple[str, ...]]:
    """Every legal follow, found by trying them all."""
    plays = {tuple(printed(play)) for play in combinations(hand, len(lead))}
    return {play for play in plays if broken_rule(lead, hand, play, trump, must_beat=must_beat) is None}


# --- Winning


def worth(lead: Sequence[str], play: Sequence[str], trump: str) -> tuple[int, int] | None:
    """What a follow is worth in its trick: trumps (1) over the led suit (0), then its height; None: it cannot win."""
    suits = {suit_of(card, trump) for card in play}
    led = suit_of(lead[0], trump)
    in_trumps = suits == {"trump"}
    match kind(lead, trump):
        case "single" | "set":
            fits = is_set(play)
        case "tractor":
            fits = is_tractor(play, trump)
        case _:
            return _worth_against_throw(lead, play, trump) if in_trumps and led != "trump" else None
    if not fits or not (in_trumps or suits == {led}):
        return None
    return int(in_trumps), max(strength(card, trump) for card in play)


def winner(plays: Sequence[Sequence[str]], trump: str) -> int:
    """Index of the winning play; the first is the lead (W1–W5)."""
    lead = plays[0]
    top = max(strength(card, trump) for card in lead)
    best, best_worth = 0, (int(suit_of(lead[0], trump) == "trump"), top)
    for at, play in enumerate(plays):
        value = worth(lead, play, trump) if at else None
        if value is not None and value > best_worth:
            best, best_worth = at, value
    return best


def _worth_against_throw(lead: Sequence[str], play: Sequence[str], trump: str) -> tuple[int, int] | None:
    """W5, for a play of trumps alone against a plain throw."""
    owed = pair_count(lead)
    if pair_count(play) < owed:
        return None
    copies = 2 if owed else 1
    return 1, max(strength(card, trump) for card, held in Counter(play).items() if held >= copies)


# --- Throws


def judge(lead: Sequence[str], others: Sequence[Sequence[str]], trump: str) -> tuple[list[str], int, int, int | None]:
    """What is led in the end, cards withdrawn, the fine, and who must beat it (L6, T1–T3)."""
    if kind(lead, trump) != "throw":
        return printed(lead), 0, 0, None
    parts = components(lead, trump)
    beatable = [part for part in parts if any(higher_plays(part, hand, trump) for hand in others)]
    if not beatable:
        return printed(lead), 0, 0, None
    forced = min(beatable, key=lambda part: (len(part), strength(part[0], trump), KINDS.index(part[0])))
    withdrawn = len(lead) - len(forced)
    able = [at for at, hand in enumerate(others) if higher_plays(forced, hand, trump)]
    return list(forced), withdrawn, 10 * withdrawn, able[0]

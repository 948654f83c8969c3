"""How long the hardest follows take to judge, each with nothing remembered of it: milliseconds of CPU time."""

from __future__ import annotations

from tests.referee.rules.followings import GRADED, THREE_PACKS
from tests.referee.rules.hard_follows import GAMES, STAYING, check, hardest_s

TRIES = 600


def measure(tries: int = TRIES) -> dict[str, object]:
    """The worst that a search of so many steps finds.

    Hands as they are dealt, all of one suit, against throws of twelve cards: 39 cards with two and three packs, 17
    with the four packs of twelve players; and any hand up to a whole suit against any lead.
    """
    dealt = {
        "worst_follow_ms_39_cards": hardest_s(
            check, games=(GRADED, STAYING, THREE_PACKS), hand_size=39, lead_size=12, tries=tries
        ),
        "worst_follow_ms_12_players": hardest_s(check, games=GAMES[3:], hand_size=17, lead_size=12, tries=tries),
        "worst_follow_ms_any": hardest_s(check, tries=tries),
    }
    return {name: round(1000 * worst_s, 2) for name, worst_s in dealt.items()}

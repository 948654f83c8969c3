"""One bot on one stream, from its hello to the goodbye, over several matches in which it is asked everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import grpc
import trio

from referee.rules.cards import Card, Rank, Suit, card_of
from referee.rules.deal import Start
from referee.rules.game import game_at, next_start
from referee.rules.levels import PAST_ACE
from referee.rules.options import Options
from referee.rules.ruleset import Ruleset, ruleset
from referee.serving.chair import LEGAL_DECISIONS_MAX, NAME_BYTES_MAX, PROTOCOL
from referee.serving.clock import TimeControl
from referee.serving.rehearsal.course import kinds_of
from referee.serving.rehearsal.guest import Guest
from referee.serving.rehearsal.notebook import Notebook
from referee.serving.rehearsal.sitting import Over, Sitting, Stopped, surplus_of
from referee.serving.rehearsal.topics import Miss, Topic
from referee.wire.tractor.v1 import bot_pb2 as wire

DEALS = 4
"""Of the first match; often enough to be asked everything that a game has."""

MORE_DEALS = 6
"""At most, as long as there is a question that has not come up."""

STOP_AT_PLAY = 2

SET_MOST = 3
"""Cards of the sets that are dealt, where there are as many packs."""

SPECIALS = (Topic.REFUSED, Topic.LATE, Topic.NEW_FIELD, Topic.NEW_MESSAGE, Topic.NEW_PHASE, Topic.IDLE)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a bot is to be interviewed.

    Attributes:
        options: of the game.
        token: that it was given.
        entrant: its name.
        ready_within_s: for Ready.
        idle_s: a wait between two questions, as when others think.
        is_short: only the first match, and nothing special in it.
        seed: of the decks and of what the others do.
        before_question: waited for before each question.
    """

    options: Options
    token: str
    entrant: str
    time: TimeControl
    ready_within_s: float
    idle_s: float
    is_short: bool = False
    seed: str = "interview"
    before_question: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint


async def interview(guest: Guest, notebook: Notebook, terms: Terms) -> None:
    """Lead the interview to the goodbye.

    Raises:
        Over: it came to an end before.
    """
    _check_hello(guest, notebook, terms)
    guest.chair.welcome(terms.entrant)
    talk = _Talk(guest, notebook, terms)
    await talk.play_first()
    if not terms.is_short:
        await talk.play_more()
    talk.conclude()
    guest.chair.leave("the rehearsal is over")


async def get_ready(guest: Guest, notebook: Notebook, terms: Terms) -> None:
    """Go no further than to where the bot is ready for its first question.

    Raises:
        Over: it does not get there.
    """
    _check_hello(guest, notebook, terms)
    guest.chair.welcome(terms.entrant)
    await _Talk(guest, notebook, terms).get_ready()


def break_off(guest: Guest) -> None:
    """End the stream as a referee does that is shut down in the middle of everything."""
    guest.end(grpc.StatusCode.UNAVAILABLE, "the referee is shutting down")


class _Talk:
    def __init__(self, guest: Guest, notebook: Notebook, terms: Terms) -> None:
        self._guest = guest
        self._notebook = notebook
        self._terms = terms
        self._rules = ruleset(terms.options)
        self._rng = Random(terms.seed)
        self._match_count = 0

    async def get_ready(self) -> None:
        """Announce a match."""
        sitting = self._sitting(0)
        await sitting.begin(DEALS, ready_within_s=self._terms.ready_within_s, topic=Topic.READY)

    async def play_first(self) -> None:
        """The first match, in which every kind of question is asked."""
        specials = () if self._terms.is_short else SPECIALS
        sitting = self._sitting(0, specials=specials)
        await sitting.begin(DEALS, ready_within_s=self._terms.ready_within_s, topic=Topic.READY)
        self._notebook.passed(Topic.READY)
        await self._play(sitting, DEALS, seat=0, more_deals=MORE_DEALS)

    async def play_more(self) -> None:
        """One more match on the same stream, one that is stopped, and one after that."""
        other = 1
        second = self._sitting(other, at_stake=[Topic.SECOND_MATCH])
        await second.begin(1, ready_within_s=self._terms.ready_within_s, topic=Topic.SECOND_MATCH)
        await self._play(second, 1, seat=other)

        stopped = self._sitting(other)
        await stopped.begin(1, ready_within_s=self._terms.ready_within_s, topic=Topic.STOPPED_MATCH)
        try:
            await stopped.play(self._start(other), wanted=(), rng=self._rng, stop_at=STOP_AT_PLAY)
        except Stopped:
            stopped.end(wire.MATCH_ENDING_ABORTED, "the match was stopped")
        last = self._sitting(0, at_stake=[Topic.STOPPED_MATCH])
        await last.begin(1, ready_within_s=self._terms.ready_within_s, topic=Topic.STOPPED_MATCH)
        await self._play(last, 1, seat=0)

    def conclude(self) -> None:
        """Write down what shows only at the end."""
        guest, notebook = self._guest, self._notebook
        guest.look()
        if (surplus := surplus_of(guest)) is not None:
            notebook.failed(*surplus)
        if not notebook.has_broken_rules:
            notebook.passed(Topic.LEGAL)
            notebook.passed(Topic.FRIENDS)
        notebook.passed(Topic.ONCE)
        notebook.passed(Topic.SILENT)
        notebook.passed(Topic.NOTES)
        for topic in sorted(kinds_of(self._rules)):
            notebook.unasked(topic)

    def _sitting(self, seat: int, *, specials: tuple[Topic, ...] = (), at_stake: list[Topic] | None = None) -> Sitting:
        self._match_count += 1
        return Sitting(
            self._guest,
            self._notebook,
            rules=self._rules,
            seat=seat,
            time=self._terms.time,
            match_id=f"rehearsal {self._match_count}",
            idle_s=self._terms.idle_s,
            before_question=self._terms.before_question,
            specials=specials,
            at_stake=at_stake or (),
        )

    async def _play(self, sitting: Sitting, deal_count: int, *, seat: int, more_deals: int = 0) -> None:
        """A match to its end; the bot starts its first deal, and the seats after it the others."""
        rules = self._rules
        wanted = sorted(kinds_of(rules))
        for number in range(deal_count + more_deals):
            if number >= deal_count and not any(map(self._notebook.is_open, wanted)):
                break
            starter = (seat + number) % len(rules.side_of)
            if rules.called_count:
                starter = seat
            start = self._start(starter, is_for_bids=number >= deal_count)
            await sitting.play(start, wanted=wanted, rng=self._rng)
        sitting.end(wire.MATCH_ENDING_NORMAL, "all deals were played")

    def _start(self, starter: int, *, is_for_bids: bool = False) -> Start:
        """A deal that stands alone, as cups have them; whoever starts it can lead a tractor.

        Args:
            is_for_bids: it has good reason to bid too, another can override that, and it can hold it.
        """
        rules, rng = self._rules, self._rng
        level = rng.choice(range(rules.start_level, min(rules.end_level, PAST_ACE)))
        before = game_at(rules, first_drawer=starter, starter=starter, levels=(level,) * rules.side_count)
        return next_start(before, _deck(rules, rng, level, is_for_bids=is_for_bids))


def _deck(rules: Ruleset, rng: Random, level: int, *, is_for_bids: bool) -> tuple[Card, ...]:
    """A deck by chance, but for two sets in a row that the first drawer gets with its first cards."""
    deck = list(rules.sorted_deck)
    # High enough not to be buried, which the cheapest cards are.
    ranks = rng.choice([pair for pair in pairwise((Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)) if level not in pair])
    suit = rng.choice(list(Suit))
    size = min(rules.packs, SET_MOST)
    wanted = {0: [card_of(suit, rank) for rank in ranks for _ in range(size)] if size > 1 else []}
    if is_for_bids and size > 1:
        # A pair of which one card bids and both hold the bid, in a long suit; and a pair elsewhere that overrides it.
        wanted[0] = [card_of(suit, Rank(level))] * 2 + wanted[0]
        wanted[1] = [card_of(next(each for each in Suit if each is not suit), Rank(level))] * 2
    for cards in wanted.values():
        for card in cards:
            deck.remove(card)
    rng.shuffle(deck)
    seat_count = len(rules.side_of)
    places = {number * seat_count + seat: card for seat, cards in wanted.items() for number, card in enumerate(cards)}
    for place in sorted(places):
        deck.insert(place, places[place])
    return tuple(deck)


def _check_hello(guest: Guest, notebook: Notebook, terms: Terms) -> None:
    hello = guest.hello
    if not hello.is_hello:
        miss = Miss("Hello as the first message", "another message")
    elif hello.protocol != PROTOCOL:
        miss = Miss(f"protocol {PROTOCOL!r} in the hello", f"{hello.protocol[:40]!r}")
    else:
        notebook.passed(Topic.PROTOCOL)
        _check_token(guest, notebook, terms)
        return
    notebook.failed(Topic.PROTOCOL, miss)
    raise Over


def _check_token(guest: Guest, notebook: Notebook, terms: Terms) -> None:
    hello = guest.hello
    if hello.token != terms.token:
        came = "another token" if hello.token else "no token"
        notebook.failed(Topic.TOKEN, Miss("the token of the environment variable TRACTOR_TOKEN in the hello", came))
        raise Over
    notebook.passed(Topic.TOKEN)
    for field, text in (("name", hello.name), ("version", hello.version)):
        length = len(text.encode())
        if length > NAME_BYTES_MAX:
            miss = Miss(f"a {field} of at most {NAME_BYTES_MAX} bytes in the hello", f"one of {length}")
            notebook.failed(Topic.HELLO, miss)
            raise Over
    if hello.legal_decisions > LEGAL_DECISIONS_MAX:
        expected = f"wants_legal_decisions of at most {LEGAL_DECISIONS_MAX}"
        notebook.failed(Topic.HELLO, Miss(expected, str(hello.legal_decisions)))
        raise Over
    notebook.passed(Topic.HELLO)

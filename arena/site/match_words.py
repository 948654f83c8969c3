"""What pages of matches say in a language: names with their links, seats, sides, scores and faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from urllib.parse import quote

from markupsafe import escape

from arena.matches import Ending, Fault, Format, Kind, MachineTrouble, Match, Outcome, Part, Unit
from arena.shown import shown
from arena.site.match_view import SIDES, Twin, names_of_side, score_of
from arena.site.paths import bot_page
from arena.words.languages import Language
from arena.words.words import Words, words_of

_KEPT = 10_000
"""Numbers and names of which the text is kept, as thousands of pages share them."""

_FOUR = 4


@dataclass(frozen=True, slots=True)
class MatchWords:
    """Words of pages of matches at one depth of the folder, as HTML: `match_words`.

    Attributes:
        number: of a whole number, in the digits of the language.
        signed: the same with its sign.
        seconds: a duration.
        read: a duration that is `as_shown` already.
        linked: the name of an entrant, linked to its page.
        named: the name of an entrant, kept apart from the text around it.
        version: of a bot.
        sentence: a sentence of the catalogs, translated and escaped, to be filled by `str.format`.
    """

    words: Words
    number: Callable[[int], str]
    signed: Callable[[int], str]
    seconds: Callable[[float], str]
    read: Callable[[float], str]
    linked: Callable[[str], str]
    named: Callable[[str], str]
    version: Callable[[str], str]
    sentence: Callable[[str], str]

    def sides(self, match: Match, name: Callable[[str], str]) -> tuple[str, str]:
        """Who plays on each of two sides, one name if all its seats are one bot's."""
        first, second = (" + ".join(map(name, names_of_side(match.seating, side))) for side in SIDES)
        return first, second

    def heading(self, match: Match, name: Callable[[str], str]) -> str:
        """Who plays."""
        if match.format is Format.FRIENDS:
            return " · ".join(map(name, match.seating))
        return " – ".join(self.sides(match, name))

    def plain_heading(self, match: Match) -> str:
        """Who plays, without elements in it."""
        if match.format is Format.FRIENDS:
            return " · ".join(map(_isolated, match.seating))
        sides = (names_of_side(match.seating, side) for side in SIDES)
        return " – ".join(" + ".join(map(_isolated, side)) for side in sides)

    def seat(self, at: int, count: int) -> str:
        """The name of a seat, by its place in the order of play, at a table of so many."""
        if count == _FOUR:
            return seats(self.words.language)[at]
        return self.sentence("Seat {number}").format(number=self.number(at + 1))

    def side_names(self, match: Match) -> tuple[str, str]:
        """Short names of two sides, for tables: the bot's, if a side is one bot's, else its seats."""
        count = len(match.seating)
        names = []
        for side in SIDES:
            of_side = names_of_side(match.seating, side)
            if len(of_side) == 1:
                names.append(self.named(of_side[0]))
                continue
            seats_of_side = range(side, count, 2)
            if count == _FOUR:
                names.append("–".join(self.seat(at, count) for at in seats_of_side))
            else:
                numbers = self.sentence(", ").join(self.number(at + 1) for at in seats_of_side)
                names.append(self.sentence("Seats {numbers}").format(numbers=numbers))
        return names[0], names[1]

    def round(self, number: int) -> str:
        """Which round."""
        return self.sentence("Round {number}").format(number=self.number(number))

    def deal(self, number: int) -> str:
        """Which deal of a match."""
        return self.sentence("deal {number}").format(number=self.number(number))

    def kind(self, format_: Format, unit: Unit) -> str:
        """Format and unit."""
        say = self.sentence
        is_game = unit is Unit.GAMES
        match format_:
            case Format.PAIRS:
                return say("Pairs, whole games") if is_game else say("Pairs, deal by deal")
            case Format.INDIVIDUAL:
                return say("Individual, whole games") if is_game else say("Individual, deal by deal")
            case Format.FRIENDS:
                return say("Finding Friends, whole games") if is_game else say("Finding Friends, deal by deal")
            case Format.GAUNTLET:
                return say("Gauntlet, whole games") if is_game else say("Gauntlet, deal by deal")

    def boards(self, match: Match) -> str:
        """Which boards are played: ``deals 1–16``."""
        text = self.words.digits(ranges(match.boards)).replace(", ", self.words.say(", "))
        if match.unit is Unit.GAMES:
            return self.sentence("game {numbers}").format(numbers=text)
        if len(match.boards) == 1:
            return self.sentence("deal {number}").format(number=text)
        return self.sentence("deals {numbers}").format(numbers=text)

    def result(self, outcome: Outcome) -> str:
        """What a match came to, in a line, for the side of the first seat or for all players by seat."""
        score = score_of(outcome)
        if outcome.match.format is Format.FRIENDS:
            return " · ".join(map(self.signed, score.gains))
        return self.sentence("{won} : {lost}, levels {levels}").format(
            won=self.number(score.won[0]), lost=self.number(score.won[1]), levels=self.signed(score.gains[0])
        )

    def result_of(
        self, entrant: str, format_: Format, seating: tuple[str, ...], won: Sequence[int], gains: Sequence[int]
    ) -> str:
        """The same for an entrant of the match, by what each side, or each player, won and gained."""
        seat = seating.index(entrant)
        if format_ is Format.FRIENDS:
            return self.levels(gains[seat])
        side = seat % 2
        return self.sentence("{won} : {lost}, levels {levels}").format(
            won=self.number(won[side]), lost=self.number(won[1 - side]), levels=self.signed(gains[side])
        )

    def twin_result(self, twin: Twin) -> str:
        """What came of another table: for its sides, or for the players in the order of this table."""
        return " · ".join(map(self.signed, twin.gains)) if twin.gains else self.result(twin.outcome)

    def levels(self, count: int) -> str:
        """Levels gained, with their sign."""
        return self.sentence("levels: {levels}").format(levels=self.signed(count))

    def levels_for(self, side: str) -> str:
        """Head of the levels of a side over the other."""
        return self.sentence("Levels for {side}").format(side=side)

    def ahead(self, names: tuple[str, str], margin: int) -> str:
        """Who gained how much more, by the levels of the first side over the other."""
        if margin == 0:
            return self.sentence("Both sides gained as many levels.")
        return self.sentence("{who} gained more: {levels} levels.").format(
            who=names[margin < 0], levels=self.number(abs(margin))
        )

    def ahead_together(self, names: tuple[str, str], margin: int) -> str:
        """The same over both tables of a duplicate."""
        if margin == 0:
            return self.sentence("Over both tables that had these decks, they are level.")
        return self.sentence("Over both tables that had these decks, {who} is ahead: {levels} levels.").format(
            who=names[margin < 0], levels=self.number(abs(margin))
        )

    def best(self, names: Sequence[str], gain: int) -> str:
        """Who gained most of all players."""
        return self.sentence("Most levels: {who}, {levels}").format(
            who=self.sentence(", ").join(names), levels=self.signed(gain)
        )

    def drawn(self, count: int) -> str:
        """Results that nobody won."""
        return str(escape(self.words.count("Nobody won {count} of them.", "Nobody won {count} of them.", count)))

    def lost_by(self, who: str, *, is_rated: bool) -> str:
        """Whose fault lost a deal."""
        if is_rated:
            return self.sentence("lost by a fault of {who}").format(who=who)
        return self.sentence("lost by a fault of {who}, not rated").format(who=who)

    def faults(self, count: int) -> str:
        """How many there were."""
        return str(escape(self.words.count("{count} fault", "{count} faults", count)))

    def fault(self, fault: Fault) -> str:
        """How a seat failed."""
        said = endings(self.words.language)[fault.ending]
        if fault.overrun_s is None:
            return said
        return self.words.say("{what} by {time}", what=said, time=self.seconds(fault.overrun_s))

    def length(self, deals: int, decisions: int, messages: int, elapsed_s: float) -> str:
        """How long a match was."""
        return self.sentence("deals: {deals}, decisions: {decisions}, messages: {messages}, time: {time}").format(
            deals=self.number(deals),
            decisions=self.number(decisions),
            messages=self.number(messages),
            time=self.seconds(elapsed_s),
        )

    def isolation(self, tier: str) -> str:
        """How the bots of this machine were kept apart."""
        return self.sentence("tier {tier}").format(tier=escape(shown(tier))) if tier else self.sentence("not known")

    @property
    def nobody(self) -> str:
        """Who won what nobody won."""
        return self.sentence("nobody")

    @property
    def counts_for_nobody(self) -> str:
        """Of a deal in which nobody bid."""
        return self.sentence("nobody bid: counts for nobody")


@cache
def match_words(language: Language, home: str) -> MatchWords:
    """The words of pages from which *home* leads up to the folder of their language."""
    words = words_of(language)

    def named(name: str) -> str:
        return f"<bdi>{escape(shown(name))}</bdi>"

    def linked(name: str) -> str:
        return f'<a href="{home}{quote(bot_page(name))}">{named(name)}</a>'

    read = lru_cache(_KEPT)(words.seconds)

    def seconds(value: float) -> str:
        return read(as_shown(value))

    def sentence(message: str) -> str:
        return str(escape(words.say(message)))

    return MatchWords(
        words=words,
        number=lru_cache(_KEPT)(words.number),
        signed=lru_cache(_KEPT)(words.signed),
        seconds=seconds,
        read=read,
        linked=lru_cache(_KEPT)(linked),
        named=lru_cache(_KEPT)(named),
        version=lru_cache(_KEPT)(lambda version: str(escape(shown(version)))),
        sentence=cache(sentence),
    )


def as_shown(seconds: float) -> float:
    """To the digits that are shown, of which there are few different ones."""
    return round(seconds, 3) if seconds < 0.9995 else float(f"{seconds:.3g}")


@lru_cache(_KEPT)
def _isolated(name: str) -> str:
    return str(escape(f"\u2068{shown(name)}\u2069"))


@cache
def seats(language: Language) -> tuple[str, ...]:
    """The seats of a table of four, in order of play."""
    say = words_of(language).say
    return (say("North"), say("West"), say("South"), say("East"))


@cache
def endings(language: Language) -> dict[Ending, str]:
    """How a seat failed, in words."""
    say = words_of(language).say
    return {
        Ending.NORMAL: say("normal"),
        Ending.LATE: say("late"),
        Ending.ILLEGAL: say("illegal"),
        Ending.CRASHED: say("crashed"),
        Ending.DISCONNECTED: say("disconnected"),
        Ending.PROTOCOL: say("broke the protocol"),
        Ending.NOT_READY: say("not ready"),
        Ending.ABORTED: say("aborted"),
    }


@cache
def kinds(language: Language) -> dict[Kind, str]:
    """Kinds of decisions, in words."""
    say = words_of(language).say
    return {
        Kind.BID: say("Bid"),
        Kind.BURIAL: say("Burial"),
        Kind.CALL: say("Call of friends"),
        Kind.LEAD: say("Lead"),
        Kind.FOLLOW: say("Follow"),
    }


@cache
def parts(language: Language) -> dict[str, str]:
    """What a player was in a deal of Finding Friends, in words."""
    say = words_of(language).say
    return {Part.MAKER.value: say("maker"), Part.FRIEND.value: say("friend"), Part.AGAINST.value: say("against")}


@cache
def machine_troubles(language: Language) -> dict[MachineTrouble, str]:
    """Troubles of the machine, in words."""
    say = words_of(language).say
    return {
        MachineTrouble.VOID_DEAL: say("A deal was void"),
        MachineTrouble.TABLE_SET_UP_AGAIN: say("The table was set up again"),
        MachineTrouble.REFEREE_GONE: say("The referee was gone"),
    }


def ranges(numbers: Sequence[int]) -> str:
    """Numbers with runs drawn together: ``1–4, 7``."""
    return _ranges(tuple(numbers))


@lru_cache(1000)
def _ranges(numbers: tuple[int, ...]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)

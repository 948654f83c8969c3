"""What the pages say of sections and rows in a few words of their language."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from arena import leaderboard_text as text
from arena.entrants import HASH_DIGITS
from arena.estimates import Status
from arena.leaderboard import LevelsLine, OwnCopyLine, PairCell, PartLine, Progress, RowLine, SectionPart, ShareLine
from arena.leaderboard_notes import decks
from arena.matches import Ending, Format, Kind, Part, Unit
from arena.shown import shown
from arena.standings import LEVELS_DIGITS, RATING_DIGITS
from arena.words.words import Words

_SURE = 0.999
"""A likelihood nearer to one is said to be above this; one nearer to zero below its opposite."""

_LEADING = 0.95
"""Probability of being stronger than the next from which a leader is said to be so."""

_LEVEL = 0.005
"""So far from a half, it is said that neither of two leads: half a percent, as percents are shown without digits."""


@dataclass(frozen=True, slots=True)
class Says:
    """The words of a language for parts of a leaderboard."""

    words: Words

    def heading(self, section: SectionPart) -> str:
        """Format and unit."""
        return text.heading(section, self.words)

    def explanation(self, section: SectionPart) -> str:
        """What was played at a table of this section."""
        return text.explanation(section, self.words)

    def meetings_title(self, section: SectionPart) -> str:
        """What stands over the table of who met whom."""
        return text.meetings_title(section, self.words)

    def own_copy(self, line: OwnCopyLine) -> str:
        """What the table of bonuses holds."""
        return text.own_copy_words(line, self.words)

    def results(self, unit: Unit, count: int) -> str:
        """So many results."""
        if unit is Unit.DEALS:
            return self.words.count("{count} deal", "{count} deals", count)
        return self.words.count("{count} game", "{count} games", count)

    def decks(self, unit: Unit, count: int) -> str:
        """What results were played on: of the deals of a whole game, each has a deck of its own."""
        return decks(unit, count, self.words)

    def state(self, progress: Progress) -> str:
        """How far a cup is."""
        return self.words.say("complete") if progress is Progress.COMPLETE else self.words.say("in progress")

    def rank(self, row: RowLine) -> str:
        """The ranks that the entrant may have."""
        number = self.words.number
        if row.best_rank is None or row.worst_rank is None:
            return "–"
        if row.best_rank == row.worst_rank:
            return number(row.best_rank)
        return f"{number(row.best_rank)}–{number(row.worst_rank)}"

    def rating(self, row: RowLine, digits: int) -> str:
        """The rating, or that it has no bound, or a dash."""
        if row.status is Status.UNBOUNDED:
            return self.words.say("unbounded ↑") if row.win_count else self.words.say("unbounded ↓")
        return "–" if row.rating is None else self.words.signed(row.rating, digits)

    def rating_unit(self, section: SectionPart) -> str:
        """What ratings are measured in."""
        say = self.words.say
        if section.format is Format.FRIENDS:
            return say("levels per deal") if section.unit is Unit.DEALS else say("levels per game")
        return say("Elo per deal") if section.unit is Unit.DEALS else say("Elo per game")

    def levels(self, levels: LevelsLine | None) -> str:
        """Levels for a result."""
        return "–" if levels is None else self.words.signed(levels.per_result, LEVELS_DIGITS)

    def levels_span(self, levels: LevelsLine | None) -> str:
        """Their interval."""
        return "" if levels is None else self.words.span(levels.low, levels.high, LEVELS_DIGITS)

    def general(self, row: RowLine, section: SectionPart) -> str:
        """The interval for partners in general, where partners make a difference; else empty."""
        if row.in_general is None or section.partners is None or not round(section.partners.spread or 0):
            return ""
        return self.words.span(row.in_general.low, row.in_general.high, RATING_DIGITS)

    def version(self, row: RowLine) -> str:
        """As the author counts; with the beginning of the hash, if the bot was submitted."""
        version = f"v{row.version}" if row.version[:1].isdigit() else row.version
        return f"{version} ({row.content[:HASH_DIGITS]})" if row.content else version

    def won(self, row: RowLine, section: SectionPart) -> str:
        """Results won, drawn and lost."""
        say = self.words.say
        won, drawn, lost = map(self.words.number, (row.win_count, row.draw_count, row.loss_count))
        if not row.draw_count:
            return say("{won} won, {lost} lost", won=won, lost=lost)
        if section.format is Format.FRIENDS:
            return say("{won} won, {drawn} nobody’s, {lost} lost", won=won, drawn=drawn, lost=lost)
        return say("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)

    def share(self, line: ShareLine) -> str:
        """The part won."""
        return self.words.percent(line.share)

    def part_levels(self, row: RowLine, part: Part) -> str:
        """Levels in the mean of the deals in which an entrant was this; a dash for none."""
        use: PartLine | None = row.by_part.get(part)
        if use is None or use.levels_per_result is None:
            return "–"
        return self.words.signed(use.levels_per_result, LEVELS_DIGITS)

    def likelihood(self, probability: float | None) -> str:
        """In percent, never quite 0 or 100."""
        if probability is None:
            return "–"
        if probability > _SURE:
            return self.words.formula(f"> {self.words.percent(_SURE, 1)}")
        if probability < 1 - _SURE:
            return self.words.formula(f"< {self.words.percent(1 - _SURE, 1)}")
        return self.words.percent(probability, 1 if abs(probability - 0.5) > 0.45 else 0)

    def likelihood_number(self, probability: float) -> str:
        """The same without its sign, for tables that say it above."""
        number = self.words.number
        if probability > _SURE:
            return self.words.formula(f"> {number(100 * _SURE, 1)}")
        if probability < 1 - _SURE:
            return self.words.formula(f"< {number(100 - 100 * _SURE, 1)}")
        return number(100 * probability, 1)

    def quoted(self, name: str) -> str:
        """A stranger's name as a shell takes it."""
        return shlex.quote(shown(name))

    def fit_together(self, cell: PairCell | None) -> str:
        """How much better two partners are than the mean of the two; a star marks what is not chance."""
        if cell is None or cell.shrunk is None:
            return ""
        return f"{self.words.signed(cell.shrunk)}{'*' if cell.is_marked else ''}"

    def kind(self, kind: Kind) -> str:
        """What is decided."""
        say = self.words.say
        match kind:
            case Kind.BID:
                return say("Bids")
            case Kind.BURIAL:
                return say("Burials")
            case Kind.CALL:
                return say("Calls of friends")
            case Kind.LEAD:
                return say("Leads")
            case Kind.FOLLOW:
                return say("Follows")

    def ending(self, ending: Ending) -> str:
        """A kind of fault."""
        say = self.words.say
        match ending:
            case Ending.NORMAL:
                return say("normal")
            case Ending.LATE:
                return say("late")
            case Ending.ILLEGAL:
                return say("illegal")
            case Ending.CRASHED:
                return say("crashed")
            case Ending.DISCONNECTED:
                return say("disconnected")
            case Ending.PROTOCOL:
                return say("broke the protocol")
            case Ending.NOT_READY:
                return say("not ready")
            case Ending.ABORTED:
                return say("aborted")

    def faults(self, row: RowLine) -> str:
        """How often what happened."""
        return self.words.say(", ").join(
            f"{self.ending(Ending(ending))} {self.words.number(count)}" for ending, count in row.faults.items()
        )

    def place(self, row: RowLine, later: RowLine | None) -> str:
        """Who leads, in a sentence."""

        def name(stranger: str) -> str:
            return self.words.isolated(shown(stranger))

        say = self.words.say
        if row.status is Status.UNBOUNDED and row.win_count:
            return say("{name} has won everything so far.", name=name(row.name))
        if row.rating is None:
            return say("Too little is known to say who leads.")
        if later is None:
            return say("{name} plays alone.", name=name(row.name))
        if row.better_than_next is None:
            return say("{name} leads.", name=name(row.name))
        if row.worst_rank == 1:
            return say("{name} is first, beyond the reach of chance.", name=name(row.name))
        two = {"name": name(row.name), "next": name(later.name)}
        if abs(row.better_than_next - 0.5) < _LEVEL:
            return say("{name} and {next} are level.", **two)
        likelihood = self.likelihood(row.better_than_next)
        if row.better_than_next < _LEADING:
            return say(
                "{name} leads, but {next} may be as strong. Probability of being the stronger: {likelihood}.",
                **two,
                likelihood=likelihood,
            )
        return say(
            "{name} leads; it is stronger than {next} with {likelihood} certainty.", **two, likelihood=likelihood
        )

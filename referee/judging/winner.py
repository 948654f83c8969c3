"""Ask `winner`: who wins a trick, and the points in it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from referee.judging.led import read_led
from referee.judging.question import Answer, Mistake, Question
from referee.judging.setting import check_count, setting_of
from referee.rules.trick import winner_of


class WinnerAnswer(Answer):
    """Index of the play that wins, and the points of all cards in the trick (W1-W6)."""

    winner: int
    points: int


class Winner(Question, tag="winner"):
    """Which of these plays wins?

    Attributes:
        plays: in order of play, the lead first; it stands.
        lead_components: how the lead is to be split, where not as L5 says.
        played: cards played before; only ``skip_dead_ranks`` looks at them.
    """

    trump: str
    plays: list[list[str]]
    lead_components: list[list[str]] | UnsetType = UNSET
    played: list[str] | UnsetType = UNSET

    def answer(self) -> WinnerAnswer:
        setting = setting_of(self.rules, self.trump)
        check_count(self.plays, "plays", low=1, high=len(setting.rules.seat_names), what="plays")
        plays = [setting.read(texts, f"plays[{index}]") for index, texts in enumerate(self.plays)]
        seen = 0
        for index, play in enumerate(plays):
            seen = setting.together(seen, play, f"plays up to plays[{index}]")
            if play.bit_count() != plays[0].bit_count():
                raise Mistake(f"plays[{index}]: {play.bit_count()} cards, but the lead has {plays[0].bit_count()}")
        setting = setting.at_trick(self.played, "played", on_table=seen)
        lead = read_led(setting, self.plays[0], self.lead_components, key="plays[0]")
        return WinnerAnswer(
            winner=winner_of(setting.rules, setting.ladder, lead, plays),
            points=sum(setting.ladder.points(play) for play in plays),
        )

"""The page of a match: who sat where, what came of each deal beside the same cards elsewhere, faults, the record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from markupsafe import escape

from arena.leaderboard_text import shown
from arena.matches import Format, Kind, Unit
from arena.site import match_words as said
from arena.site import paths
from arena.site.environment import environment
from arena.site.form import Form
from arena.site.match_view import (
    DealLine,
    FriendsLine,
    MatchFacts,
    Score,
)
from arena.site.match_words import MatchWords, match_words
from arena.site.place import Place
from arena.words.languages import Language

_HOME = "../"
"""From the page of a match to the folder of its language."""

_ANY_KEY = "5ac1e0f77be04c2e9d3b8a6f41d2c795"
"""Stands for a match's key where a form is rendered."""

_NONE = "–"

_FRAME = (
    *("title", "list_link", "round_words", "boards", "heading", "verdict", "replay", "rows", "seats", "troubles"),
    *("who_0", "won_0", "gained_0", "ahead_0", "who_1", "won_1", "gained_1", "ahead_1", "levels_for"),
    *("player_heads", "sums", "margin", "there", "together", "seats_by_kind", "others"),
    *("record_link", "record_name", "sha256", "key", "rules_id", "length", "isolation"),
)
_ROW = (
    *("row_class", "replay", "deal", "board", "declarers", "points", "winner", "tone", "margin", "there"),
    *("together_tone", "together", "gains", "remarks"),
)
_SEAT = ("name", "who", "version", "decisions", "p50", "p95", "longest", "total", "faults")


@dataclass(frozen=True, slots=True)
class _Kind:
    """What decides which parts a page has; those that are alike are filled into the same forms."""

    cup: str
    language: Language
    format: Format
    unit: Unit
    has_twin: bool
    has_others: bool
    has_record: bool
    has_replay: bool
    has_sums: bool
    has_kinds: bool


@dataclass(frozen=True, slots=True)
class _Forms:
    frame: Form
    row: Form
    seat: Form


@dataclass(frozen=True, slots=True)
class _FaultLine:
    deal: int
    board: str
    seat: str
    who: str
    what: str
    rule: str
    offence: str


@dataclass(frozen=True, slots=True)
class _MachineLine:
    what: str
    deal: str
    at: str
    sentence: str


def match_page(cup: str, facts: MatchFacts, language: Language, *, has_record: bool, has_replay: bool) -> str:
    """The page `arena.site.paths.match_page`.

    Args:
        cup: its name.
        facts: from `arena.site.match_view.facts_of`.
        has_record: the file of the record is there to link to, which tells the cards.
        has_replay: so is the replay.
    """
    return _Page(cup, facts, match_words(language, _HOME), has_record=has_record, has_replay=has_replay).text()


@lru_cache(256)
def _forms(kind: _Kind) -> _Forms:
    flags = {
        "is_of_players": kind.format is Format.FRIENDS,
        "is_game": kind.unit is Unit.GAMES,
        "has_twin": kind.has_twin,
        "has_others": kind.has_others,
        "has_record": kind.has_record,
        "has_replay": kind.has_replay,
        "has_sums": kind.has_sums,
    }
    language = kind.language
    return _Forms(
        frame=Form(
            language,
            "match.html",
            _FRAME,
            place=Place(language, paths.match_page(_ANY_KEY)),
            cup=kind.cup,
            kind=match_words(language, _HOME).kind(kind.format, kind.unit),
            kinds=said.kinds(language) if kind.has_kinds else None,
            **flags,
        ),
        row=Form(language, "match_deal.html", _ROW, **flags),
        seat=Form(language, "match_seat.html", _SEAT),
    )


class _Page:
    """One page in the making. Its texts are HTML."""

    def __init__(self, cup: str, facts: MatchFacts, words: MatchWords, *, has_record: bool, has_replay: bool) -> None:
        self._outcome = outcome = facts.outcome
        self._match = match = outcome.match
        self._facts = facts
        self._twin = facts.exchanged
        self._words = words
        self._language = words.words.language
        self._replay = _HOME + paths.replay(match.key) if has_replay else ""
        self._forms = _forms(
            _Kind(
                cup=cup,
                language=self._language,
                format=match.format,
                unit=match.unit,
                has_twin=self._twin is not None,
                has_others=bool(facts.twins),
                has_record=has_record,
                has_replay=has_replay,
                has_sums=len(outcome.results) > 1,
                has_kinds=any(each.kinds for each in outcome.times),
            )
        )

    def text(self) -> str:
        outcome, match, words = self._outcome, self._match, self._words
        score = self._facts.score
        heading = words.heading(match, words.linked)
        values: dict[str, object] = {
            "title": words.plain_heading(match),
            "list_link": f"{_HOME}{paths.MATCHES}#round-{match.round}",
            "round_words": words.round(match.round),
            "boards": words.boards(match),
            "heading": heading,
            "replay": self._replay,
            "seats": self._seats(),
            "seats_by_kind": self._seats_by_kind(),
            "others": self._others(),
            "troubles": self._troubles(),
            "record_link": f"../{_HOME if self._language.folder else ''}records/{quote(outcome.record_name)}",
            "record_name": escape(shown(outcome.record_name)),
            "sha256": escape(outcome.record_sha256),
            "key": escape(match.key),
            "rules_id": escape(match.rules_id),
            "length": words.length(
                outcome.deal_count, outcome.decision_count, outcome.message_count, outcome.elapsed_s
            ),
            "isolation": words.isolation(outcome.isolation),
        }
        values |= self._of_players(score) if match.format is Format.FRIENDS else self._of_sides(score)
        return self._forms.frame.filled(values).replace(_ANY_KEY, match.key[: paths.KEY_DIGITS])

    def _of_sides(self, score: Score) -> dict[str, object]:
        """What pages of matches of two sides have."""
        words, twin = self._words, self._twin
        names = words.sides(self._match, words.named)
        short = words.side_names(self._match)
        margin = score.gains[0]
        there = 0 if twin is None or twin.margin is None else twin.margin
        rows = [self._row(line, short) for line in self._facts.lines if isinstance(line, DealLine)]
        values: dict[str, object] = {
            "rows": "".join(rows),
            "levels_for": words.levels_for(short[0]),
            "margin": words.signed(margin),
            "there": words.signed(there),
            "together": words.signed(margin + there),
            "verdict": self._verdict(names, score),
        }
        for side in (0, 1):
            values[f"who_{side}"] = names[side]
            values[f"won_{side}"] = words.number(score.won[side])
            values[f"gained_{side}"] = words.levels(score.gains[side])
            values[f"ahead_{side}"] = " ahead" if score.gains[side] > 0 else ""
        return values

    def _of_players(self, score: Score) -> dict[str, object]:
        """What pages of Finding Friends have."""
        words, seating = self._words, self._match.seating
        best = max(score.gains)
        names = [words.named(each) for each, gain in zip(seating, score.gains, strict=True) if gain == best]
        cells = '<td class="number">%s</td>'
        return {
            "rows": "".join(self._friends_row(line) for line in self._facts.lines if isinstance(line, FriendsLine)),
            "player_heads": "".join(f'<th scope="col" class="number">{words.named(name)}</th>' for name in seating),
            "sums": "".join(cells % words.signed(gain) for gain in score.gains),
            "verdict": words.best(names, best),
        }

    def _row(self, line: DealLine, sides: tuple[str, str]) -> str:
        words = self._words
        signed = words.signed
        return self._forms.row.filled(
            {
                "row_class": "" if line.lost_by is None else ' class="lost"',
                "replay": self._replay,
                "deal": line.deal,
                "board": words.number(line.board),
                "declarers": _NONE if line.declarers is None else sides[line.declarers],
                "points": _NONE if line.points is None else words.number(line.points),
                "winner": words.nobody if line.winner is None else sides[line.winner],
                "tone": _tone(line.margin),
                "margin": signed(line.margin),
                "there": _NONE if line.there is None else signed(line.there),
                "together_tone": _tone(line.together or 0),
                "together": _NONE if line.together is None else signed(line.together),
                "remarks": self._remarks(line),
            }
        )

    def _friends_row(self, line: FriendsLine) -> str:
        words = self._words
        parts = said.parts(self._language)
        gains = "".join(
            f'<td class="number{" won" if has_won else ""}">{words.signed(gain)}'
            f"{f'<span class={chr(34)}small{chr(34)}>{parts[part]}</span>' if part else ''}</td>"
            for gain, has_won, part in line.seats
        )
        return self._forms.row.filled(
            {
                "row_class": "" if line.lost_by is None else ' class="lost"',
                "replay": self._replay,
                "deal": line.deal,
                "board": words.number(line.board),
                "points": _NONE if line.points is None else words.number(line.points),
                "gains": gains,
                "remarks": self._remarks(line),
            }
        )

    def _remarks(self, line: DealLine | FriendsLine) -> str:
        if line.lost_by is None and line.is_rated and not line.fault_count:
            return ""
        words, remarks = self._words, []
        if line.lost_by is not None:
            remarks.append(words.lost_by(words.named(self._match.seating[line.lost_by]), is_rated=line.is_rated))
        elif not line.is_rated:
            remarks.append(words.counts_for_nobody)
        if line.fault_count:
            remarks.append(f'<a href="#faults">{words.faults(line.fault_count)}</a>')
        return " · ".join(remarks)

    def _verdict(self, names: tuple[str, str], score: Score) -> str:
        words, twin = self._words, self._twin
        sentences = [words.ahead(names, score.gains[0])]
        if twin is not None and twin.margin is not None:
            sentences.append(words.ahead_together(names, score.gains[0] + twin.margin))
        if score.drawn:
            sentences.append(words.drawn(score.drawn))
        return " ".join(sentences)

    def _seats(self) -> str:
        outcome, match, words = self._outcome, self._match, self._words
        lines = []
        for at, (name, version) in enumerate(zip(match.seating, match.versions, strict=True)):
            times = outcome.times[at] if at < len(outcome.times) else None
            faults = sum(fault.seat == at for fault in outcome.faults)
            lines.append(
                self._forms.seat.filled(
                    {
                        "name": words.seat(at, len(match.seating)),
                        "who": words.linked(name),
                        "version": words.version(version),
                        "decisions": words.number(times.decision_count) if times else _NONE,
                        "p50": words.seconds(times.p50_s) if times else _NONE,
                        "p95": words.seconds(times.p95_s) if times else _NONE,
                        "longest": words.seconds(times.max_s) if times else _NONE,
                        "total": words.seconds(times.total_s) if times else _NONE,
                        "faults": words.number(faults),
                    }
                )
            )
        return "".join(lines)

    def _seats_by_kind(self) -> str:
        match, words = self._match, self._words
        lines = []
        for at, times in enumerate(self._outcome.times):
            found = {each.kind: each for each in times.kinds}
            if not found:
                continue
            cells = "".join(
                f'<td class="number">{words.seconds(each.p50_s)} / {words.seconds(each.p95_s)}'
                f'<span class="small">{words.number(each.decision_count)}</span></td>'
                if (each := found.get(kind))
                else f'<td class="number">{_NONE}</td>'
                for kind in Kind
            )
            seat = words.seat(at, len(match.seating))
            lines.append(f'<tr><th scope="row">{seat} {words.named(match.seating[at])}</th>{cells}</tr>\n')
        return "".join(lines)

    def _others(self) -> str:
        words = self._words
        return "".join(
            f'<tr><td><a href="{twin.key[: paths.KEY_DIGITS]}.html">'
            f"{words.heading(twin.outcome.match, words.named)}</a></td><td>{words.twin_result(twin)}</td></tr>\n"
            for twin in self._facts.twins
        )

    def _troubles(self) -> str:
        outcome, match, words = self._outcome, self._match, self._words
        if not outcome.faults and not outcome.machine_faults:
            return ""
        boards = {} if match.unit is Unit.GAMES else dict(enumerate(match.boards))
        troubles = said.machine_troubles(self._language)
        template = environment(self._language).get_template("match_troubles.html")
        return template.render(
            replay_link=self._replay,
            faults=[
                _FaultLine(
                    deal=fault.deal + 1,
                    board=words.number(boards.get(fault.deal, fault.deal + 1)),
                    seat=words.seat(fault.seat, len(match.seating)),
                    who=words.linked(match.seating[fault.seat]),
                    what=words.fault(fault),
                    rule=shown(fault.rule),
                    offence=shown(fault.offence),
                )
                for fault in outcome.faults
            ],
            machine_faults=[
                _MachineLine(
                    what=troubles[each.kind],
                    deal="" if each.deal is None else words.deal(each.deal + 1),
                    at=shown(each.at),
                    sentence=shown(each.sentence),
                )
                for each in outcome.machine_faults
            ],
        )


def _tone(levels: int) -> str:
    return "up" if levels > 0 else "down" if levels < 0 else ""

"""The page of a match: who sat where, what came of each deal beside the same cards elsewhere, faults, the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from markupsafe import escape

from arena.matches import Format, Kind, SeatTimes, Unit
from arena.shown import shown
from arena.site import match_words as said
from arena.site import paths
from arena.site.environment import environment
from arena.site.form import Form, RowForm
from arena.site.match_view import DealLine, FriendsLine, MatchFacts, Score
from arena.site.match_words import MatchWords, as_shown, match_words
from arena.site.place import Place
from arena.words.languages import Language

_HOME = "../"
"""From the page of a match to the folder of its language."""

_ANY_KEY = "5ac1e0f77be04c2e9d3b8a6f41d2c795"
"""Stands for a match's key in the links of a form."""

_NONE = "–"

_KINDS = tuple(Kind)

_FRAME = (
    *("title", "list_link", "round_words", "boards", "heading", "verdict", "replay", "rows", "seats", "troubles"),
    *("who_0", "won_0", "gained_0", "ahead_0", "who_1", "won_1", "gained_1", "ahead_1", "levels_for"),
    *("player_heads", "sums", "margin", "there", "together", "seats_by_kind", "others"),
    *("page_key", "record_link", "record_name", "sha256", "key", "rules_id", "length", "isolation"),
)
_ROW = (
    *("row_class", "replay", "deal", "board", "declarers", "points", "winner", "tone", "margin", "there"),
    *("together_tone", "together", "remarks"),
)
_FRIENDS_ROW = ("row_class", "replay", "deal", "board", "points", "gains", "remarks")
_SEAT = ("name", "who", "version", "decisions", "p50", "p95", "longest", "total", "faults")


@dataclass(frozen=True, slots=True)
class _Kind:
    """What decides which parts a page has; those that are alike are filled into the same forms."""

    cup: str
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
    row: RowForm
    seat: RowForm


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


@dataclass(frozen=True, slots=True)
class _Times:
    """Time use of a seat: number of decisions, and seconds as they are shown."""

    decision_count: int
    p50_s: float
    p95_s: float
    longest_s: float
    total_s: float
    kinds: tuple[tuple[int, float, float] | None, ...]


class _Same:
    """What the pages of a match have in common, whatever their language. Texts are HTML."""

    def __init__(self, cup: str, facts: MatchFacts, *, has_record: bool, has_replay: bool) -> None:
        outcome, match = facts.outcome, facts.outcome.match
        self.facts = facts
        self.page_key = match.key[: paths.KEY_DIGITS]
        self.replay = _HOME + paths.replay(match.key) if has_replay else ""
        self.record_link = f"records/{quote(outcome.record_name)}"
        self.record_name = escape(shown(outcome.record_name))
        self.sha256 = escape(outcome.record_sha256)
        self.key = escape(match.key)
        self.rules_id = escape(match.rules_id)
        self.times = tuple(map(_times, outcome.times))
        self.kind = _Kind(
            cup=cup,
            format=match.format,
            unit=match.unit,
            has_twin=facts.exchanged is not None,
            has_others=bool(facts.twins),
            has_record=has_record,
            has_replay=has_replay,
            has_sums=len(outcome.results) > 1,
            has_kinds=any(each.kinds for each in outcome.times),
        )


def match_pages(cup: str, facts: MatchFacts, *, has_record: bool, has_replay: bool) -> Iterator[tuple[Language, str]]:
    """The page `arena.site.paths.match_page` in every language.

    Args:
        cup: its name.
        facts: from `arena.site.match_view.facts_of`.
        has_record: the file of the record is there to link to, which tells the cards.
        has_replay: so is the replay.
    """
    same = _Same(cup, facts, has_record=has_record, has_replay=has_replay)
    for language, forms in _forms(same.kind).items():
        yield language, _Page(same, forms, match_words(language, _HOME)).text()


def match_page(cup: str, facts: MatchFacts, language: Language, *, has_record: bool, has_replay: bool) -> str:
    """The page in one language; see `match_pages`."""
    same = _Same(cup, facts, has_record=has_record, has_replay=has_replay)
    return _Page(same, _forms(same.kind)[language], match_words(language, _HOME)).text()


@lru_cache(64)
def _forms(kind: _Kind) -> dict[Language, _Forms]:
    return {language: _forms_in(language, kind) for language in Language}


def _forms_in(language: Language, kind: _Kind) -> _Forms:
    flags = {
        "is_of_players": kind.format is Format.FRIENDS,
        "is_game": kind.unit is Unit.GAMES,
        "has_twin": kind.has_twin,
        "has_others": kind.has_others,
        "has_record": kind.has_record,
        "has_replay": kind.has_replay,
        "has_sums": kind.has_sums,
    }
    return _Forms(
        frame=Form(
            language,
            "match.html",
            _FRAME,
            stand_ins={_ANY_KEY: "page_key"},
            place=Place(language, paths.match_page(_ANY_KEY)),
            cup=kind.cup,
            kind=match_words(language, _HOME).kind(kind.format, kind.unit),
            kinds=said.kinds(language) if kind.has_kinds else None,
            **flags,
        ),
        row=RowForm(language, "match_deal.html", _FRIENDS_ROW if flags["is_of_players"] else _ROW, **flags),
        seat=RowForm(language, "match_seat.html", _SEAT),
    )


class _Page:
    """One page in the making. Its texts are HTML."""

    def __init__(self, same: _Same, forms: _Forms, words: MatchWords) -> None:
        self._same = same
        self._facts = facts = same.facts
        self._outcome = facts.outcome
        self._match = facts.outcome.match
        self._twin = facts.exchanged
        self._forms = forms
        self._words = words
        self._language = words.words.language

    def text(self) -> str:
        same, outcome, match, words = self._same, self._outcome, self._match, self._words
        score = self._facts.score
        values: dict[str, object] = {
            "title": words.plain_heading(match),
            "list_link": f"{_HOME}{paths.MATCHES}#round-{match.round}",
            "round_words": words.round(match.round),
            "boards": words.boards(match),
            "heading": words.heading(match, words.linked),
            "replay": same.replay,
            "seats": self._seats(),
            "seats_by_kind": self._seats_by_kind(),
            "others": self._others(),
            "troubles": self._troubles(),
            "page_key": same.page_key,
            "record_link": f"../{_HOME if self._language.folder else ''}{same.record_link}",
            "record_name": same.record_name,
            "sha256": same.sha256,
            "key": same.key,
            "rules_id": same.rules_id,
            "length": words.length(
                outcome.deal_count, outcome.decision_count, outcome.message_count, outcome.elapsed_s
            ),
            "isolation": words.isolation(outcome.isolation),
        }
        values |= self._of_players(score) if match.format is Format.FRIENDS else self._of_sides(score)
        return self._forms.frame.filled(values)

    def _of_sides(self, score: Score) -> dict[str, object]:
        """What pages of matches of two sides have."""
        words, twin = self._words, self._twin
        names = words.sides(self._match, words.named)
        short = words.side_names(self._match)
        margin = score.gains[0]
        there = 0 if twin is None or twin.margin is None else twin.margin
        values: dict[str, object] = {
            "rows": "".join(self._rows(short)),
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
        return {
            "rows": "".join(self._friends_row(line) for line in self._facts.lines if isinstance(line, FriendsLine)),
            "player_heads": "".join(f'<th scope="col" class="number">{words.named(name)}</th>' for name in seating),
            "sums": _cells(map(words.signed, score.gains)),
            "verdict": words.best(names, best),
        }

    def _rows(self, sides: tuple[str, str]) -> Iterator[str]:
        words, replay = self._words, self._same.replay
        filled, number, signed, nobody = self._forms.row.filled, words.number, words.signed, words.nobody
        for line in self._facts.lines:
            assert isinstance(line, DealLine)
            yield filled(
                "" if line.lost_by is None else ' class="lost"',
                replay,
                line.deal,
                number(line.board),
                _NONE if line.declarers is None else sides[line.declarers],
                _NONE if line.points is None else number(line.points),
                nobody if line.winner is None else sides[line.winner],
                _tone(line.margin),
                signed(line.margin),
                _NONE if line.there is None else signed(line.there),
                _tone(line.together or 0),
                _NONE if line.together is None else signed(line.together),
                self._remarks(line) if line.is_remarkable else "",
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
            "" if line.lost_by is None else ' class="lost"',
            self._same.replay,
            line.deal,
            words.number(line.board),
            _NONE if line.points is None else words.number(line.points),
            gains,
            self._remarks(line) if line.is_remarkable else "",
        )

    def _remarks(self, line: DealLine | FriendsLine) -> str:
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
        number, read, times = words.number, words.read, self._same.times
        faults = [fault.seat for fault in outcome.faults]
        lines = []
        for at, (name, version) in enumerate(zip(match.seating, match.versions, strict=True)):
            if at < len(times):
                took = times[at]
                seconds = (read(took.p50_s), read(took.p95_s), read(took.longest_s), read(took.total_s))
                used = (number(took.decision_count), *seconds)
            else:
                used = (_NONE,) * 5
            seat = words.seat(at, len(match.seating))
            line = self._forms.seat.filled(
                seat, words.linked(name), words.version(version), *used, number(faults.count(at))
            )
            lines.append(line)
        return "".join(lines)

    def _seats_by_kind(self) -> str:
        match, words = self._match, self._words
        number, read = words.number, words.read
        lines = []
        for at, times in enumerate(self._same.times):
            if not any(times.kinds):
                continue
            cells = [
                _NONE
                if each is None
                else f'{read(each[1])} / {read(each[2])}<span class="small">{number(each[0])}</span>'
                for each in times.kinds
            ]
            seat = words.seat(at, len(match.seating))
            named = words.named(match.seating[at])
            lines.append(f'<tr><th scope="row">{seat} {named}</th>{_cells(cells)}</tr>\n')
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
            replay_link=self._same.replay,
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


def _times(use: SeatTimes) -> _Times:
    found = {each.kind: each for each in use.kinds}
    kinds = [
        None if (each := found.get(kind)) is None else (each.decision_count, as_shown(each.p50_s), as_shown(each.p95_s))
        for kind in _KINDS
    ]
    return _Times(
        use.decision_count,
        as_shown(use.p50_s),
        as_shown(use.p95_s),
        as_shown(use.max_s),
        as_shown(use.total_s),
        tuple(kinds),
    )


def _cells(texts: Iterable[str]) -> str:
    return "".join([f'<td class="number">{text}</td>' for text in texts])


def _tone(levels: int) -> str:
    return "up" if levels > 0 else "down" if levels < 0 else ""

"""The pages and files of a cup, made when they are asked for, and kept as long as nothing changes of what they tell."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import trio

from arena.config import Stage
from arena.cup_document import cup_document
from arena.leaderboard import Leaderboard, Progress
from arena.leaderboard_text import csv_text, markdown_text
from arena.ledger import LedgerError
from arena.matches import Outcome
from arena.records_store import SUFFIX
from arena.serving.boards import Boards
from arena.serving.hidden import without_cards
from arena.serving.live import Live
from arena.serving.match_lists import MatchLists
from arena.serving.record_lines import NoRecord, record_file, shown_record
from arena.serving.watch import View
from arena.site import paths
from arena.site.badge import badge
from arena.site.bot_page import bot_page, match_link
from arena.site.environment import ASSETS
from arena.site.feed import feed
from arena.site.index_page import index_page, meetings_pages
from arena.site.match_page import match_page
from arena.site.match_view import MatchFacts, facts_of, table_key
from arena.site.match_words import match_words
from arena.site.matches_page import matches_pages
from arena.site.replay_data import RulesFacts, Twin, replay_js, rules_facts
from arena.site.replay_page import replay_page
from arena.site.rules_page import rules_page
from arena.site.schemas import schemas
from arena.site.squeezed import squeezed
from arena.words.languages import Language
from referee.rules.ruleset import Ruleset
from referee.version import software_version

KEPT_BYTES = 64 << 20
"""Of pages, together."""

HTML = "text/html; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"
JSON = "application/json"

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": SCRIPT,
    ".svg": "image/svg+xml",
    ".html": HTML,
    ".json": JSON,
}

_KEY = re.compile(rf"[0-9a-f]{{{paths.KEY_DIGITS}}}")
_RECORD = re.compile(rf"({_KEY.pattern}){re.escape(SUFFIX)}")


class NotServed(Exception):
    """A path that is none of the cup's, or one whose file is not told yet.

    Attributes:
        is_hidden: it will be there, or be whole, when the cup is complete.
    """

    def __init__(self, path: str, *, is_hidden: bool = False) -> None:
        super().__init__(path)
        self.path = path
        self.is_hidden = is_hidden


class RecordTrouble(Exception):
    """The record that a page is made from cannot be used."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page or file.

    Attributes:
        language: of a page; None of a file that all languages share.
        version: of the standings that it shows; None if it shows none.
    """

    content: bytes
    media_type: str
    language: Language | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True)
class _Order:
    """How a page is made.

    Attributes:
        stamp: equal as long as the page is the same.
        make: takes its time, and belongs in a thread.
    """

    stamp: Hashable
    media_type: str
    make: Callable[[], bytes]
    language: Language | None = None
    version: str | None = None


class Pages:
    """Makes what is asked for."""

    def __init__(self, live: Live, records: Path, rules: Ruleset, stages: Sequence[Stage]) -> None:
        self._live = live
        self._watch = live.watch
        self._records = records
        self._stages = stages
        self._rules_facts: RulesFacts = rules_facts(rules)
        names = [each.name for each in live.view.entry.entrants]
        self._entrants = {paths.bot_page(name).removeprefix("bots/"): name for name in names}
        self._badges = {paths.badge(name).removeprefix("badges/"): name for name in names}
        self._assets = {
            each.name: squeezed(each.name, each.read_bytes()) for each in sorted(ASSETS.iterdir()) if each.is_file()
        }
        self.boards = Boards()
        self._lists = MatchLists(live.watch)
        self._schemas = schemas()
        self._kept: OrderedDict[str, tuple[Hashable, Page]] = OrderedDict()
        self._kept_bytes = 0
        # One at a time would let a long list stand before a short page; more would only share the time.
        self._limiter = trio.CapacityLimiter(2)

    async def page(self, path: str) -> Page:
        """What is at *path* in the folder of the cup.

        Raises:
            NotServed: nothing, or nothing yet.
            RecordTrouble: what it is made from cannot be used.
            LedgerError: the ledger cannot be read now.
        """
        view = await self._live.current()
        try:
            return await self._made(path, view)
        except LedgerError:
            # What may be told is never less later.
            if path in self._kept:
                return self._kept[path][1]
            raise

    async def _made(self, path: str, view: View) -> Page:
        order = await trio.to_thread.run_sync(self._order, path, view, limiter=self._limiter, abandon_on_cancel=True)
        stamp, page = self._kept.get(path, (None, None))
        if page is not None and stamp == order.stamp:
            self._kept.move_to_end(path)
            return page
        content = await trio.to_thread.run_sync(order.make, limiter=self._limiter, abandon_on_cancel=True)
        made = Page(content, order.media_type, order.language, order.version)
        self._keep(path, order.stamp, made)
        return made

    def _keep(self, path: str, stamp: Hashable, page: Page) -> None:
        _, before = self._kept.pop(path, (None, None))
        self._kept_bytes -= 0 if before is None else len(before.content)
        self._kept[path] = (stamp, page)
        self._kept_bytes += len(page.content)
        while self._kept_bytes > KEPT_BYTES and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest.content)

    # --- What there is

    def _order(self, path: str, view: View) -> _Order:
        language, rest = in_language(path)
        order = self._page_order(rest, language, view)
        if order is None and language is Language.ENGLISH:
            order = self._board_order(path, view) or self._file_order(path, view)
        if order is None:
            raise NotServed(path)
        return order

    def _page_order(self, path: str, language: Language, view: View) -> _Order | None:
        def board_page(make: Callable[[], str]) -> _Order:
            return _Order(view.version, HTML, lambda: make().encode(), language)

        cup = view.entry.name
        match path.split("/"):
            case [paths.INDEX]:

                def index() -> bytes:
                    return index_page(self.boards.board(view, language), language).encode()

                return _Order(view.version, HTML, index, language, view.version)
            case ["bots", name] if (entrant := self._entrants.get(name)) is not None:
                return board_page(lambda: self._bot(path, entrant, view, language))
            case [name] if name.startswith("matches") and name.endswith(".html"):
                return _Order(
                    (self._stamp, view.is_finished), HTML, lambda: self._matches(path, view, language), language
                )
            case [name] if name.startswith("meetings-") and name.endswith(".html"):
                return board_page(lambda: self._meetings(path, view, language))
            case [paths.REPLAY]:
                return _Order("", HTML, lambda: replay_page(cup, language).encode(), language)
            case ["matches", name] if name.endswith(".html"):
                outcome = self._outcome(name.removesuffix(".html"), path)
                return self._match_order(outcome, view, language)
            case _:
                return None

    def _file_order(self, path: str, view: View) -> _Order | None:
        match path.split("/"):
            case ["assets", name] if name in self._assets:
                content = self._assets[name]
                return _Order("", MEDIA_TYPES[Path(name).suffix], lambda: content)
            case ["replays", name] if name.endswith(".js"):
                return self._replay_order(self._outcome(name.removesuffix(".js"), path), view)
            case ["records", name] if (found := _RECORD.fullmatch(name)) is not None:
                return self._record_order(self._outcome(found[1], path), path, view)
            case ["schemas", name] if name in self._schemas:
                return _Order("", JSON, lambda: self._schemas[name])
            case ["cup.json"]:
                document = cup_document(view.entry, self._stages, written_by=software_version())
                return _Order("", JSON, lambda: _json(document))
            case ["matches.jsonl"]:
                return _Order(self._live.version(), "application/jsonl", lambda: self._lines(view))
            case _:
                return None

    def _board_order(self, path: str, view: View) -> _Order | None:
        """Files that are made from the board alone, or nearly so."""
        english = partial(self.boards.board, view, Language.ENGLISH)
        match path.split("/"):
            case ["leaderboard.json"]:
                return _Order(view.version, JSON, lambda: _json(english()))
            case ["leaderboard.csv"]:
                return _Order(view.version, "text/csv; charset=utf-8", lambda: csv_text(english()).encode())
            case ["leaderboard.md"]:
                return _Order(view.version, "text/markdown; charset=utf-8", lambda: markdown_text(english()).encode())
            case ["badges", name] if (entrant := self._badges.get(name)) is not None:
                return _Order(view.version, "image/svg+xml", lambda: badge(english(), entrant).encode())
            case ["feed.xml"]:
                return _Order((self._stamp, view.version), "application/atom+xml", lambda: self._feed(english()))
            case [paths.RULES]:
                options = self._watch.cup.options
                return _Order(view.version, HTML, lambda: rules_page(english(), options).encode())
            case _:
                return None

    def _meetings(self, path: str, view: View, language: Language) -> str:
        made = meetings_pages(self.boards.board(view, language), language)
        if path not in made:
            raise NotServed(path)
        return made[path]

    def _bot(self, path: str, name: str, view: View, language: Language) -> str:
        words = match_words(language, "../")
        links = [match_link(row, name, words) for row in self._lists.rows(self._live.head) if name in row.seating]
        try:
            return bot_page(self.boards.board(view, language), name, language, links)
        except KeyError:
            # It has played no match that counts yet.
            raise NotServed(path) from None

    # --- Matches

    @property
    def _stamp(self) -> Hashable:
        """Another with every match that is stored."""
        return (self._live.head, self._live.done_count)

    def _matches(self, path: str, view: View, language: Language) -> bytes:
        rows = self._lists.rows(self._live.head)
        progress = Progress.COMPLETE if view.is_finished else Progress.RUNNING
        made = matches_pages(view.entry.name, progress, rows, language)
        if path not in made:
            raise NotServed(path)
        return made[path].encode()

    def _feed(self, board: Leaderboard) -> bytes:
        rows = self._lists.rows(self._live.head)
        return feed(board, rows, self._watch.arrived()).encode()

    def _outcome(self, digits: str, path: str) -> Outcome:
        """What came of a match, without the cards that are not told yet.

        Raises:
            NotServed: it is not stored.
        """
        key = self._live.key_of(digits) if _KEY.fullmatch(digits) else None
        outcome = None if key is None else self._watch.outcome(key)
        if outcome is None:
            raise NotServed(path)
        return outcome

    def _told(self, outcome: Outcome, view: View) -> Outcome:
        return without_cards(outcome, self._tables_left(outcome, view))

    def _tables_left(self, outcome: Outcome, view: View) -> tuple[int, ...]:
        """By board, at how many tables it is still to be played; none once nothing is secret."""
        if view.is_open:
            return (0,) * len(outcome.match.boards)
        return view.decks.tables_left(outcome.match)

    def _match_order(self, outcome: Outcome, view: View, language: Language) -> _Order:
        twins = self._stored_twins(outcome, view)
        left = self._tables_left(outcome, view)

        def make() -> bytes:
            has_record = view.is_open
            has_replay = has_record or 0 in left
            facts = self._facts_of(outcome, twins, view)
            made = match_page(view.entry.name, facts, language, has_record=has_record, has_replay=has_replay)
            return made.encode()

        return _Order((left, twins, view.is_open), HTML, make, language)

    def _replay_order(self, outcome: Outcome, view: View) -> _Order:
        twins = self._stored_twins(outcome, view)
        left = self._tables_left(outcome, view)

        def make() -> bytes:
            record = self._record(outcome)
            try:
                shown = shown_record(record, outcome.match, left)
            except NoRecord as trouble:
                raise RecordTrouble(str(trouble)) from trouble
            facts = self._facts_of(outcome, twins, view)
            others = [Twin(each.key, each.outcome.match.seating) for each in facts.twins]
            return replay_js(outcome.match, shown.lines, self._rules_facts, twins=others, hidden=shown.hidden)

        return _Order((left, twins), SCRIPT, make)

    def _facts_of(self, outcome: Outcome, twins: Sequence[str], view: View) -> MatchFacts:
        """The facts of a match beside those of its tables, without cards that are not told yet."""
        tables = [self._told(each, view) for each in (outcome, *self._watch.outcomes_of(twins))]
        same = [each for each in tables if table_key(each.match) == table_key(outcome.match)]
        # In the order in which they are published.
        return facts_of(tables[0], sorted(same, key=lambda each: each.match.key))

    def _record_order(self, outcome: Outcome, path: str, view: View) -> _Order:
        if not view.is_open:
            raise NotServed(path, is_hidden=True)
        return _Order("", "application/zstd", lambda: self._record(outcome))

    def _record(self, outcome: Outcome) -> bytes:
        try:
            return record_file(self._records, outcome)
        except NoRecord as trouble:
            raise RecordTrouble(str(trouble)) from trouble

    def _stored_twins(self, outcome: Outcome, view: View) -> tuple[str, ...]:
        twins = view.decks.twins(outcome.match)
        return tuple(key for key in twins if self._live.key_of(key[: paths.KEY_DIGITS]) is not None)

    def _lines(self, view: View) -> bytes:
        """``matches.jsonl``: a line for each match."""
        encode = msgspec.json.encode
        return b"".join(encode(self._told(outcome, view)) + b"\n" for outcome in self._watch.outcomes())


def in_language(path: str) -> tuple[Language, str]:
    """The language that a path is in, by its first folder, and the path below that."""
    for language in Language:
        if language.folder and path.startswith(language.folder):
            return language, path.removeprefix(language.folder)
    return Language.ENGLISH, path


def _json(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"

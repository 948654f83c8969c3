"""The application: pages by their paths, and the news of a cup. It reads, and changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import aclosing
from datetime import datetime

import structlog
import trio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.ledger import LedgerError
from arena.serving.doors import SecurityHeaders, known_hosts_only
from arena.serving.event_stream import EventStream, events
from arena.serving.live import Live
from arena.serving.live_pages import live_page, missing_page
from arena.serving.pages import HTML, NotServed, Page, Pages, RecordTrouble, in_language
from arena.serving.teller import LanguageTeller
from arena.site.paths import INDEX
from arena.site.place import Place
from arena.words.languages import Language
from arena.words.words import words_of

STREAMS_AT_MOST = 200
"""Readers who are told at once; others see the pages and are told that it is full."""

RETRY_AFTER_S = 10

MATCH_NUMBER_DIGITS = 18
"""Of a place in the order of arrival; none is longer."""

log = structlog.get_logger()


class Site:
    """Answers requests for one cup.

    Attributes:
        closing: set when the server stops; open streams end then.
    """

    def __init__(self, live: Live, pages: Pages, now: Callable[[], datetime]) -> None:
        self._live = live
        self._pages = pages
        self._now = now
        self.closing = trio.Event()

    def application(self, *, hosts: frozenset[str] | None) -> ASGIApp:
        """The ASGI application.

        Args:
            hosts: names under which it may be asked; None for any.
        """
        application = Starlette(
            routes=[Route("/events", self.events), Route("/{path:path}", self.page)],
            middleware=[Middleware(GZipMiddleware, compresslevel=5)],
        )
        return SecurityHeaders(known_hosts_only(application, hosts))

    async def page(self, request: Request) -> Response:
        """A page or file."""
        path: str = request.path_params["path"]
        language, rest = in_language(path)
        if f"{path}/" == language_folder(path):
            return RedirectResponse(f"{path}/")
        if not rest:
            path, rest = f"{path}{INDEX}", INDEX
        try:
            page = await self._pages.page(path)
        except NotServed as missing:
            name = self._live.view.entry.name
            text = missing_page(name, rest, language, is_hidden=missing.is_hidden)
            return Response(text, status_code=404, media_type=HTML, headers={"cache-control": "no-cache"})
        except LedgerError:
            return self._unreadable(language)
        except RecordTrouble as trouble:
            log.warning("record_unusable", path=path, because=str(trouble))
            return PlainTextResponse("the record of this match cannot be used; the log says why\n", 503)
        return _respond(request, page.media_type, self._content(page, rest))

    def _content(self, page: Page, path: str) -> bytes:
        if page.language is None or (self._live.view.is_open and not self._live.is_stale):
            return page.content
        progress = self._teller(page.language).progress()
        place = Place(page.language, path)
        return live_page(page.content.decode(), place, progress, after=self._live.head, seen=page.version).encode()

    async def events(self, request: Request) -> Response:
        """The news as they come."""
        language = _language(request.query_params)
        if self._live.watcher_count >= STREAMS_AT_MOST:
            text = words_of(language).say("Too many readers follow this cup just now; the pages themselves are there.")
            return PlainTextResponse(f"{text}\n", 503, {"retry-after": str(RETRY_AFTER_S)})
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        after = _place(request.headers.get("last-event-id", request.query_params.get("after")))
        seen = request.query_params.get("seen")
        return _Following(self._live, self._teller(language), after, seen, self.closing)

    def _teller(self, language: Language) -> LanguageTeller:
        return LanguageTeller(self._live, self._pages.boards, language, self._now)

    def _unreadable(self, language: Language) -> Response:
        text = words_of(language).say("The results cannot be read at the moment; what you see may be old.")
        return PlainTextResponse(f"{text}\n", 503, {"retry-after": str(RETRY_AFTER_S)})


class _Following(Response):
    """Events, as long as the reader stays; it is counted meanwhile."""

    def __init__(
        self, live: Live, teller: LanguageTeller, after: int | None, seen: str | None, closing: trio.Event
    ) -> None:
        super().__init__(media_type="text/event-stream")
        self._live = live
        self._source = events(live, teller, after, seen)
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond."""
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-store"
        # Proxies are not to hold the news back.
        self.headers["x-accel-buffering"] = "no"
        with self._live.followed():
            async with aclosing(self._source) as source:
                await EventStream(source, self._closing, self.raw_headers)(scope, receive, send)


def language_folder(path: str) -> str:
    """The folder of the language that a path begins with, with a slash; empty for English."""
    return next((each.folder for each in Language if each.folder and f"{path}/".startswith(each.folder)), "")


def _respond(request: Request, media_type: str, content: bytes) -> Response:
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    asked = {each.strip() for each in request.headers.get("if-none-match", "").split(",")}
    if tag in asked or "*" in asked:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


def _language(parameters: Mapping[str, str]) -> Language:
    asked = parameters.get("lang", "")
    return Language(asked) if asked in set(Language) else Language.ENGLISH


def _place(text: str | None) -> int | None:
    """A place in the order of arrival; None for what is none."""
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) <= MATCH_NUMBER_DIGITS
    return int(text) if is_number and text is not None else None

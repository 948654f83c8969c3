"""The URL of a ledger on a server, read only where it can be meant as it is read, and never told where it is not.

What is between the user and the host may be a password. One with an ``@`` or a ``/`` in it that is not escaped ends
where nobody meant it to end, and its rest would be taken for a host or a database, which are told.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from arena.ledger_errors import UnsupportedLedger

NAME_ONE = "write sqlite:///FILE or postgresql://USER@HOST/DATABASE"

POSTGRESQL = frozenset({"postgres", "postgresql", "postgresql+psycopg"})

_ESCAPES = "in a user, a password or a parameter write @ as %40, / as %2F, : as %3A, % as %25, # as %23 and ? as %3F"
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+]*)://(?P<rest>.*)", re.DOTALL)
_BAD_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")
_PORT_AT_MOST = 65535


def parse_server_url(url: str) -> URL:
    """The parts of a URL of a PostgreSQL database.

    Raises:
        UnsupportedLedger: it is none, or may be meant otherwise than it is read; nothing of it is told but its scheme.
    """
    found = _URL.fullmatch(url)
    if found is None:
        # A word without these is a file's name, or a scheme.
        told = "the URL of the ledger" if set("@:/?=") & set(url) else repr(url)
        raise UnsupportedLedger(told, "this is no URL of a database", NAME_ONE)
    told = f"{found['scheme']}://…"
    if found["scheme"] not in POSTGRESQL:
        raise UnsupportedLedger(told, "only an SQLite file or a PostgreSQL database can be a ledger", NAME_ONE)
    if doubt := _doubt(found["rest"]):
        raise UnsupportedLedger(told, f"{doubt}, so that it may not be read as it is meant", _ESCAPES)
    if not all(_is_port(port) for port in _ports(found["rest"])):
        what = f"what follows the : of its host, or port=, is no number from 1 to {_PORT_AT_MOST}"
        raise UnsupportedLedger(
            told, what, f"mend the port; if it is of a password, that and an @ go before the host; {_ESCAPES}"
        )
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise UnsupportedLedger(told, "this is no URL of a database", NAME_ONE) from None


def _doubt(rest: str) -> str:
    """Why what follows the scheme may be meant otherwise, if it may."""
    if rest.count("@") > 1:
        return "there is more than one @ in it"
    before, at, _ = rest.partition("@")
    if at and set("/?#") & set(before):
        return "there is an @ after a /, a ? or a #"
    if _BAD_ESCAPE.search(rest):
        return "there is a % without two hexadecimal digits after it"
    try:
        unescaped = unquote(rest, errors="strict")
    except UnicodeDecodeError:
        return "what is written with % is no UTF-8"
    if not unescaped.isprintable():
        return "there is a control character in it"
    return ""


def _ports(rest: str) -> tuple[str, ...]:
    """All that is written as a port."""
    place, _, query = rest.rpartition("@")[2].partition("?")
    # Of an address in brackets, what comes after them.
    _, colon, port = place.partition("/")[0].rpartition("]")[2].partition(":")
    return (*((port,) if colon else ()), *parse_qs(query, keep_blank_values=True).get("port", ()))


def _is_port(text: str) -> bool:
    # Of several servers, each has one.
    return all(re.fullmatch("[0-9]{1,5}", each) and 1 <= int(each) <= _PORT_AT_MOST for each in text.split(","))

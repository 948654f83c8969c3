"""Tokens of remote bots: given once, kept only as hashes, looked up without telling how near a guess was.

A token is 32 random bytes, so its SHA-256 is enough: nobody can try out so many. Slow or salted hashes are for
passwords, which people choose and choose alike; here they would only make every dial-in costly.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.locks import locked
from arena.remote.places import SECRET_MODE, RemotePlaces, write_safely

TOKEN_BYTES = 32
CHAIRS_MAX = 64


class BadTokensFile(Exception):
    """The file of hashes is there and makes no sense."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is damaged; remove it, and give every remote bot new tokens with arena submit --remote"
        )


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: hashes (hex) by entrant, one for each chair, in order."""

    sha256: dict[str, list[str]] = {}


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair of a remote bot.

    Attributes:
        number: from 1.
        sha256: of its token, hex; it names the chair and opens nothing.
    """

    entrant: str
    number: int
    sha256: str


@dataclass(frozen=True, slots=True)
class TokenBook:
    """Chairs of all remote bots."""

    chairs: tuple[Chair, ...] = ()

    def chair_of(self, token: str) -> Chair | None:
        """The chair that a token opens. Every hash is compared, each in constant time."""
        offered = _sha256(token)
        found = None
        for chair in self.chairs:
            if hmac.compare_digest(chair.sha256, offered):
                found = chair
        return found

    def chair_count(self, entrant: str) -> int:
        """Chairs of one entrant."""
        return sum(chair.entrant == entrant for chair in self.chairs)


def give_tokens(files: Path, entrant: str, count: int) -> tuple[str, ...]:
    """New tokens for an entrant, one for each of *count* chairs; those that it had are good for nothing any more.

    They are nowhere else: whoever loses them asks for new ones.

    Raises:
        BadTokensFile: the hashes cannot be read.
        OSError: the file cannot be read or written.
    """
    tokens = tuple(secrets.token_urlsafe(TOKEN_BYTES) for _ in range(count))
    _enter(files, entrant, tokens)
    return tokens


def revoke_tokens(files: Path, entrant: str) -> None:
    """Make an entrant's tokens good for nothing.

    Raises:
        BadTokensFile: the hashes cannot be read.
        OSError: the file cannot be read or written.
    """
    _enter(files, entrant, ())


def read_tokens(places: RemotePlaces) -> TokenBook:
    """The chairs as the file has them now; none if there is no file.

    Raises:
        BadTokensFile: it cannot be read.
        OSError: it cannot be opened.
    """
    written = _read(places.tokens)
    return TokenBook(
        tuple(
            Chair(entrant, number, sha256)
            for entrant, hashes in written.sha256.items()
            for number, sha256 in enumerate(hashes, 1)
        )
    )


class TokenWatch:
    """The chairs as they are now, the file read again only when it is another."""

    def __init__(self, places: RemotePlaces) -> None:
        self._places = places
        self._seen: tuple[int, int, int] | None = None
        self._book = TokenBook()

    def now(self) -> TokenBook:
        """The chairs.

        Raises:
            BadTokensFile: the file cannot be read.
            OSError: it cannot be opened.
        """
        try:
            status = self._places.tokens.stat()
        except FileNotFoundError:
            self._seen, self._book = None, TokenBook()
            return self._book
        seen = (status.st_ino, status.st_mtime_ns, status.st_size)
        if seen != self._seen:
            self._book = read_tokens(self._places)
            self._seen = seen
        return self._book


def _enter(files: Path, entrant: str, tokens: tuple[str, ...]) -> None:
    places = RemotePlaces(files)
    places.make()
    with locked(places.tokens.with_suffix(".lock")):
        hashes = dict(_read(places.tokens).sha256)
        hashes.pop(entrant, None)
        if tokens:
            hashes[entrant] = [_sha256(token) for token in tokens]
        data = msgspec.json.format(msgspec.json.encode(_Written(hashes))) + b"\n"
        write_safely(places.tokens, data, SECRET_MODE)


def _read(path: Path) -> _Written:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Written)
    except FileNotFoundError:
        return _Written()
    except msgspec.MsgspecError:
        raise BadTokensFile(path) from None


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

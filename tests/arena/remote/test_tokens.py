"""Tokens are given once, kept as hashes, and open their own chair only."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from arena.remote.places import RemotePlaces
from arena.remote.tokens import BadTokensFile, TokenBook, TokenWatch, give_tokens, read_tokens, revoke_tokens


def book(files: Path) -> TokenBook:
    return read_tokens(RemotePlaces(files))


def entrant(files: Path, token: str) -> str | None:
    chair = book(files).chair_of(token)
    return chair.entrant if chair else None


def test_each_token_opens_a_chair_of_its_entrant(tmp_path: Path) -> None:
    given = {name: give_tokens(tmp_path, name, 2) for name in ("Ada", "Ben")}
    chairs = [book(tmp_path).chair_of(token) for tokens in given.values() for token in tokens]

    assert [(chair.entrant, chair.number) for chair in chairs if chair] == [
        *(("Ada", 1), ("Ada", 2)),
        *(("Ben", 1), ("Ben", 2)),
    ]
    assert len(set(given["Ada"] + given["Ben"])) == 4


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "é"])
def test_another_token_opens_nothing(token: str, tmp_path: Path) -> None:
    give_tokens(tmp_path, "Ada", 1)

    assert book(tmp_path).chair_of(token) is None


def test_a_hash_that_was_read_in_the_file_opens_nothing(tmp_path: Path) -> None:
    give_tokens(tmp_path, "Ada", 1)
    (chair,) = book(tmp_path).chairs

    assert book(tmp_path).chair_of(chair.sha256) is None


def test_tokens_have_at_least_24_random_bytes(tmp_path: Path) -> None:
    assert min(map(len, give_tokens(tmp_path, "Ada", 3))) >= 24 * 4 / 3


def test_tokens_given_anew_revoke_those_before(tmp_path: Path) -> None:
    (first,), (other,) = give_tokens(tmp_path, "Ada", 1), give_tokens(tmp_path, "Ben", 1)
    (second,) = give_tokens(tmp_path, "Ada", 1)

    assert [entrant(tmp_path, token) for token in (first, second, other)] == [None, "Ada", "Ben"]


def test_revoked_tokens_open_nothing(tmp_path: Path) -> None:
    (token,) = give_tokens(tmp_path, "Ada", 1)
    revoke_tokens(tmp_path, "Ada")

    assert entrant(tmp_path, token) is None


def test_no_file_and_no_repr_has_a_token(tmp_path: Path) -> None:
    tokens = give_tokens(tmp_path, "Ada", 2)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()).decode()

    assert not any(token in written + repr(book(tmp_path)) for token in tokens)


def test_nobody_else_can_read_the_hashes(tmp_path: Path) -> None:
    give_tokens(tmp_path, "Ada", 1)
    places = RemotePlaces(tmp_path)

    assert stat.S_IMODE(places.tokens.stat().st_mode) == 0o600
    assert stat.S_IMODE(places.folder.stat().st_mode) == 0o700


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (token,) = give_tokens(tmp_path, "Ada", 1)

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(OSError, match="No space"):
        give_tokens(tmp_path, "Ada", 1)

    assert entrant(tmp_path, token) == "Ada"
    assert sorted(path.name for path in RemotePlaces(tmp_path).folder.iterdir()) == ["tokens.json"]


def test_a_watch_notices_what_changed_in_the_file(tmp_path: Path) -> None:
    watch = TokenWatch(RemotePlaces(tmp_path))
    seen = [watch.now().chair_count("Ada")]
    for count in (1, 2):
        give_tokens(tmp_path, "Ada", count)
        seen.append(watch.now().chair_count("Ada"))
    revoke_tokens(tmp_path, "Ada")
    seen.append(watch.now().chair_count("Ada"))

    assert seen == [0, 1, 2, 0]


@pytest.mark.parametrize("text", ["", "{", '{"sha256": [1]}', '{"tokens": {}}'])
def test_a_damaged_file_is_told_with_what_to_do(text: str, tmp_path: Path) -> None:
    places = RemotePlaces(tmp_path)
    places.make()
    places.tokens.write_text(text, encoding="utf-8")

    with pytest.raises(BadTokensFile, match=r"tokens\.json is damaged; remove it, and give .* arena submit --remote"):
        give_tokens(tmp_path, "Ada", 1)

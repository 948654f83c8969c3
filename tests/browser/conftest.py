"""One browser and three published cups for all tests of this folder.

Tests of the published cups are in the ``xdist_group`` ``browser``, so that they are played once, and those that need
none of them in ``browser-alone``, which takes as long: where tests run side by side, the two do.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Readers, chromium
from tests.browser.real_cups import HOSTILE, RealCup, play_cup, play_friends_cup, publish_renamed


# Not for the session: while it is there, an event loop runs in this thread, which others' tests would stumble over.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def reader(browser: Browser) -> Iterator[Readers]:
    """Opens windows; the test fails if any of them had trouble."""
    readers = Readers(browser)
    yield readers
    readers.close()
    assert readers.troubles == []


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> RealCup:
    """Pairs, individual and whole games of four bots, one of which makes faults of every kind."""
    return play_cup(tmp_path_factory.mktemp("cup"))


@pytest.fixture(scope="session")
def friends_cup(tmp_path_factory: pytest.TempPathFactory) -> RealCup:
    """Finding Friends."""
    return play_friends_cup(tmp_path_factory.mktemp("friends"))


@pytest.fixture(scope="session")
def hostile_cup(cup: RealCup, tmp_path_factory: pytest.TempPathFactory) -> RealCup:
    """The same matches as of `cup`, by players with hostile names."""
    return publish_renamed(cup, tmp_path_factory.mktemp("hostile"), HOSTILE)

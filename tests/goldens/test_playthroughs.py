"""Five whole deals, replayed by the rules and shown, are as they were (see this package's docstring)."""

from __future__ import annotations

import pytest

from referee.rules.deal import Playing, Scored
from referee.rules.playthrough import show
from referee.rules.replay import first_difference, replay
from referee.rules.shapes import Kind
from tests.goldens.playthroughs import FOLDER, NAMES, record_named, text_path


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_deal_is_shown_as_it_was(name: str) -> None:
    assert first_difference(record_named(name)) is None
    assert show(record_named(name)) == text_path(name).read_text(encoding="utf-8")


def test_every_file_belongs_to_a_kept_deal() -> None:
    files = {path.stem for path in FOLDER.iterdir() if path.suffix in {".json", ".txt"}}

    assert files == set(NAMES)


def test_the_kept_deals_show_what_they_are_kept_for() -> None:
    """Throws that fail and stand, tractors, trump by the kitty, no trump, buried points for the opponents."""
    ends = {name: list(replay(record_named(name))) for name in NAMES}
    leads = {
        name: {state.lead.kind for state in states if isinstance(state, Playing) and state.lead}
        for name, states in ends.items()
    }
    last = {name: states[-1] for name, states in ends.items()}

    assert record_named("failed_throw").throws
    assert Kind.THROW in leads["throw_that_stands"]
    assert Kind.TRACTOR in leads["tractor"]
    assert record_named("kitty_trump").turned
    assert record_named("kitty_trump").bids == ()
    assert (record_named("no_trump").trump or "").endswith("N")
    kitty = last["kitty_trump"]
    assert isinstance(kitty, Scored)
    assert kitty.score.kitty_points > 0

"""The page of replays: one for all matches of a cup in each language; which match it shows, its address says."""

from __future__ import annotations

from arena.site.environment import environment
from arena.site.paths import REPLAY
from arena.site.place import Place
from arena.words.languages import Language


def replay_page(cup: str, language: Language) -> str:
    """The page `arena.site.paths.REPLAY`, which loads ``replays/KEY.js`` (`arena.site.replay_data`)."""
    return environment(language).get_template("replay.html").render(place=Place(language, REPLAY), cup=cup)

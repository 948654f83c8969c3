"""The page of replays: one for all matches of a cup in each language; which match it shows, its address says."""

from __future__ import annotations

import msgspec

from arena.site.environment import environment
from arena.site.paths import REPLAY
from arena.site.place import Place
from arena.site.replay_words import replay_words
from arena.words.languages import Language

SCRIPTS = ("cards.js", "steps.js", "table.js", "replay.js")
"""In the folder of assets, in the order in which they need each other."""

STYLE = "replay.css"


def replay_page(cup: str, language: Language) -> str:
    """The page `arena.site.paths.REPLAY`, which loads ``replays/KEY.js`` (`arena.site.replay_data`)."""
    # As JSON in the page, which no content policy takes for a script; nothing in it can end its element.
    sentences = msgspec.json.encode(replay_words(language)).decode().replace("<", "\\u003c")
    return (
        environment(language)
        .get_template("replay.html")
        .render(place=Place(language, REPLAY), cup=cup, scripts=SCRIPTS, sentences=sentences)
    )

"""Cups that were really played and published: one with all formats and faults, one of Finding Friends, one renamed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import zstandard

from arena.ledger import LedgerReader, ledger_url, open_ledger, read_ledger
from arena.matches import Outcome
from arena.publish import Progress, publish
from arena.words.languages import Language
from tests.end_to_end.arena_process import Arena, scripted_bot
from tests.end_to_end.quick_bot import quick_bot

CARELESS = "Eve"
"""Who is late, breaks a rule and crashes in every match, and says something with every decision."""

NOTE = "<b>hand</b> & {{ 7 * 7 }}"
"""What it says."""

HOSTILE: Mapping[str, str] = {
    "Ada": "<script>alert(1)</script>",
    "Ben": '"><img src=x onerror=alert(1)>',
    "Cy": "\u202egnp.exe " + "x" * 190,
    "Eve": "two\nlines {{ 7 * 7 }} javascript:alert(1)",
}
"""What the players of the cup are called in the one that is renamed."""

_HEAD = '[cup]\nname = "cup"\nseed = "browser"\n'
_PATIENT = "[time]\nlimit_s = {limit}\nbank_s = 0.0\nconnect_within_s = 60.0\n"


@dataclass(frozen=True, slots=True)
class RealCup:
    """A published cup.

    Attributes:
        folder: that was published.
        home: of the cup file, the ledger and the records that it was published from.
    """

    folder: Path
    home: Path

    @property
    def ledger(self) -> str:
        """The URL of the ledger."""
        return ledger_url(self.home / "arena-files" / "arena.sqlite")

    @property
    def records(self) -> Path:
        """The folder of the records, as the arena keeps them."""
        return self.home / "arena-files" / "records" / "cup"

    @property
    def url(self) -> str:
        """Of the folder, with a slash."""
        return self.folder.as_uri() + "/"

    def index(self, language: Language) -> Path:
        """The page of the standings."""
        return self.folder / language.folder / "index.html"

    def kinds(self, language: Language) -> dict[str, Path]:
        """One page of each kind."""
        top = self.folder / language.folder
        kinds = {
            "index": self.index(language),
            "bot": min((top / "bots").glob("*.html")),
            "matches": top / "matches.html",
            "match": self.match_page(language),
            "replay": top / "replay.html",
        }
        if language is Language.ENGLISH:
            kinds["rules"] = top / "rules.html"
        # Of a large cup alone.
        return kinds | {path.stem: path for path in top.glob("meetings-*.html")}

    def query(self, kind: str) -> str:
        """What the address of a page of this kind names besides: the faulty match, of a replay."""
        return f"?match={self.faulty().match.key[:32]}" if kind == "replay" else ""

    def outcomes(self) -> list[Outcome]:
        """Those of its matches, by key."""
        with read_ledger(self.ledger) as ledger:
            return sorted(ledger.outcomes("cup"), key=lambda outcome: outcome.match.key)

    def faulty(self) -> Outcome:
        """The match with faults of the most kinds."""
        return max(self.outcomes(), key=lambda outcome: len({fault.ending for fault in outcome.faults}))

    def match_page(self, language: Language) -> Path:
        """Of that match."""
        return self.folder / language.folder / "matches" / f"{self.faulty().match.key[:32]}.html"


def play_cup(home: Path) -> RealCup:
    """Play a cup of three bots that agree with everything and one that is careless, in all formats of four seats."""
    stages = (
        '[[stage]]\nformat = "pairs"\ngames = 1\nduplicate = false\n',
        '[[stage]]\nformat = "pairs"\ndeals = 2\n',
        '[[stage]]\nformat = "individual"\ndeals = 2\n',
    )
    rules = '[rules]\npreset = "short-game"\n[faults]\ndeals_lost_allowed = 1000\n'
    careless = scripted_bot(
        CARELESS, "--illegal-at=12", "--late-at=20", "--crash-at=45", "--wants-events=True", f"--note={NOTE}"
    )
    bots = _agreeing(home, "Ada", "Ben", "Cy")
    return _played(home, "".join([_HEAD, rules, _PATIENT.format(limit=0.5), *stages, *bots, careless]))


def play_friends_cup(home: Path) -> RealCup:
    """Play a cup of Finding Friends, five at a table."""
    stage = '[[stage]]\nformat = "friends"\ndeals = 2\n'
    rules = '[rules]\npreset = "finding-friends-5"\n'
    bots = _agreeing(home, "Ada", "Ben", "Cy", "Dot", "Eve")
    return _played(home, "".join([_HEAD, rules, _PATIENT.format(limit=20.0), stage, *bots]))


def publish_renamed(cup: RealCup, home: Path, names: Mapping[str, str]) -> RealCup:
    """Publish *cup* again as if its players had been called otherwise, as no cup file lets them be.

    Their authors are called the same.
    """
    renamed_cup = RealCup(home / "leaderboards" / "cup", home)
    renamed_cup.records.mkdir(parents=True)
    with read_ledger(cup.ledger) as before, open_ledger(renamed_cup.ledger) as ledger:
        entry = before.cup("cup")
        entrants = tuple(replace(each, name=names[each.name], author=names[each.name]) for each in entry.entrants)
        ledger.begin_cup(replace(entry, entrants=entrants))
        for outcome in before.outcomes("cup"):
            content = _renamed_record((cup.records / outcome.record_name).read_bytes(), names)
            (renamed_cup.records / outcome.record_name).write_bytes(content)
            seating = tuple(names[name] for name in outcome.match.seating)
            ledger.store(
                replace(
                    outcome,
                    match=replace(outcome.match, seating=seating),
                    record_sha256=hashlib.sha256(content).hexdigest(),
                )
            )
        publish_again(renamed_cup, ledger, home / "leaderboards")
    return renamed_cup


def publish_again(cup: RealCup, ledger: LedgerReader, folder: Path) -> Path:
    """Publish the cup from its *ledger*, which is open, below *folder*; the folder of the cup there."""
    return publish(ledger, "cup", folder, cup.records, progress=Progress.COMPLETE).page.parent


def _renamed_record(content: bytes, names: Mapping[str, str]) -> bytes:
    text = zstandard.ZstdDecompressor().stream_reader(content).read().decode()
    lines = []
    for line in map(json.loads, text.splitlines()):
        line["names"] = [names[name] for name in line["names"]]
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    return zstandard.ZstdCompressor().compress("".join(lines).encode())


def _agreeing(home: Path, *names: str) -> list[str]:
    command = json.dumps([str(quick_bot(home))])
    return [f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\n" for name in names]


def _played(home: Path, text: str) -> RealCup:
    arena = Arena(home, text)
    try:
        done = arena.run()
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        arena.close()
    return RealCup(home / "leaderboards" / "cup", home)

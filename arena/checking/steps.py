"""The steps of a check, in order: what each asks of a bot, and why a tournament asks for it (docs/checking.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.rules.options import PRESETS
from referee.serving.rehearsal.topics import Topic


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name: for people and programs.
        asks: what the bot is to do.
        why: when a tournament asks for it.
    """

    name: str
    asks: str
    why: str


def _seen(topic: Topic, asks: str, why: str) -> Step:
    return Step(topic.value, asks, why)


BUILDS = Step(
    "builds",
    "The commands of `build` end well, and the program that `run` names is there.",
    "A bot that is submitted is built in the same way.",
)
DIALS = Step(
    "dials-in",
    "It dials `TRACTOR_ADDRESS` and sends its first message within 10 s of its start.",
    "A seat whose bot is not there in time is out for the match.",
)
HELLO_STEPS = (
    _seen(
        Topic.PROTOCOL,
        'Its first message is a Hello, with `protocol` "tractor.v1".',
        "A stream that begins otherwise is ended.",
    ),
    _seen(
        Topic.TOKEN,
        "The Hello has the token of `TRACTOR_TOKEN`.",
        "The token alone says which seat a stream is for.",
    ),
    _seen(
        Topic.HELLO,
        "`name` and `version` have at most 64 bytes, and `wants_legal_decisions` is at most 1000.",
        "A stream that asks for more is ended.",
    ),
    _seen(Topic.READY, "It answers MatchStarting with Ready within 60 s.", "A seat that is not ready is out."),
)
QUESTION_STEPS = (
    _seen(
        Topic.NUMBER,
        "Its first decision has the `question_id` of the question.",
        "An answer with another number is dropped, and its time runs out.",
    ),
    _seen(Topic.BID, "It answers PHASE_BID with a legal bid, or no cards.", "Each deal asks for bids."),
    _seen(
        Topic.BURY, "As the starter, it answers PHASE_BURY with as many cards as the kitty has.", "Seats take turns."
    ),
    _seen(Topic.LEAD, "It leads, where `view.trick` is unset.", "Who won the trick before leads."),
    _seen(Topic.SINGLE, "It follows a single card.", "The most common question of all."),
    _seen(Topic.PAIR, "It follows a pair.", "Leads of every kind occur in nearly every deal."),
    _seen(Topic.TRACTOR, "It follows a tractor.", "Leads of every kind occur in nearly every deal."),
    _seen(Topic.THROW, "It follows a throw.", "Others may throw, also where it does not itself."),
    _seen(
        Topic.MUST_BEAT,
        "It follows the forced lead of a throw that failed, where `view.trick.must_beat` is its own seat (T3).",
        "Others try throws that fail.",
    ),
    _seen(Topic.SET, "It follows three or more identical cards.", "Games of three packs have such leads."),
)
FRIENDS_STEPS = (
    _seen(
        Topic.HOLD,
        "Finding Friends: when its bid was overridden, it answers PHASE_HOLD.",
        "Any bid may be overridden. A bot that never bids is never asked.",
    ),
    _seen(
        Topic.CALL,
        "Finding Friends: as the maker, it answers PHASE_CALL with as many calls as the default has.",
        "Where makers rotate everyone is the maker in turn.",
    ),
    _seen(
        Topic.FRIENDS,
        "Finding Friends: it plays whole deals without one illegal decision.",
        "An illegal decision is a strike.",
    ),
)
CONDUCT_STEPS = (
    _seen(Topic.DEAL_ENDED, "After DealEnded it goes on with the next deal.", "A match has many deals."),
    _seen(
        Topic.LEGAL,
        "All its decisions in several whole deals are legal.",
        "An illegal decision is a strike; the third in a deal loses it.",
    ),
    _seen(
        Topic.REFUSED,
        "After a Refusal with reason ILLEGAL it answers the next question.",
        "After its first mistake the deal goes on.",
    ),
    _seen(
        Topic.LATE,
        "After a Refusal with reason LATE it answers the next question.",
        "A machine that is busy can make any bot late once.",
    ),
    _seen(
        Topic.NEW_FIELD,
        "It answers a question that has fields which it does not know.",
        "Fields are added to the protocol while bots stay as they are.",
    ),
    _seen(
        Topic.NEW_MESSAGE,
        "It passes over a message of a kind that it does not know, without an answer.",
        "Messages are added likewise.",
    ),
    _seen(
        Topic.NEW_PHASE,
        "It answers a question of a phase that it does not know, with the default decision or another legal one.",
        "Phases are added likewise; the default decision is always legal.",
    ),
    _seen(
        Topic.IDLE,
        "It is still there, and answers, after 3 s without a message.",
        "The others at a table may think for as long as half a minute.",
    ),
    _seen(Topic.ONCE, "It answers each question once.", "More messages than were asked for end a stream."),
    _seen(Topic.SILENT, "It sends nothing that was not asked for.", "As above."),
    _seen(Topic.NOTES, "Its notes have at most 1024 bytes.", "A longer one ends the stream."),
    _seen(
        Topic.SECOND_MATCH,
        "After MatchEnded it gets ready for another match on the same stream, at another seat, and plays it.",
        "A stream stays open for matches to come.",
    ),
    _seen(
        Topic.STOPPED_MATCH,
        "After a match that is stopped while it is asked, it gets ready for the next one and plays it.",
        "A match is stopped when the machine stood still, and played again.",
    ),
)
GOODBYE = Step(
    "ends-at-goodbye",
    "After Goodbye its process ends within 5 s, with exit status 0.",
    "A stream for which no other match comes gets a Goodbye.",
)
TOLD = Step("ends-when-told", "On SIGTERM its process ends within 5 s.", "So the arena ends bots after a match.")
CUT_OFF = Step(
    "ends-when-cut-off",
    "When its stream ends with UNAVAILABLE its process ends within 10 s.",
    "So it is when a referee dies or is stopped; a bot that lingers keeps its memory.",
)
NOBODY = Step(
    "ends-when-nobody-listens",
    "Where nobody listens at `TRACTOR_ADDRESS` its process ends within 30 s.",
    "A referee may be gone before a bot has loaded.",
)
NOTHING_LEFT = Step(
    "leaves-nothing-running",
    "When its process has ended, none of those that it started runs.",
    "What is left over takes time and memory from the matches of others.",
)
FIVE_GAMES = Step(
    "five-games",
    "It plays five games in a row without a fault, as one side and as the other.",
    "A fault loses a deal, or a game; too many put a bot out of the cup.",
)
ITSELF = Step(
    "plays-itself",
    "It plays a game in all seats at once, a process for each, without a fault.",
    "In a duplicate match, and where entrants are few, a bot has several seats.",
)
TABLES = Step(
    "several-tables",
    "It plays at as many tables at once as `tables` says, at most four; at two if it says nothing.",
    "A cup plays several matches at a time.",
)
TIME = Step(
    "time-for-decisions",
    "No decision of all these games took longer than the limit and the bank of a cup's default clock.",
    "A late decision is a strike. The median, the 95th percentile and the maximum are told.",
)
MEMORY = Step(
    "memory",
    "None of its processes, with all that it starts, took more private memory than the sandbox allows.",
    "What takes more is ended.",
)
PROCESSOR = Step(
    "processor",
    "It did not use more than one core, on average from its start to its end, in the interview.",
    "A bot gets the time of one core; one that computes while others think takes it from them.",
)


def game_step(preset: str) -> Step:
    """The step that plays a preset."""
    return Step(
        f"plays-{preset}",
        f"It plays a game of `{preset}` without a fault, cut short after a few deals.",
        "A cup may be of any preset that `games` does not leave out.",
    )


GAME_STEPS = {preset: game_step(preset) for preset in PRESETS}

ENDING_STEPS = (GOODBYE, TOLD, CUT_OFF, NOBODY, NOTHING_LEFT)
SERIES_STEPS = (FIVE_GAMES, ITSELF, TABLES)
MEASURE_STEPS = (TIME, MEMORY, PROCESSOR)

ALL_STEPS: tuple[Step, ...] = (
    BUILDS,
    DIALS,
    *HELLO_STEPS,
    *QUESTION_STEPS,
    *CONDUCT_STEPS,
    *FRIENDS_STEPS,
    *ENDING_STEPS,
    *GAME_STEPS.values(),
    *SERIES_STEPS,
    *MEASURE_STEPS,
)
"""Every step that there is; a bot that does not play all games has those of the others left out."""


def steps_without(left_out: Collection[str]) -> tuple[Step, ...]:
    """All steps but those with these names."""
    return tuple(step for step in ALL_STEPS if step.name not in left_out)

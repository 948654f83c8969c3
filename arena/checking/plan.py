"""What a bot is asked: the games that it plays, the kinds of questions that they have, and the steps that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.checking.steps import FRIENDS_STEPS, GAME_STEPS, QUESTION_STEPS, Step, steps_without
from referee.rules.options import PRESETS, FriendsOptions, Options, parse_options
from referee.rules.ruleset import ruleset
from referee.serving.rehearsal.course import kinds_of
from referee.serving.rehearsal.topics import Topic

FRIENDS_TOPICS = frozenset(Topic(step.name) for step in FRIENDS_STEPS)
_KINDS = frozenset(Topic(step.name) for step in (*QUESTION_STEPS, *FRIENDS_STEPS)) - {Topic.NUMBER}


@dataclass(frozen=True, slots=True)
class Interviewed:
    """One interview: the game, and what is looked at."""

    options: Options
    topics: frozenset[Topic]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole check.

    Attributes:
        presets: of which games are played.
        series: the preset of the games in a row.
        first: the interview in which everything is looked at.
        friends: the second, where the first is of Tractor and the bot plays Finding Friends too.
    """

    presets: tuple[str, ...]
    series: str
    first: Interviewed
    friends: Interviewed | None
    steps: tuple[Step, ...]


def plan_for(games: Sequence[str]) -> Plan:
    """What a bot is asked that plays these presets; none for all."""
    presets = tuple(games) or tuple(PRESETS)
    of_friends = [preset for preset in presets if _is_of_friends(preset)]
    of_tractor = [preset for preset in presets if preset not in of_friends]
    main = (of_tractor or of_friends)[0]
    options = _with_makers(main)
    topics = frozenset(Topic) - _KINDS | kinds_of(ruleset(options))
    friends = Interviewed(_with_makers(of_friends[0]), FRIENDS_TOPICS) if of_tractor and of_friends else None
    asked = topics | (friends.topics if friends else frozenset())
    left_out = {topic.value for topic in _KINDS - asked}
    left_out |= {step.name for preset, step in GAME_STEPS.items() if preset not in presets}
    return Plan(presets, main, Interviewed(options, topics), friends, steps_without(left_out))


def _is_of_friends(preset: str) -> bool:
    return isinstance(parse_options(preset), FriendsOptions)


def _with_makers(preset: str) -> Options:
    """A preset for an interview; in Finding Friends with makers that rotate, so that the bot comes to be one."""
    return parse_options({"preset": preset, "rotating_maker": True} if _is_of_friends(preset) else preset)

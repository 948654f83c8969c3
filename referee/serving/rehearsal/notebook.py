"""What an examiner writes down: one finding a topic, the first."""

from __future__ import annotations

from collections.abc import Callable, Collection

from referee.serving.rehearsal.topics import Finding, Miss, Topic


class Notebook:
    """Findings, each told as soon as it is written.

    Attributes:
        found: by topic.
        has_broken_rules: a decision broke a rule of the game.
        end: what ended the interview before its time, also where it is no new finding.
    """

    def __init__(self, topics: Collection[Topic], tell: Callable[[Finding], object], *, otherwise: Topic) -> None:
        """*topics* are to be told of; what goes amiss beside them, or after all was well, is told under *otherwise*."""
        self.found: dict[Topic, Finding] = {}
        self.has_broken_rules = False
        self.end: Miss | None = None
        self._topics = topics
        self._tell = tell
        self._otherwise = otherwise

    def passed(self, topic: Topic) -> None:
        """All was well."""
        if topic in self._topics:
            self._write(Finding(topic))

    def unasked(self, topic: Topic) -> None:
        """There was nothing to find."""
        if topic in self._topics:
            self._write(Finding(topic, was_asked=False))

    def failed(self, topic: Topic, miss: Miss) -> bool:
        """Something went amiss; whether that is a new finding."""
        self.has_broken_rules = self.has_broken_rules or bool(miss.rule)
        if miss.is_end:
            self.end = miss
        before = self.found.get(topic)
        # What ends an interview is not the same as what went amiss before.
        is_its_own = before is None or (before.miss is not None and not miss.is_end)
        return self._write(Finding(topic if topic in self._topics and is_its_own else self._otherwise, miss))

    def is_open(self, topic: Topic) -> bool:
        """Nothing was written about it yet."""
        return topic in self._topics and topic not in self.found

    def _write(self, finding: Finding) -> bool:
        if finding.topic in self.found:
            return False
        self.found[finding.topic] = finding
        self._tell(finding)
        return True

"""What an examiner writes down: one finding a topic, the first."""

from __future__ import annotations

from collections.abc import Callable, Collection

from referee.serving.rehearsal.topics import Finding, Miss, Topic


class Notebook:
    """Findings, each told as soon as it is written.

    Attributes:
        found: by topic.
        has_broken_rules: a decision broke a rule of the game.
    """

    def __init__(self, topics: Collection[Topic], tell: Callable[[Finding], object], *, otherwise: Topic) -> None:
        """*topics* are to be told of; what goes amiss beside them, or after all was well, is told under *otherwise*."""
        self.found: dict[Topic, Finding] = {}
        self.has_broken_rules = False
        self._topics = topics
        self._tell = tell
        self._otherwise = otherwise

    def passed(self, topic: Topic, *, remark: str = "") -> None:
        """All was well, or nothing was to be found for the reason that *remark* gives."""
        if topic in self._topics:
            self._write(Finding(topic, remark=remark))

    def failed(self, topic: Topic, miss: Miss) -> None:
        """Something went amiss."""
        self.has_broken_rules = self.has_broken_rules or bool(miss.rule)
        before = self.found.get(topic)
        if topic in self._topics and (before is None or before.miss is not None):
            self._write(Finding(topic, miss))
        else:
            self._write(Finding(self._otherwise, miss))

    def is_open(self, topic: Topic) -> bool:
        """Nothing was written about it yet."""
        return topic in self._topics and topic not in self.found

    def _write(self, finding: Finding) -> None:
        if finding.topic not in self.found:
            self.found[finding.topic] = finding
            self._tell(finding)

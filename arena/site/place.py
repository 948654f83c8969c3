"""Where a page is in the published folder, and the way from it to others."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from arena.words.languages import Language


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a page.

    Attributes:
        path: below the folder of its language, as ``matches/0f….html``; the same in every language.
    """

    language: Language
    path: str

    @property
    def root(self) -> str:
        """The way up from the page to the folder of the cup: empty, or some ``../``."""
        return "../" * (self.language.folder + self.path).count("/")

    @property
    def home(self) -> str:
        """The way up to the folder of the page's language."""
        return "../" * self.path.count("/")

    def asset(self, path: str) -> str:
        """The link to a file that all languages share, by its path in the folder of the cup."""
        return self.root + quote(path)

    def page(self, path: str) -> str:
        """The link to a page of the same language, by its path there; what follows a ``#`` or ``?`` stays so."""
        return self.home + quote(path, safe="/#?=&~")

    def translations(self) -> list[tuple[Language, str]]:
        """The link to this page in each language."""
        return [(each, self.root + each.folder + quote(self.path)) for each in Language]

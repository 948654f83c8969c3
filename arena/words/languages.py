"""The languages of the pages: their names, directions and places."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """A language of the pages, by its tag."""

    ENGLISH = "en"
    PERSIAN = "fa"
    CHINESE = "zh"

    @property
    def own_name(self) -> str:
        """As its readers call it."""
        return {Language.ENGLISH: "English", Language.PERSIAN: "فارسی", Language.CHINESE: "中文"}[self]

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return "rtl" if self is Language.PERSIAN else "ltr"

    @property
    def folder(self) -> str:
        """Of its pages in the folder of a cup, with a slash; that of English is the folder itself."""
        return "" if self is Language.ENGLISH else f"{self.value}/"

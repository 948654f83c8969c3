"""What went wrong first, where several things that ran at once went wrong."""

from __future__ import annotations


def first_exception(trouble: BaseException) -> BaseException:
    """The first exception of a group, or what is no group itself: the others are what came of stopping."""
    while isinstance(trouble, BaseExceptionGroup):
        trouble = trouble.exceptions[0]
    return trouble

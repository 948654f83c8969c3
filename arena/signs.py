"""Numbers with their signs, on the screen and in print."""

from __future__ import annotations


def signed_in_ascii(value: float, digits: int = 0) -> str:
    """*value* with its sign, in ASCII; what is printed as zero has none.

    For the screen: a terminal of few characters shows a true minus as its number.
    """
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]


def signed(value: float, digits: int = 0) -> str:
    """*value* with its sign, a true minus, and no sign for what rounds to zero."""
    return signed_in_ascii(value, digits).replace("-", "−")

"""Our scripts and styles as readers load them: without comments and the blanks that only their writers need.

Good for files as we write them alone: comments of scripts begin a line, no text runs over lines, a division has blanks
around it and a pattern has none at its beginning.
"""

from __future__ import annotations

import re

SQUEEZED = frozenset({"cards.js", "steps.js", "table.js", "replay.js", "replay.css"})
"""What is squeezed: the shell of the replay, which has to be small."""

_LITERAL = re.compile(
    r"""
    "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'                # a text
    | /(?![/*\ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/   # a pattern
    | `                                                        # the beginning or end of a template
    | [ \t]*([=+\-*<>!&|?:;,()\[\]{}])[ \t]*                   # a sign, with the blanks around it
    """,
    re.VERBOSE,
)


def squeezed(name: str, content: bytes) -> bytes:
    """A file of the assets, by its name; what is none of `SQUEEZED` stays as it is."""
    if name not in SQUEEZED:
        return content
    text = content.decode()
    return (_script(text) if name.endswith(".js") else _style(text)).encode()


def _style(source: str) -> str:
    lines = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).splitlines()
    whole = "\n".join(line.strip() for line in lines if line.strip())
    tight = re.sub(r"\s*([{};])\s*", r"\1", whole).replace(";}", "}").replace(": ", ":").replace(", ", ",")
    return f"{tight}\n"


def _script(source: str) -> str:
    lines = [line.strip() for line in source.splitlines()]
    joined: list[str] = []
    for line in [_line(line) for line in lines if line and not line.startswith("//")]:
        # Where a statement goes on or is closed, a line break says nothing, nor does a sign before what closes.
        if joined and line.startswith((")", "}", "]")):
            joined[-1] = joined[-1].rstrip("\n").removesuffix(",").removesuffix(";")
        elif joined and line.startswith((".", "?", ":")):
            joined[-1] = joined[-1].rstrip("\n")
        joined.append(line if line.endswith(("{", "(", "[", ",", ";")) else f"{line}\n")
    return f"{''.join(joined).rstrip()}\n"


def _line(line: str) -> str:
    """A line without blanks around signs; what texts, patterns and templates hold is left alone."""
    found: list[str] = []
    # Of each template that is open, how many braces are open in its part; None while its text is read.
    templates: list[int | None] = []
    at = 0
    while at < len(line):
        if templates and templates[-1] is None:
            end = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*").match(line, at)
            assert end is not None
            found.append(end.group())
            at = end.end()
            if line.startswith("${", at):
                templates[-1] = 0
                found.append("${")
                at += 2
            else:
                templates.pop()
                found.append(line[at : at + 1])
                at += 1
            continue
        token = _LITERAL.match(line, at)
        if token is None:
            found.append(line[at])
            at += 1
            continue
        sign = token.group(1) or token.group()
        if sign == "`":
            templates.append(None)
        elif sign == "{" and templates:
            templates[-1] = (templates[-1] or 0) + 1
        elif sign == "}" and templates:
            depth = templates[-1] or 0
            templates[-1] = depth - 1 if depth else None
        # Two signs in a row could read as one: `a - -b`.
        found.append(token.group() if sign in "+-" else sign)
        at = token.end()
        if sign == "}" and templates and templates[-1] is None:
            # Blanks behind it belong to the text of the template.
            found[-1] = "}"
            at = token.start() + token.group().index("}") + 1
    return "".join(found)

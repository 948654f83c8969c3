"""What rich draws, as text for whatever standard output is: a terminal, a file or a pipe."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from typing import TextIO


def drawn(draw: Callable[[TextIO, int | None], None]) -> str:
    """What *draw* writes to a stream.

    Args:
        draw: told the columns of the terminal, or None where there is none.
    """
    is_screen = sys.stdout is not None and sys.stdout.isatty()
    out = io.StringIO()
    draw(out, shutil.get_terminal_size().columns if is_screen else None)
    text = out.getvalue().rstrip()
    # Tables are drawn with blanks to their full width, which a file has no use for.
    return text if is_screen else "\n".join(line.rstrip() for line in text.splitlines())

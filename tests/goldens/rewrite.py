"""Write the texts of the kept deals anew: ``python -m tests.goldens.rewrite``."""

from __future__ import annotations

from tests.goldens.playthroughs import texts

if __name__ == "__main__":
    for path, text in texts():
        path.write_text(text, encoding="utf-8")

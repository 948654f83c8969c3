"""Write the kept rule sheets anew: ``python -m tests.goldens.sheets.rewrite``."""

from __future__ import annotations

from tests.goldens.sheets.texts import texts

if __name__ == "__main__":
    for path, text in texts():
        path.write_text(text, encoding="utf-8")

"""What authors are told in the README and the protocol's page is so."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pytest

from referee.judging.lines import judge

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    *("README.md", "docs/architecture.md", "docs/bots.md", "docs/cups.md", "docs/protocol.md"),
    "sample_bots/python/README.md",
)
SERVING = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "referee" / "serving").rglob("*.py"))


def document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document(name))

    assert links
    assert [link for link in links if not ((ROOT / name).parent / link).exists()] == []


def test_the_readme_shows_the_default_bot() -> None:
    code = document("sample_bots/python/default_bot.py").partition('"""\n\n')[2]

    assert f"```python\n{code}```" in document("README.md")


def test_the_readme_asks_the_judge_and_shows_its_answer() -> None:
    shown = re.search(r"^\$ echo '(.*)' \| \.venv/bin/referee judge\n(.*)$", document("README.md"), re.MULTILINE)
    assert shown is not None
    answers: list[bytes] = []
    judge(BytesIO(shown[1].encode() + b"\n"), answers.append)

    assert json.loads(answers[0]) == json.loads(shown[2])


def ends_of_a_stream() -> list[tuple[str, str]]:
    """Status and sentence of each row of the protocol's table; a sentence of gRPC's own has no row here."""
    table = document("docs/protocol.md").partition("| status | sentence | why |")[2].partition("\n\n")[0]
    status, rows = "", []
    for line in table.splitlines()[2:]:
        first, sentence = (cell.strip(" `") for cell in line.strip("|").split("|")[:2])
        status = first or status
        if not sentence.startswith("SERVER: "):
            rows.append((status, sentence))
    return rows


@pytest.mark.parametrize(("status", "sentence"), ends_of_a_stream())
def test_a_stream_ends_with_the_status_and_sentence_of_the_table(status: str, sentence: str) -> None:
    """Each sentence is one of the referee's, but for what is filled in where the table has numbers, quotes or dots."""
    fixed = max(re.split(r"\d+|'[^']*'|…|;", sentence), key=len).strip(" ,")

    assert len(fixed) > 12
    assert fixed in SERVING
    assert f"StatusCode.{status}" in SERVING


def test_the_table_of_ends_names_every_status_that_bots_are_sent() -> None:
    sources = ["chair.py", "chairs.py", "bridge/stream.py", "bridge/server.py"]
    used = {
        status
        for source in sources
        for status in re.findall(r"StatusCode\.([A-Z_]+)", document(f"referee/serving/{source}"))
    }

    # OK is an end in order; what a peer that is gone would be told is told to nobody.
    assert used - {"OK", "UNKNOWN"} == {status for status, _ in ends_of_a_stream()}

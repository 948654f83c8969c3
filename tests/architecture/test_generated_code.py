"""protos/generate.py writes the protocol's Python code, and notices when what is checked in is not that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from protos import generate

BOT = """
syntax = "proto3";
package tractor.v1;
import "tractor/v1/card.proto";
service BotService {
  rpc Play(stream PlayRequest) returns (stream PlayResponse);
}
message PlayRequest { Card card = 1; }
message PlayResponse {}
"""
CARD = """
syntax = "proto3";
package tractor.v1;
enum Card { CARD_UNSPECIFIED = 0; }
"""
TABLE = """
syntax = "proto3";
package tractor.v1;
import "tractor/v1/bot.proto";
message Table { PlayRequest last = 1; }
"""
WIRE = PurePosixPath("referee/wire/tractor/v1")
BOTS = PurePosixPath("sample_bots/python/tractor/v1")

pytestmark = pytest.mark.slow


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A made-up project of three proto files, with its code generated."""
    folder = tmp_path / "protos/tractor/v1"
    folder.mkdir(parents=True)
    for name, text in {"bot": BOT, "card": CARD, "table": TABLE}.items():
        (folder / f"{name}.proto").write_text(text, encoding="utf-8")
    for package in ("referee", "referee/wire"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    wanted = generate.generated(tmp_path)
    generate.write(tmp_path, wanted, generate.differences(tmp_path, wanted))
    return tmp_path


def differences(project: Path) -> list[PurePosixPath]:
    return generate.differences(project, generate.generated(project))


def test_what_was_generated_is_current(project: Path) -> None:
    assert differences(project) == []


def test_a_stale_a_missing_and_a_left_over_file_are_named(project: Path) -> None:
    (project / WIRE / "bot_pb2.py").write_text("", encoding="utf-8")
    (project / WIRE / "bot_pb2.pyi").unlink()
    (project / BOTS / "old_pb2.py").write_text("", encoding="utf-8")

    assert differences(project) == [WIRE / "bot_pb2.py", WIRE / "bot_pb2.pyi", BOTS / "old_pb2.py"]


def test_a_changed_comment_makes_the_types_stale(project: Path) -> None:
    """Comments are documentation in an author's editor, so they are kept current too."""
    proto = project / "protos/tractor/v1/table.proto"
    proto.write_text(TABLE.replace("message Table", "// Where four sit.\nmessage Table"), encoding="utf-8")

    assert differences(project) == [WIRE / "table_pb2.pyi"]


def test_bots_get_their_service_and_what_it_needs(project: Path) -> None:
    modules = {path.stem for path in (project / BOTS).glob("*.py")}

    assert modules == {"__init__", "bot_pb2", "bot_pb2_grpc", "card_pb2"}


@pytest.mark.parametrize(
    ("folder", "line"),
    [
        (".", "from referee.wire.tractor.v1 import bot_pb2_grpc, table_pb2"),
        ("sample_bots/python", "from tractor.v1 import bot_pb2_grpc"),
    ],
)
def test_each_copy_imports_itself(project: Path, folder: str, line: str) -> None:
    command = [sys.executable, "-c", line]
    result = subprocess.run(command, cwd=project / folder, check=False, capture_output=True, text=True)

    assert result.returncode == 0, result.stderr


def test_a_refused_proto_is_quoted(project: Path) -> None:
    (project / "protos/tractor/v1/card.proto").write_text("nonsense", encoding="utf-8")

    with pytest.raises(generate.GenerationError, match=r"tractor/v1/card\.proto"):
        generate.generated(project)

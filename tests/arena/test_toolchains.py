"""What a confined build gets of the machine: compilers and where to get libraries, no keys and no passwords."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from arena import toolchains
from arena.toolchains import Toolchains, find_toolchains


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def found(home: Path, environment: Mapping[str, str], *, named: tuple[Path, ...] = ()) -> Toolchains:
    return find_toolchains(environment, home, [], named)


def test_a_compiler_in_a_folder_of_its_own_is_readable_with_its_libraries(home: Path, tmp_path: Path) -> None:
    compiler = program(tmp_path / "opt" / "go" / "bin" / "go")

    assert found(home, {"PATH": f"/usr/sbin:{compiler.parent}"}).readable == (
        compiler.parent,
        compiler.parent.parent,
    )


@pytest.mark.parametrize("folder", [".cargo", ".local", "go"])
def test_programs_in_the_home_are_readable_and_what_lies_beside_them_is_not(home: Path, folder: str) -> None:
    programs = program(home / folder / "bin" / "tool").parent

    assert found(home, {"PATH": str(programs)}).readable == (programs,)


def test_the_home_itself_is_not_readable_where_it_is_in_the_path(home: Path, tmp_path: Path) -> None:
    assert found(home, {"PATH": f"{home}:{tmp_path}:/"}).readable == ()


def test_compilers_of_rustup_are_readable_and_its_cargo_is_at_home_elsewhere(home: Path) -> None:
    program(home / ".cargo" / "bin" / "rustup")
    (home / ".rustup").mkdir()

    tools = found(home, {"PATH": str(home / ".cargo" / "bin"), "CARGO_HOME": str(home / ".cargo")})

    assert tools.readable == (home / ".cargo" / "bin", home / ".rustup")
    assert [name for name, _ in tools.environment] == ["PATH", "RUSTUP_HOME"]


def test_proxies_and_registries_are_kept_and_nothing_else_of_the_environment(home: Path) -> None:
    kept = {"https_proxy": "http://proxy", "GOPROXY": "off", "PIP_INDEX_URL": "x", "npm_config_registry": "y"}
    dropped = {"AWS_SECRET_ACCESS_KEY": "s", "NPM_TOKEN": "s", "CARGO_REGISTRY_TOKEN": "s", "SSH_AUTH_SOCK": "s"}

    assert dict(found(home, {**kept, **dropped}).environment) == kept


def test_certificates_that_the_environment_names_are_readable(home: Path, tmp_path: Path) -> None:
    (tmp_path / "authorities.pem").write_text("")

    assert found(home, {"SSL_CERT_FILE": str(tmp_path / "authorities.pem")}).readable == (tmp_path / "authorities.pem",)


def test_what_the_caller_names_is_readable(home: Path) -> None:
    assert found(home, {}, named=(home / ".npmrc",)).readable == (home / ".npmrc",)


def test_a_virtual_environment_is_readable_with_the_python_that_it_is_of(home: Path, tmp_path: Path) -> None:
    python = program(tmp_path / "python" / "bin" / "python3")
    link = tmp_path / "venv" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(python)

    tools = find_toolchains({}, home, [link], ())

    assert tools.readable == (link.parent, link.parent.parent, python.parent, python.parent.parent)


def test_a_maven_of_the_system_can_read_what_it_starts_with(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "etc" / "maven" / "m2.conf"
    settings.parent.mkdir(parents=True)
    settings.touch()
    monkeypatch.setattr(toolchains, "SETTINGS", (settings, tmp_path / "not-there"))
    maven = program(tmp_path / "maven" / "bin" / "mvn").parent

    assert found(home, {"PATH": str(maven)}).readable == (maven, maven.parent, settings)
    assert found(home, {"PATH": "/nowhere"}).readable == ()

"""What is missing on the machine, and how it gets there."""

import ensurepip

import pytest

from course.errors import CourseError
from course.toolchain import libraries, tools
from course.toolchain.tools import Tool

HAMMER = Tool("hammer", lambda: "no hammer", apt="hammer", dnf="hammer-devel", brew="ham")
NAILS = Tool("nails", lambda: "none left", apt="nails hammer", dnf="n", brew="n")
PLIERS = Tool("pliers", lambda: None, apt="pliers")


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "TOOLS", (HAMMER, PLIERS, NAILS))
    monkeypatch.setattr(tools, "this_system", lambda: "apt")


@pytest.mark.usefixtures("workshop")
def test_everything_that_is_missing_is_listed_at_once() -> None:
    assert [tool.name for tool in tools.missing(tools.TOOLS)] == ["hammer", "nails"]


@pytest.mark.parametrize(
    ("system", "root", "command"),
    [
        (
            "apt",
            False,
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends hammer nails",
        ),
        ("apt", True, "apt-get update && apt-get install -y --no-install-recommends hammer nails"),
        ("dnf", False, "sudo dnf install -y hammer-devel n"),
        ("brew", False, "brew install ham n"),
    ],
)
def test_one_command_installs_it_all(system, root, command) -> None:
    assert tools.install_command(system, [HAMMER, NAILS], root=root) == command


def test_an_unknown_system_gets_every_command() -> None:
    lacking = {HAMMER: "no hammer"}
    text = tools.report(lacking, None, root=False)
    assert all(word in text for word in ("no hammer", "apt-get", "dnf", "brew install ham"))
    assert "dnf" not in tools.report(lacking, "apt", root=False)


@pytest.mark.usefixtures("workshop")
def test_without_a_terminal_nothing_is_installed(monkeypatch, capsys) -> None:
    monkeypatch.setattr(tools, "_install", lambda *_, **__: pytest.fail("installed unasked"))
    with pytest.raises(CourseError, match="install what is missing"):
        tools.require(install_without_asking=False)
    assert "nails" in capsys.readouterr().err


def test_yes_runs_the_command_and_looks_again(monkeypatch, tmp_path, program) -> None:
    hammer = tmp_path / "usr" / "hammer"
    program("bin/apt-get", f'echo "$@" >> {tmp_path}/calls; mkdir -p {hammer.parent}; : > {hammer}')
    tool = Tool("hammer", lambda: None if hammer.exists() else "no hammer", apt="hammer")
    monkeypatch.setattr(tools, "TOOLS", (tool,))
    monkeypatch.setattr(tools, "this_system", lambda: "apt")
    monkeypatch.setattr(tools.os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    tools.require(install_without_asking=True)
    assert (tmp_path / "calls").read_text().splitlines() == [
        "update",
        "install -y --no-install-recommends hammer",
    ]


@pytest.mark.usefixtures("workshop")
def test_an_installation_that_fails_is_told(monkeypatch) -> None:
    monkeypatch.setattr(tools, "install_command", lambda *_, **__: "exit 100")
    with pytest.raises(CourseError, match="exit code 100"):
        tools.require(install_without_asking=True)


@pytest.mark.usefixtures("workshop")
def test_an_installation_without_effect_is_told(monkeypatch) -> None:
    monkeypatch.setattr(tools, "install_command", lambda *_, **__: "true")
    with pytest.raises(CourseError, match=r"still missing: hammer \(no hammer\), nails"):
        tools.require(install_without_asking=True)


@pytest.mark.usefixtures("probes")
def test_an_old_cmake_is_told_from_a_missing_one(monkeypatch, tmp_path, program) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    cmake = program("bin/cmake", "echo 'cmake version 3.22.1'")
    assert tools._cmake() == f"{cmake} is 3.22, but 3.25 is needed"
    program("bin/cmake", "echo 'cmake version 3.25.1' # another file, so it is asked again")
    assert tools._cmake() is None
    program("bin/cmake", "exit 3")
    assert tools._cmake() == "`cmake --version` does not work"


@pytest.mark.usefixtures("probes")
def test_a_compiler_must_know_cpp20(monkeypatch, tmp_path, program) -> None:
    old = program("bin/old-c++", "exit 1")
    monkeypatch.setenv("CXX", str(old))
    assert tools._compiler() == f"{old} can't compile C++20"
    monkeypatch.setenv("CXX", str(tmp_path / "none"))
    assert tools._compiler() == f"{tmp_path / 'none'} is not on PATH"


def test_a_python_that_cannot_fill_an_environment(monkeypatch) -> None:
    """Debian's python3 without python3-venv: the module is there, what it needs is not."""

    def version() -> str:
        raise FileNotFoundError("python-wheels")

    monkeypatch.setattr(ensurepip, "version", version)
    assert "no ensurepip" in (tools._venv() or "")


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Optional tools that are absent; gives the names in each attempt to install some."""
    monkeypatch.setattr(tools, "OPTIONAL", (HAMMER, PLIERS, NAILS))
    monkeypatch.setattr(tools, "this_system", lambda: "apt")
    attempts: list[list[str]] = []
    monkeypatch.setattr(
        tools, "_install", lambda _, some, **__: attempts.append([tool.name for tool in some])
    )
    return attempts


def test_what_is_optional_is_installed_in_one_go(shelf, capsys) -> None:
    tools.install_absent()
    assert shelf == [["hammer", "nails"]]
    told = capsys.readouterr().err.splitlines()
    assert told == ["continuing without hammer: no hammer", "continuing without nails: none left"]


def test_one_package_that_is_not_to_be_had_keeps_no_other_out(shelf, monkeypatch) -> None:
    def fail(_: str, some: list[Tool], **__: object) -> None:
        shelf.append([tool.name for tool in some])
        if HAMMER in some:
            raise CourseError("no such package")

    monkeypatch.setattr(tools, "_install", fail)
    tools.install_absent()
    assert shelf == [["hammer", "nails"], ["hammer"], ["nails"]]


def test_nothing_optional_is_installed_on_an_unknown_system(shelf, monkeypatch) -> None:
    monkeypatch.setattr(tools, "this_system", lambda: None)
    tools.install_absent()
    assert shelf == []


def test_every_optional_tool_has_a_package_for_debian() -> None:
    assert all(tool.apt for tool in tools.OPTIONAL)
    assert "libjemalloc2" in tools.help_text()


def test_an_allocator_is_looked_for_where_the_linker_looks(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(libraries, "folders", lambda: [tmp_path / "none", tmp_path])
    monkeypatch.setattr(libraries.sys, "platform", "linux")
    assert libraries.allocator("mimalloc") is None
    assert libraries.why_no_allocator("mimalloc") == "libmimalloc.so.2 is not installed"
    for name in ("libmimalloc.so.2.1", "libmimalloc.so.2"):
        (tmp_path / name).touch()
    assert libraries.allocator("mimalloc") == tmp_path / "libmimalloc.so.2"
    assert libraries.why_no_allocator("mimalloc") is None

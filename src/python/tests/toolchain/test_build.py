"""Building: Maven without the network first, CMake's folders, the kernels' descriptions."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from course import paths
from course.errors import CourseError
from course.toolchain import build, compiler, jdks, kernels
from course.toolchain.fingerprint import Fingerprints

JDK = jdks.Jdk(Path("/jdks/25"), 25, "25+36", "Tests", frozenset(), True, True)


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program):
    """Puts a Maven on PATH that does what a test says; returns its calls."""
    monkeypatch.setattr(paths, "LOGS", tmp_path / "log")
    monkeypatch.setattr(paths, "JAVA_SOURCES", tmp_path)
    monkeypatch.setattr(jdks, "compiling", lambda: JDK)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")

    def make(body: str):
        program("bin/mvn", f'echo "$JAVA_HOME $@" >> {tmp_path}/calls\n{body}')
        return lambda: (tmp_path / "calls").read_text().splitlines()

    return make


BASE = "/jdks/25 --batch-mode --no-transfer-progress package"


def test_maven_stays_off_the_network_if_it_can(maven) -> None:
    calls = maven("echo BUILD SUCCESS")
    assert "BUILD SUCCESS" in build.maven("java", ["package"])
    assert calls() == [f"{BASE} --offline"]


def test_maven_goes_to_the_network_for_what_it_lacks(maven) -> None:
    offline = "echo '[ERROR] Cannot access central in offline mode'; exit 1"
    calls = maven(f'case "$*" in *--offline*) {offline};; esac')
    build.maven("java", ["package"])
    assert calls() == [f"{BASE} --offline", BASE]


def test_a_compile_error_is_not_tried_again(maven) -> None:
    calls = maven("echo '[INFO] x'; echo '[ERROR] A.java:[3,1] error: ; expected'; exit 1")
    with pytest.raises(CourseError, match=r"A\.java:\[3,1\]"):
        build.maven("java", ["package"])
    assert len(calls()) == 1


def test_a_failure_is_not_tried_again_for_a_warning(maven) -> None:
    """Offline, Maven warns of each plugin that it doesn't know, and needs none of them."""
    warns = "echo '[WARNING] Cannot access central in offline mode'"
    calls = maven(f"{warns}; echo '[ERROR] a test failed'; exit 1")
    with pytest.raises(CourseError, match="a test failed"):
        build.maven("java", ["package"])
    assert len(calls()) == 1


def test_without_a_jdk_the_way_out_is_named(monkeypatch) -> None:
    monkeypatch.setattr(jdks, "compiling", lambda: None)
    with pytest.raises(CourseError, match=r"JDK >= 17 .* run \./course setup"):
        build.maven("java", ["package"])


@pytest.mark.parametrize(("version", "built"), [(None, False), (17, False), (25, True), (26, True)])
def test_the_foreign_module_needs_a_jdk_that_has_its_api(monkeypatch, version, built) -> None:
    jdk = version and replace(JDK, version=version)
    monkeypatch.setattr(jdks, "compiling", lambda: jdk)
    jars = {path.name for path in build.java_step(Fingerprints()).products}
    assert "allocpool-analysers-1.0.0.jar" in jars
    assert ("allocpool-foreign-1.0.0.jar" in jars) == built


@pytest.mark.parametrize(
    ("cache", "kept"),
    [
        ("CMAKE_CXX_COMPILER:FILEPATH=/bin/c++\nCMAKE_HOME_DIRECTORY:INTERNAL={sources}\n", True),
        ("CMAKE_CXX_COMPILER:STRING=/bin/clang++\n", False),
        ("CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere/src/cpp\n", False),
        ("CMAKE_GENERATOR:INTERNAL=Xcode\n", False),
    ],
)
def test_a_build_folder_of_other_tools_is_dropped(tmp_path, cache, kept) -> None:
    folder = tmp_path / "cpp"
    folder.mkdir()
    (folder / "CMakeCache.txt").write_text(cache.format(sources=paths.CPP_SOURCES))
    build.forget_other_tools(folder, Path("/bin/c++"))
    assert folder.exists() == kept


def test_the_java_kernel_is_pinned_to_its_jdk() -> None:
    spec = kernels.java_spec(JDK)
    argv = spec["argv"]
    assert isinstance(argv, list)
    assert argv[0] == "/jdks/25/bin/java"
    assert argv[argv.index("--add-opens") + 1] == "jdk.jshell/jdk.jshell=ALL-UNNAMED"
    assert argv[-1] == "{connection_file}"
    assert spec["interrupt_mode"] == "message"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without kernels, and no other place to look for them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(kernels, "CPP_SPEC", tmp_path / "venv/kernels/xcpp17/kernel.json")
    for name in ("XDG_DATA_HOME", "CONDA_PREFIX", "JUPYTER_PATH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def install_kernel(prefix: Path, *argv: str, **more: object) -> Path:
    spec = prefix / "kernels" / "xcpp17" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": argv, **more}))
    return spec


def argv_of(spec: Path) -> list[str]:
    return json.loads(spec.read_text())["argv"]


def test_a_real_xeus_kernel_goes_before_ours(home) -> None:
    assert kernels.xeus() is None
    spec = install_kernel(home / ".local/share/jupyter", "/opt/conda/bin/xcpp", "-std=c++17")
    assert kernels.xeus() == spec
    (step,) = kernels.cpp_lane(Fingerprints())
    step.make(0)
    assert argv_of(kernels.CPP_SPEC)[:2] == argv_of(spec)


def test_a_xeus_kernel_gets_what_the_notebooks_include(home) -> None:
    real = install_kernel(
        home / ".local/share/jupyter",
        *("/opt/conda/bin/xcpp", "-f", "{connection_file}", "-std=c++17"),
        display_name="C++17",
        env={"LANG": "C"},
    )
    spec = kernels.xeus_spec(real)
    argv = spec["argv"]
    assert isinstance(argv, list)
    assert argv[:4] == argv_of(real)
    assert "-O2" in argv[4:]
    folders = [Path(word[2:]) for word in argv[4:] if word.startswith("-I")]
    assert any((folder / "steps/notebook.hpp").is_file() for folder in folders)
    assert any((folder / "generator.hpp").is_file() for folder in folders)
    assert spec["env"] == {"PATH": "/opt/conda/bin:${PATH}", "LANG": "C"}
    assert spec["display_name"] == "C++17"


def test_a_xeus_kernel_is_found_in_a_conda_environment_and_not_in_ours(home, monkeypatch) -> None:
    """JUPYTER_PATH leads other programs to our environment; what is there was derived."""
    conda = install_kernel(home / "conda/share/jupyter", "/opt/conda/bin/xcpp")
    monkeypatch.setenv("CONDA_PREFIX", str(home / "conda"))
    monkeypatch.setenv("JUPYTER_PATH", str(home / "venv"))
    kernels.cpp_lane(Fingerprints())[0].make(0)
    assert (home / "venv/kernels/xcpp17/kernel.json").is_file()
    assert kernels.xeus() == conda


def test_a_xeus_kernel_that_is_gone_is_told_of(home, program) -> None:
    xcpp = program("bin/xcpp", "exit 0")
    install_kernel(home / ".local/share/jupyter", str(xcpp))
    assert kernels.states()["xcpp17"] == "not installed: run ./course setup"
    kernels.cpp_lane(Fingerprints())[0].make(0)
    assert kernels.states()["xcpp17"] == "ok"
    xcpp.unlink()
    assert kernels.states()["xcpp17"] == f"its program is missing ({xcpp}): run ./course setup"


def test_our_own_kernel_is_not_taken_for_a_real_one(home) -> None:
    install_kernel(home / ".local/share/jupyter", sys.executable, "-m", "course.xcpp17")
    assert kernels.xeus() is None


def test_a_damaged_kernel_description_is_no_kernel(home) -> None:
    install_kernel(home / ".local/share/jupyter").write_text("{")
    assert kernels.xeus() is None


def test_headers_of_an_active_conda_environment_count(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(compiler, "find", lambda: None)
    (tmp_path / "include").mkdir()
    (tmp_path / "include/only_in_conda.hpp").touch()
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    assert not compiler.has_header("only_in_conda.hpp")
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path))
    assert compiler.has_header("only_in_conda.hpp")

"""Building: Maven without the network first, CMake's folders, the kernels' descriptions."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from course import paths
from course.errors import CourseError
from course.toolchain import build, jdks, kernels
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


def test_without_a_jdk_the_way_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jdks, "compiling", lambda: None)
    with pytest.raises(CourseError, match=r"JDK >= 17 .* run \./course setup"):
        build.maven("java", ["package"])


@pytest.mark.parametrize(("version", "built"), [(None, False), (17, False), (25, True), (26, True)])
def test_the_foreign_module_needs_a_jdk_that_has_its_api(
    monkeypatch: pytest.MonkeyPatch, version: int | None, built: bool
) -> None:
    jdk = version and replace(JDK, version=version)
    monkeypatch.setattr(jdks, "compiling", lambda: jdk)
    jars = {path.name for path in build.java_step(Fingerprints()).products}
    assert {"allocpool-native-1.0.0.jar", "allocpool-flat-1.0.0.jar"} <= jars
    for name in ("foreign", "flat-foreign", "queues-foreign"):
        assert (f"allocpool-{name}-1.0.0.jar" in jars) == built


@pytest.mark.parametrize(
    ("cache", "kept"),
    [
        ("CMAKE_CXX_COMPILER:FILEPATH=/bin/c++\nCMAKE_HOME_DIRECTORY:INTERNAL={sources}\n", True),
        ("CMAKE_CXX_COMPILER:STRING=/bin/clang++\n", False),
        ("CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere/src/cpp\n", False),
        ("CMAKE_GENERATOR:INTERNAL=Xcode\n", False),
    ],
)
def test_a_build_folder_of_other_tools_is_dropped(tmp_path: Path, cache: str, kept: bool) -> None:
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
    for name in ("XDG_DATA_HOME", "CONDA_PREFIX", "JUPYTER_PATH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def install_kernel(prefix: Path, *argv: str) -> Path:
    spec = prefix / "kernels" / "xcpp17" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": argv}))
    return spec


def test_a_real_xeus_kernel_goes_before_ours(home: Path) -> None:
    assert kernels.xeus() is None
    spec = install_kernel(home / ".local/share/jupyter", "/opt/conda/bin/xcpp", "-std=c++17")
    assert kernels.xeus() == spec
    assert kernels.cpp_lane(Fingerprints()) == []


def test_our_own_kernel_is_not_taken_for_a_real_one(home: Path) -> None:
    install_kernel(home / ".local/share/jupyter", sys.executable, "-m", "course.xcpp17")
    assert kernels.xeus() is None


def test_a_damaged_kernel_description_is_no_kernel(home: Path) -> None:
    install_kernel(home / ".local/share/jupyter").write_text("{")
    assert kernels.xeus() is None

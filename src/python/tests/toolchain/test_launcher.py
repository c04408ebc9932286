"""`./course` itself: help without an environment, bad arguments, an outdated Python."""

import ast
import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.cli.main import COMMANDS, main, parse

pytestmark = pytest.mark.slow  # all of it together


def launch(tree: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs the tree's launcher with the Python below this environment and an empty home."""
    home = tree.parent / "home"
    home.mkdir(exist_ok=True)
    env |= {"HOME": str(home)}
    words = [base_python(), tree / "course", *arguments]
    return programs.run(*words, env={"PATH": os.environ["PATH"]} | env, timeout=60)


def base_python() -> Path:
    return Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")


@pytest.mark.parametrize("command", [[], ["run"]])
def test_help_needs_no_environment(untouched, command) -> None:
    done = launch(untouched, *command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: ./course{''.join(' ' + name for name in command)} ")
    assert not (untouched / ".venv").exists()
    assert not (untouched / ".toolchain").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: ./course {command} ")


def test_exit_codes_are_known_whoever_starts_us(monkeypatch) -> None:
    """While SIGCHLD is ignored, Python takes every child's exit code for 0."""
    monkeypatch.setattr("course.cli.doctor.doctor", lambda _: subprocess.call(["false"]))
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert main(["doctor"]) == 1
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_help_loads_none_of_the_libraries(untouched) -> None:
    program = f"""
import runpy, sys
sys.argv = ["course", "--help"]
try:
    runpy.run_path({str(untouched / "course")!r}, run_name="__main__")
except SystemExit:
    pass
heavy = {{"rich", "numpy", "scipy", "pydantic", "course.site.site"}} & set(sys.modules)
sys.exit(str(heavy) if heavy else 0)
"""
    done = programs.run(sys.executable, "-c", program)
    assert done.returncode == 0, done.stderr


def test_setup_help_names_every_system(untouched) -> None:
    text = launch(untouched, "setup", "--help").stdout
    assert "sudo apt-get install -y --no-install-recommends g++ " in text
    assert "sudo dnf install -y gcc-c++ " in text
    assert "brew install " in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no command given; valid: run, test, setup, doctor, jdk, sweep"),
        (["frobnicate"], "unknown command 'frobnicate'; valid: run, test"),
        (["--frobnicate"], "COMMAND"),
        (["run", "--frobnicate"], "--frobnicate"),
        (["run", "--profile", "huge"], "'huge' (choose from"),
        (["sweep", "--jobs", "0"], "'0' is not a number above 0"),
        (["sweep", "--jobs", "two"], "'two' is not a number above 0"),
        (["doctor", "--seconds", "nan"], "'nan' is not a number above 0"),
        (["doctor", "--seconds", "inf"], "'inf' is not a number above 0"),
        (["serve", "--port", "99999"], "'99999' is not a port"),
        (["sweep", "--prof", "smoke"], "--prof"),
        (["bench"], "BENCH"),
        (["bench", "stack"], "invalid choice: 'stack' (choose from"),
        (["jdk", "11"], "TOOL"),
        (["bench", "queue", "--rounds", "0"], "'0' is not a number above 0"),
        (["bench", "queue", "--seconds", "inf"], "'inf' is not a number above 0"),
        (["start"], "NAME"),
        (["grade"], "SUBMISSIONS"),
        (["grade", "class", "-j", "0"], "'0' is not a number above 0"),
        (["export", "excel", "grades"], "invalid choice: 'excel' (choose from"),
        (["export", "junit"], "RESULTS"),
        (["workshop", "week"], "invalid choice: 'week' (choose from"),
        (["workshop", "day", "--start", "9"], "'9' is not a time such as 09:00"),
        (["workshop", "day", "--start", "24:00"], "'24:00' is not a time from 00:00 to"),
    ],
)
def test_bad_arguments_take_one_line(arguments, says, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments)
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert says in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_bad_profile_lists_the_valid_ones(untouched) -> None:
    done = launch(untouched, "sweep", "--profile", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert all(name in done.stderr for name in ("smoke", "trimmed", "full"))
    assert done.stderr.count("\n") == 1


# Runs the launcher as if an older Python had been called.
OLD = """
import runpy, sys
sys.version_info = (3, 9, 2, "final", 0)
sys.argv = [{course!r}, "run", "--serve"]
runpy.run_path({course!r}, run_name="__main__")
"""


def launch_old(tree, path) -> subprocess.CompletedProcess[str]:
    program = OLD.format(course=str(tree / "course"))
    return programs.run(base_python(), "-c", program, env={"PATH": str(path)})


def test_outdated_python_is_named(tree, tmp_path) -> None:
    done = launch_old(tree, tmp_path / "nothing")
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "is Python 3.9" in done.stderr
    assert "apt-get install python3.11" in done.stderr
    assert done.stderr.count("\n") == 1


def test_newer_python_on_path_is_taken(tree, tmp_path, program) -> None:
    program("bin/python3.12", 'echo "newer: $@"')
    done = launch_old(tree, tmp_path / "bin")
    assert (done.returncode, done.stdout) == (0, f"newer: {tree / 'course'} run --serve\n")


def test_launcher_is_readable_by_old_pythons() -> None:
    """No syntax that is newer than Python 3.4, or the message would never be seen."""
    ast.parse((paths.ROOT / "course").read_text(), feature_version=(3, 4))


def test_missing_tools_come_before_the_environment(tree, tmp_path, program) -> None:
    """On a machine with nothing but Python: all that is missing, at once, and nothing is made."""
    program("bin/uname", "echo Linux")
    done = launch(tree, "setup", PATH=str(tmp_path / "bin"), CXX="")
    assert done.returncode == 1
    for name in ("C++20 compiler", "Maven", "CMake", "Ninja or make", "git"):
        assert name in done.stderr
    assert done.stderr.splitlines()[-1].startswith("./course setup: install what is missing")
    assert not (tree / ".venv").exists()


def test_doctor_works_without_anything(tree, tmp_path) -> None:
    done = launch(tree, "doctor", "--json", "--seconds", "0.1", PATH=str(tmp_path / "nothing"))
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["compiler"] is None
    assert report["verdict"] is None
    assert "no C++20 compiler" in report["fitness"]["error"]
    assert report["environment"].startswith("not ready")
    assert report["machine"]["cores"] >= 1
    assert "CMake >= 3.25" in report["missing"]
    assert report["sandbox"].startswith("none: ")
    text = launch(tree, "doctor", "--seconds", "0.1", PATH=str(tmp_path / "nothing"))
    assert text.returncode == 0
    assert "there's no reading to judge by" in text.stdout


def test_a_reader_that_goes_away_is_no_traceback(tree, tmp_path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [str(base_python()), str(tree / "course"), "doctor", "--seconds", "0.1"],
        env={"HOME": str(tmp_path), "PATH": str(tmp_path / "nothing")},
        stdout=writes,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_stream_is_no_traceback(tree, tmp_path, closed) -> None:
    """Its number must not become a file's: what we start would write there."""
    script = f'exec "$0" "$1" doctor --seconds 0.1 {closed}>&-'
    done = subprocess.run(
        ["/bin/sh", "-c", script, str(base_python()), str(tree / "course")],
        env={"HOME": str(tmp_path), "PATH": str(tmp_path / "nothing")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_takes_one_line(monkeypatch, capsys) -> None:
    def fail(_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "build/stamps/cpp")

    monkeypatch.setattr("course.cli.doctor.doctor", fail)
    assert main(["doctor"]) == 1
    said = capsys.readouterr().err
    assert said == "./course doctor: build/stamps/cpp: No space left on device\n"


def test_a_letter_that_the_terminal_lacks_is_no_traceback(monkeypatch, capfdbinary) -> None:
    def say(_: object) -> int:
        print("Zoë 3")
        return 0

    monkeypatch.setattr("course.cli.doctor.doctor", say)
    monkeypatch.setattr(sys, "stdout", open(1, "w", encoding="ascii", closefd=False))  # noqa: SIM115
    assert main(["doctor"]) == 0
    assert capfdbinary.readouterr().out == rb"Zo\xeb 3" + b"\n"

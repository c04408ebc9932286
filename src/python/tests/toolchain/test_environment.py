"""The environment: made completely or not at all, by one set-up at a time."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.process.logged import StepFailed, last_useful_lines, run_logged
from course.toolchain import cppyy, environment

from .test_launcher import base_python

ENSURE = "from course.toolchain import environment as e; e.ensure(); assert e.ready()"


def in_tree(tree: Path, program: str) -> list[str]:
    start = f"import sys; sys.path.insert(0, {str(tree / 'src' / 'python')!r}); "
    return [str(base_python()), "-c", start + program]


def ensure(tree: Path) -> subprocess.CompletedProcess[str]:
    return programs.run(*in_tree(tree, ENSURE))


def imports_course(tree: Path) -> bool:
    program = "import course.cli.main; print(course.__file__)"
    done = programs.run(tree / ".venv/bin/python", "-c", program, cwd="/")
    return done.stdout.startswith(str(tree))


@pytest.mark.slow
@pytest.mark.timeout(600)  # pip may have to share the machine
def test_made_once_and_kept(tree) -> None:
    first = ensure(tree)
    assert first.returncode == 0, first.stderr
    assert "making .venv" in first.stderr
    assert imports_course(tree)
    mark = tree / ".venv" / "mark"
    mark.touch()
    assert ensure(tree).stderr == ""
    assert mark.exists()
    with (tree / "pyproject.toml").open("a") as project:
        project.write('dependencies = ["no-such-package"]\n')
    (tree / "locks" / "python.txt").write_text(
        f"no-such-package==1.0 --hash=sha256:{'0' * 64}\n--no-index\n"
    )
    done = ensure(tree)
    assert "making .venv" in done.stderr
    assert not mark.exists(), "another lock means another environment"
    assert done.returncode != 0
    assert "build/log/environment.log" in done.stderr, "a package that cannot be had"
    assert not (tree / ".venv" / "course.stamp").exists()


@pytest.mark.all
@pytest.mark.slow
@pytest.mark.timeout(600)  # pip may have to share the machine
def test_killed_in_the_middle_and_started_again(tree) -> None:
    """kill -9 while .venv is half made: no stamp, and the next set-up makes it whole."""
    process = subprocess.Popen(in_tree(tree, ENSURE), stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tree / ".venv" / "bin").exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert (tree / ".venv" / "bin").exists()
    assert not (tree / ".venv" / "course.stamp").exists()
    again = ensure(tree)
    assert again.returncode == 0, again.stderr
    assert imports_course(tree)


@pytest.mark.all
@pytest.mark.slow
@pytest.mark.timeout(600)  # pip may have to share the machine
def test_a_moved_tree_gets_a_new_environment(tree) -> None:
    """An environment knows its own path; in another place it would run the old one's files."""
    ensure(tree)
    moved = tree.rename(tree.parent / "moved")
    assert "making .venv" in ensure(moved).stderr
    assert imports_course(moved)


def test_a_linked_environment_is_left_alone(tree) -> None:
    other = tree.parent / "other"
    other.mkdir()
    (other / "course.stamp").touch()
    (tree / ".venv").symlink_to(other)
    done = ensure(tree)
    assert done.returncode != 0
    assert ".venv is a link" in done.stderr
    assert (other / "course.stamp").exists()


def test_two_set_ups_are_serialised_even_beyond_a_kill(tree) -> None:
    """A child that inherited the lock keeps it when its parent is killed."""
    marker = tree / "child-runs"
    child = f"touch {marker}; exec sleep 30"
    parent = subprocess.Popen(
        in_tree(
            tree,
            "import subprocess\n"
            "from course.toolchain.steps import exclusive\n"
            f"with exclusive() as lock: subprocess.run(['sh', '-c', {child!r}], pass_fds=[lock])",
        ),
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 30
        while not marker.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        parent.kill()
        parent.wait()
        other = subprocess.Popen(
            in_tree(
                tree,
                "from course.toolchain.steps import exclusive\nwith exclusive(): print('mine')",
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert other.stderr is not None
        assert "waiting for another ./course setup" in other.stderr.readline()
        assert other.poll() is None
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
    out, _ = other.communicate(timeout=30)
    assert out == "mine\n"


def test_nothing_is_imported_from_where_it_is_run(tmp_path, monkeypatch) -> None:
    (tmp_path / "argparse.py").write_text("print('a submission runs')")
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, words: started.append(words))
    environment.enter(["--help"])
    done = programs.run(*started[0], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ./course ")


def test_names_of_files_have_all_letters_in_any_locale(tmp_path, monkeypatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, words: started.append(words))
    environment.enter([])
    words = [*started[0][: started[0].index("-m")], "-c", "open('Zo\xeb', 'x')"]
    old = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert programs.run(*words, cwd=tmp_path, env=old).returncode == 0
    assert [one.name for one in tmp_path.iterdir()] == ["Zo\xeb"]


def test_every_stage_of_cppyy_is_in_the_lock() -> None:
    entries = environment.entries(environment.LOCK.read_text())
    for stage, locked in zip(cppyy.STAGES, cppyy.locked(), strict=True):
        assert locked == "".join(entries[name] for name in stage)


def test_the_lock_has_all_that_pyproject_names() -> None:
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    wanted = [*project["project"]["dependencies"]]
    wanted += [one for name in ("cppyy", "lab", "hub", "repo2docker") for one in groups[name]]
    names = {re.match(r"[\w.-]+", one)[0] for one in wanted}
    assert names <= environment.entries(environment.LOCK.read_text()).keys()


def test_locks_name_hashes_and_no_hosts() -> None:
    for lock in paths.LOCKS.glob("*.txt"):
        text = lock.read_text()
        assert "://" not in text, lock
        assert text.startswith("# "), lock
        entries = environment.entries(text)
        assert entries, lock
        assert all("--hash=sha256:" in entry for entry in entries.values()), lock


def test_a_failing_step_shows_its_error_and_its_log(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(paths, "LOGS", tmp_path)
    body = f"print('a line'); print('x.cpp:3: error: no such thing'); print('{'c' * 400}'); exit(4)"
    with pytest.raises(StepFailed) as caught:
        run_logged("work", [sys.executable, "-c", body])
    first, *rest = str(caught.value).splitlines()
    assert first.startswith("work failed after 0 s (exit code 4)")
    assert str(tmp_path / "work.log") in first
    assert [line.strip() for line in rest] == ["x.cpp:3: error: no such thing"]
    assert "a line" in (tmp_path / "work.log").read_text()


def test_useful_lines_without_an_error_are_the_last_ones() -> None:
    text = "\n".join(["[INFO] building", *(f"line {n}" for n in range(30)), "", "[ERROR] "])
    assert last_useful_lines(text)[-1] == "line 29"
    assert len(last_useful_lines(text)) == 12
    assert last_useful_lines("") == ["(no output)"]

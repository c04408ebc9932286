"""A room without a network: set up and use the whole bundle there like a learner.

Making a bundle takes a network, minutes and gigabytes, so it is made in advance: COURSE_BUNDLE
names its folder. `.github/workflows/bundle.yml` does both every night.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from course.grading.exercises import exercise as exercises
from course.grading.exercises.starter import solution
from course.toolchain import cppyy
from course.toolchain.runtimes import RELEASES

from .programs import ROOT

BUNDLE = os.environ.get("COURSE_BUNDLE")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.xdist_group("room"),
    pytest.mark.skipif(not BUNDLE, reason="COURSE_BUNDLE names no bundle: see ./course bundle"),
]

SMALL = BUNDLE is not None and not (ROOT / BUNDLE / "jars").is_dir()
"""True if it was made with ``--small``."""

whole = pytest.mark.skipif(SMALL, reason="a small bundle has only what the exercises need")

LEARNER = Path("/mnt")
"""Folder of the learner's files in the room: it exists on every Linux."""


@dataclass(frozen=True)
class Room:
    """A machine with its system's tools, a copy of the bundle and an empty home, but no network and
    nothing else from the machine that made the bundle."""

    place: Path

    def run(self, *words: str, folder: str = "bundle/course") -> subprocess.CompletedProcess[str]:
        """Run a command to its end, without checking its exit code."""
        return subprocess.run(
            [*self._alone(LEARNER / folder), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def course(self, *words: str) -> str:
        """Return the output of a course's command, which must succeed."""
        done = self.run("./course", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def verdict(self, exercise: str) -> str:
        """Return the verdict of the learner's check of the exercise."""
        result = "build/result.json"
        done = self.run("./course", "check", exercise, "--json", result)
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return json.loads((self.place / "bundle/course" / result).read_text())["verdict"]

    def _alone(self, folder: Path) -> list[str]:
        # A Python of the maker's own, below a home that is hidden, stands for the system's.
        python = sys.base_prefix
        variables = {
            "HOME": f"{LEARNER}/home",
            "PATH": f"{python}/bin:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in os.environ if name.startswith("JAVA_HOME")},
        }
        return [
            *("bwrap", "--unshare-net", "--die-with-parent"),
            # As it is, and not a new one, beside which a grader's sandbox could not have its own.
            *("--ro-bind", "/", "/", "--dev", "/dev", "--dev-bind", "/proc", "/proc"),
            *("--bind", f"{self.place}/tmp", "/tmp"),
            *("--tmpfs", str(Path.home()), "--tmpfs", str(ROOT), "--ro-bind", python, python),
            *("--bind", str(self.place), str(LEARNER), "--chdir", str(folder), "--clearenv"),
            *(word for pair in variables.items() for word in ("--setenv", *pair)),
            "--",
        ]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with the bundle as copied."""
    place = tmp_path_factory.mktemp("room")
    place.chmod(0o755)  # graders that are root run submissions as somebody else
    (place / "home").mkdir()
    (place / "tmp").mkdir()
    (place / "tmp").chmod(0o1777)
    shutil.copytree(ROOT / str(BUNDLE), place / "bundle", symlinks=True)
    yield Room(place)
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def ready(room: Room) -> Room:
    """The room after `./set-up`, which reported nothing as unavailable."""
    done = room.run("./set-up", folder="bundle")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("zero-alloc-pool" if SMALL else "set-up is complete") in done.stdout
    assert "not available" not in done.stderr, done.stderr
    return room


def test_there_is_no_network_and_nothing_of_the_maker_s(room: Room) -> None:
    lines = room.run("cat", "/proc/net/dev").stdout.splitlines()
    assert [line.split(":")[0].strip() for line in lines[2:]] == ["lo"]
    for made in (ROOT / "course", Path.home() / ".cache", Path.home() / ".m2"):
        assert room.run("test", "-e", str(made)).returncode == 1, made


@whole
def test_the_doctor_misses_nothing(ready: Room) -> None:
    report: dict[str, Any] = json.loads(ready.course("doctor", "--json", "--seconds", "0.1"))
    assert report["environment"] == "ready"
    assert report["missing"] == {}
    assert report["kernels"] == {"java": "ok", "xcpp17": cppyy.unsupported() or "ok"}
    assert all(report["programs"].values()), report["programs"]
    assert set(RELEASES) <= {jdk["version"] for jdk in report["jdks"]}


@pytest.mark.parametrize("name", ["zero-alloc-pool", "flat-packet"])
def test_an_exercise_is_begun_solved_and_handed_in(ready: Room, name: str) -> None:
    """One in Java and one in C++; then a teacher grades them there."""
    assert "this machine is ready" in ready.course("preflight", name)
    ready.course("start", name)
    assert ready.verdict(name) != "pass"
    folder = ready.place / "bundle/course/my-exercises" / name
    for file, text in solution(exercises.find(name)).items():
        (folder / file).write_bytes(text)
    assert ready.verdict(name) == "pass"
    ready.course("submit", name, "--as", "Ada", "--to", f"build/{name}-handed-in")
    graded = ready.course("grade", f"build/{name}-handed-in").split()
    assert f"Ada 10 of 10 {name} 10" in " ".join(graded)
    feedback = f"build/grades/{name}-handed-in"
    ready.course("export", "feedback", feedback)
    assert (
        ready.place / "bundle/course" / feedback / "exports/feedback/learners/Ada.txt"
    ).is_file()


@whole
def test_jupyterlab_is_there(ready: Room) -> None:
    """It must be installed already, because `./course lab` would otherwise install it."""
    assert ready.run(".venv/bin/jupyter-lab", "--version").returncode == 0


@whole
def test_everything_runs(ready: Room) -> None:
    """Sweep, benches, notebooks under both kernels, site."""
    assert "build/site/index.html" in ready.course("run", "--profile", "smoke")

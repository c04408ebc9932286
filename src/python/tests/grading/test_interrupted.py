"""A real `./course grade` that is killed, or runs out of disk: what is graded stays, and whatever
could not be graded is no zero."""

import csv
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
from course_tests import programs

from course import paths
from course.grading.checks import grader_context, precompiled_headers
from course.grading.checks.reference_build import KEPT
from course.grading.classroom.cohort import Member
from course.grading.exercises import specimens
from course.grading.exercises.exercise import Exercise, find
from course.grading.store import Store

from . import mounts, samples

POOL = find("zero-alloc-pool")
RING = find("spsc-ring-cpp")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(paths.PYTHON_SOURCES)}
PAGE_KB = 4
ROOM_KB = 1 << 20

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.usefixtures("shut_in"),
]


@pytest.fixture
def place(place) -> Path:
    """The folder, with those that a grading needs."""
    for name in ("class", "grades", "scratch"):
        grader_context.make_folder(place / name)
    return place


def hand_in(place: Path, exercise: Exercise, *learners: str) -> None:
    """Our solution, as each of them would have written it."""
    for learner in learners:
        Member(learner, specimens.solved(exercise), hostile=False).hand_in(place / "class")


def command(place: Path, jobs: int) -> list[str]:
    """The grading of what lies there."""
    grade = [str(paths.VENV_PYTHON), "-m", "course", "grade", str(place / "class")]
    return [*grade, "--out", str(place / "grades"), "-j", str(jobs)]


def points(place: Path, exercise: Exercise) -> dict[str, str]:
    """Learner -> points, as the gradebook says; empty where there is no grade yet."""
    rows = csv.DictReader((place / "grades" / "gradebook.csv").read_text().splitlines())
    return {row["learner"]: row[exercise.name] for row in list(rows)[1:]}


# ---- killed ------------------------------------------------------------------------------------


def test_a_grading_that_is_killed_goes_on_where_it_was(place) -> None:
    learners = [f"learner-{number}" for number in range(6)]
    hand_in(place, POOL, *learners)
    samples.share_references(place / "grades")
    variables = ENVIRONMENT | {"TMPDIR": str(place / "scratch")}
    killed_after(2, command(place, jobs=2), place, variables)
    kept = {file: file.read_bytes() for file in results(place)}
    assert 2 <= len(kept) < len(learners), "half way"
    assert len(Store(place / "grades").everything()) == len(kept), "each of them is whole"
    assert not (place / "grades" / "gradebook.csv").exists()

    done = programs.run(*command(place, jobs=2), cwd=paths.ROOT, env=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(kept)} of {len(learners)} were already graded" in done.stderr
    assert {file: file.read_bytes() for file in kept} == kept, "nothing is graded twice"
    assert points(place, POOL) == dict.fromkeys(learners, str(POOL.points))
    assert not list((place / "scratch").iterdir()), "nor is a context of the killed one left"


def killed_after(count: int, words: Sequence[str], place: Path, variables: dict[str, str]) -> None:
    """Start it, and kill it at this many results. Nothing that it started lives on."""
    with subprocess.Popen(words, cwd=paths.ROOT, env=variables) as grading:
        try:
            while len(results(place)) < count and grading.poll() is None:
                time.sleep(0.05)
            assert grading.poll() is None, "it has ended by itself"
            started = psutil.Process(grading.pid).children(recursive=True)
        finally:
            grading.kill()
        assert grading.wait() == -signal.SIGKILL
    assert len(started) >= 2, "workers, and what runs in their sandboxes"
    # Bubblewrap asks to die with its parent once it has started: one that was still starting ends
    # when its program does, whose input has ended.
    _, alive = psutil.wait_procs(started, timeout=60)
    assert alive == []


def results(place: Path) -> list[Path]:
    return sorted((place / "grades").glob("*/*/result.json"))


# ---- a full disk -------------------------------------------------------------------------------


class Disk:
    """Runs gradings, one after the other, in a script in which a folder is a disk of its own."""

    def __init__(self, place: Path, folder: Path) -> None:
        self._place = place
        self._folder = shlex.quote(str(folder))
        self._lines = [
            f"cd {shlex.quote(str(paths.ROOT))}",
            f"mount -t tmpfs -o mode=755 none {self._folder}",
        ]

    def has(self, kilobytes: int, beside_reference_of: Exercise | None = None) -> None:
        """From here on, it has so much room; beside a copy of a reference build."""
        size = f"{kilobytes}k"
        if beside_reference_of is not None:
            references = f"{shlex.quote(str(KEPT))}/{beside_reference_of.name}-*"
            newest = f"$(ls -td {references} | head -n 1)"
            self._lines.append(
                f"reference=$(du -sk --exclude='*{precompiled_headers.SUFFIX}' {newest} | cut -f 1)"
            )
            size = f"$((reference + {kilobytes}))k"
        self._lines.append(f"mount -o remount,size={size} {self._folder}")

    def grade(self, name: str) -> None:
        """Grade what lies there. What it said and left is kept by that name."""
        kept = self._place / name
        variables = f"PYTHONPATH={paths.PYTHON_SOURCES} TMPDIR={self._place / 'scratch'}"
        words = shlex.join(command(self._place, jobs=1))
        self._lines += [
            f"mkdir {kept}",
            f"{variables} {words} >{kept}/out 2>{kept}/err && echo 0 >{kept}/code "
            f"|| echo $? >{kept}/code",
            f"cp -r {self._place}/grades {kept}/grades",
        ]

    def submit(self, exercise: Exercise, learner: str) -> None:
        """From here on, there is one learner more, with our solution."""
        hand_in(self._place / "later", exercise, learner)
        self._lines.append(f"mv {self._place}/later/class/{learner} {self._place}/class")

    def run(self) -> None:
        """All of that."""
        done = mounts.run("\n".join(self._lines))
        assert done.returncode == 0, done.stderr


def said(place: Path, name: str) -> tuple[int, str]:
    """A grading's exit code, and what it said."""
    kept = place / name
    texts = [(kept / one).read_text() for one in ("out", "err")]
    return int((kept / "code").read_text()), "".join(texts)


@pytest.mark.all
def test_results_that_find_no_room(place) -> None:
    mounts.required(place / "grades")
    learners = [f"learner-{number}" for number in range(4)]
    hand_in(place, POOL, *learners)
    disk = Disk(place, place / "grades")
    disk.has(4 * PAGE_KB)  # for the secret, and a result or two
    disk.grade("full")
    disk.has(ROOM_KB)
    disk.grade("with-room")
    disk.run()
    code, text = said(place, "full")
    assert code != 0
    assert "No space left on device; earlier results are kept" in text
    kept = Store(place / "full" / "grades").everything()
    assert 1 <= len(kept) < len(learners)
    assert not (place / "full" / "grades" / "gradebook.csv").exists()
    code, text = said(place, "with-room")
    assert code == 0, text
    assert f"{len(kept)} of {len(learners)} were already graded" in text
    assert points(place / "with-room", POOL) == dict.fromkeys(learners, str(POOL.points))


def test_work_that_finds_no_room(place) -> None:
    """Neither for our own files nor, later, for what compilers write."""
    mounts.required(place / "scratch")
    hand_in(place, RING, "ada")
    disk = Disk(place, place / "scratch")
    disk.has(256)
    disk.grade("too-small")
    disk.has(ROOM_KB)
    disk.grade("with-room")
    disk.submit(RING, "bob")
    disk.has(256, beside_reference_of=RING)
    disk.grade("full")
    disk.run()
    for name, learners in {"too-small": ["ada"], "full": ["bob"]}.items():
        code, text = said(place, name)
        assert code == 1, text
        found = {one.learner: one for one in Store(place / name / "grades").everything()}
        assert [who for who in found if found[who].verdict == "grader_error"] == learners, text
        assert all(one.verdict in ("pass", "grader_error") for one in found.values())
        for who in learners:
            assert points(place / name, RING)[who] == "", "no zero"
            assert "No space left" in found[who].message
    code, text = said(place, "with-room")
    assert code == 0, text
    assert points(place / "with-room", RING) == {"ada": str(RING.points)}
    assert points(place / "full", RING)["ada"] == str(RING.points), "what is graded stays"

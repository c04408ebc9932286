"""As root and as an ordinary user: who runs the tests as root has nobody run the grader, too.

An ordinary user has no control groups and one uid for all workers, so other limits have to hold.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from course import paths
from course.grading.checks import grader_context
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES
from course.grading.verdicts import Verdict

from . import mounts

NOBODY = 65534

pytestmark = pytest.mark.xdist_group("nobody")  # they share what is made once for an exercise

ROWS = {
    "no submission": [
        *("java-missing-file", "java-link", "java-pipe", "java-large-file", "java-not-utf-8"),
        "cpp-link",
    ],
    "nothing wrong with it": [
        *("java-windows-editor", "java-debug-prints", "java-leftover-thread"),
        *("java-closes-its-output", "cpp-windows-editor", "cpp-debug-prints"),
        "cpp-leftover-thread",
    ],
    "classes of others": ["java-second-class", "java-extra-driver-file", "java-foreign-package"],
    "ends early": [
        *("java-exit", "java-halt-forged-report"),
        *("cpp-exit-before-main", "cpp-exit-forged-report"),
    ],
    "forged or endless answers": [
        *("java-forged-answers", "java-endless-answers", "java-endless-prints"),
        *("cpp-forged-answers", "cpp-endless-answers"),
    ],
    "never ends": ["java-endless-loop", "java-deadlock", "cpp-ignores-sigterm", "cpp-deadlock"],
    "bombs": ["java-fork-bomb", "java-thread-bomb", "cpp-fork-bomb", "cpp-thread-bomb"],
    "all memory": [
        *("java-heap", "java-direct-memory", "java-foreign-memory", "java-swallowed-error"),
        *("cpp-heap", "cpp-shared-memory", "cpp-swallowed-error"),
    ],
    "somebody else's work": [
        *("java-works-in-a-child", "cpp-works-in-a-child", "cpp-leaks-in-a-child"),
        *("cpp-leaves-tsan", "cpp-leaves-tsan-sooner", "cpp-leaves-valgrind"),
        *("cpp-ends-as-another-program", "cpp-forges-its-end", "cpp-silences-valgrind"),
    ],
    "what is denied": [
        *("java-writes-outside", "java-network", "java-rewrites-its-questions"),
        *("cpp-writes-outside", "cpp-network", "cpp-rewrites-its-questions"),
        *("cpp-nested-namespaces", "cpp-reaches-for-its-tool"),
    ],
    "nothing to find": ["java-looks-for-answers", "java-walks-the-stack", "cpp-looks-for-answers"],
    "allocates": [
        *("java-allocates", "java-closes-standard-error", "java-has-the-last-word"),
        *("cpp-allocates", "cpp-hides-among-sections"),
    ],
    "memory errors": [
        *("cpp-leak", "cpp-use-after-free", "cpp-overflow", "cpp-overflow-on-the-stack"),
        *("cpp-uninitialised", "cpp-forges-a-clean-report"),
    ],
    "blames the grader": [
        *("cpp-blames-asan", "cpp-blames-tsan", "cpp-tells-nonsense-of-its-names"),
        *("cpp-cuts-off-memcheck", "cpp-cuts-off-cachegrind"),
    ],
    "reads by compiling": [
        *("cpp-includes-a-system-file", "cpp-includes-our-solution", "cpp-includes-zeros"),
        *("cpp-constexpr-bomb", "cpp-assembles-our-solution"),
    ],
    "a second main": ["cpp-second-main"],
    "races": ["cpp-race", "cpp-blinds-tsan", "cpp-blinds-tsan-by-name"],
}
"""What submissions try, in the order of the design's table; at least one attack for each."""

CHOSEN = [name for names in ROWS.values() for name in names]

ONLY_JAVA = {"classes of others"}
ONLY_CPP = {"memory errors", "blames the grader", "reads by compiling", "a second main", "races"}


def test_the_choice_has_every_verdict_and_both_languages() -> None:
    by_name = {one.name: one for one in specimens.within(EXERCISES / "attacks")}
    chosen = [by_name[name] for name in CHOSEN]
    assert len(set(CHOSEN)) == len(CHOSEN) >= 40
    tried = {verdict for one in chosen for verdict in one.expected.verdict}
    assert tried == set(Verdict) - {Verdict.TOO_NOISY, Verdict.GRADER_ERROR}


def test_what_can_be_tried_in_both_languages_is() -> None:
    for row, names in ROWS.items():
        languages = {name.partition("-")[0] for name in names}
        assert ("java" in languages) == (row not in ONLY_CPP), row
        assert ("cpp" in languages) == (row not in ONLY_JAVA), row


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody can read."""
    folder = Path(tempfile.mkdtemp(prefix="course-nobody-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """What an ordinary user's gradings leave for the next one: reference builds.

    Their scratch folders lie there, too, as the largest parts of those are linked, not copied.
    """
    folder = Path(tempfile.mkdtemp(prefix="course-nobody-"))
    (folder / "scratch").mkdir()
    for one in (folder, folder / "scratch"):
        one.chmod(0o1777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def as_nobody(place, kept) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs commands of the course's Python as an ordinary user, who may write to no folder of ours.

    Skips the test where that cannot be done, with the reason.
    """
    if os.geteuid() != 0:
        pytest.skip("the other tests ran as an ordinary user already")
    mounts.required(place)
    (place / "home").mkdir()
    os.chown(place / "home", NOBODY, NOBODY)
    grading = paths.BUILD / "grading"
    grading.mkdir(parents=True, exist_ok=True)
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    clean = ["env", "-i", f"HOME={place}/home", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8"]
    clean.append(f"TMPDIR={grading}/scratch")
    python = [str(paths.VENV_PYTHON), "-B"]
    before = [
        *opened_up(place, paths.ROOT, Path(sys.base_prefix)),
        f"mount --bind {kept} {shlex.quote(str(grading))}",
        f"cd {shlex.quote(str(paths.ROOT))}",
    ]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = shlex.join([*become, *clean, *python, *words])
        return mounts.run("\n".join([*before, f"exec {command}"]))

    return run


def opened_up(place: Path, *trees: Path) -> Iterator[str]:
    """Commands after which everybody can reach the trees, where they are: root's home is closed."""
    closed = {folder for tree in trees for folder in tree.parents if not folder.stat().st_mode & 1}
    tops = [folder for folder in sorted(closed) if not closed.intersection(folder.parents)]
    inside = [tree for tree in trees if closed.intersection(tree.parents)]
    for number, tree in enumerate(inside):
        aside = place / str(number)
        yield f"mkdir {aside}; mount --bind {shlex.quote(str(tree))} {aside}"
    for top in tops:
        yield f"mount -t tmpfs -o mode=755 none {shlex.quote(str(top))}"
    for number, tree in enumerate(inside):
        there = shlex.quote(str(tree))
        yield f"mkdir -p {there}; mount --bind {place / str(number)} {there}"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_attacks_get_their_verdicts_from_an_ordinary_user_s_grader(place, as_nobody) -> None:
    for name in CHOSEN:
        shutil.copytree(EXERCISES / "attacks" / name, place / "attacks" / name)
    grader_context.share(place / "attacks")
    done = as_nobody("-m", "course", "grade", f"{place}/attacks", "--self-test", "-j", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    graded = re.search(r"^(\d+) specimens, 0 mismatches", done.stdout, re.MULTILINE)
    assert graded is not None, done.stdout
    assert int(graded[1]) >= 40, "a few may need a JDK that is not here"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_who_comes_after_an_attack_is_asked_the_same(place, as_nobody) -> None:
    """All submissions that one worker grades are played on the same traces, under the same uid."""
    for name in ("cpp-rewrites-its-questions", "java-rewrites-its-questions"):
        attack = EXERCISES / "attacks" / name
        shutil.copytree(attack, place / "class" / name)
        (place / "class" / f"{name}-next").mkdir()
        (place / "class" / f"{name}-next" / specimens.FILE).write_text(
            f'exercise = "{specimens.read(attack).exercise.name}"\n'
            'verdict = "pass"\nwhy = "Has done nothing."\n'
        )
    grader_context.share(place / "class")
    done = as_nobody("-m", "course", "grade", f"{place}/class", "--self-test", "-j", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 specimens, 0 mismatches" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_small_class_of_an_ordinary_user_s_gets_what_is_right(as_nobody) -> None:
    """Solutions, starters and mutants beside attacks: all of its workers have one uid."""
    attacks = str(EXERCISES / "attacks")
    words = ["-m", "course", "grade", attacks, "--self-test", "--cohort", "20", "-j", "2"]
    done = as_nobody(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 submissions, 4 of them attacks, 0 mismatches" in done.stdout


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_sandbox_holds_for_an_ordinary_user(place, as_nobody) -> None:
    file = Path(__file__).with_name("test_sandbox.py")
    made_in = place / "home" / "tests"
    pytest_words = ["-m", "pytest", "-p", "no:cacheprovider", f"--basetemp={made_in}"]
    done = as_nobody(*pytest_words, "-q", "-rs", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no sandbox" not in done.stdout

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
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from course import paths
from course.grading.checks import grader_context
from course.grading.checks.tools import Tools
from course.grading.classroom.self_test import job_of, why_skipped
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES
from course.grading.exercises.specimens import Specimen

from . import kept, mounts, tiers, variants

NOBODY = 65534
UNLISTED = [str(Path(__file__).with_name("unlisted.py"))]

pytestmark = pytest.mark.xdist_group("nobody")  # they share what is made once for an exercise

ATTACKS = {one.name: one for one in tiers.ATTACKS}
MET = {name: {(one.expected.attacks, one.exercise.language)} for name, one in ATTACKS.items()}
BY_USER = {"counts", "faults", "grader", "machine", "outside", "tools"}
"""What an attack may be after that depends on the user who grades it."""
MIDDLE = tiers.cover({name: {one.expected.attacks} & BY_USER for name, one in ATTACKS.items()})

ONLY_CPP = {"compiler", "faults"}


def test_what_can_be_tried_in_both_languages_is() -> None:
    met = set().union(*MET.values())
    for aim in specimens.AIMS:
        assert (aim, "cpp") in met, aim
        assert ((aim, "java") in met) == (aim not in ONLY_CPP), aim


@pytest.fixture(scope="module")
def builds() -> Iterator[Path]:
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
def as_nobody(place, builds) -> Callable[..., subprocess.CompletedProcess[str]]:
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
    clean += [f"TMPDIR={grading}/scratch", f"PYTHONPATH={paths.PYTHON_SOURCES}"]
    python = [str(paths.VENV_PYTHON), "-B"]
    before = [
        *opened_up(place, paths.ROOT, Path(sys.base_prefix)),
        f"mount --bind {builds} {shlex.quote(str(grading))}",
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
        yield f"mkdir -p {aside}; mount --bind {shlex.quote(str(tree))} {aside}"
    for top in tops:
        yield f"mount -t tmpfs -o mode=755 none {shlex.quote(str(top))}"
    for number, tree in enumerate(inside):
        there = shlex.quote(str(tree))
        yield f"mkdir -p {there}; mount --bind {place / str(number)} {there}"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(MIDDLE, id="middle"),
        pytest.param(set(ATTACKS) - MIDDLE, id="others", marks=pytest.mark.all),
    ],
)
def test_the_attacks_get_their_verdicts_from_an_ordinary_user_s_grader(
    place, as_nobody, names
) -> None:
    attacks = [got_in(ATTACKS[name]) for name in sorted(names)]
    fit = [one for one in attacks if why_skipped(one, Tools.find()) is None]
    keys = {f"{tiers.identity(one)}.nobody": kept.key(one, files(one), "nobody") for one in fit}
    new = [
        one
        for one, (name, key) in zip(fit, keys.items(), strict=True)
        if not kept.is_kept(name, key)
    ]
    for one in new:
        copy_let_in(one.folder, place / ("let-in" if is_let_in(one) else "attacks") / one.name)
    for folder, grader in ((place / "attacks", ["-m", "course"]), (place / "let-in", UNLISTED)):
        if folder.is_dir():
            grader_context.share(folder)
            done = as_nobody(*grader, "grade", str(folder), "--self-test", "-j", "2")
            assert done.returncode == 0, done.stdout + done.stderr
            assert f"{len(list(folder.iterdir()))} specimens, 0 mismatches" in done.stdout
    for name, key in keys.items():
        kept.keep(name, key)


def is_let_in(specimen: Specimen) -> bool:
    return bool(ATTACKS[specimen.name].expected.let_in)


def got_in(specimen: Specimen) -> Specimen:
    """Return a variant that is let in: a rejected one would test nothing else of the sandbox."""
    return variants.got_in(specimen) if specimen.expected.let_in else specimen


def copy_let_in(attack: Path, place: Path) -> None:
    """The attack's folder, as :func:`got_in` has it."""
    shutil.copytree(attack, place)
    file = place / specimens.FILE
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r'verdict = .*"rejected".*\nlet_in = ', "verdict = ", text), "utf-8")


def files(specimen: Specimen) -> Mapping[str, bytes]:
    """What is handed in; where it is nothing that can be read, what makes it."""
    handed_in = job_of(specimen).files
    return handed_in or {specimens.FILE: (specimen.folder / specimens.FILE).read_bytes()}


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("java-rewrites-its-questions", marks=pytest.mark.slow),
        pytest.param("cpp-rewrites-its-questions", marks=pytest.mark.all),
    ],
)
def test_who_comes_after_an_attack_is_asked_the_same(place, as_nobody, name) -> None:
    """All submissions that one worker grades are played on the same traces, under the same uid."""
    attack, folder = EXERCISES / "attacks" / name, place / name
    copy_let_in(attack, folder / name)
    (folder / f"{name}-next").mkdir()
    (folder / f"{name}-next" / specimens.FILE).write_text(
        f'exercise = "{specimens.read(attack).exercise.name}"\n'
        'verdict = "pass"\nwhy = "Has done nothing."\n'
    )
    grader_context.share(folder)
    done = as_nobody(*UNLISTED, "grade", str(folder), "--self-test", "-j", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 specimens, 0 mismatches" in done.stdout


@pytest.mark.all
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
    files = [str(Path(__file__).with_name(f"test_{name}.py")) for name in ("sandbox", "launcher")]
    made_in = place / "home" / "tests"
    pytest_words = ["-m", "pytest", "-p", "no:cacheprovider", f"--basetemp={made_in}"]
    done = as_nobody(*pytest_words, "-q", "-rs", *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no sandbox" not in done.stdout

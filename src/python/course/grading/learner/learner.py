"""The learner's commands: ``./course exercises``, ``start``, ``check`` and ``watch``."""

import argparse
import contextlib
import sys
import time
from pathlib import Path

from course import paths
from course.errors import CourseError, UsageError, os_errors
from course.grading import result
from course.grading.checks import grader_context
from course.grading.checks.grader_context import GraderContext
from course.grading.checks.shortest import Failure
from course.grading.exercises import exercise as exercises
from course.grading.exercises import readme
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.starter import starters
from course.grading.exercises.submission import TESTS, take
from course.grading.grader import refused, report
from course.grading.learner import explore, found, progress, public_tests
from course.grading.learner.watch import Keys, Watch
from course.grading.result import Result, Run
from course.grading.session import runs_at_once
from course.grading.store import kept_secret
from course.grading.verdicts import NOT_LOOKED_AT, Refused, Verdict
from course.process.files import write_atomically
from course.process.provenance import now
from course.sandbox import sandbox

SECRET = paths.GRADING / "secret"
"""A learner's own: there is no need to hide it from its owner."""

LEARNER = "me"


def list_exercises(args: argparse.Namespace) -> int:
    """Print the exercises in the order of their chapters, with progress. Always returns 0."""
    known = exercises.everything()
    width = max(len(one.name) for one in known)
    for one in known:
        entry = progress.entry(one)
        if entry is None:
            state = ""
        elif entry.points is None:
            state = "begun"
        else:
            state = f"{entry.points} of {one.points} points"
            if entry.minutes is not None:
                state += f" after {entry.minutes} min"
        print(
            f"{one.name:{width}}  chapter {one.chapter:2}  {one.language_name:4}  "
            f"{one.minutes:3} min  {one.points:2} points  {state}".rstrip()
        )
        print(f"{'':{width}}  {one.summary}")
    return 0


def start(args: argparse.Namespace) -> int:
    """Put a starter into the learner's folder. Raises UsageError and CourseError."""
    exercise = exercises.find(args.name)
    folder = (args.dir or progress.folder(exercise)).absolute()
    with os_errors(f"cannot write to {paths.shown(folder)}"):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(
                f"{paths.shown(folder)} is not empty; give another DIR, "
                f"or continue there with ./course watch {exercise.name}"
            )
        fill(folder, exercise)
    progress.begun(exercise, folder)
    print(f"{exercise.title}: read {paths.shown(folder / 'README.md')} and edit")
    for file in exercise.files:
        print(f"  {paths.shown(folder / file)}")
    print(f"while `./course watch {exercise.name}` is running")
    notebook = paths.shown(folder / explore.NOTEBOOK)
    print(f"To explore the code in {notebook}: ./course lab {exercise.name}")
    return 0


def fill(folder: Path, exercise: Exercise) -> None:
    """Write all that a learner starts with. Raises OSError and ExerciseError."""
    files = dict(starters(exercise))
    files["README.md"] = readme.render(exercise)
    files[explore.NOTEBOOK] = explore.notebook(exercise)
    shared = public_tests.shared(exercise)
    files[f"{TESTS}/{shared.name}"] = shared.read_text(encoding="utf-8")
    for inside, place in (("given", ""), ("tests", f"{TESTS}/")):
        for file in sorted((exercise.folder / inside).glob("*")):
            if file.is_file():
                files[f"{place}{file.name}"] = file.read_text(encoding="utf-8")
    for name, text in files.items():
        write_atomically(folder / name, text)


def check(args: argparse.Namespace) -> int:
    """Grade the learner's folder as a teacher would. Returns 0 for full points, else 1. Raises
    UsageError and CourseError."""
    exercise, folder = begun(args)
    with _context(args.require_sandbox) as context:
        made = _checked(context, exercise, folder)
    if args.json is not None:
        with os_errors(f"cannot write {args.json}"):
            write_atomically(args.json, made.text())
    return 0 if made.verdict == Verdict.PASS else 1


def watch(args: argparse.Namespace) -> int:
    """Test at every save until the exercise is solved. Returns 0. Raises UsageError and
    CourseError."""
    exercise, folder = begun(args)
    with _context() as context:

        def tested() -> tuple[bool, str]:
            passed, said = public_tests.run(context, exercise, folder)
            if not passed:
                return passed, said
            passed, more = found.play(context, exercise, folder, kept_secret(SECRET))
            return passed, said + more

        def checked() -> bool:
            return _checked(context, exercise, folder).verdict == Verdict.PASS

        Watch(exercise, folder, tested, checked, Keys()).run()
    print(_what_next(exercise, args.dir))
    return 0


def _what_next(exercise: Exercise, given: Path | None) -> str:
    """Return what to do after a watch: go on with it, or with the next unsolved exercise."""
    known = exercises.everything()
    place = [one.name for one in known].index(exercise.name)
    entries = ((one, progress.entry(one)) for one in (*known[place:], *known[:place]))
    left = (one for one, entry in entries if not (entry and entry.verdict == Verdict.PASS))
    following = next(left, None)
    if following is None:
        return "all exercises are solved"
    if following == exercise:
        place = f" {paths.shown(given)}" if given else ""
        return f"to continue: ./course watch {exercise.name}{place}"
    command = "start" if progress.entry(following) is None else "watch"
    return f"next: ./course {command} {following.name}  ({following.title})"


def begun(args: argparse.Namespace) -> tuple[Exercise, Path]:
    """Return the exercise, and the folder where the learner works on it. Raises UsageError."""
    exercise = exercises.find(args.name)
    folder = (args.dir or progress.folder(exercise)).absolute()
    with os_errors(paths.shown(folder), UsageError):
        if folder.is_dir():
            return exercise, folder
    raise UsageError(
        f"folder {paths.shown(folder)} is missing; ./course start {exercise.name} creates it"
    )


def _context(require_sandbox: bool = False) -> contextlib.AbstractContextManager[GraderContext]:
    """Without a sandbox where there is none: a learner's code is the learner's risk."""
    reason = sandbox.why_none()
    if reason is not None:
        if require_sandbox:
            raise CourseError(f"--require-sandbox: {reason}")
        print(f"graded without a sandbox: {reason}", file=sys.stderr)
    return grader_context.opened(shut_in=reason is None, at_once=runs_at_once(1))


def _checked(context: GraderContext, exercise: Exercise, folder: Path) -> Result:
    """Grade, print the result, and keep it as progress. Raises CourseError."""
    began, started = time.monotonic(), now()
    digest = None
    try:
        submission = take(folder.resolve(), exercise)
        digest = submission.digest()
        told = report(context, exercise, submission, kept_secret(SECRET), shorten=True)
    except Refused as error:
        told = refused(exercise, error.verdict, error.message)
    except OSError as error:
        raise CourseError(f"grading failed: {error}") from error
    run = Run(started=started, seconds=round(time.monotonic() - began, 3))
    made = result.build(
        exercise, told, learner=LEARNER, submission=digest, sandbox=context.box.name, run=run
    )
    progress.checked(exercise, folder, made)
    entry = progress.entry(exercise)
    _tell(exercise, made, folder, entry.points if entry else None)
    if told.failure is not None:
        _tell_failure(exercise, folder, told.failure)
    return made


def _tell(exercise: Exercise, made: Result, folder: Path, best: int | None = None) -> None:
    """Print what is wrong first, then a line for each check that was made, and the total.

    best: the most points so far.
    """
    if made.check is None and made.message:
        print(made.message)
    width = max(len(check.name) for check in exercise.checks)
    for check in made.checks:
        if check.verdict is not None:
            points = f"{check.points}/{check.max_points}"
            why = check.message or check.says
            print(f"{check.name:{width}}  {check.verdict:20} {points:>5}  {why}".rstrip())
    left = [check.name for check in made.checks if check.verdict is None]
    if left:
        print(f"{', '.join(left)}: {NOT_LOOKED_AT} until this is fixed")
    more = f"; your best, {best}, still counts" if best is not None and best > made.points else ""
    print(f"{made.verdict}: {made.points} of {made.max_points} points{more}")
    if made.verdict == Verdict.PASS:
        print(_ours(exercise, folder))


def _tell_failure(exercise: Exercise, folder: Path, failure: Failure) -> None:
    print("the shortest failing sequence we found:")
    for line in failure.told():
        print(f"  {line}")
    with contextlib.suppress(OSError):
        file = found.keep(exercise, folder, failure)
        if file is not None:
            print(f"saved as {paths.shown(file)}, which ./course watch replays at each save")


def _ours(exercise: Exercise, folder: Path) -> str:
    notebook = folder / explore.SOLVED
    if _unfolded(exercise, notebook):
        return f"our solution, explained in a notebook: {paths.shown(notebook)}"
    page = paths.SITE / f"{exercise.page}.html"
    if page.is_file():
        return f"our solution, explained at the end of {paths.shown(page)}"
    solution = paths.shown(exercise.folder / "solution")
    return f"our solution: {solution}; ./course site builds a page that explains it"


def _unfolded(exercise: Exercise, notebook: Path) -> bool:
    """Put our solution beside the learner's; True if it is there, now or since an earlier check.

    Only beside the starter's notebook: other people's folders are left as they are.
    """
    if not notebook.with_name(explore.NOTEBOOK).is_file():
        return False
    if not notebook.exists():  # else the learner may have tried something in it
        with contextlib.suppress(OSError):
            for name, text in explore.solved(exercise).items():
                write_atomically(notebook.with_name(name), text)
    return notebook.exists()

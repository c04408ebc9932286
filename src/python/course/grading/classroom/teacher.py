"""The teacher's command: ``./course grade``."""

import argparse
import hashlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from course import paths
from course.errors import CourseError, UsageError, os_errors
from course.grading import session
from course.grading.checks import grader_context
from course.grading.checks.tools import Tools
from course.grading.classroom import cohort, gradebook, intake, self_test
from course.grading.classroom import roster as rosters
from course.grading.exercises import exercise as exercises
from course.grading.exercises import specimens
from course.grading.exercises.exercise import Exercise
from course.grading.jobs import Job, job
from course.grading.result import Result
from course.grading.store import OF, SECRET, Store, kept_secret
from course.grading.text import on_one_line
from course.grading.verdicts import Verdict
from course.process import machine
from course.sandbox import sandbox

GRADES = paths.BUILD / "grades"


class Reporter(Progress):
    """A bar on a terminal, lines elsewhere. Use it as a context manager."""

    def __init__(self, total: int) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TimeRemainingColumn())
        told = TextColumn("{task.description}", markup=False)
        super().__init__(
            *columns, told, console=console, transient=True, disable=not console.is_terminal
        )
        self.add_task("starting", total=total)

    def say(self, line: str) -> None:
        """Print a line; above the bar, if there is one."""
        self.console.print(line, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def result(self, result: Result) -> None:
        failed = result.verdict is Verdict.GRADER_ERROR
        points = f"{result.points} of {result.max_points}"
        line = f"{result.learner} {result.exercise}: {result.verdict}, {points}"
        line = on_one_line(f"{line} ({result.message})" if failed else line)
        (row,) = self.tasks
        self.update(row.id, advance=1, description=line)
        if failed or self.disable:
            self.say(f"[{row.completed:.0f}/{row.total:.0f}] {line}")


def check_arguments(args: argparse.Namespace) -> list[Exercise]:
    """Return the exercises to grade. Raises UsageError for invalid arguments."""
    if not os.path.isdir(args.submissions):  # noqa: PTH112 - one that cannot be reached is none, too
        raise UsageError(f"{args.submissions} is not a folder; give the folder of submissions")
    if args.self_test and (args.out is not None or args.fresh or args.roster is not None):
        raise UsageError("--self-test keeps no results: omit --out, --fresh and --roster")
    if args.cohort is not None and not args.self_test:
        raise UsageError("--cohort: only with --self-test")
    if args.dask is not None:
        from course.process.workers import check_address  # noqa: PLC0415

        check_address(args.dask)
        if args.jobs is not None:
            raise UsageError("-j: not allowed with --dask, whose workers are already running")
        if args.self_test:
            raise UsageError("--self-test tests this machine's sandbox: omit --dask")
    return exercises.chosen(args.only)


def grade(args: argparse.Namespace) -> int:
    """Grade all submissions in a folder and write results and a gradebook.

    0: everybody's work was graded; 1: some have submitted nothing, or something that could not be
    read, or that the grader has failed on: they are named, with what to do. Raises CourseError when
    grading is not possible, and UsageError for invalid arguments.
    """
    chosen = check_arguments(args)
    reason = sandbox.why_none() if args.dask is None else None  # else the workers need one
    if reason is not None:
        raise CourseError(f"grades need a sandbox, and {reason}")
    count = args.jobs or machine.cores()
    if args.cohort is not None:
        return _cohort(args, chosen, count)
    if args.self_test:
        return _self_test(args.submissions, chosen, count)
    store = _store_of(args.submissions.resolve(), args.out)
    _check_apart(store.folder.resolve(), args.submissions.resolve())
    roster = None if args.roster is None else rosters.read(args.roster)
    with grader_context.scratch() as scratch:
        found = _submitted(args.submissions, chosen, scratch, roster)
        grades, to_do = _class(args, found, count, store, chosen if args.only else None)
    for line in gradebook.lines(grades, to_do):
        print(line)
    print(f"results and gradebook are in {paths.shown(store.folder)}")
    return 1 if to_do else 0


def _store_of(submissions: Path, out: Path | None) -> Store:
    """Return the store of that class's results, and no other's. Raises UsageError."""
    if out is None:
        name = submissions.name or "submissions"
        first = Store(GRADES / name)
        if first.is_for(submissions):
            return first
        digest = hashlib.sha256(os.fsencode(submissions)).hexdigest()[:8]
        return Store(GRADES / f"{name}-{digest}")
    store = Store(out.absolute())
    if not store.is_for(submissions):
        mark = paths.shown(store.folder / OF)
        raise UsageError(
            f"--out: {paths.shown(store.folder)} has the results of {store.submissions()}; give "
            f"another one, or remove {mark} if that class has moved to {submissions}"
        )
    return store


def _check_apart(results: Path, submissions: Path) -> None:
    """Raise UsageError if learners could put results among ours, or ours would be among theirs."""
    if results in (submissions, submissions.parent) or results.parent == submissions:
        raise UsageError(
            f"{paths.shown(results)} cannot have the results of {paths.shown(submissions)}: "
            "one is in the other; give another --out"
        )


def _submitted(
    folder: Path, chosen: Sequence[Exercise], scratch: Path, roster: rosters.Roster | None
) -> intake.Intake:
    """What is in the folder. Raises UsageError for nothing that can be graded."""
    with os_errors(str(folder), UsageError):
        found = intake.Intake(folder, chosen, scratch, roster)
    for line in found.notes:
        print(line, file=sys.stderr)
    if not found.submissions:
        for who, points in found.unread.items():
            for point in points:
                print(f"{on_one_line(who)}: {on_one_line(point)}", file=sys.stderr)
        names = ", ".join(sorted(exercise.name for exercise in chosen))
        raise UsageError(f"{folder}: contains no submission to {names}")
    return found


def _class(
    args: argparse.Namespace,
    found: intake.Intake,
    count: int,
    store: Store,
    was_set: Sequence[Exercise] | None,
) -> tuple[gradebook.Grades, dict[str, list[str]]]:
    """Grade the submissions into the store, and write its gradebook.

    Returns the grades of all learners in the folder, and what the teacher has to do. was_set: the
    exercises that count; None: those that somebody has submitted, now or before.
    """
    with store.locked():
        store.keep_for(args.submissions.resolve())
        secret = kept_secret(store.folder / SECRET)
        at_once = session.runs_at_once(count) if args.dask is None else 1
        jobs = [
            job(one.folder, one.exercise, one.learner, secret, at_once) for one in found.submissions
        ]
        todo = [one for one in jobs if args.fresh or store.done(one) is None]
        known = f"{len(jobs) - len(todo)} of {len(jobs)} were already graded"
        _grade(todo, count, args.dask, [known] if len(todo) < len(jobs) else [], store.write)
        folder = {(one.learner, one.exercise) for one in jobs}
        results = []
        for one in store.everything():
            if one.learner in found.apart and (one.learner, one.exercise) not in folder:
                store.set_aside(one)
            else:
                results.append(one)
        if was_set is None:
            handed_in = {one.exercise for one in results}
            was_set = [one for one in exercises.everything() if one.name in handed_in]
        grades = gradebook.Grades(results, was_set, found.learners)
        present = [one for one in results if (one.learner, one.exercise) in folder]
        to_do = gradebook.to_do(found, present)
        gradebook.write(store.folder, grades, to_do)
    verdicts = Counter(result.verdict for result in present)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    return grades, to_do


def _grade(
    jobs: Sequence[Job],
    count: int,
    address: str | None,
    first: Sequence[str],
    keep: Callable[[Result], None],
) -> None:
    """Show what is to be said first, then grade the jobs: each result is kept, and shown.

    count: of workers of this machine; those at the address, of a cluster, are as many as they are.
    """
    with Reporter(len(jobs)) as reporter:
        for line in first:
            reporter.say(line)
        if not jobs:
            return
        if address is None:
            workers = session.Workers(min(count, len(jobs)))
        else:
            from course.grading.classroom import cluster  # noqa: PLC0415

            digests = {job.exercise: job.digest for job in jobs}
            workers = cluster.opened(address, digests, reporter.say)
        with workers as executor:
            for result in session.grade(jobs, executor):
                keep(result)
                reporter.result(result)


def _self_test(folder: Path, chosen: Sequence[Exercise], count: int) -> int:
    fit, skipped = _fit(folder, chosen)
    by_name = {one.name: one for one in fit}
    results: list[Result] = []
    jobs = [self_test.job_of(one, session.runs_at_once(count)) for one in fit]
    _grade(jobs, count, None, skipped, results.append)
    found = (self_test.mismatch(by_name[one.learner], one) for one in results)
    mismatches = [wrong for wrong in found if wrong is not None]
    return self_test.conclude(f"{len(fit)} specimens", mismatches, len(skipped), results)


def _fit(folder: Path, chosen: Sequence[Exercise]) -> tuple[list[specimens.Specimen], list[str]]:
    """The specimens that this machine can grade, and a line for each of the others."""
    names, tools = {exercise.name for exercise in chosen}, Tools.find()
    known = [one for one in specimens.within(folder) if one.exercise.name in names]
    why = {one.name: self_test.why_skipped(one, tools) for one in known}
    skipped = [f"{name}: skipped, {reason}" for name, reason in why.items() if reason]
    return [one for one in known if why[one.name] is None], skipped


def _cohort(args: argparse.Namespace, chosen: Sequence[Exercise], count: int) -> int:
    """Grade an invented class like a real one, and check its gradebook."""
    fit, skipped = _fit(args.submissions, chosen)
    members = cohort.make(args.cohort, chosen, fit, all_of_them=args.only is not None)
    with tempfile.TemporaryDirectory() as folder:
        submissions, store = Path(folder, "class"), Store(Path(folder, "grades"))
        for member in members:
            member.hand_in(submissions)
        # The same traces every time, so that the same class gets the same grades.
        store.folder.mkdir()
        (store.folder / SECRET).write_text(self_test.SECRET.hex(), encoding="ascii")
        began = time.monotonic()
        own = argparse.Namespace(submissions=submissions, fresh=False, dask=None)
        scratch = Path(folder, "scratch")
        scratch.mkdir()
        found = _submitted(submissions, chosen, scratch, None)
        _class(own, found, count, store, None)
        seconds = time.monotonic() - began
        results, book = store.everything(), gradebook.read(store.folder)
    mismatches = cohort.mismatches(members, results, book)
    print(f"{count} at a time: {seconds:.0f} s, {seconds / len(members):.2f} s per submission")
    hostile = sum(member.hostile for member in members)
    what = f"{len(members)} submissions, {hostile} of them attacks"
    return self_test.conclude(what, mismatches, len(skipped), results)

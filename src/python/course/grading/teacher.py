"""The teacher's command: ``./course grade``."""

from __future__ import annotations

import argparse
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from course import paths
from course.errors import CourseError, UsageError
from course.grading import exercise as exercises
from course.grading import gradebook, sandbox, self_test, session, specimens
from course.grading.exercise import Exercise
from course.grading.jobs import Job, job
from course.grading.result import Result
from course.grading.store import Store
from course.grading.tools import Tools
from course.grading.verdicts import Verdict
from course.toolchain import machine

GRADES = paths.BUILD / "grades"


class Reporter:
    """A bar on a terminal, lines elsewhere. Use it as a context manager."""

    def __init__(self, total: int) -> None:
        self._console = Console(stderr=True)
        self._total = total
        self._done = 0
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                BarColumn(bar_width=20),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.description}"),
                console=self._console,
                transient=True,
            )
            self._row = self._bar.add_task("starting", total=total)

    def __enter__(self) -> Reporter:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def say(self, line: str) -> None:
        """Print a line; above the bar, if there is one."""
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def result(self, result: Result) -> None:
        """A submission is graded."""
        self._done += 1
        points = f"{result['points']} of {result['max_points']}"
        line = f"{result['learner']} {result['exercise']}: {result['verdict']}, {points}"
        if result["verdict"] == Verdict.GRADER_ERROR:
            line += f" ({result['message']})"
        if self._bar:
            self._bar.update(self._row, completed=self._done, description=line)
        if not self._bar or result["verdict"] == Verdict.GRADER_ERROR:
            self.say(f"[{self._done}/{self._total}] {line}")


def check_arguments(args: argparse.Namespace) -> list[Exercise]:
    """The exercises that are to be graded. Raises UsageError for arguments that cannot be."""
    if not args.submissions.is_dir():
        raise UsageError(f"{args.submissions} is no folder; give one of LEARNER/EXERCISE/ folders")
    if args.self_test and (args.out is not None or args.fresh):
        raise UsageError("--self-test keeps no results: leave out --out and --fresh")
    if args.dask is not None:
        _check_cluster(args)
    return [exercises.find(args.only)] if args.only else exercises.everything()


def _check_cluster(args: argparse.Namespace) -> None:
    from course.workers import check_address  # noqa: PLC0415  Dask takes a second to load

    check_address(args.dask)
    if args.jobs is not None:
        raise UsageError("-j: not with --dask; a cluster has the workers that were started for it")
    if args.self_test:
        raise UsageError("--self-test tries the sandbox of this machine: leave out --dask")


def grade(args: argparse.Namespace) -> int:
    """Grade all submissions in a folder and write results and a gradebook.

    0: everything was graded; 1: some got a grader_error, and the next grading looks at them again.
    Raises CourseError when grading is not possible, and UsageError for arguments that cannot be.

    args: submissions, jobs (None: one for each processor), only (an exercise or None), out (None:
    build/grades/NAME), fresh, self_test, dask (an address or None).
    """
    chosen = check_arguments(args)
    if args.dask is None:  # else it is the workers that need one
        _require_sandbox()
    count = args.jobs or machine.cores()
    if args.self_test:
        return _self_test(args.submissions, chosen, count)
    store = Store((args.out or GRADES / args.submissions.absolute().name).absolute())
    with store.locked():
        secret = store.secret()
        hands = session.hands(count) if args.dask is None else 1
        jobs = [
            job(folder, exercise, learner, secret, hands)
            for learner, exercise, folder in submitted(args.submissions, chosen)
        ]
        todo = [one for one in jobs if args.fresh or store.done(one) is None]
        with _told(len(todo), len(jobs)) as reporter:

            def keep(_: Job, result: Result) -> None:
                store.write(result)
                reporter.result(result)

            if todo:
                _graded(todo, _executor(args.dask, count, todo, reporter.say), keep)
        results = store.everything()
        known = exercises.everything()
        names = {exercise.name for exercise in known}
        gradebook.write(store.folder, [one for one in results if one["exercise"] in names], known)
    return _outcome(_of(results, jobs), store.folder)


def submitted(folder: Path, chosen: Sequence[Exercise]) -> Iterator[tuple[str, Exercise, Path]]:
    """Learner, exercise and folder of each submission, by name. Raises UsageError for none."""
    found = False
    for learner in sorted(folder.iterdir()):
        if learner.name.startswith(".") or learner.is_symlink() or not learner.is_dir():
            continue
        for exercise in sorted(chosen, key=lambda one: one.name):
            place = learner / exercise.name
            if place.is_dir():
                found = True
                yield learner.name, exercise, place
    if not found:
        names = ", ".join(sorted(exercise.name for exercise in chosen))
        raise UsageError(f"{folder}: no LEARNER/EXERCISE folders with submissions to {names}")


def _require_sandbox() -> None:
    reason = sandbox.why_none()
    if reason is not None:
        raise CourseError(
            f"grades need a sandbox, and {reason}; ./course setup --yes installs it where it can"
        )


@contextlib.contextmanager
def _told(todo: int, all_of_them: int) -> Iterator[Reporter]:
    with Reporter(todo) as reporter:
        if todo < all_of_them:
            reporter.say(f"{all_of_them - todo} of {all_of_them} were graded before")
        yield reporter


def _executor(
    address: str | None, count: int, jobs: Sequence[Job], say: Callable[[str], None]
) -> AbstractContextManager[Executor]:
    """Workers for the jobs: of this machine, or of the cluster at the address."""
    if address is None:
        return session.workers(min(count, len(jobs)))
    from course.grading import cluster  # noqa: PLC0415  Dask takes a second to load

    return cluster.opened(address, {job.exercise: job.digest for job in jobs}, say)


def _graded(
    jobs: Sequence[Job],
    opened: AbstractContextManager[Executor],
    on_result: Callable[[Job, Result], None],
) -> None:
    with opened as executor:
        session.grade(jobs, executor, on_result)


def _of(results: Sequence[Result], jobs: Sequence[Job]) -> list[Result]:
    """Results of those who are in the folder now."""
    present = {(one.learner, one.exercise) for one in jobs}
    return [one for one in results if (one["learner"], one["exercise"]) in present]


def _outcome(results: Sequence[Result], folder: Path) -> int:
    verdicts = Counter(result["verdict"] for result in results)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    print(f"results and gradebook are in {paths.shown(folder)}")
    return 1 if verdicts[Verdict.GRADER_ERROR.value] else 0


def _self_test(folder: Path, chosen: Sequence[Exercise], count: int) -> int:
    names, tools = {exercise.name for exercise in chosen}, Tools.find()
    known = [one for one in specimens.within(folder) if one.exercise.name in names]
    fit = [one for one in known if self_test.why_skipped(one, tools) is None]
    by_name = {one.name: one for one in fit}
    mismatches: list[self_test.Mismatch] = []
    with Reporter(len(fit)) as reporter:

        def look(job: Job, result: Result) -> None:
            reporter.result(result)
            wrong = self_test.mismatch(by_name[job.learner], result)
            if wrong is not None:
                mismatches.append(wrong)

        for one in known:
            reason = self_test.why_skipped(one, tools)
            if reason is not None:
                reporter.say(f"{one.name}: skipped, {reason}")
        jobs = [self_test.job_of(one, session.hands(count)) for one in fit]
        if jobs:
            _graded(jobs, session.workers(min(count, len(jobs))), look)
    for line in self_test.summary(len(fit), mismatches, len(known) - len(fit)):
        print(line)
    return 1 if mismatches else 0

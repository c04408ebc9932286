"""``./course submit``: one file for a teacher, and where it goes."""

import argparse
import datetime
import os
import secrets
from pathlib import Path

from course import paths
from course.errors import UsageError, os_errors
from course.grading.checks.tools import Tools
from course.grading.exercises import packed
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.starter import starters
from course.grading.exercises.submission import Submission, take
from course.grading.learner import progress
from course.grading.learner.learner import begun
from course.grading.verdicts import Refused
from course.process.files import read_object, write_atomically, write_object
from course.version import version

ME = ".me.json"
HANDED_IN = "handed-in"
TO, USER = "COURSE_HAND_IN", "JUPYTERHUB_USER"
"""A hub's variables: the folder where all hand in, and the logged-in user."""


def submit(args: argparse.Namespace) -> int:
    """Pack an exercise into one file. Returns 0. Raises UsageError and CourseError."""
    exercise, folder = begun(args)
    learner, copy = _me(args.who)
    try:
        submission = take(folder.resolve(), exercise)
    except Refused as error:
        raise UsageError(f"{error.message}, so there's nothing to submit yet") from error
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    name, content = packed.pack(
        exercise, submission, learner=learner, copy=copy, versions=_versions(exercise), now=now
    )
    to = args.to or Path(os.environ.get(TO) or paths.MINE / HANDED_IN)
    with os_errors(f"cannot write to {paths.shown(to)}"):
        write_atomically(to / name, content)
    state = _state(exercise, submission)
    print(f"{paths.shown(to / name)}: {exercise.title}, by {learner}, {state}")
    if args.to is None and TO not in os.environ:
        print("send this file to your teacher as agreed")
    return 0


def _me(given: str | None) -> tuple[str, str]:
    """Return the learner's name, and an id of this copy of the course. Raises UsageError."""
    file = paths.MINE / ME
    known = read_object(file)
    learner = given or known.get("learner") or os.environ.get(USER)
    if not isinstance(learner, str) or not learner.strip():
        raise UsageError('who are you? say --as "First Last" once; it is remembered')
    copy = known.get("copy") or secrets.token_hex(4)
    with os_errors(f"cannot write {paths.shown(file)}"):
        write_object(file, {"learner": learner.strip(), "copy": copy})
    return learner.strip(), copy


def _versions(exercise: Exercise) -> dict[str, str]:
    tools = Tools.find()
    found = {"course": version()}
    if exercise.language == "java" and tools.jdk is not None:
        found["java"] = tools.jdk.build
    if exercise.language == "cpp" and tools.cpp is not None:
        found["cpp"] = tools.cpp.version
    return found


def _state(exercise: Exercise, submission: Submission) -> str:
    if submission.files == {name: text.encode() for name, text in starters(exercise).items()}:
        return "the unchanged starter"
    entry = progress.entry(exercise)
    if entry is None or entry.points is None:
        return f"not checked yet; run ./course check {exercise.name}"
    return f"{entry.points} of {exercise.points} points at the last check"

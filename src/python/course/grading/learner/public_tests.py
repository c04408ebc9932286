"""An exercise's public tests, on what a learner has written so far."""

import dataclasses
from pathlib import Path

from course.errors import os_errors
from course.grading.checks import grader_context
from course.grading.checks.cpp import STANDARD
from course.grading.checks.grader_context import GraderContext
from course.grading.checks.java import BESIDE_HEAP_MB, JVM, javac
from course.grading.checks.subject import ENDLESS, compiling, endless
from course.grading.exercises.exercise import LIBRARY, Exercise
from course.grading.exercises.submission import TESTS
from course.grading.text import visible
from course.grading.verdicts import GraderError
from course.sandbox.process import Ended, Words
from course.sandbox.step import Allowance, Kind, Mount, Step

MAIN = "exercise.PublicTest"
SUFFIXES = (".java", ".cpp", ".hpp")

# Language -> the file that its tests share, below the exercises' library.
SHARED = {"java": "java/expect/Expect.java", "cpp": "cpp/expect.hpp"}


def shared(exercise: Exercise) -> Path:
    """Return the file that public tests report with."""
    return exercise.folder.parent / LIBRARY / SHARED[exercise.language]


def run(context: GraderContext, exercise: Exercise, folder: Path) -> tuple[bool, str]:
    """Return whether they pass on the learner's folder, and their output. Raises CourseError."""
    context.tools.require(exercise.language)
    with context.workspace() as workspace:
        source, out = Mount(workspace / "source", "/source"), Mount(workspace / "out", "/out", True)
        files = _files(exercise, folder)
        grader_context.write(workspace / "source", files)
        inside = context.box.inside
        names = [f"{inside(source)}/{name}" for name in files]
        kind = Kind.JAVA if exercise.language == "java" else Kind.PROGRAM
        if kind is Kind.JAVA:
            jdk = context.tools.jdk
            assert jdk is not None
            compiler = javac(jdk, inside(out), inside(out), names, ())
            heap = f"-Xmx{exercise.limits.memory_mb}m"
            running = [str(jdk.java), *JVM, heap, "-cp", inside(out), MAIN]
            memory_mb = exercise.limits.memory_mb + BESIDE_HEAP_MB
        else:
            assert context.tools.cpp is not None
            sources = [name for name in names if name.endswith(".cpp")]
            program = f"{inside(out)}/tests"
            compiler = [str(context.tools.cpp.path.resolve()), *STANDARD, "-O1", "-g", "-pthread"]
            compiler += [*sources, "-o", program]
            running = [program]
            memory_mb = exercise.limits.memory_mb
        ended, text = _say(context, Step(Kind.COMPILE, compiler, [source, out], compiling()))
        if endless(ended):
            return False, f"{text}{ENDLESS}\n"
        if ended.code == 0:
            allowance = Allowance(exercise.limits.seconds, memory_mb, memory_mb)
            ended, text = _say(context, Step(kind, running, [out], allowance))
        text = text.replace(f"{inside(source)}/", "")
    if ended.timed_out:
        return False, f"{text}it was still running after {exercise.limits.seconds:g} seconds\n"
    return ended.code == 0, text


def _files(exercise: Exercise, folder: Path) -> dict[str, bytes]:
    """Return the learner's sources and tests, and the file that those report with."""
    places = [folder, folder / TESTS, exercise.folder / "given"]
    files = {shared(exercise).name: shared(exercise).read_bytes()}
    with os_errors(f"cannot read {folder}", GraderError):
        for place in places:
            for file in sorted(place.glob("*")):
                if file.suffix in SUFFIXES and file.is_file():
                    files[file.name] = file.read_bytes()
    return files


def _say(context: GraderContext, step: Step) -> tuple[Ended, str]:
    printed = Words()
    ended = context.box.run(dataclasses.replace(step, on_answers=printed.take))
    return ended, visible(printed.text() + ended.words)

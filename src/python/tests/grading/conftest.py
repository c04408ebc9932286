"""Grader contexts with and without a sandbox, and an exercise that needs no compiler."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from course.errors import CourseError
from course.grading.checks import grader_context
from course.grading.exercises.exercise import Exercise, parse

from . import samples


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    """An exercise in a folder of its own, with a judge that counts."""
    folder = tmp_path / "exercises" / "count-up"
    (folder / "solution").mkdir(parents=True)
    (folder / "judge.py").write_text(samples.JUDGE)
    (folder / "solution" / "Counter.java").write_text(samples.SOLUTION)
    return parse(samples.definition(), folder)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody can reach; as where the course lies, not everybody can."""
    folder = Path(tempfile.mkdtemp(prefix="course-grading-"))
    folder.chmod(0o755)
    yield folder
    for one in folder.iterdir():
        one.chmod(0o700)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def shut_in():
    """A context with a sandbox, for two runs at a time. Without one the test is skipped, with the
    reason, or fails where COURSE_NEEDS_SANDBOX says so, as the hosted workflow does."""
    try:
        with grader_context.opened(at_once=2) as context:
            yield context
    except CourseError as error:
        missing(str(error))


def missing(reason: str) -> NoReturn:
    """There is no sandbox: the verdict of whoever asked for one."""
    if os.environ.get("COURSE_NEEDS_SANDBOX"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def bare():
    """A context without a sandbox: for code of our own."""
    with grader_context.opened(shut_in=False) as context:
        yield context

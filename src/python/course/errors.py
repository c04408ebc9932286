"""Errors that a user can do something about: shown as one line, without a traceback."""

import contextlib
from collections.abc import Iterator


class CourseError(Exception):
    """Something could not be done. The message is one line: what, where, and what would help."""

    exit_code = 1


class UsageError(CourseError):
    """The input was wrong. The message says what would have been valid."""

    exit_code = 2


@contextlib.contextmanager
def os_errors(what: str, kind: type[CourseError] = CourseError) -> Iterator[None]:
    """An OSError within becomes an error of ours: what could not be done, and why."""
    try:
        yield
    except OSError as error:
        raise kind(f"{what}: {error.strerror}") from error

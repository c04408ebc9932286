"""Errors that a user can do something about: shown as one line, without a traceback."""


class CourseError(Exception):
    """Something could not be done. The message is one line: what, where, and what would help."""

    exit_code = 1


class UsageError(CourseError):
    """The input was wrong. The message says what would have been valid."""

    exit_code = 2

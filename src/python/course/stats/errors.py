"""Errors in publishing, each with a one-line message."""

from collections.abc import Iterable

from course.errors import CourseError


class PublishError(CourseError):
    """Publishing cannot continue."""


class FigureError(PublishError, ValueError):
    """A page or claim requests something that does not exist; the caller adds the location.

    A ValueError, so a pydantic validator may raise it.
    """


def choose(value: object, valid: Iterable[object], what: str) -> None:
    """Raise FigureError unless `value` is one of `valid`; `what` names the parameter."""
    options = [str(option) for option in valid]
    if str(value) not in options:
        raise FigureError(f"no {what} {value!r}; valid: {', '.join(map(repr, options))}")

"""What goes wrong while publishing, always told in one line."""

from collections.abc import Iterable

from course.errors import CourseError


class PublishError(CourseError):
    """Publishing cannot go on."""


class FigureError(PublishError, ValueError):
    """A page or a claim asks for something that does not exist; its caller adds where it does.

    As a ValueError it may come from a validator of pydantic.
    """


def choose(value: object, valid: Iterable[object], what: str) -> None:
    """Raise FigureError unless `value` is one of `valid`; `what` names the parameter."""
    options = [str(option) for option in valid]
    if str(value) not in options:
        raise FigureError(f"no {what} {value!r}; valid: {', '.join(map(repr, options))}")

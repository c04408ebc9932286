"""What can go wrong with a sandbox: never what runs in it."""

from course.errors import CourseError


class SandboxError(CourseError):
    """There is none, or it could not start something."""

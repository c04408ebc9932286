"""A grader that reads no list of what a submission may use: the other defences have to hold, too.

As a script, it is `./course` with that grader. Its workers are new processes, which run this file
before anything else.
"""

import sys

import pytest

from course.grading.checks import cpp_permitted, cpp_source, cpp_text
from course.grading.checks.cpp import CppSubject
from course.grading.checks.java import JavaSubject


def take_away(patch: pytest.MonkeyPatch) -> None:
    """Let in whatever a submission refers to, and whatever form its code has."""
    for owner, name in (
        (cpp_source, "refused"),
        (cpp_text, "refused"),
        (cpp_permitted, "instructions"),
        (CppSubject, "_require_permitted"),
        (JavaSubject, "_require_permitted"),
    ):
        patch.setattr(owner, name, lambda *_: None)


if __name__ in ("__main__", "__mp_main__"):
    take_away(pytest.MonkeyPatch())

if __name__ == "__main__":
    from course.cli.main import main

    sys.exit(main(sys.argv[1:]))

"""Which version of a program is here, asked once, and whether it will do."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from course.process.logged import answer_of
from course.toolchain.cache import cached

Version = tuple[int, int]


def version(path: Path, question: str, env: Mapping[str, str] | None = None) -> Version | None:
    """The first two numbers that it answers, such as 3 and 25; None if it does not work."""

    def ask() -> list[int] | None:
        code, text = answer_of([path, question], env=env)
        numbers = re.search(r"(\d+)\.(\d+)", text) if code == 0 else None
        return [int(numbers[1]), int(numbers[2])] if numbers else None

    found = cached(path, "version", ask)
    return (found[0], found[1]) if found else None


def too_old(
    program: str, oldest: Version, question: str = "--version", env: Mapping[str, str] | None = None
) -> str | None:
    """What is wrong with a program whose version has to be at least the given one."""
    path = shutil.which(program)
    if path is None:
        return f"{program} is not on PATH"
    found = version(Path(path), question, env)
    if found is None:
        return f"`{program} {question}` does not work"
    if found < oldest:
        here, needed = (".".join(map(str, one)) for one in (found, oldest))
        return f"{path} is {here}, but {needed} is needed"
    return None

"""What running a tool once told us, such as its version, kept until the tool's file changes."""

import contextlib
import re
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from course import paths
from course.process.files import read_object, write_object
from course.process.logged import answer_of

Version = tuple[int, int]

_lock = threading.Lock()


def cached(tool: Path, question: str, answer: Callable[[], Any]) -> Any:
    """Return the answer to a question about a tool; ask again if its file's time or size changed.

    The answer must be representable in JSON. None means "unknown" and is not kept.
    """
    store = paths.TOOLCHAIN / "probes.json"
    try:
        real = tool.resolve(strict=True)
        state = real.stat()
    except OSError:
        return answer()
    key = f"{tool} {question}"
    identity = [str(real), state.st_mtime_ns, state.st_size]
    with _lock:
        known = read_object(store).get(key)
    if isinstance(known, dict) and known.get("of") == identity:
        return known.get("answer")
    value = answer()
    if value is not None:
        with _lock:
            entries = read_object(store)
            entries[key] = {"of": identity, "answer": value}
            with contextlib.suppress(OSError):  # in a read-only tree, ask again next time
                write_object(store, entries)
    return value


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

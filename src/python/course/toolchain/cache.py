"""What running a tool once told us, kept until the tool's file changes."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course import paths
from course.process.files import read_object, write_object

_lock = threading.Lock()


def cached(tool: Path, question: str, answer: Callable[[], Any]) -> Any:
    """The answer to a question about a tool, asked again when its file's time or size changed.

    The answer has to fit into JSON. None means "could not tell": it is not kept.
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
            with contextlib.suppress(OSError):  # in a read-only tree: ask again next time
                write_object(store, entries)
    return value

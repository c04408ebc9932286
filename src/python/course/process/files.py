"""Write a file so that no reader ever sees, and no killed process leaves, half of it."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def write_atomically(path: Path, content: str | bytes, *, durably: bool = False) -> None:
    """Replace the file in one step; create its folder if needed.

    durably: the file survives a power failure once this returns. A killed process may leave a file
    called ``.*.tmp``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The file's own name may already have the maximum length.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durably:
                file.flush()
                os.fsync(handle)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if durably:  # the new name, too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in the file; empty if there is none, or if it is damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_object(path: Path, content: dict[str, Any]) -> None:
    write_atomically(path, json.dumps(content, indent=1, sort_keys=True) + "\n")

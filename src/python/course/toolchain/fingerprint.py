"""A hash over the contents of files and folders, quick if little has changed.

Contents count, not times: a fresh checkout of the same sources has the same fingerprint. A cache of
times and sizes only saves reading unchanged files.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from course import paths
from course.process.files import read_object, write_object

SKIPPED_FOLDERS = frozenset(
    {
        *("target", "build", "__pycache__", ".git", ".venv", ".toolchain"),
        *(".pytest_cache", ".ruff_cache", ".ipynb_checkpoints", ".idea", ".vscode"),
    }
)


def files_in(folder: Path) -> Iterator[Path]:
    """Yield every file below the folder, sorted, without generated ones."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in SKIPPED_FOLDERS:
                yield from files_in(Path(entry.path))
        elif entry.is_file():
            yield Path(entry.path)


class Fingerprints:
    """Fingerprints of files; caches each file's hash with its time and size."""

    def __init__(self, cache: Path | None = None) -> None:
        self._path = cache or paths.STAMPS / "hashes.json"
        self._known = read_object(self._path)
        self._changed = False

    def of(self, sources: Iterable[Path], *facts: str) -> str:
        """Return the fingerprint of files, of folders with their content, and of plain facts."""
        total = hashlib.sha256()
        for fact in facts:
            total.update(f"{len(fact)}:{fact}".encode())
        for source in sources:
            for file in files_in(source) if source.is_dir() else [source]:
                name = os.path.relpath(file, paths.ROOT)
                total.update(f"{name}={self._hash(file)}\n".encode())
        return total.hexdigest()

    def _hash(self, file: Path) -> str:
        try:
            state = file.stat()
        except FileNotFoundError:
            return "absent"
        key = str(file)
        identity = [state.st_mtime_ns, state.st_size, state.st_ino]
        known = self._known.get(key)
        if isinstance(known, list) and known[:3] == identity:
            return str(known[3])
        value = hashlib.sha256(file.read_bytes()).hexdigest()
        self._known[key] = [*identity, value]
        self._changed = True
        return value

    def save(self) -> None:
        if self._changed:
            present = {key: value for key, value in self._known.items() if Path(key).exists()}
            with contextlib.suppress(OSError):  # in a read-only tree, read them again next time
                write_object(self._path, present)
            self._changed = False

"""Run a program with another allocator, and verify that it was loaded.

If the dynamic linker cannot load a library, it only prints a warning; a statically linked program
ignores the library silently. Then the C library's allocator would be measured under another name.
So we inspect the running process: ``/proc/PID/maps`` names the files that are mapped into it.
"""

from pathlib import Path

PROC = Path("/proc")


class PreloadCheck:
    """Checks once, at a process's first line of output, that it has loaded a library."""

    def __init__(self, library: Path | None) -> None:
        """library: None if there is nothing to check."""
        self._library = library
        self._pid: int | None = None
        self._seen: bool | None = None

    def attend(self, pid: int) -> None:
        self._pid = pid

    def look(self) -> None:
        """Call this on output: by then all libraries are loaded."""
        if self._library is None or self._pid is None or self._seen is not None:
            return
        files = mapped(self._pid)
        if files:
            # Our path may be a symbolic link; the kernel names the link's target.
            self._seen = self._library.resolve().as_posix() in files

    def objection(self) -> str | None:
        """Why the process does not count, in one line; None if it does."""
        if self._library is None or self._seen:
            return None
        if self._seen is None:
            return f"the process ended before we could see whether {self._library.name} was loaded"
        return f"{self._library.name} was not loaded: it is not in the process's memory map"


def mapped(pid: int) -> frozenset[str]:
    """Files mapped into a process; empty if it has ended."""
    try:
        lines = (PROC / str(pid) / "maps").read_text().splitlines()
    except OSError:
        return frozenset()
    # address, rights, offset, device, inode, path
    fields = (line.split(maxsplit=5) for line in lines)
    return frozenset(field[5] for field in fields if len(field) == 6)

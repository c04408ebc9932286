"""Running a program with another allocator, and the proof that it really had it.

A library that the dynamic linker cannot load is ignored with a warning, and one that a program was
not linked dynamically for without one: then the C library's own allocator would be measured under
another name. So the process itself is looked at while it runs: ``/proc/PID/maps`` names the files
that are mapped into it.
"""

from pathlib import Path

PROC = Path("/proc")


def environment(library: Path) -> list[str]:
    """The beginning of a command line that has the library loaded before all others."""
    return ["env", f"LD_PRELOAD={library}"]


class PreloadCheck:
    """Looks once whether a process has a library, when it has printed its first line."""

    def __init__(self, library: Path | None) -> None:
        """Without a library there is nothing to look for."""
        self._library = library
        self._pid: int | None = None
        self._seen: bool | None = None

    def attend(self, pid: int) -> None:
        self._pid = pid

    def look(self) -> None:
        """It has begun to print: by now all its libraries are loaded."""
        if self._library is None or self._pid is None or self._seen is not None:
            return
        files = mapped(self._pid)
        if files:
            # The linker may have been given a link; the kernel names the file behind it.
            self._seen = self._library.resolve().as_posix() in files

    def objection(self) -> str | None:
        """Why the process does not count, in one line; None when it does."""
        if self._library is None or self._seen:
            return None
        if self._seen is None:
            return f"the process ended before we could see whether {self._library.name} was loaded"
        return f"{self._library.name} was not loaded: it is not in the process's memory map"


def mapped(pid: int) -> frozenset[str]:
    """The files that are mapped into a process; none if it has ended."""
    try:
        lines = (PROC / str(pid) / "maps").read_text().splitlines()
    except OSError:
        return frozenset()
    # address, rights, offset, device, inode, path
    fields = (line.split(maxsplit=5) for line in lines)
    return frozenset(field[5] for field in fields if len(field) == 6)

"""The interpreter of the C++ kernel: cppyy, whose glue to Python is compiled on this machine."""

import platform
import re
import sys
import tempfile
from pathlib import Path

from course import paths
from course.toolchain.environment import install
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

LOCK_FILE = paths.LOCKS / "cppyy.txt"

# Each stage is needed to build the next one, so they cannot be installed in one go.
STAGES = (
    ("setuptools", "wheel", "packaging"),
    ("cppyy-cling",),
    ("cppyy-backend",),
    ("cpycppyy",),
    ("cppyy",),
)


def unsupported() -> str | None:
    """Why there is no cppyy for this machine, or None if there is one."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "cppyy has a ready compiler for Linux on x86-64 only"
    if platform.libc_ver()[0] != "glibc":
        return "cppyy's ready compiler needs the GNU C library"
    return None


def fingerprint(prints: Fingerprints) -> str:
    return prints.of([LOCK_FILE], sys.version)


def step(prints: Fingerprints) -> Step:
    """Installs cppyy into the environment; it takes about a minute of compiling."""
    return Step(
        name="C++ interpreter",
        stamp=paths.VENV / "cppyy.stamp",
        fingerprint=lambda: fingerprint(prints),
        products=[],
        make=_make,
        optional=True,
    )


def _make(lock: int) -> None:
    (paths.LOGS / "cppyy.log").unlink(missing_ok=True)
    entries = entries_of(LOCK_FILE.read_text(encoding="utf-8"))
    for stage in STAGES:
        with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.TOOLCHAIN) as part:
            part.write("".join(entries[name] for name in stage))
            part.flush()
            install(Path(part.name), "cppyy", lock=lock, building=True)


def entries_of(lock_text: str) -> dict[str, str]:
    """A lock file's entries, with their hashes, by package name."""
    pattern = r"^([\w.-]+)==.*\n(?:[ \t]+.*\n)*"
    return {entry[1]: entry[0] for entry in re.finditer(pattern, lock_text, re.MULTILINE)}

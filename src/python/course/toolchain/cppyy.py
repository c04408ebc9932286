"""The interpreter of the C++ kernel: cppyy, whose glue to Python is compiled on this machine."""

import platform
import sys
import tempfile

from course import paths
from course.toolchain import environment
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

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


def locked() -> list[str]:
    """The lock's entries for each stage."""
    entries = environment.entries(environment.LOCK.read_text(encoding="utf-8"))
    return ["".join(entries[name] for name in stage) for stage in STAGES]


def fingerprint(prints: Fingerprints) -> str:
    return prints.of([], sys.version, *locked())


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
    """Compiles with what the stages before have installed, so nothing is resolved."""
    (paths.LOGS / "cppyy.log").unlink(missing_ok=True)
    for stage in locked():
        with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.TOOLCHAIN) as part:
            part.write(stage)
            part.flush()
            arguments = ["--no-deps", "--no-build-isolation", "-r", part.name]
            environment.install_listed(arguments, "cppyy", lock=lock)

"""The C++ kernel's interpreter: cppyy, whose Python bindings are compiled on this machine."""

import platform
import sys
import tempfile

from course import paths
from course.toolchain import compiler, environment
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

# Each stage is needed to build the next one, so they cannot be installed together.
STAGES = (
    ("setuptools", "wheel", "packaging"),
    ("cppyy-cling",),
    ("cppyy-backend",),
    ("cpycppyy",),
    ("cppyy",),
)


def unsupported() -> str | None:
    """Return why cppyy is not available for this machine, or None if it is."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "cppyy has a ready compiler for Linux on x86-64 only"
    if platform.libc_ver()[0] != "glibc":
        return "cppyy's ready compiler needs the GNU C library"
    return None


def locked() -> list[str]:
    entries = environment.entries(environment.LOCK.read_text(encoding="utf-8"))
    return ["".join(entries[name] for name in stage) for stage in STAGES]


def fingerprint(prints: Fingerprints) -> str:
    return prints.of([], sys.version, *locked())


def step(prints: Fingerprints) -> Step:
    """Install cppyy into the environment; compiling takes about a minute."""
    return Step(
        name="C++ interpreter",
        stamp=paths.VENV / "cppyy.stamp",
        fingerprint=lambda: fingerprint(prints),
        products=[],
        make=_make,
        optional=True,
    )


def _make(lock: int) -> None:
    """Compile with the packages of the earlier stages, so that nothing needs to be resolved."""
    (paths.LOGS / "cppyy.log").unlink(missing_ok=True)
    compilers = _brief_compiler()
    for stage in locked():
        with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=paths.TOOLCHAIN) as part:
            part.write(stage)
            part.flush()
            arguments = ["--no-deps", "--no-build-isolation", "-r", part.name]
            environment.install_listed(arguments, "cppyy", lock=lock, **compilers)


def _brief_compiler() -> dict[str, str]:
    """Return the variables that make setuptools compile with fewer optimisations, if possible.

    The bindings ask for -O2 and Python's build for -g. Our options have to follow theirs, so they
    are in a script: 70 s of processor time became 42 s. Nothing that is timed runs in the bindings.
    """
    found = compiler.find()
    if found is None:
        return {}
    kind = "clang++" if "clang" in found.version else "g++"  # the bindings look at the name
    script = paths.TOOLCHAIN / "brief" / kind
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f'#!/bin/sh\nexec "{found.path}" "$@" -O1 -g0\n', encoding="utf-8")
    script.chmod(0o755)
    return {"CC": str(script), "CXX": str(script)}

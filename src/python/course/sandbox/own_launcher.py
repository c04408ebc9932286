"""Our launcher, compiled on the machine that uses it: its headers list the kernel's calls."""

import platform
import tempfile
from pathlib import Path

from course import paths
from course.errors import os_errors
from course.process.logged import answer_of
from course.sandbox.process import SandboxError
from course.toolchain import compiler
from course.toolchain.fingerprint import Fingerprints

SOURCE = Path(__file__).parent / "launcher"
KEPT = paths.GRADING / "launcher"
ARCHITECTURES = ("x86_64", "aarch64")
"""Architectures whose system calls were examined, as uname names them."""


def built() -> Path:
    """Return the program, compiled if missing. Raises SandboxError."""
    if platform.machine() not in ARCHITECTURES:
        raise SandboxError(f"there is no system call filter for {platform.machine()}")
    found = compiler.find()
    if found is None:
        raise SandboxError("our launcher needs a C++20 compiler; run ./course setup")
    program = KEPT / f"launcher-{Fingerprints().of([SOURCE], found.version)[:16]}"
    if program.is_file():
        return program
    with os_errors(f"cannot make {paths.shown(program)}", SandboxError):
        KEPT.mkdir(parents=True, exist_ok=True)
        # If several compile it at once, the last one stays, and all are the same.
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            made = Path(folder, "launcher")
            words = [found.path, "-std=c++20", "-O1", "-fno-exceptions", "-Wl,--as-needed"]
            code, said = answer_of([*words, SOURCE / "launcher.cpp", "-o", made])
            if code != 0:
                raise SandboxError(f"our launcher does not compile: {said.strip()[:300]}")
            made.rename(program)
    return program

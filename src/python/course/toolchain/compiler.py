"""The C++ compiler: the first one on this machine that supports C++20."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from course.process.logged import answer_of
from course.toolchain.cache import cached

_PROGRAM = Path(__file__).with_name("cpp20.cpp")


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler and the first line of its version message."""

    path: Path
    version: str


def candidates() -> list[Path]:
    """Return compilers in order of preference: the user's choice first."""
    chosen = os.environ.get("CXX")
    names = [chosen] if chosen else ["c++", "g++", "clang++"]
    return [Path(found) for name in names if (found := shutil.which(name))]


def find() -> Compiler | None:
    """Return the first compiler that compiles C++20, or None."""
    for path in candidates():
        version = cached(path, "C++20", lambda path=path: _version_if_modern(path))
        if version:
            return Compiler(path, version)
    return None


def _version_if_modern(path: Path) -> str | None:
    if answer_of([path, "-std=c++20", "-fsyntax-only", _PROGRAM])[0] != 0:
        return None
    code, text = answer_of([path, "--version"])
    return text.splitlines()[0].strip() if code == 0 and text.strip() else None


def has_header(header: str) -> bool:
    """True if compilers, and CMake, find the header.

    They look in the usual folders, in Homebrew's, and in an active conda environment's.
    """
    folders = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]
    if "CONDA_PREFIX" in os.environ:
        folders.append(f"{os.environ['CONDA_PREFIX']}/include")
    if any(Path(folder, header).exists() for folder in folders):
        return True
    compiler = find()
    if compiler is None:
        return False
    check = [compiler.path, "-std=c++20", "-E", "-x", "c++", "-", "-o", os.devnull]
    return answer_of(check, text=f"#include <{header}>\n")[0] == 0

"""Where things are. Everything generated lies under BUILD, VENV and TOOLCHAIN."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build"
VENV = ROOT / ".venv"
TOOLCHAIN = ROOT / ".toolchain"
LOCKS = ROOT / "locks"

JAVA_SOURCES = ROOT / "src" / "java"
CPP_SOURCES = ROOT / "src" / "cpp"
PYTHON_SOURCES = ROOT / "src" / "python"
NATIVE_SOURCES = ROOT / "native"

JARS = BUILD / "java" / "lib"
CPP_BUILD = BUILD / "cpp"
CPP_PROGRAMS = CPP_BUILD / "bin"
CPP_LIBRARIES = CPP_BUILD / "lib"
TRACER = CPP_LIBRARIES / "libtracer.so"
TRACER_OF_OPERATORS = CPP_LIBRARIES / "libtracer-operators.so"
RECORDS = BUILD / "records"
SITE = BUILD / "site"
LOGS = BUILD / "log"
STAMPS = BUILD / "stamps"

_OWN = os.environ.get("COURSE_MINE")
"""Where the course is set up once for many, as on a hub: a folder of the learner's own."""

MINE = Path(_OWN).expanduser().absolute() if _OWN else ROOT / "my-exercises"
GRADING = MINE / ".grading" if _OWN else BUILD / "grading"
"""What checks keep from one time to the next."""

VENV_PYTHON = VENV / "bin" / "python"


def shown(path: Path) -> str:
    """The path as a message shows it: relative to the working directory where that is shorter."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)

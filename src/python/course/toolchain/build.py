"""Build the programs: Java with Maven, C++ and the native library with CMake."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from course import paths
from course.errors import CourseError
from course.model import decision
from course.model.solutions import IMPLEMENTATIONS
from course.process.logged import StepFailed, run_logged
from course.toolchain import compiler, jdks
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

LIBRARY_SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"
LIBRARIES = [
    paths.CPP_LIBRARIES / f"lib{name}{LIBRARY_SUFFIX}"
    for name in ("clockqueue", "prefetch", "queues")
]
if sys.platform == "linux":
    LIBRARIES += [paths.TRACER, paths.TRACER_OF_OPERATORS]
PROGRAMS = [
    *(paths.ROOT / one.program for one in IMPLEMENTATIONS.values() if one.program),
    *(
        paths.CPP_PROGRAMS / name
        for name in (
            "analyser-cpp-pmr",
            "analyser-cpp-flat-pmr",
            "blocks-bench",
            "machine-limits",
            "queue-bench",
            "threads-bench",
        )
    ),
]
"""Built on every machine; programs that need an optional library are left out."""

WITHOUT_JAR = ("fixture", "jcstress", "lib")
"""Modules of tests, and the one that collects the others' dependencies."""

OPTIONAL_HEADERS = (
    "boost/lockfree/spsc_queue.hpp",
    "boost/pool/pool.hpp",
    "readerwriterqueue/readerwriterqueue.h",
)
"""Headers that enable further programs and contestants, for which CMake looks itself."""


def java_modules(version: int) -> tuple[str, ...]:
    """Return the modules in the reactor's pom that a JDK builds and that produce a jar.

    Those in the profile need the memory API of JDK 25 or later.
    """
    reactor = ElementTree.parse(paths.JAVA_SOURCES / "pom.xml")
    names = [one.text or "" for one in reactor.findall("{*}modules/{*}module")]
    if version >= 25:
        names += [one.text or "" for one in reactor.findall(".//{*}profile//{*}module")]
    return tuple(name for name in names if name not in WITHOUT_JAR)


def java_step(prints: Fingerprints) -> Step:
    compiling = jdks.compiling()
    version = compiling.version if compiling else 0
    return Step(
        name="java programs",
        stamp=paths.STAMPS / "java",
        fingerprint=lambda: prints.of(
            [paths.JAVA_SOURCES, decision.FILE], str(jdks.compiling()), _BUILDING_JAVA
        ),
        products=[paths.JARS / f"allocpool-{name}-1.0.0.jar" for name in java_modules(version)],
        make=lambda lock: maven("java", _BUILDING_JAVA.split(), lock=lock),
    )


def cpp_step(prints: Fingerprints) -> Step:
    return Step(
        name="C++ programs",
        stamp=paths.STAMPS / "cpp",
        fingerprint=lambda: prints.of(
            [paths.CPP_SOURCES, paths.NATIVE_SOURCES],
            str(compiler.find()),
            str(jdks.compiling()),
            *(header for header in OPTIONAL_HEADERS if compiler.has_header(header)),
        ),
        products=[*LIBRARIES, *PROGRAMS],
        make=lambda lock: cmake_build("release", "cpp", target="programs", lock=lock),
    )


# ---- Java --------------------------------------------------------------------------------------

_BUILDING_JAVA = "package -Dmaven.test.skip=true"

# Maven's errors if it would have needed the network. As warnings, they are harmless.
_WANTS_NETWORK = re.compile(
    r"^\[ERROR\].*(offline mode|Could not (resolve|find|transfer)|cannot access)", re.I | re.M
)


def maven(log: str, goals: list[str], *, lock: int | None = None) -> str:
    """Run Maven on the reactor, offline if its local repository has everything.

    Returns its output. Raises StepFailed with the last useful lines, or CourseError if Maven or a
    JDK to run it is missing.
    """
    jdk = jdks.compiling()
    program = shutil.which("mvn")
    if jdk is None or program is None:
        raise CourseError("java: a JDK >= 17 with javac and Maven are needed; run ./course setup")
    command = [program, "--batch-mode", "--no-transfer-progress", *goals]
    settings = {"JAVA_HOME": str(jdk.home), "JAVA_TOOL_OPTIONS": None}
    options = {"cwd": paths.JAVA_SOURCES, "env": settings, "lock": lock}
    try:
        return run_logged(log, [*command, "--offline"], **options)
    except StepFailed as error:
        if not _WANTS_NETWORK.search(error.output):
            raise
    return run_logged(log, command, **options)


# ---- C++ ---------------------------------------------------------------------------------------


def cmake_build(
    preset: str,
    log: str,
    *,
    target: str = "all",
    options: Sequence[str] = (),
    lock: int | None = None,
    through: Sequence[str] = (),
) -> None:
    """Configure and build a CMake preset, optionally through a command such as `setarch -R`.

    Target `programs` leaves out the tests, which take longest to compile. Options are the
    project's, as `-DNAME=VALUE`. Raises CourseError with the last useful lines.
    """
    found = compiler.find()
    if found is None or shutil.which("cmake") is None:
        raise CourseError(f"{log}: a C++20 compiler and CMake are needed; run ./course setup")
    jdk = jdks.compiling()
    folder = paths.BUILD / ("cpp" if preset == "release" else f"cpp-{preset}")
    forget_other_tools(folder, found.path)
    settings = {
        "CXX": str(found.path),
        "JAVA_HOME": str(jdk.home) if jdk else None,
        "CMAKE_GENERATOR": "Ninja" if shutil.which("ninja") else "Unix Makefiles",
    }
    how = {"cwd": paths.CPP_SOURCES, "env": settings, "lock": lock}
    run_logged(log, ["cmake", "--preset", preset, *options], **how)
    jobs = str(os.cpu_count() or 1)
    build = ["cmake", "--build", "--preset", preset, "--parallel", jobs, "--target", target]
    run_logged(log, [*through, *build], append=True, **how)


def forget_other_tools(folder: Path, chosen: Path) -> None:
    """Remove a build folder of another compiler, generator or tree, which CMake would refuse."""
    try:
        cache = (folder / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    entries = dict(re.findall(r"^([A-Z_]+):[A-Z]+=(.*)$", cache, re.MULTILINE))
    generator = "Ninja" if shutil.which("ninja") else "Unix Makefiles"
    expected = {
        "CMAKE_CXX_COMPILER": str(chosen),
        "CMAKE_GENERATOR": generator,
        "CMAKE_HOME_DIRECTORY": str(paths.CPP_SOURCES),
    }
    if any(entries.get(name, value) != value for name, value in expected.items()):
        shutil.rmtree(folder)

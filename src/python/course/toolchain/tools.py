"""The course's needs from the operating system: checked together, installed on request."""

import contextlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from course.errors import CourseError
from course.toolchain import compiler, cppyy, jdks, libraries, vegeta
from course.toolchain.cache import too_old

_PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class Tool:
    """A tool: how to check for it, and its packages, by package manager.

    `problem` returns None if the tool is usable, otherwise the problem in a few words.
    """

    name: str
    problem: Callable[[], str | None]
    apt: str = ""
    dnf: str = ""
    brew: str = ""


# ---- checks of each tool -----------------------------------------------------------------------


def _compiler() -> str | None:
    if compiler.find():
        return None
    seen = compiler.candidates()
    if not seen:
        chosen = os.environ.get("CXX")
        return f"{chosen} is not on PATH" if chosen else "none of c++, g++, clang++ is on PATH"
    return f"{seen[0]} can't compile C++20"


def _jdk() -> str | None:
    if jdks.compiling():
        return None
    runtimes = [jdk for jdk in jdks.all() if jdk.version >= 17]
    return f"{runtimes[0].home} is not a full JDK" if runtimes else "no Java 17 or newer was found"


def _maven() -> str | None:
    jdk = jdks.compiling()
    if jdk is None and shutil.which("mvn"):
        return None  # without Java it cannot even print its version
    return too_old("mvn", (3, 8), env={"JAVA_HOME": str(jdk.home)} if jdk else None)


def _cmake() -> str | None:
    return too_old("cmake", (3, 25))


def _one_of(*programs: str) -> Callable[[], str | None]:
    """Return the check for a tool that consists of any one of these programs."""
    several = f"none of {', '.join(programs)} is on PATH"
    wrong = several if len(programs) > 1 else f"{programs[0]} is not on PATH"
    return lambda: None if any(map(shutil.which, programs)) else wrong


def _header(name: str) -> Callable[[], str | None]:
    return lambda: None if compiler.has_header(name) else f"the header {name} is missing"


def _allocator(name: str) -> Callable[[], str | None]:
    return lambda: libraries.why_no_allocator(name)


def _venv() -> str | None:
    """Debian's python3 has the module venv but, without python3-venv, no pip to install in one."""
    if importlib.util.find_spec("venv") is None:
        return f"{sys.executable} lacks the module venv"
    try:
        import ensurepip

        ensurepip.version()
    except Exception:
        return f"{sys.executable} cannot make a virtual environment (no ensurepip)"
    return None


def _headers() -> str | None:
    if cppyy.unsupported() or Path(sysconfig.get_path("include"), "Python.h").exists():
        return None
    return f"Python.h for {sys.executable} is missing"


CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Possible names of Chromium."""


def chromium() -> str | None:
    """Return the system's Chromium, or None."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


TOOLS = (
    Tool("C++20 compiler", _compiler, "g++", "gcc-c++ libasan libubsan libtsan", "llvm"),
    Tool("JDK >= 17", _jdk, "default-jdk-headless", "java-latest-openjdk-devel", "openjdk"),
    Tool("Maven >= 3.8", _maven, "maven", "maven", "maven"),
    Tool("CMake >= 3.25", _cmake, "cmake", "cmake", "cmake"),
    Tool("Ninja or make", _one_of("ninja", "make"), "ninja-build", "ninja-build", "ninja"),
    Tool("GoogleTest", _header("gtest/gtest.h"), "libgtest-dev", "gtest-devel", "googletest"),
    Tool("Python's venv", _venv, f"{_PYTHON}-venv", "python3", "python3"),
    Tool("Python's headers", _headers, f"{_PYTHON}-dev", "python3-devel", "python3"),
    Tool("git", _one_of("git"), "git", "git", "git"),
)
"""Required tools."""

OPTIONAL = (
    Tool("jemalloc", _allocator("jemalloc"), "libjemalloc2", "jemalloc"),
    Tool("mimalloc", _allocator("mimalloc"), "libmimalloc2.0", "mimalloc"),
    Tool("tcmalloc", _allocator("tcmalloc"), "libtcmalloc-minimal4", "gperftools-libs"),
    Tool("Boost", _header("boost/lockfree/spsc_queue.hpp"), "libboost-dev", "boost-devel", "boost"),
    Tool(
        "readerwriterqueue",
        _header("readerwriterqueue/readerwriterqueue.h"),
        "libreaderwriterqueue-dev",
        "readerwriterqueue-devel",
    ),
    Tool("wrk", _one_of("wrk"), "wrk", "wrk", "wrk"),
    Tool("Go >= 1.22", vegeta.why_no_go, "golang-go", "golang", "go"),
    # Memcheck needs the C library's symbols.
    Tool("valgrind", _one_of("valgrind"), "valgrind libc6-dbg", "valgrind"),
    Tool("bubblewrap", _one_of("bwrap"), "bubblewrap", "bubblewrap"),
    Tool("Chromium", _one_of(*CHROMIUM), "chromium", "chromium"),
)
"""Tools that `./course bench` compares or counts with, `./course grade` isolates submissions with,
and `./course test` views the site with.

Without one, its contestants and tests are skipped, or only one's own exercises are graded."""


def missing(tools: Iterable[Tool]) -> dict[Tool, str]:
    found = {tool: tool.problem() for tool in tools}
    return {tool: problem for tool, problem in found.items() if problem}


# ---- installation ------------------------------------------------------------------------------

SYSTEMS = {"apt": "Debian, Ubuntu", "dnf": "Fedora", "brew": "macOS"}


def this_system() -> str | None:
    """Return this machine's package manager, or None if it is unknown."""
    if sys.platform == "darwin":
        return "brew"
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return None
    family = {release["ID"], *release.get("ID_LIKE", "").split()}
    if family & {"debian", "ubuntu"}:
        return "apt"
    return "dnf" if family & {"fedora", "rhel"} else None


def install_command(system: str, tools: Iterable[Tool], *, root: bool) -> str:
    """Return the shell command that installs all of the tools on a system."""
    names = " ".join(getattr(tool, system) for tool in tools).split()
    packages = " ".join(dict.fromkeys(names))
    sudo = "" if root else "sudo "
    if system == "apt":
        return (
            f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {packages}"
        )
    return f"{sudo}dnf install -y {packages}" if system == "dnf" else f"brew install {packages}"


def help_text() -> str:
    """Return the text of `./course setup --help` about all systems."""
    lines = ["The course needs these tools, which the following command installs:"]
    for system, name in SYSTEMS.items():
        lines += ["", f"{name}:", f"  {install_command(system, TOOLS, root=False)}"]
    lines += ["", "If some are already there, only the missing ones are installed."]
    lines += ["", "Only ./course bench, grade and test use these, which --yes installs if it can:"]
    for system, name in SYSTEMS.items():
        known = [tool for tool in OPTIONAL if getattr(tool, system)]
        lines += ["", f"{name}:", f"  {install_command(system, known, root=False)}"]
    return "\n".join(lines)


def report(lacking: dict[Tool, str], system: str | None, *, root: bool) -> str:
    """Describe what is missing and how to install it here, or on an unknown system: everywhere."""
    width = max(len(tool.name) for tool in lacking)
    lines = ["this machine lacks tools that the course needs:"]
    lines += [f"  {tool.name:{width}}  {problem}" for tool, problem in lacking.items()]
    for one in [system] if system else SYSTEMS:
        lines += [f"{SYSTEMS[one]}:", f"  {install_command(one, lacking, root=root)}"]
    return "\n".join(lines)


def require(*, install_without_asking: bool) -> None:
    """Return if every tool exists, or was installed now. Raises CourseError otherwise.

    Asks on a terminal whether to install the missing ones.
    """
    lacking = missing(TOOLS)
    if not lacking:
        return
    system, root = this_system(), os.geteuid() == 0
    print(report(lacking, system, root=root), file=sys.stderr, flush=True)
    if system is None or not (install_without_asking or _agreed()):
        raise CourseError("install what is missing, then run this command again")
    _install(system, list(lacking), root=root)
    jdks.survey.cache_clear()
    still = [f"{tool.name} ({problem})" for tool, problem in missing(TOOLS).items()]
    if still:
        raise CourseError(f"installed, but still missing: {', '.join(still)}")


def install_absent() -> None:
    """Install the missing ones of OPTIONAL, if this system has packages for them.

    Failures are reported but do no harm.
    """
    system, root = this_system(), os.geteuid() == 0
    wanted = [tool for tool in missing(OPTIONAL) if system and getattr(tool, system)]
    if system is None or not wanted:
        return
    try:
        _install(system, wanted, root=root)
    except CourseError:
        # A release may lack one of the packages, which must not prevent the others.
        for tool in wanted if len(wanted) > 1 else []:
            with contextlib.suppress(CourseError):
                _install(system, [tool], root=root)
    for tool, problem in missing(OPTIONAL).items():
        print(f"continuing without {tool.name}: {problem}", file=sys.stderr)


def _agreed() -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print("Run this command now? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _install(system: str, tools: list[Tool], *, root: bool) -> None:
    command = install_command(system, tools, root=root)
    print(f"$ {command}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    code = subprocess.run(["sh", "-c", command], env=environment, check=False).returncode
    if code != 0:
        raise CourseError(f"the installation failed (exit code {code}): {command}")

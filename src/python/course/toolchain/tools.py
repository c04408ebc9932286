"""What the course needs from the operating system: checked all at once, installed on wish."""

import contextlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from course.errors import CourseError
from course.process.logged import answer_of
from course.toolchain import compiler, cppyy, jdks, libraries, vegeta
from course.toolchain.cache import cached

_PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class Tool:
    """A tool: how to look for it, and the packages that hold it, by package manager.

    `problem` returns None if the tool is there and usable, otherwise what is wrong in a few words.
    """

    name: str
    problem: Callable[[], str | None]
    apt: tuple[str, ...] = ()
    dnf: tuple[str, ...] = ()
    brew: tuple[str, ...] = ()


# ---- how each tool is looked for ---------------------------------------------------------------


def _compiler() -> str | None:
    if compiler.find():
        return None
    seen = compiler.candidates()
    if not seen:
        chosen = os.environ.get("CXX")
        return f"{chosen} is not on PATH" if chosen else "none of c++, g++, clang++ is on PATH"
    return f"{seen[0]} does not compile C++20"


def _jdk() -> str | None:
    if jdks.compiling():
        return None
    runtimes = [jdk for jdk in jdks.all() if jdk.version >= 17]
    return f"{runtimes[0].home} is not a full JDK" if runtimes else "no Java of 17 or newer"


def _maven() -> str | None:
    jdk = jdks.compiling()
    if jdk is None and shutil.which("mvn"):
        return None  # without Java it cannot even tell its version
    return _too_old("mvn", (3, 8), {"JAVA_HOME": str(jdk.home)} if jdk else {})


def _cmake() -> str | None:
    return _too_old("cmake", (3, 25), {})


def _too_old(program: str, oldest: tuple[int, int], env: dict[str, str]) -> str | None:
    """What is wrong with a program whose version has to be at least the given one."""
    path = shutil.which(program)
    if path is None:
        return f"{program} is not on PATH"

    def ask() -> list[int] | None:
        code, text = answer_of([path, "--version"], env=env)
        numbers = re.search(r"\b(\d+)\.(\d+)", text) if code == 0 else None
        return [int(numbers[1]), int(numbers[2])] if numbers else None

    version = cached(Path(path), "version", ask)
    if version is None:
        return f"`{program} --version` does not work"
    if tuple(version) < oldest:
        found, needed = ".".join(map(str, version)), ".".join(map(str, oldest))
        return f"{path} is {found}, but {needed} is needed"
    return None


def _ninja_or_make() -> str | None:
    if shutil.which("ninja") or shutil.which("make"):
        return None
    return "neither ninja nor make is on PATH"


def _googletest() -> str | None:
    return _header("gtest/gtest.h")


def _header(name: str) -> str | None:
    return None if compiler.has_header(name) else f"the header {name} is not there"


def _venv() -> str | None:
    """Debian's python3 has the module venv but, without python3-venv, nothing to fill one with."""
    if importlib.util.find_spec("venv") is None:
        return f"{sys.executable} has no module venv"
    try:
        import ensurepip

        ensurepip.version()
    except Exception:
        return f"{sys.executable} cannot make a virtual environment (no ensurepip)"
    return None


def _headers() -> str | None:
    if cppyy.unsupported() or Path(sysconfig.get_path("include"), "Python.h").exists():
        return None
    return f"Python.h for {sys.executable} is not there"


def _git() -> str | None:
    return None if shutil.which("git") else "git is not on PATH"


def _valgrind() -> str | None:
    return None if shutil.which("valgrind") else "valgrind is not on PATH"


def _wrk() -> str | None:
    return None if shutil.which("wrk") else "wrk is not on PATH"


def _bubblewrap() -> str | None:
    return None if shutil.which("bwrap") else "bwrap is not on PATH"


CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""What a Chromium may be called."""


def chromium() -> str | None:
    """The system's Chromium, or None."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def _chromium() -> str | None:
    return None if chromium() else f"none of {', '.join(CHROMIUM)} is on PATH"


TOOLS = (
    Tool(
        "C++20 compiler",
        _compiler,
        apt=("g++",),
        dnf=("gcc-c++", "libasan", "libubsan", "libtsan"),
        brew=("llvm",),
    ),
    Tool(
        "JDK >= 17",
        _jdk,
        apt=("default-jdk-headless",),
        dnf=("java-latest-openjdk-devel",),
        brew=("openjdk",),
    ),
    Tool("Maven >= 3.8", _maven, apt=("maven",), dnf=("maven",), brew=("maven",)),
    Tool("CMake >= 3.25", _cmake, apt=("cmake",), dnf=("cmake",), brew=("cmake",)),
    Tool(
        "Ninja or make",
        _ninja_or_make,
        apt=("ninja-build",),
        dnf=("ninja-build",),
        brew=("ninja",),
    ),
    Tool(
        "GoogleTest",
        _googletest,
        apt=("libgtest-dev",),
        dnf=("gtest-devel",),
        brew=("googletest",),
    ),
    Tool("Python's venv", _venv, apt=(f"{_PYTHON}-venv",), dnf=("python3",), brew=("python3",)),
    Tool(
        "Python's headers",
        _headers,
        apt=(f"{_PYTHON}-dev",),
        dnf=("python3-devel",),
        brew=("python3",),
    ),
    Tool("git", _git, apt=("git",), dnf=("git",), brew=("git",)),
)
"""What the course cannot do without."""

OPTIONAL = (
    Tool(
        "jemalloc",
        lambda: libraries.why_no_allocator("jemalloc"),
        apt=("libjemalloc2",),
        dnf=("jemalloc",),
    ),
    Tool(
        "mimalloc",
        lambda: libraries.why_no_allocator("mimalloc"),
        apt=("libmimalloc2.0",),
        dnf=("mimalloc",),
    ),
    Tool(
        "tcmalloc",
        lambda: libraries.why_no_allocator("tcmalloc"),
        apt=("libtcmalloc-minimal4",),
        dnf=("gperftools-libs",),
    ),
    Tool(
        "Boost",
        lambda: _header("boost/lockfree/spsc_queue.hpp"),
        apt=("libboost-dev",),
        dnf=("boost-devel",),
        brew=("boost",),
    ),
    Tool(
        "readerwriterqueue",
        lambda: _header("readerwriterqueue/readerwriterqueue.h"),
        apt=("libreaderwriterqueue-dev",),
        dnf=("readerwriterqueue-devel",),
    ),
    Tool("wrk", _wrk, apt=("wrk",), dnf=("wrk",), brew=("wrk",)),
    Tool("Go >= 1.22", vegeta.why_no_go, apt=("golang-go",), dnf=("golang",), brew=("go",)),
    # Memcheck needs the symbols of the C library.
    Tool("valgrind", _valgrind, apt=("valgrind", "libc6-dbg"), dnf=("valgrind",)),
    Tool("bubblewrap", _bubblewrap, apt=("bubblewrap",), dnf=("bubblewrap",)),
    Tool("Chromium", _chromium, apt=("chromium",), dnf=("chromium",)),
)
"""What `./course bench` compares or counts with, what `./course grade` shuts submissions in with,
and what `./course test` looks at the site with.

Where one is absent, contestants and tests are skipped, and nothing is graded but one's own
exercises."""


@dataclass(frozen=True)
class Missing:
    tool: Tool
    problem: str


def missing() -> list[Missing]:
    """Every tool that is not there, in one go."""
    return _missing_of(TOOLS)


def absent() -> list[Missing]:
    """Likewise, of those that the course can do without."""
    return _missing_of(OPTIONAL)


def _missing_of(tools: tuple[Tool, ...]) -> list[Missing]:
    found = [(tool, tool.problem()) for tool in tools]
    return [Missing(tool, problem) for tool, problem in found if problem]


# ---- how tools are installed -------------------------------------------------------------------

SYSTEMS = {"apt": "Debian, Ubuntu", "dnf": "Fedora", "brew": "macOS"}


def this_system() -> str | None:
    """The package manager of this machine, or None for one that we do not know."""
    if sys.platform == "darwin":
        return "brew"
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return None
    fields = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', release, re.MULTILINE))
    family = {fields.get("ID", ""), *fields.get("ID_LIKE", "").split()}
    if family & {"debian", "ubuntu"}:
        return "apt"
    return "dnf" if family & {"fedora", "rhel"} else None


def install_command(system: str, tools: list[Tool], *, root: bool) -> str:
    """The one command, for a shell, that installs the tools on a system."""
    packages = " ".join(dict.fromkeys(name for tool in tools for name in getattr(tool, system)))
    sudo = "" if root else "sudo "
    if system == "apt":
        return (
            f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {packages}"
        )
    return f"{sudo}dnf install -y {packages}" if system == "dnf" else f"brew install {packages}"


def help_text() -> str:
    """What `./course setup --help` says about all systems."""
    lines = ["What the course needs from the machine, and the command that installs all of it:"]
    for system, name in SYSTEMS.items():
        lines += ["", f"{name}:", f"  {install_command(system, list(TOOLS), root=False)}"]
    lines += ["", "Of these, only what is missing is named when the command runs."]
    lines += ["", "What only ./course bench, grade and test use, and --yes installs where it can:"]
    for system, name in SYSTEMS.items():
        known = [tool for tool in OPTIONAL if getattr(tool, system)]
        lines += ["", f"{name}:", f"  {install_command(system, known, root=False)}"]
    return "\n".join(lines)


def report(lacking: list[Missing], system: str | None, *, root: bool) -> str:
    """What is missing, and what installs it here (on an unknown system: everywhere)."""
    width = max(len(item.tool.name) for item in lacking)
    lines = ["this machine lacks what the course needs:"]
    lines += [f"  {item.tool.name:{width}}  {item.problem}" for item in lacking]
    tools = [item.tool for item in lacking]
    for one in [system] if system else SYSTEMS:
        lines += [f"{SYSTEMS[one]}:", f"  {install_command(one, tools, root=root)}"]
    return "\n".join(lines)


def require(*, install_without_asking: bool) -> None:
    """Returns if every tool is there, or was installed now. Raises CourseError otherwise.

    Asks on a terminal whether to install what is missing.
    """
    lacking = missing()
    if not lacking:
        return
    system, root = this_system(), os.geteuid() == 0
    print(report(lacking, system, root=root), file=sys.stderr, flush=True)
    if system is None or not (install_without_asking or _agreed()):
        raise CourseError("install what is missing, then run this command again")
    _install(system, [item.tool for item in lacking], root=root)
    jdks.forget()
    still = [f"{item.tool.name} ({item.problem})" for item in missing()]
    if still:
        raise CourseError(f"installed, but still missing: {', '.join(still)}")


def install_absent() -> None:
    """Installs those of OPTIONAL that are absent, as far as this system has them.

    What cannot be had is told of, and does no harm.
    """
    system, root = this_system(), os.geteuid() == 0
    wanted = [item.tool for item in absent() if system and getattr(item.tool, system)]
    if system is None or not wanted:
        return
    try:
        _install(system, wanted, root=root)
    except CourseError:
        # A release may lack one of the packages, which must not keep the others out.
        for tool in wanted if len(wanted) > 1 else []:
            with contextlib.suppress(CourseError):
                _install(system, [tool], root=root)
    for item in absent():
        print(f"going on without {item.tool.name}: {item.problem}", file=sys.stderr)


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

"""This machine's Java installations; each is asked once for its version and abilities."""

import argparse
import functools
import glob
import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course import paths
from course.errors import CourseError, UsageError
from course.model.solutions import COLLECTORS
from course.process.logged import answer_of
from course.toolchain.cache import cached

COLLECTOR_FLAGS = {name: one.flags[0] for name, one in COLLECTORS.items()} | {
    "epsilon": "-XX:+UseEpsilonGC"
}

_FOLDERS = (
    f"{glob.escape(str(paths.TOOLCHAIN))}/jdk-*",
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/*",
    "/opt/java/*",
    "/opt/jdk/*",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec",
)


@dataclass(frozen=True)
class Jdk:
    """One Java installation.

    `version` is the feature release (11, 25), `build` the full version, `collectors` those that it
    really starts with. `has_compiler` and `has_jshell` distinguish a full JDK from a runtime.
    """

    home: Path
    version: int
    build: str
    vendor: str
    collectors: frozenset[str]
    has_compiler: bool
    has_jshell: bool

    @property
    def java(self) -> Path:
        return self.home / "bin" / "java"

    def __str__(self) -> str:
        """Identify this installation, equally in every process."""
        return f"{self.home} ({self.build})"


def all() -> list[Jdk]:
    """Return every working installation, newest first."""
    return survey()[0]


def find(version: int) -> Jdk | None:
    """Return the installation of a feature release; for 11, preferably one with CMS."""
    found = [jdk for jdk in all() if jdk.version == version]
    return max(found, key=lambda jdk: ("cms" in jdk.collectors, jdk.has_compiler), default=None)


def compiling() -> Jdk | None:
    """Return the JDK that builds the course and runs its kernel: 25, or else the newest."""
    full = [jdk for jdk in all() if jdk.version >= 17 and jdk.has_compiler and jdk.has_jshell]
    return max(full, key=lambda jdk: (jdk.version == 25, jdk.version), default=None)


@functools.cache
def survey() -> tuple[list[Jdk], list[tuple[Path, str]]]:
    """Return working installations, newest first, and broken ones, each with the reason."""
    homes = candidates()
    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = list(pool.map(_examine, homes))
    working: dict[Path, Jdk] = {}
    broken: list[tuple[Path, str]] = []
    for home, answer in zip(homes, answers, strict=True):
        if isinstance(answer, Jdk):
            working.setdefault(answer.home, answer)
        else:
            broken.append((home, answer))
    return sorted(working.values(), key=lambda jdk: (-jdk.version, str(jdk.home))), broken


def jdk_tool(args: argparse.Namespace) -> int:
    """`./course jdk`: run `bin/TOOL` of the installation of a feature release.

    It replaces this process. Raises CourseError if there is no such installation, or if it has no
    such tool.
    """
    if not args.version.isdecimal():
        raise UsageError(f"'{args.version}' is not a JDK release; valid: a number such as 11")
    found = find(int(args.version))
    if found is None:
        known = ", ".join(sorted({str(jdk.version) for jdk in all()}, key=int)) or "none"
        raise CourseError(
            f"JDK {args.version} was not found (found: {known}); `./course setup` shows how to "
            "install it"
        )
    folder = found.home / "bin"
    tools = sorted(file.name for file in folder.iterdir() if os.access(file, os.X_OK))
    if args.tool not in tools:
        raise CourseError(f"{folder} has no '{args.tool}'; it has {', '.join(tools)}")
    os.execv(folder / args.tool, [args.tool, *args.arguments])


def candidates() -> list[Path]:
    """Folders that look like Java installations, each once."""
    homes = ("JAVA_HOME", "JDK_HOME")  # and such as JAVA_HOME_11_X64
    named = [Path(v) for key, v in sorted(os.environ.items()) if key.startswith(homes) and v]
    usual = [
        Path(found)
        for pattern in _FOLDERS
        for found in sorted(glob.glob(os.path.expanduser(pattern)))  # noqa: PTH111, PTH207
    ]
    on_path = shutil.which("java")
    # On macOS /usr/bin/java is a stub that may open a dialogue, so never run it.
    if on_path and not (sys.platform == "darwin" and on_path == "/usr/bin/java"):
        usual.append(Path(on_path).resolve().parent.parent)
    return list(dict.fromkeys(home.resolve() for home in named + usual if _has_java(home)))


def _has_java(home: Path) -> bool:
    try:
        return (home / "bin" / "java").is_file()
    except OSError:
        return False


def _examine(home: Path) -> Jdk | str:
    """Return the installation, or in one line why it does not work."""
    try:
        question = f"java {' '.join(COLLECTOR_FLAGS.values())}"  # changes with a new collector
        facts = cached(home / "bin" / "java", question, lambda: _ask(home))
    except CourseError as error:
        return str(error)
    return Jdk(
        home=home,
        version=facts["version"],
        build=facts["build"],
        vendor=facts["vendor"],
        collectors=frozenset(facts["collectors"]),
        has_compiler=(home / "bin" / "javac").is_file(),
        has_jshell=facts["jshell"],
    )


def _ask(home: Path) -> dict[str, Any]:
    """Return its own description of itself. Raises CourseError if it does not work."""
    java = home / "bin" / "java"
    code, text = answer_of([java, "-XshowSettings:properties", "-version"], env=_QUIET)
    if code != 0:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        raise CourseError(f"`java -version` failed: {lines[0] if lines else f'exit code {code}'}")
    properties = dict(re.findall(r"^\s+(java\.[\w.]+) = (.*)$", text, re.MULTILINE))
    specification = properties.get("java.specification.version", "")
    release = specification.removeprefix("1.")
    if not release.isdecimal():
        raise CourseError(f"`java -version` prints no version ('{specification}')")
    code, modules = answer_of([java, "--list-modules"], env=_QUIET)
    return {
        "version": int(release),
        "build": properties.get("java.runtime.version", properties.get("java.version", "")),
        "vendor": properties.get("java.vendor", ""),
        "collectors": [name for name, flag in COLLECTOR_FLAGS.items() if _starts(java, flag)],
        "jshell": code == 0 and bool(re.search(r"^jdk\.jshell\b", modules, re.MULTILINE)),
    }


# Options from the environment would be mistaken for the installation's own.
_QUIET = {"JAVA_TOOL_OPTIONS": "", "_JAVA_OPTIONS": "", "JDK_JAVA_OPTIONS": ""}


def _starts(java: Path, flag: str) -> bool:
    """True if a JVM starts and really uses the collector.

    The exit code is not enough: some releases accept the flag of a removed collector and continue
    with another one.
    """
    options = ["-XX:+UnlockExperimentalVMOptions", flag, "-XX:+PrintFlagsFinal"]
    code, text = answer_of([java, "-Xmx64m", *options, "-version"], env=_QUIET)
    name = flag.removeprefix("-XX:+")
    return code == 0 and re.search(rf"\b{name}\s*:?=\s*true\b", text) is not None

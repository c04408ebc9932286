"""The compilers and checkers of this machine, as the grader uses them."""

import dataclasses
import functools
import re
import shutil
from pathlib import Path

from course.grading.verdicts import GraderError
from course.process.logged import answer_of
from course.toolchain import compiler, jdks
from course.toolchain.cache import cached


@dataclasses.dataclass(frozen=True)
class Tools:
    """Tools that were found; None for missing ones."""

    jdk: jdks.Jdk | None
    cpp: compiler.Compiler | None
    valgrind: Path | None
    valgrind_version: str = ""
    memcheck: Path | None = None
    """The program that `valgrind` executes."""

    @staticmethod
    @functools.cache
    def find() -> "Tools":
        """Those that build the course."""
        jdk, cpp = jdks.compiling(), compiler.find()
        valgrind = shutil.which("valgrind")
        if valgrind is None:
            return Tools(jdk, cpp, None)
        place = Path(valgrind)
        version = cached(place, "version", lambda: _version(valgrind))
        memcheck = cached(place, "tool", lambda: _memcheck(valgrind))
        return Tools(jdk, cpp, place, version or "", Path(memcheck) if memcheck else None)

    def require(self, language: str) -> None:
        """Raise GraderError if a tool that grading the language needs is missing."""
        if language == "java":
            if self.jdk is None:
                raise GraderError("no JDK 17 or newer; run ./course setup")
            if "epsilon" not in self.jdk.collectors:
                raise GraderError(f"the JDK at {self.jdk.home} has no Epsilon collector")
            return
        if self.cpp is None:
            raise GraderError("no C++20 compiler; run ./course setup")
        if self.valgrind is None:
            raise GraderError("valgrind is not on PATH; ./course setup --yes installs it")
        if self.memcheck is None:
            raise GraderError(f"{self.valgrind} does not tell where its Memcheck is")

    def valgrind_tool(self, name: str) -> str:
        """Return a tool's own program: `valgrind` would start it, which the sandbox forbids."""
        assert self.memcheck is not None  # require() was called
        return str(self.memcheck.with_name(self.memcheck.name.replace("memcheck", name)))

    def facts(self, language: str) -> str:
        """Return what counts depend on."""
        if language == "java":
            return str(self.jdk)
        return f"{self.cpp} {self.valgrind_version}"

    def places(self) -> list[Path]:
        """Return their folders that a sandbox needs."""
        if self.jdk is None:
            return []
        # Debian keeps a JDK's settings in /etc, and links to them.
        settings = (self.jdk.home / "lib" / "jvm.cfg").resolve().parent
        return [self.jdk.home, *([] if settings.is_relative_to(self.jdk.home) else [settings])]


def _version(valgrind: str) -> str | None:
    code, text = answer_of([valgrind, "--version"])
    return text.strip() if code == 0 else None


_LAUNCHES = re.compile(r"launching (/\S+/memcheck-\S+)$", re.MULTILINE)


def _memcheck(valgrind: str) -> str | None:
    _, text = answer_of([valgrind, "-d", "--tool=memcheck", "--version"])
    found = _LAUNCHES.search(text)
    return found[1] if found else None

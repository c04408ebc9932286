"""Java submissions: javac, and a JVM for each run."""

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from course.grading.checks.class_file import CONSTRUCTOR, ClassFile, Use
from course.grading.checks.java_orders import READS, WRITES, Orders
from course.grading.checks.java_permitted import Permitted
from course.grading.checks.played import JVM_OUT_OF_MEMORY
from course.grading.checks.subject import Subject
from course.grading.exercises.exercise import LIBRARY
from course.grading.exercises.permitted import SHOWN
from course.grading.verdicts import Refused, Verdict, rejected
from course.sandbox.process import Ended
from course.sandbox.step import Allowance, Kind, Mount, Step
from course.toolchain.jdks import Jdk

PACKAGE = "exercise"
"""Package of the submitted and given classes."""

MAIN = "driver.Main"
ALLOCATIONS = "allocations"
"""The tool that names the allocating lines, once a check has failed."""

PROFILER = "driver.Allocations"
ARCHIVE = "javac.jsa"
"""Archive of javac's own classes: it starts in half the time with it."""

_BLANK = rb"(?:\s+|//[^\r\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)"
_PACKAGE = re.compile(
    rb"%b*+package%b++%b\b(?!%b*+\.)" % (_BLANK, _BLANK, PACKAGE.encode(), _BLANK)
)

_NO_ROOM = "The system is out of resources."
"""How javac's message begins where its stack or its heap is too small."""

MOST_CLASSES, MOST_MB = 200, 1
"""Limits of javac's output, which is read instruction by instruction."""

STREAMS, STREAM_KB = "java.util.stream.", 160
RUNTIME, RUNTIME_KB = "java.lang.runtime.", 300
"""Where a record's methods and the switches over patterns and enums come from."""

FORMATS, FORMAT_KB = {"format", "formatted", "printf"}, 500
"""Members of the library that format text."""

FIRST_LAMBDA_KB, LAMBDA_KB = 96, 40

MOST_LIBRARY_KB = 716
"""However much a submission refers to: each KB could also hold copies."""

BESIDE_HEAP_MB = 448
"""Memory of a JVM beside its heap: code, metadata, stacks, and its archive of classes."""

FLAGS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
JVM = (*FLAGS["quiet"], *FLAGS["jvm"])
SPEED = tuple(flag for flag in JVM if "Tiered" not in flag and "CICompiler" not in flag)
"""The JVM's defaults: for timed runs, and for races."""


class JavaSubject(Subject):
    memory_codes = Subject.memory_codes | {JVM_OUT_OF_MEMORY}

    def build(self) -> None:
        if not self._is_built:
            self._once.get("classes", self._compile)

    def prepare(self, tool: str, operations: int) -> None:
        if tool == "epsilon":  # the longest of all runs
            self.played(tool, operations)

    def _compile(self) -> None:
        inside, kept = self.context.box.inside, self.reference.folder / ARCHIVE
        archive = [Mount(kept, f"/{ARCHIVE}")] if kept.is_file() else []
        files = [f"{inside(self.source)}/{name}" for name in self.reference.exercise.files]
        jvm = [f"-XX:SharedArchiveFile={inside(archive[0])}"] if archive else []
        self._require_package()
        words = javac(self.jdk, inside(self.out), inside(self.given), files, jvm)
        self.compile(words, [self.source, self.out, self.given, *archive])
        self._require_own_classes()
        self._require_permitted()

    def _require_package(self) -> None:
        """Without it javac would only say that the given classes are unknown."""
        for name in self.reference.exercise.files:
            if not _PACKAGE.match((self.workspace / "source" / name).read_bytes()):
                raise Refused(
                    Verdict.COMPILE_ERROR, f"{name}: its first line must be `package {PACKAGE};`"
                )

    def _messages(self, ended: Ended) -> str:
        told = super()._messages(ended)
        if told.startswith(_NO_ROOM):  # and lists javac's own calls
            return "it is nested too deeply for the compiler: take long expressions apart"
        return told

    def _require_own_classes(self) -> None:
        """No class may replace one of the driver's or the library's."""
        own = {Path(name).stem for name in self.reference.exercise.files}
        for file in self._class_files():
            inside = file.relative_to(self.workspace / "out")
            outermost = inside.stem.partition("$")[0]
            if inside.parent.as_posix() != PACKAGE or outermost not in own:
                name = ".".join(inside.with_suffix("").parts)
                raise rejected(
                    f"the class {name} was not asked for; put your own classes inside "
                    f"{PACKAGE}.{', '.join(sorted(own))}"
                )

    def _require_permitted(self) -> None:
        permitted = self._permitted
        for name, file in self._classes():
            found = permitted.beyond(file)
            if found:
                says = "which is not permitted: {0}"
                first = {use.owner: use for use in reversed(found)}  # one of each class
                shown = list(first.values())[-SHOWN:][::-1]
                raise rejected("\n".join(self._told(name, file, use, says) for use in shown))

    def _told(self, name: str, file: ClassFile, use: Use, says: str) -> str:
        line = file.lines.get(use)
        place = name if line is None else f"{name}, line {line}"
        does = "extends" if line is None and use.owner in file.parents else "uses"
        return f"{place}: {does} `{use}`, {says.format(self._permitted.advice(use))}"

    @property
    def _permitted(self) -> Permitted:
        exercise = self.reference.exercise
        library = exercise.folder.parent / LIBRARY
        files = [file for _, file in self._classes()]
        make = functools.partial(Permitted, library, exercise.submission.may_use, PACKAGE, files)
        return self._once.get("permitted", make)

    @property
    def library_kb(self) -> float:
        """What the JVM takes for its first lambdas, streams, records, patterns and formats: it is
        not the submission's doing, and limited."""
        files = [file for _, file in self._classes()]
        lambdas = sum(file.lambdas for file in files)
        uses = {use for file in files for use in file.uses}
        taken = (
            FIRST_LAMBDA_KB + LAMBDA_KB * lambdas if lambdas else 0,
            STREAM_KB * any(use.owner.startswith(STREAMS) for use in uses),
            RUNTIME_KB * any(use.owner.startswith(RUNTIME) for use in uses),
            FORMAT_KB * any(use.member in FORMATS for use in uses),
        )
        return min(sum(taken), MOST_LIBRARY_KB)

    def _classes(self) -> Sequence[tuple[str, ClassFile]]:
        """Each class with the name of its source."""
        return self._once.get("read", lambda: [*map(_read, self._class_files())])

    def _class_files(self) -> list[Path]:
        """Raises Refused for more than we have the time to read."""
        files = sorted((self.workspace / "out").rglob("*.class"))
        if len(files) > MOST_CLASSES or sum(file.stat().st_size for file in files) > MOST_MB << 20:
            raise rejected(f"it compiles to more than {MOST_CLASSES} class files or {MOST_MB} MB")
        return files

    def lock(self) -> str | None:
        permitted = self._permitted
        for name, file in self._classes():
            for use in permitted.locks(file):
                return self._told(name, file, use, "which may lock or wait: that is not permitted")
        return None

    def unordered(self) -> str | None:
        """Name a method, called by the driver, that with its callees makes no ordered read or no
        ordered write; None if there is none, or if a lock orders them."""
        if self.lock() is not None:
            return None
        orders = Orders([file for _, file in self._classes()])
        driver = (self.reference.folder / "driver").rglob("*.class")
        own = {f"{PACKAGE}.{Path(name).stem}" for name in self.reference.exercise.files}
        called = {use for file in driver for use in ClassFile(file.read_bytes()).uses}
        lacking = (
            f"{use.member}() {does} no shared field with an order"
            for use in sorted(called)
            if use.owner in own and use.member != CONSTRUCTOR and orders.has(use.owner, use.member)
            for does in sorted({READS, WRITES} - orders.of(use.owner, use.member))
        )
        return next(lacking, None)

    def program(self, tool: str) -> Step:
        self.build()
        limits = self.reference.exercise.limits
        driver = Mount(self.reference.folder / "driver", "/driver")
        mounts = [driver, self.given, self.built]
        class_path = ":".join(map(self.context.box.inside, mounts))
        memory_mb = limits.memory_mb + BESIDE_HEAP_MB
        words = [
            str(self.jdk.java),
            *self._flags(tool),
            f"-Xms{limits.memory_mb}m",
            f"-Xmx{limits.memory_mb}m",
            f"-XX:MaxDirectMemorySize={limits.direct_mb or limits.memory_mb}m",
            *("-cp", class_path, PROFILER if tool == ALLOCATIONS else MAIN),
        ]
        allowance = Allowance(limits.seconds, memory_mb, memory_mb)
        kind = Kind.PROFILED if tool == ALLOCATIONS else Kind.JAVA
        return Step(kind, words, mounts, allowance)

    def _flags(self, tool: str) -> Sequence[str]:
        chosen = {
            "plain": (*JVM, "-XX:+UseSerialGC"),
            "epsilon": (*JVM, *FLAGS["epsilon"]),
            "speed": (*SPEED, "-XX:+UseSerialGC"),
            ALLOCATIONS: (*JVM, "-XX:+UseSerialGC", "-XX:-UseTLAB"),
        }[tool]
        since = FLAGS["denied_since"].items()
        return (*chosen, *(flag for version, flag in since if self.jdk.version >= int(version)))

    @property
    def jdk(self) -> Jdk:
        jdk = self.context.tools.jdk
        assert jdk is not None  # Tools.require has been asked
        return jdk


def _read(file: Path) -> tuple[str, ClassFile]:
    return f"{file.stem.partition('$')[0]}.java", ClassFile(file.read_bytes())


def javac(
    jdk: Jdk, out: str, class_path: str, files: Sequence[str], jvm: Sequence[str]
) -> list[str]:
    """Return the command that compiles the files, and finds no sources elsewhere."""
    return [
        str(jdk.home / "bin" / "javac"),
        *(f"-J{flag}" for flag in (*FLAGS["quiet"], *FLAGS["javac"], *jvm)),
        *("-proc:none", "-implicit:none", "-encoding", "UTF-8", "-nowarn", "-g"),
        "-XDstringConcat=inline",  # otherwise it allocates outside the source
        *("-sourcepath", "/tmp", "-cp", class_path, "-d", out),
        *files,
    ]

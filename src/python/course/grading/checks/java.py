"""Java submissions: javac, and a JVM for each run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from course.grading.checks import locks
from course.grading.checks.played import JVM_OUT_OF_MEMORY
from course.grading.checks.subject import Subject
from course.grading.errors import Refused
from course.grading.sandbox.process import LOG
from course.grading.sandbox.sandbox import Allowance, Mount, Step
from course.grading.verdicts import Verdict
from course.toolchain.jdks import Jdk

PACKAGE = "exercise"
"""Of what is submitted and given."""

MAIN = "driver.Main"
ALLOCATIONS = "allocations"
"""The tool that tells which lines allocate, once a check has failed."""

PROFILER = "driver.Allocations"
ARCHIVE = "javac.jsa"
"""Of javac's own classes: it starts in half the time with it."""

NO_NATIVE_ACCESS_SINCE = 24
BESIDE_HEAP_MB = 448
"""Of a JVM: code, metadata, stacks, and the archive of its own classes."""

QUIET = ("-Xlog:disable", "-Xlog:all=error:stderr", "-XX:+DisplayVMOutputToStderr")
"""Standard output is for answers alone."""

JVM = (
    *QUIET,
    "-Xshare:auto",
    "-XX:-UsePerfData",
    "-XX:TieredStopAtLevel=1",
    "-XX:CICompilerCount=1",
    "-XX:ReservedCodeCacheSize=32m",
    "-XX:+ExitOnOutOfMemoryError",
    "-Xss512k",
)
"""One quick compiler: it starts at once, and removes no allocation that the source has."""

SPEED = tuple(flag for flag in JVM if "Tiered" not in flag and "CICompiler" not in flag)
"""As the JVM comes: for what a clock measures, and for races."""

EPSILON = (
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+UseEpsilonGC",
    "-XX:-UseTLAB",  # threads would take memory in advance
    # Standard error is the submission's: to close, or to fill with words of its own.
    f"-Xlog:gc=info:file=/dev/fd/{LOG}:none:filecount=0",
)
JAVAC = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:MetaspaceSize=64m",  # its classes alone would set off a full collection
    "-Xmx256m",
    *QUIET,
    "-Xlog:cds=off:stderr",  # what it says of its archive would stand before the compiler's errors
)


class JavaSubject(Subject):
    """A submission in Java."""

    memory_codes = Subject.memory_codes | {JVM_OUT_OF_MEMORY}

    def build(self) -> None:
        if not self._is_built:
            self._once.get("classes", self._compile)

    def prepare(self, tool: str, operations: int) -> None:
        if tool == "epsilon":  # the rest of that check waits for this run
            self.played(tool, operations)

    def _compile(self) -> None:
        given, archive = Mount(self.reference.folder / "given", "/given"), self._archive()
        inside = self.context.box.inside
        files = [f"{inside(self.source)}/{name}" for name in self.reference.exercise.files]
        jvm = [f"-XX:SharedArchiveFile={inside(archive[0])}"] if archive else []
        self.compile(
            javac(self._jdk, inside(self.out), inside(given), files, jvm),
            [self.source, self.out, given, *archive],
        )
        self._require_own_classes()

    def _archive(self) -> list[Mount]:
        file = self.reference.folder / ARCHIVE
        return [Mount(file, f"/{ARCHIVE}")] if file.is_file() else []

    def _require_own_classes(self) -> None:
        """No class may stand in the place of one of the driver's, or of the library's."""
        own = {Path(name).stem for name in self.reference.exercise.files}
        folder = self.workspace / "out"
        for file in sorted(folder.rglob("*.class")):
            inside = file.relative_to(folder)
            outermost = inside.stem.partition("$")[0]
            if inside.parent.as_posix() != PACKAGE or outermost not in own:
                name = ".".join(inside.with_suffix("").parts)
                raise Refused(
                    Verdict.REJECTED,
                    f"the class {name} is not asked for; put classes of your own inside of "
                    f"{PACKAGE}.{', '.join(sorted(own))}",
                )

    def lock(self) -> str | None:
        for file in sorted((self.workspace / "out").rglob("*.class")):
            found = locks.in_class(file.read_bytes())
            if found is not None:
                return found
        return None

    def program(self, tool: str, heap_kb: int | None) -> Step:
        self.build()
        limits = self.reference.exercise.limits
        heap_kb = heap_kb or limits.memory_mb << 10
        driver = Mount(self.reference.folder / "driver", "/driver")
        given = Mount(self.reference.folder / "given", "/given")
        mounts = [driver, given, self.built]
        class_path = ":".join(map(self.context.box.inside, mounts))
        memory_mb = (heap_kb >> 10) + BESIDE_HEAP_MB
        words = [
            str(self._jdk.java),
            *self._flags(tool),
            f"-Xms{heap_kb}k",
            f"-Xmx{heap_kb}k",
            f"-XX:MaxDirectMemorySize={limits.memory_mb}m",
            *("-cp", class_path, PROFILER if tool == ALLOCATIONS else MAIN),
        ]
        allowance = Allowance(
            limits.seconds, memory_mb, memory_mb, limits.processes, threads_only=True
        )
        return Step(words, mounts, allowance)

    def _flags(self, tool: str) -> Sequence[str]:
        chosen = {
            "plain": (*JVM, "-XX:+UseSerialGC"),
            "epsilon": (*JVM, *EPSILON),
            "speed": (*SPEED, "-XX:+UseSerialGC"),
            ALLOCATIONS: (*JVM, "-XX:+UseSerialGC", "-XX:-UseTLAB"),
        }[tool]
        if self._jdk.version >= NO_NATIVE_ACCESS_SINCE:
            return (*chosen, "--illegal-native-access=deny")
        return chosen

    @property
    def _jdk(self) -> Jdk:
        jdk = self.context.tools.jdk
        assert jdk is not None  # Tools.require has been asked
        return jdk


def javac(
    jdk: Jdk, out: str, class_path: str, files: Sequence[str], jvm: Sequence[str]
) -> list[str]:
    """The command that compiles the files, without looking for sources anywhere else."""
    return [
        str(jdk.home / "bin" / "javac"),
        *(f"-J{flag}" for flag in (*JAVAC, *jvm)),
        *("-proc:none", "-implicit:none", "-encoding", "UTF-8", "-nowarn", "-g"),
        "-XDstringConcat=inline",  # the other way allocates, and not in the source
        *("-sourcepath", "/tmp", "-cp", class_path, "-d", out),
        *files,
    ]

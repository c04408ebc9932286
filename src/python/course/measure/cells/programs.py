"""Find out which programs can run on this machine."""

import functools
from pathlib import Path

from course.errors import CourseError
from course.measure.cells import commands
from course.measure.here import Here
from course.model.cells import Cell
from course.model.solutions import COLLECTORS, IMPLEMENTATIONS, Implementation
from course.process.machine import BESIDE_MB

ANALYSER_FLAGS = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""Few threads and little memory, as the analyser stays in memory during measurements."""

JARS = Path(commands.CLASS_PATH).parent.as_posix()


class Programs:
    """The built programs under a machine's root, and the Java runtimes to run them on."""

    def __init__(self, machine: Here) -> None:
        """The machine is asked once for each Java version."""
        self.root, self.memory_mb = machine.root, machine.memory_mb
        self._find_jdk = functools.cache(machine.find_jdk)

    def why_not(self, cell: Cell) -> str | None:
        """Why the cell cannot run on this machine, in one line; None if it can."""
        if cell.collector is None:
            return None
        assert cell.jdk is not None
        jdk = self._find_jdk(cell.jdk)
        program, last = IMPLEMENTATIONS[cell.implementation], COLLECTORS[cell.collector].last_line
        if jdk is None:
            return f"no Java runtime of version {cell.jdk}{last} was found"
        if cell.collector not in jdk.collectors:
            return f"the Java {cell.jdk} runtime at {jdk.java} has no {cell.collector} collector"
        if program.jdk_from and not self._has_jar(program):
            return f"the program was not built: it needs a JDK {program.jdk_from} to compile"
        needed_mb, machine_mb = sum(commands.memory_mb(cell)), self.memory_mb()
        if needed_mb + BESIDE_MB > machine_mb:
            return (
                f"a Java program with {needed_mb} MB of memory doesn't fit into this machine's "
                f"{machine_mb} MB"
            )
        return None

    def java(self, cell: Cell) -> Path | None:
        """The JVM's executable for a Java cell that can run; None for C++."""
        jdk = None if cell.jdk is None else self._find_jdk(cell.jdk)
        return None if jdk is None else jdk.java

    def analyser(self, cells: list[Cell]) -> list[str] | None:
        """Command line of the GC log analyser, run by the newest JVM that the cells use."""
        versions = sorted({cell.jdk for cell in cells if cell.jdk is not None}, reverse=True)
        found = [jdk for jdk in map(self._find_jdk, versions) if jdk is not None]
        if not found:
            return None
        classes = ("-cp", commands.CLASS_PATH, commands.GC_LOG_CLASS)
        return [str(found[0].java), *ANALYSER_FLAGS, *classes]

    def require(self, cells: list[Cell]) -> None:
        """Raise CourseError if a program that the cells need was not built."""
        for name in sorted({cell.implementation for cell in cells}):
            program = IMPLEMENTATIONS[name]
            file = program.program or f"{JARS}/{program.jar}-*.jar"
            built = (self.root / file).is_file() if program.program else self._has_jar(program)
            if not built:
                raise CourseError(f"{name}: {file} was not built; run ./course setup first")

    def _has_jar(self, program: Implementation) -> bool:
        return any((self.root / JARS).glob(f"{program.jar}-*.jar"))

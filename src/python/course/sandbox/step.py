"""What is to run in the sandbox, and with what."""

import dataclasses
import enum
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Taker = Callable[[bytes], bool]
"""Takes output; returns False if it is a flood."""


class Kind(enum.StrEnum):
    """What runs, which decides its permitted system calls: launcher/allowed.hpp."""

    COMPILE = "compile"
    PROGRAM = "program"
    SANITIZED = "sanitized"
    VALGRIND = "valgrind"
    JAVA = "java"
    PROFILED = "profiled"
    """A JVM that records its allocations. Nothing is graded by it."""


TMP_MB = {Kind.COMPILE: 128, Kind.VALGRIND: 1, Kind.PROFILED: 128}
"""Size of /tmp for kinds that may write there; it counts as a run's memory."""


@dataclasses.dataclass(frozen=True)
class Mount:
    """A file or folder that is visible inside, under another name."""

    host: Path
    inside: str
    writable: bool = False


@dataclasses.dataclass(frozen=True)
class Allowance:
    seconds: float
    memory_mb: int
    """Limit of all processes together, if the kernel can count that."""
    data_mb: int | None = None
    """Limit of one process's writable private memory. Sanitizers reserve terabytes of it, and have
    to do without this limit."""
    processes: int = 64
    """Processes and threads together."""
    cpu_seconds: int | None = None
    """CPU limit of one process. Wall time on a busy machine says more about the machine than about
    the program."""


@dataclasses.dataclass(frozen=True)
class Step:
    """A command line in the sandbox, with all that it needs."""

    kind: Kind
    words: Sequence[str]
    """The program first, by its path."""
    mounts: Sequence[Mount]
    allowance: Allowance
    env: Mapping[str, str] = dataclasses.field(default_factory=dict)
    opens_log: bool = False
    """Whether its tool opens the log by name."""
    stdin: bytes | None = None
    on_answers: Taker = lambda data: True

"""C++ submissions: one preprocessed text, compiled in as many ways as the checks need."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from course.grading.checks import grader_context, locks, precompiled_headers, tool_evasion
from course.grading.checks.subject import Subject
from course.grading.errors import Refused
from course.grading.exercises.exercise import Exercise
from course.grading.sandbox.sandbox import Allowance, Mount, Step
from course.grading.verdicts import Verdict

STANDARD = ("-std=c++20", "-DNDEBUG")
LINES = "-lines"
"""Behind the name of a variant or a tool: with debug information."""

VARIANTS = {
    "plain": ("-O2",),
    "asan": ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    "tsan": ("-O1", "-fsanitize=thread"),
}
PAUSED = "paused"
"""A variant: the objects for ThreadSanitizer, without it. Our own functions count the accesses to
memory, and stop a call at each of them."""

VARIANTS |= {PAUSED: ("-O1",)}
VARIANTS |= {f"{name}{LINES}": (*flags, "-g") for name, flags in VARIANTS.items()}
"""Without debug information: it takes longer to make and to read than the code. What names lines is
compiled when a check has failed."""

PROGRAM = "program"

ASAN_CODE, TSAN_CODE = 99, 66
"""Exit codes that we give to the sanitizers."""

SLOWER = {"memcheck": 3.0, "cachegrind": 3.0, "misses": 3.0, "asan": 2.0, "tsan": 2.0}
"""How much longer a run may take under a tool."""

SHADOW, BESIDE_MB = 2, 256
"""Of a sanitizer or of valgrind: what it takes with each megabyte of the program's, that one
included, and what it takes anyway."""

VALGRIND = (
    *("--vgdb=no", "--fair-sched=yes"),
    # The descriptor of the log stays open for the program and its children. A child that was
    # forked says nothing, what is executed instead of the program is followed (and denied, by
    # lib/cpp/alone.cpp), and nobody but we may tell valgrind to do otherwise.
    *("--child-silent-after-fork=yes", "--trace-children=yes", "--command-line-only=yes"),
)
CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=262144,8,64")
"""Of the chapters' simulated machine, so that counts do not depend on this one."""

TO_LOG = "--log-fd={log}"
CACHEGRIND = ("--tool=cachegrind", "--cachegrind-out-file=/dev/null")
TOOLS = {
    "memcheck": (TO_LOG, "--tool=memcheck", "--leak-check=summary"),
    "cachegrind": (TO_LOG, *CACHEGRIND, "--cache-sim=no"),
    "misses": (TO_LOG, *CACHEGRIND, "--cache-sim=yes", *CACHES),
    f"memcheck{LINES}": (TO_LOG, "--tool=memcheck", "--leak-check=full"),
    f"dhat{LINES}": ("--tool=dhat", "--dhat-out-file=/dev/fd/{log}"),
}


class CppSubject(Subject):
    """A submission in C++."""

    def build(self) -> None:
        self._program("plain")

    def prepare(self, tool: str, operations: int) -> None:
        if tool in VARIANTS:
            self._program(tool)

    def _program(self, variant: str) -> None:
        if not self._is_built:
            self._once.get(("program", variant), lambda: self._link(variant))

    def _preprocess(self) -> None:
        given = Mount(self.reference.folder / "given", "/given")
        inside = self.context.box.inside
        for name in self.reference.exercise.files:
            source, text = f"{inside(self.source)}/{name}", f"{inside(self.out)}/{_text(name)}"
            self.compile(
                [self._compiler, *STANDARD, f"-I{inside(given)}", "-E", source, "-o", text],
                [self.source, self.out, given],
            )
            self._refuse_evasion(_text(name), tool_evasion.hidden_by_text)

    def _refuse_evasion(self, product: str, hidden: Callable[[bytes], str | None]) -> None:
        found = hidden((self.workspace / "out" / product).read_bytes())
        if found is not None:
            raise Refused(Verdict.REJECTED, f"{found} would hide something from the grader")

    def _link(self, variant: str) -> None:
        self._once.get("text", self._preprocess)
        inside = self.context.box.inside
        out, flags = inside(self.out), VARIANTS[variant]
        objects = []
        for name in self.reference.exercise.files:
            product = _object("tsan" if variant == PAUSED else variant, name)
            objects.append(f"{out}/{product}")
            if variant == PAUSED:
                self._program("tsan")
                continue
            if not self.compiled_behind_header(variant, name):
                # Whatever there is to say of it is said of the whole text.
                whole = ["-c", f"{out}/{_text(name)}", "-o", objects[-1]]
                self.compile([self._compiler, *STANDARD, *flags, *whole], [self.out])
            if variant == "plain":
                self._refuse_evasion(product, tool_evasion.hidden_by_object)
        objects_of = variant.removesuffix(LINES)
        driver = Mount(self.reference.folder / "objects" / objects_of, "/driver")
        # Its constructor goes first.
        objects[:0] = [f"{inside(driver)}/{file.name}" for file in sorted(driver.host.glob("*.o"))]
        self.compile(
            [self._compiler, *flags, "-pthread", *objects, "-o", f"{out}/{variant}-{PROGRAM}"],
            [self.out, driver],
            Verdict.LINK_ERROR,
        )

    def compiled_behind_header(self, variant: str, name: str) -> bool:
        """Whether a preprocessed file begins with the precompiled header, and the rest compiles
        behind it. Raises Refused when the compiler does not come to an end."""
        header = self.reference.header(name)
        if header is None or not header.has(variant):
            return False
        text = self.workspace / "out" / _text(name)
        rest = self._once.get(("rest", name), lambda: header.rest(text.read_bytes()))
        if rest is None:
            return False
        folder, inside = self.workspace / "rest", self.context.box.inside
        compiled, texts = Mount(header.folder, "/header"), Mount(folder, "/rest")
        grader_context.make_folder(folder)
        behind = precompiled_headers.behind(
            f"{inside(compiled)}/{variant}{precompiled_headers.SUFFIX}", rest
        )
        grader_context.write(folder, {f"{variant}-{_text(name)}": behind})
        words = [
            *(self._compiler, *STANDARD, *VARIANTS[variant]),
            *("-c", f"{inside(texts)}/{variant}-{_text(name)}"),
            *("-o", f"{inside(self.out)}/{_object(variant, name)}"),
        ]
        return self.tried(words, [self.out, compiled, texts], Verdict.COMPILE_ERROR).code == 0

    def lock(self) -> str | None:
        for name in self.reference.exercise.files:
            found = locks.in_object((self.workspace / "out" / _object("plain", name)).read_bytes())
            if found is not None:
                return found
        return None

    def program(self, tool: str, heap_kb: int | None) -> Step:
        variant = tool if tool in VARIANTS else "plain"
        if tool in TOOLS and tool.endswith(LINES):
            variant += LINES
        self._program(variant)
        limits = self.reference.exercise.limits
        words = [f"{self.context.box.inside(self.built)}/{variant}-{PROGRAM}"]
        memory_mb = limits.memory_mb
        if tool in TOOLS:
            words = [str(self.context.tools.valgrind), *TOOLS[tool], *VALGRIND, *words]
        elif tool.removesuffix(LINES) == "tsan":
            # Older ones cannot map their shadow beside the scattered addresses of newer kernels.
            words = ["setarch", "-R", *words] if shutil.which("setarch") else words
        sanitized = variant.removesuffix(LINES) != "plain"
        if sanitized or tool in TOOLS:
            memory_mb = tool_mb(limits.memory_mb)
        data_mb = None if sanitized else memory_mb
        seconds = limits.seconds * SLOWER.get(tool.removesuffix(LINES), 1.0)
        allowance = Allowance(seconds, memory_mb, data_mb, limits.processes, threads_only=True)
        return Step(words, [self.built], allowance, _environment(limits.memory_mb))

    @property
    def _compiler(self) -> str:
        assert self.context.tools.cpp is not None  # Tools.require has been asked
        return str(self.context.tools.cpp.path.resolve())


def tool_mb(memory_mb: int) -> int:
    """What a run may take under a sanitizer or valgrind, where it may take so much without."""
    return memory_mb * SHADOW + BESIDE_MB


def variants(exercise: Exercise) -> set[str]:
    """How an exercise's programs are compiled."""
    kinds = {check.kind for check in exercise.checks}
    needed = {"plain"}
    if "memory" in kinds:
        needed.add("asan")
    if "races" in kinds:
        needed.add("tsan")
        if (exercise.folder / PAUSED).is_dir():
            needed.add(PAUSED)
    return needed


def _text(name: str) -> str:
    """The preprocessed file."""
    return f"{Path(name).stem}.ii"


def _object(variant: str, name: str) -> str:
    return f"{variant}-{Path(name).stem}.o"


def _environment(memory_mb: int) -> dict[str, str]:
    most = tool_mb(memory_mb)
    common = f"hard_rss_limit_mb={most}:handle_abort=0:allocator_may_return_null=0"
    return {
        "ASAN_OPTIONS": f"exitcode={ASAN_CODE}:detect_leaks=1:{common}",
        "UBSAN_OPTIONS": f"exitcode={ASAN_CODE}:halt_on_error=1",
        "TSAN_OPTIONS": f"exitcode={TSAN_CODE}:halt_on_error=1:report_thread_leaks=0:{common}",
    }


# ---- what the tools say ------------------------------------------------------------------------

_COUNTS = {
    "instructions": re.compile(r"I\s+refs:\s+([\d,]+)"),
    "d1_misses": re.compile(r"D1\s+misses:\s+([\d,]+)"),
    "ll_misses": re.compile(r"LLd misses:\s+([\d,]+)"),
    "allocations": re.compile(r"total heap usage: ([\d,]+) allocs"),
    "errors": re.compile(r"ERROR SUMMARY: ([\d,]+) errors"),
}
_LAST = {"memcheck": "errors", "cachegrind": "instructions", "misses": "ll_misses"}
"""Tool -> what is counted in the end of its log."""

_COMMAND = re.compile(r"^==\d+== Command: (.*)$", re.MULTILINE)
_LOST = re.compile(r"definitely lost: ([\d,]+) bytes")
_HEADLINE = re.compile(
    r"^==\d+== ((?:Invalid|Conditional|Use of|Mismatched|Syscall|Source and|Process).*)$",
    re.MULTILINE,
)


def is_whole(tool: str, log: str) -> bool:
    """Whether a valgrind log has the end that the tool gives to it."""
    return _COUNTS[_LAST[tool]].search(log) is not None


def counted(log: str, name: str) -> int:
    """A count of a valgrind log. Raises Refused when it is not there, was told more than once, by
    the program itself or by a child of it, or is another program's."""
    found = _COUNTS[name].findall(log)
    if not found:
        raise Refused(
            Verdict.REJECTED, f"valgrind was kept from telling how many {name} there were"
        )
    _require_one_program(log)
    return _only(found)


def lost_bytes(log: str) -> int:
    """What Memcheck says was leaked; where nothing was, it does not say so. Raises Refused as
    :func:`counted` does."""
    _require_one_program(log)
    found = _LOST.findall(log)
    return _only(found) if found else 0


def _require_one_program(log: str) -> None:
    """Each program that Valgrind looks at begins its log anew; only the last one ends it."""
    commands = _COMMAND.findall(log)
    if len(commands) != 1 or Path(commands[0]).name != f"plain-{PROGRAM}":
        raise Refused(Verdict.REJECTED, "valgrind's log is of another program, too")


def _only(found: list[str]) -> int:
    if len(found) > 1:
        raise Refused(Verdict.REJECTED, "it wrote into valgrind's log")
    return int(found[0].replace(",", ""))


def headline(log: str) -> str:
    """Memcheck's words for the first error."""
    found = _HEADLINE.search(log)
    return found[1].strip() if found else "an error"

"""C++ submissions: one preprocessed text, compiled in as many ways as the checks need."""

import re
import shutil
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from course.grading.checks import (
    cpp_assembly,
    cpp_permitted,
    cpp_source,
    cpp_text,
    grader_context,
    object_file,
    precompiled_headers,
)
from course.grading.checks.subject import Subject, compiling
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.permitted import SHOWN
from course.grading.verdicts import Verdict, rejected
from course.sandbox.process import Words
from course.sandbox.step import Allowance, Kind, Mount, Step

_FLAGS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
STANDARD: Sequence[str] = _FLAGS["standard"]

LINES = "-lines"
"""Suffix of a variant or a tool with debug information."""

LINKED = ("-pthread", *(["-Wl,-z,relro,-z,now,-z,noexecstack"] if sys.platform == "linux" else []))
"""No executable data, and no table of functions that is writable at run time."""

EXPORTS = b"{ global: _Zn*; _Zd*; local: _Z*; };\n"
"""A version script: no library calls what a submission defines in `std`, whose names are visible.
Operators new and delete may be a sanitizer's."""

FENCE = "__tsan_atomic_thread_fence"
"""ThreadSanitizer's function for a fence, which does nothing."""

PAUSED = "paused"
VARIANTS: dict[str, Sequence[str]] = _FLAGS["variants"]
VARIANTS |= {f"{name}{LINES}": (*flags, "-g") for name, flags in VARIANTS.items()}
"""The others have no debug information, which takes longer to make and to read than the code.
Variants that name lines are compiled after a check has failed."""

_NEEDED = {"memory": ("asan",), "races": ("tsan",), "no_lock": ("tsan", PAUSED)}
"""Kind of check -> the variants that it needs beside the plain one."""

KEEP = ("-save-temps=obj",)
"""Keeps the assembly, in which a compiler marks what it did not write itself."""

MOST_MB = 16
"""Limit of a file that a compiler writes. All of the library's headers take four."""

PROGRAM = "program"
LONGEST_NAME, LONGEST_MANGLED = 120, 1000
MOST_DEMANGLED = SHOWN * 20_000

ASAN_CODE, TSAN_CODE = 99, 66
"""Exit codes that we set for the sanitizers."""

_ARGUMENTS = re.compile(r"\(.*", re.DOTALL)

SLOWER = {"memcheck": 3.0, "cachegrind": 3.0, "misses": 3.0, "asan": 3.0, "tsan": 2.0}
"""Factor by which a run may take longer under a tool."""

SHADOW, BESIDE_MB = 2, 256
"""Memory under a sanitizer or valgrind: for each megabyte of the program's, that one included, and
a constant."""

TOOLS: Mapping[str, Sequence[str]] = _FLAGS["tools"]


class CppSubject(Subject):
    def build(self) -> None:
        self._program("plain")

    def prepare(self, tool: str, operations: int) -> None:
        if tool in VARIANTS:
            self._program(tool)

    def _program(self, variant: str) -> None:
        if not self._is_built:
            self._once.get(("program", variant), lambda: self._link(variant))

    @property
    def file(self) -> str:
        """The only one of a C++ submission."""
        return self.reference.exercise.files[0]

    @property
    def _text(self) -> str:
        return f"{Path(self.file).stem}.ii"

    def _made(self, variant: str, suffix: str = "o") -> str:
        return f"{variant}-{Path(self.file).stem}.{suffix}"

    def _preprocess(self) -> None:
        inside, name = self.context.box.inside, self.file
        said = cpp_source.refused((self.source.host / name).read_bytes(), name)
        if said is not None:
            raise rejected(f"{name}, line {said[0]}: {said[1]}")
        words = [self.compiler, *STANDARD, f"-I{inside(self.given)}", "-E"]
        words += [f"{inside(self.source)}/{name}", "-o", f"{inside(self.out)}/{self._text}"]
        mounts = [self.source, self.out, self.given]
        self.compile([*words, *cpp_text.BARE], mounts)
        bare = self._product(self._text)
        self.compile(words, mounts)
        content = self._product(self._text)
        found = cpp_text.refused(content, bare, (name,), self.reference.permitted)
        if found is not None:
            place, why = found
            raise rejected(f"{cpp_text.line(content, place)}: {why}")

    def _product(self, name: str) -> bytes:
        """Read a compiler's output. Raises Refused for more than we have the time to read."""
        with (self.workspace / "out" / name).open("rb") as stream:
            content = stream.read((MOST_MB << 20) + 1)
        if len(content) > MOST_MB << 20:
            raise rejected(f"it compiles to more than {MOST_MB} MB: {name}")
        return content

    def _link(self, variant: str) -> None:
        self._once.get("text", self._preprocess)
        inside = self.context.box.inside
        out, flags = inside(self.out), VARIANTS[variant]
        product = self._made("tsan" if variant == PAUSED else variant)
        if variant == PAUSED:
            self._program("tsan")
        elif not self.compiled_behind_header(variant):
            # Compile the whole text, so that messages refer to it.
            whole = ["-c", f"{out}/{self._text}", "-o", f"{out}/{product}"]
            self.compile([self.compiler, *STANDARD, *flags, *KEEP, *whole], [self.out])
        # With debug information it is the same code, already checked without.
        if variant != PAUSED and not variant.endswith(LINES):
            self._require_permitted(variant)
        driver = Mount(self.reference.folder / "objects" / variant.removesuffix(LINES), "/driver")
        # The driver's constructor must run first.
        objects = [f"{inside(driver)}/{file.name}" for file in sorted(driver.host.glob("*.o"))]
        objects += [f"{out}/{product}"]
        words = [self.compiler, *flags, *LINKED, *objects, "-o", f"{out}/{variant}-{PROGRAM}"]
        if sys.platform == "linux":
            source, script = self.workspace / "source", {"exports": EXPORTS}
            self._once.get("exports", lambda: grader_context.write(source, script))
            words.append(f"-Wl,--version-script={inside(self.source)}/exports")
        self.compile(words, [self.source, self.out, driver], Verdict.LINK_ERROR)
        found = cpp_permitted.instructions(self._read(f"{variant}-{PROGRAM}", names=False))
        if found:
            raise rejected(f"the linked program has {found}")

    def _read(self, product: str, *, names: bool = True) -> object_file.ObjectFile:
        """What was compiled or linked. Raises Refused."""
        return object_file.read(self._product(product), names=names)

    def _require_permitted(self, variant: str) -> None:
        name, assembly = self.file, self._product(self._made(variant, "s"))
        line = cpp_assembly.written_by_hand(assembly)
        if line is not None:
            raise rejected(f"{name}, line {line}: {cpp_text.ASM}")
        untold = cpp_assembly.untold(assembly, variant)
        if untold is not None:
            raise rejected(f"{name}: {untold}")
        found = self._read(self._made(variant))
        permitted = self.reference.permitted
        twice = "defines {0}, a name used elsewhere: put it into an anonymous namespace"
        for names, says in (
            (permitted.imports(found, variant), "uses {0}, which is not permitted: {1}"),
            (permitted.definitions(found), twice),
        ):
            if names:
                raise rejected(self._told(variant, names[:SHOWN], says))
        odd = next(cpp_permitted.form(found), None)
        hidden = cpp_permitted.instructions(found)
        if odd or hidden:
            raise rejected(f"{name} has {odd or hidden}")

    def _told(self, variant: str, names: list[str], says: str) -> str:
        """Return a line for each name: its place, its readable form, and advice."""
        inside, assembly = self.context.box.inside(self.out), self._made(variant, "lines.s")
        words = [self.compiler, *STANDARD, *VARIANTS[variant], "-g1", "-S"]
        words += [f"{inside}/{self._text}", "-o", f"{inside}/{assembly}"]
        ended = self.tried(words, [self.out], Verdict.COMPILE_ERROR)
        file = self.file
        lines = cpp_assembly.lines(self._product(assembly) if ended.code == 0 else b"", file, names)
        read = dict(zip(names, self._demangled(names), strict=True))
        return "\n".join(
            f"{file}{f', line {lines[one]}' if one in lines else ''}: "
            + says.format(f"`{read[one]}`", self.reference.permitted.advice(read[one]))
            for one in names
        )

    def _demangled(self, names: list[str]) -> list[str]:
        """Demangle names, which are hostile, so the tool is confined like a compiler."""
        filt = shutil.which("c++filt")
        if filt is None:
            return [one[:LONGEST_NAME] for one in names]
        words = [filt, *(one[:LONGEST_MANGLED] for one in names)]
        said = Words(MOST_DEMANGLED, MOST_DEMANGLED)
        self.context.box.run(Step(Kind.COMPILE, words, [], compiling(), on_answers=said.take))
        read = said.text().splitlines()
        known = read if len(read) == len(names) else names
        return [_ARGUMENTS.sub("", one)[:LONGEST_NAME] for one in known]

    def compiled_behind_header(self, variant: str) -> bool:
        """Whether the preprocessed file begins with the precompiled header, and the rest compiles
        behind it. Raises Refused when the compiler does not come to an end."""
        header = self.reference.header
        if header is None or not header.has(variant):
            return False
        rest = self._once.get("rest", lambda: header.rest(self._product(self._text)))
        if rest is None:
            return False
        folder, inside = self.workspace / "rest", self.context.box.inside
        compiled, texts = Mount(header.folder, "/header"), Mount(folder, "/rest")
        grader_context.make_folder(folder)
        place = f"{inside(compiled)}/{variant}{precompiled_headers.SUFFIX}"
        text = f"{variant}-{self._text}"
        grader_context.write(folder, {text: precompiled_headers.behind(place, rest)})
        made = f"{inside(self.out)}/{self._made(variant)}"
        words = [self.compiler, *STANDARD, *VARIANTS[variant], *KEEP]
        words += ["-c", f"{inside(texts)}/{text}", "-o", made]
        return self.tried(words, [self.out, compiled, texts], Verdict.COMPILE_ERROR).code == 0

    def lock(self) -> str | None:
        for variant in sorted(variants(self.reference.exercise) - {PAUSED}):
            self._program(variant)
            locks = self.reference.permitted.locks(self._read(self._made(variant)))
            if locks:
                says = "{0} locks or waits, which is not permitted: {1}"
                return self._told(variant, locks[:1], says)
        return None

    def has_fence(self) -> bool:
        return FENCE in self._read(self._made("tsan")).imported

    def program(self, tool: str) -> Step:
        variant = tool if tool in VARIANTS else "plain"
        if tool in TOOLS and tool.endswith(LINES):
            variant += LINES
        self._program(variant)
        limits = self.reference.exercise.limits
        words = [f"{self.context.box.inside(self.built)}/{variant}-{PROGRAM}"]
        memory_mb, env = limits.memory_mb, {}
        kind = Kind.PROGRAM if variant.removesuffix(LINES) == "plain" else Kind.SANITIZED
        if tool in TOOLS:
            kind = Kind.VALGRIND
            name, *options = TOOLS[tool]
            options[:0] = [self.context.tools.valgrind_tool(name), f"--tool={name}"]
            words = [*options, *_FLAGS["valgrind"], *words]
            env = {"VALGRIND_LAUNCHER": str(self.context.tools.valgrind)}
        if kind is not Kind.PROGRAM:
            memory_mb = tool_mb(limits.memory_mb)
        data_mb = memory_mb if variant.removesuffix(LINES) == "plain" else None
        seconds = limits.seconds * SLOWER.get(tool.removesuffix(LINES), 1.0)
        allowance = Allowance(seconds, memory_mb, data_mb)
        env |= _environment(limits.memory_mb)
        opens_log = tool == f"dhat{LINES}"
        return Step(kind, words, [self.built], allowance, env, opens_log)

    @property
    def compiler(self) -> str:
        assert self.context.tools.cpp is not None  # Tools.require has been asked
        return str(self.context.tools.cpp.path.resolve())


def tool_mb(memory_mb: int) -> int:
    """Memory limit under a sanitizer or valgrind, given the limit without."""
    return memory_mb * SHADOW + BESIDE_MB


def variants(exercise: Exercise) -> set[str]:
    return {"plain"}.union(*(_NEEDED.get(check.kind, ()) for check in exercise.checks))


def _environment(memory_mb: int) -> dict[str, str]:
    most = tool_mb(memory_mb)
    common = f"hard_rss_limit_mb={most}:handle_abort=0:allocator_may_return_null=0"
    return {
        # LeakSanitizer would trace its own process, which is forbidden; Memcheck looks for leaks.
        "ASAN_OPTIONS": f"exitcode={ASAN_CODE}:detect_leaks=0:{common}",
        "UBSAN_OPTIONS": f"exitcode={ASAN_CODE}:halt_on_error=1",
        "TSAN_OPTIONS": f"exitcode={TSAN_CODE}:halt_on_error=1:report_thread_leaks=0:{common}",
    }


# ---- output of the tools -----------------------------------------------------------------------

_NUMBER = r"([0-9,]{1,24})"
"""Not longer than Valgrind's own: Python takes a while for a million digits, and refuses them."""

_COUNTS = {
    "instructions": re.compile(r"I\s+refs:\s+" + _NUMBER),
    "d1_misses": re.compile(r"D1\s+misses:\s+" + _NUMBER),
    "ll_misses": re.compile(r"LLd misses:\s+" + _NUMBER),
    "left_bytes": re.compile(rf"in use at exit: {_NUMBER} bytes"),
    "allocations": re.compile(rf"total heap usage: {_NUMBER} allocs"),
    "errors": re.compile(rf"ERROR SUMMARY: {_NUMBER} errors"),
    "lost_bytes": re.compile(rf"definitely lost: {_NUMBER} bytes"),
}
_LAST = {"memcheck": "errors", "cachegrind": "instructions", "misses": "ll_misses"}
"""Tool -> the last count in its log."""

_COMMAND = re.compile(r"^==\d+== Command: (.*)$", re.MULTILINE)
_HEADLINE = re.compile(
    r"^==\d+== ((?:Invalid|Conditional|Use of|Mismatched|Syscall|Source and|Process).*)$",
    re.MULTILINE,
)


def is_whole(tool: str, log: str) -> bool:
    """True if a valgrind log ends as the tool ends it."""
    return _COUNTS[_LAST[tool]].search(log) is not None


def counted(log: str, name: str) -> int:
    """Return a count from a valgrind log. Raises Refused if it is missing, was printed more than
    once, by the program itself or by its child, or is another program's."""
    found = _COUNTS[name].findall(log)
    if not found and name != "lost_bytes":  # Memcheck reports no leak by saying nothing
        raise rejected(f"valgrind was kept from counting {name}")
    _require_one_program(log)
    return _only(found) if found else 0


def _require_one_program(log: str) -> None:
    """Valgrind begins a new log for each program; only the last one ends it."""
    commands = _COMMAND.findall(log)
    if len(commands) != 1 or Path(commands[0]).name != f"plain-{PROGRAM}":
        raise rejected("valgrind's log covers another program as well")


def _only(found: list[str]) -> int:
    if len(found) > 1:
        raise rejected("it wrote into valgrind's log")
    return int(found[0].replace(",", ""))


def headline(log: str) -> str:
    """Memcheck's message about the first error."""
    found = _HEADLINE.search(log)
    return found[1].strip() if found else "an error"

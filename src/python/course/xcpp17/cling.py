"""The interpreter: Cling as cppyy embeds it, set up for C++17, running one cell at a time."""

import ctypes
import hashlib
import importlib.metadata
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

DEFAULT_FLAGS = ("-std=c++17", "-O2")
STAND_INS = Path(__file__).parent / "include"

# How Cling and cppyy begin a message of theirs on stderr: a compiler diagnostic, or an exception
# that left the cell.
MESSAGE = re.compile(
    rb"^In file included from |^(?:input_line_\d+|cell):\d+:\d+: |compilation failed", re.M
)
_UNCAUGHT = re.compile(r"compilation failed(?:: (?P<what>.*)| with unknown error)", re.S)
_ERROR = re.compile(r"^.*?\b(?:fatal )?error: .*$", re.M)

# A cell that begins a line like this has more than statements; `check` cannot judge it, nor one
# of which the compiler says the other.
_DEFINES = re.compile(r"^(?:#|namespace\b|template\b|inline\b|extern\b)", re.M)
_NOT_STATEMENTS = re.compile(r"not allowed here|namespace scope|local class|block scope")

# Cling looks by itself whether a cell has an end, and takes the ' in 100'000 for the beginning of a
# character, which has none. The compiler itself knows better.
_TOKEN = re.compile(
    r"""
    //[^\n]* | /\*.*?\*/
  | (?:u8|[uUL])?R"(?P<fence>[^()\\\s]*)\(.*?\)(?P=fence)"
  | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
  | [A-Za-z_]\w*
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
    """,
    re.VERBOSE | re.DOTALL,
)
_UNFINISHED = 99  # ROOT's TInterpreter::kProcessing: more of the cell is expected

# Deadly signals go back to their defaults: cppyy's handlers (and Python's) would leave a crashed
# kernel hanging, and the notebook waiting for it until its time-out.
_DEADLY = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT)

_PROLOGUE = """
#include <cstdio>
#include <iostream>
namespace xcpp17 {{
void (*const publish)(const char*) = reinterpret_cast<void (*)(const char*)>({publish}ul);
char line[BUFSIZ];
}}
"""


class CellError(Exception):
    """A cell that did not compile (name "CompileError") or that threw ("Exception")."""

    def __init__(self, name: str, message: str, details: str) -> None:
        super().__init__(message)
        self.name, self.message, self.details = name, message, details


def without_separators(code: str) -> str:
    """The code with 100000 for 100'000; texts, characters and comments stay as they are."""
    return _TOKEN.sub(lambda one: one[0].replace("'", "") if one["number"] else one[0], code)


def error_from(details: str) -> CellError:
    """The error that Cling's words on stderr tell of."""
    if uncaught := _UNCAUGHT.search(details):
        message = (uncaught["what"] or "").strip() or "an exception that is no std::exception"
        return CellError("Exception", message, "")
    error = _ERROR.search(details)
    message = error[0].strip() if error else "the cell did not compile"
    return CellError("CompileError", message, details.strip())


def is_about_statements(details: str) -> bool:
    """Whether what the compiler said about a cell in `check` is true of the cell itself."""
    return not _NOT_STATEMENTS.search(details)


def ensure_precompiled_header(flags: tuple[str, ...]) -> Path:
    """Returns the precompiled standard header for `flags`, building it (seconds) if it is absent.

    It lives in the environment's own prefix, under a name that changes with cppyy's version, the
    flags and the system's headers; it is built under another name and renamed, so that no kernel
    ever sees half of it. Raises RuntimeError when it cannot be built.
    """
    try:
        version = importlib.metadata.version("cppyy-cling")
    except importlib.metadata.PackageNotFoundError:
        raise RuntimeError("xcpp17: the package cppyy is not installed") from None
    dates = (str(header.stat().st_mtime_ns) for header in _system_headers())
    key = " ".join((version, *flags, *dates))
    name = f"std-{hashlib.sha256(key.encode()).hexdigest()[:16]}.pch"
    header = Path(sys.prefix, "share", "xcpp17", name)
    if not header.exists():
        header.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=header.parent) as scratch:
            built = Path(scratch, name)
            command = [sys.executable, "-c", "import cppyy"]
            environment = _environment(flags, built) | {"CLING_REBUILD_PCH": "1"}
            run = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
            if run.returncode != 0 or not built.exists():
                last = (run.stderr.strip().splitlines() or ["no message"])[-1]
                raise RuntimeError(f"xcpp17: cannot build {header}: {last}")
            built.replace(header)
        for outdated in set(header.parent.glob("std-*.pch")) - {header}:
            outdated.unlink(missing_ok=True)
    return header


def _system_headers() -> list[Path]:
    """Headers that a newer C or C++ library replaces, and with them what was made of them."""
    root = Path("/usr/include")
    return sorted([*root.glob("c++/*/vector"), *root.glob("stdio.h")])


class Interpreter:
    """One per process. `publish(text)` is called when C++ code displays a MIME bundle (JSON).

    `run` belongs to the main thread; other Python threads go on while C++ code runs.
    """

    def __init__(self, flags: tuple[str, ...], publish: Callable[[bytes], None]) -> None:
        includes = [flag[2:] for flag in flags if flag.startswith("-I")]
        options = tuple(flag for flag in flags if not flag.startswith("-I")) or DEFAULT_FLAGS
        os.environ |= _environment(options, ensure_precompiled_header(options))
        import cppyy  # noqa: PLC0415 - it reads the environment set above

        for number in _DEADLY:
            signal.signal(number, signal.SIG_DFL)
        for folder in (*includes, str(STAND_INS)):
            cppyy.gbl.gInterpreter.AddIncludePath(folder)
        self._process_line = cppyy.gbl.gInterpreter.ProcessLine
        self._process_line.__release_gil__ = True
        self._declare = cppyy.gbl.gInterpreter.Declare
        self._checks = 0
        self._callback = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(publish)
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        self._must(_PROLOGUE.format(publish=address))
        # By line, not by block: what a long cell prints is seen while it runs.
        self._must("std::setvbuf(stdout, xcpp17::line, _IOLBF, sizeof xcpp17::line);")
        # As in xeus-cpp, a name is defined once: a notebook that passes here passes there.
        self._must("cling::runtime::gClingOpts->AllowRedefinition = 0;")

    def check(self, code: str) -> bool:
        """False when a cell of statements cannot compile. Nothing is executed.

        Cling itself looks up unknown names only when a statement is reached, so that half a cell
        would have run. As the body of a template that nobody uses, the cell is looked at in full.
        """
        if _DEFINES.search(code):
            return True
        self._checks += 1
        head = f"template <int> void xcpp17_check_{self._checks}() {{"
        return self._declare(f'{head}\n#line 1 "cell"\n{code}\n;}}')

    def run(self, code: str) -> bool:
        """Compiles and executes one cell; true when all went well. Cling says why not on stderr.

        Raises CellError, of which Cling says nothing, when the cell has no end.
        """
        failed = ctypes.c_int(0)
        self._process_line(without_separators(code), ctypes.pointer(failed))
        if failed.value == _UNFINISHED:
            # It would take the next cell for the rest. A comment may be what is open.
            for end in ("*/", ".@"):
                self._process_line(end)
            message = "the cell has no end: a bracket, a quotation mark or an #if remains open"
            raise CellError("CompileError", message, "")
        # The buffers of stdout and stderr are the process's own until they are flushed.
        self._process_line("std::cout.flush(); std::clog.flush(); std::fflush(nullptr);")
        return failed.value == 0

    def _must(self, code: str) -> None:
        if not self.run(code):
            raise RuntimeError(f"xcpp17: Cling refuses its own prologue:\n{code}")


def _environment(options: tuple[str, ...], header: Path) -> dict[str, str]:
    """What cppyy's loader reads: the language, the options, the place of the precompiled header."""
    return os.environ | {
        "STDCXX": "17",
        "EXTRA_CLING_ARGS": " ".join(options),
        "CLING_STANDARD_PCH": str(header),
        "CLING_REBUILD_PCH": "0",
        "CPPYY_API_PATH": "none",  # headers for extending Python in C++: not needed
    }

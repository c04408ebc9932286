"""The interpreter: Cling as embedded by cppyy, set up for C++17, running one cell at a time."""

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

# Starts of messages by Cling and cppyy on stderr: a compiler diagnostic, or an exception that left
# the cell.
MESSAGE = re.compile(
    rb"^In file included from |^(?:input_line_\d+|cell):\d+:\d+: |compilation failed", re.M
)
_UNCAUGHT = re.compile(r"compilation failed(?:: (?P<what>.*)| with unknown error)", re.S)
_ERROR = re.compile(r"^.*?\b(?:fatal )?error: .*$", re.M)

# Cells with a line that starts like this contain more than statements, so `check` cannot judge
# them, nor cells for which the compiler reports one of the other messages.
_DEFINES = re.compile(r"^(?:#|namespace\b|template\b|inline\b|extern\b)", re.M)
_NOT_STATEMENTS = re.compile(r"not allowed here|namespace scope|local class|block scope")

# Cling itself checks whether a cell is complete, and takes the ' in 100'000 for the start of an
# unterminated character literal. The compiler itself does not.
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

# Reset fatal signals to their defaults: with cppyy's handlers (or Python's), a crashed kernel would
# hang, and the notebook would wait for its time-out.
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
    """Replace 100'000 by 100000; strings, characters and comments are unchanged."""
    return _TOKEN.sub(lambda one: one[0].replace("'", "") if one["number"] else one[0], code)


def error_from(details: str) -> CellError:
    """Return the error described by Cling's messages on stderr."""
    if uncaught := _UNCAUGHT.search(details):
        message = (uncaught["what"] or "").strip() or "an exception that is no std::exception"
        return CellError("Exception", message, "")
    error = _ERROR.search(details)
    message = error[0].strip() if error else "the cell did not compile"
    return CellError("CompileError", message, details.strip())


def is_about_statements(details: str) -> bool:
    """True if the compiler's messages on a cell in `check` also apply to the cell itself."""
    return not _NOT_STATEMENTS.search(details)


def ensure_precompiled_header(flags: tuple[str, ...]) -> Path:
    """Return the precompiled standard header for `flags`, building it (seconds) if it is absent.

    It is stored in the environment's prefix, under a name that depends on cppyy's version, the
    flags and the system's headers; it is built under another name and renamed, so that no kernel
    ever sees an incomplete one. Raises RuntimeError if it cannot be built.
    """
    try:
        version = importlib.metadata.version("cppyy-cling")
    except importlib.metadata.PackageNotFoundError:
        raise RuntimeError("xcpp17: the package cppyy is not installed") from None
    # These change with the C or C++ library, which outdates what includes them.
    headers = [*sorted(Path("/usr/include").glob("c++/*/vector")), Path("/usr/include/stdio.h")]
    dates = (str(one.stat().st_mtime_ns) for one in headers if one.exists())
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


class Interpreter:
    """One per process. `publish(text)` is called when C++ code displays a MIME bundle (JSON).

    `run` is for the main thread only; other Python threads continue while C++ code runs.
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
        # Line-buffered, so that a long cell's output is visible while it runs.
        self._must("std::setvbuf(stdout, xcpp17::line, _IOLBF, sizeof xcpp17::line);")
        # As in xeus-cpp, a name is defined once, so that notebooks that pass here pass there.
        self._must("cling::runtime::gClingOpts->AllowRedefinition = 0;")

    def check(self, code: str) -> bool:
        """Return False if a cell of statements cannot compile. Nothing is executed.

        Cling itself looks up unknown names only when it reaches a statement, so half a cell would
        already have run. As the body of an unused template, the cell is checked as a whole.
        """
        if _DEFINES.search(code):
            return True
        self._checks += 1
        head = f"template <int> void xcpp17_check_{self._checks}() {{"
        return self._declare(f'{head}\n#line 1 "cell"\n{code}\n;}}')

    def run(self, code: str) -> bool:
        """Compile and execute a cell; True if it succeeded. Otherwise Cling reports on stderr.

        Raises CellError for an incomplete cell, on which Cling reports nothing.
        """
        failed = ctypes.c_int(0)
        self._process_line(without_separators(code), ctypes.pointer(failed))
        if failed.value == _UNFINISHED:
            # Cling would take the next cell for the rest. The open part may be a comment.
            for end in ("*/", ".@"):
                self._process_line(end)
            message = "the cell has no end: a bracket, a quotation mark or an #if remains open"
            raise CellError("CompileError", message, "")
        # The buffers of stdout and stderr belong to the process until they are flushed.
        self._process_line("std::cout.flush(); std::clog.flush(); std::fflush(nullptr);")
        return failed.value == 0

    def _must(self, code: str) -> None:
        if not self.run(code):
            raise RuntimeError(f"xcpp17: Cling refuses its own prologue:\n{code}")


def _environment(options: tuple[str, ...], header: Path) -> dict[str, str]:
    """Return the variables for cppyy's loader: language, options, precompiled header."""
    return os.environ | {
        "STDCXX": "17",
        "EXTRA_CLING_ARGS": " ".join(options),
        "CLING_STANDARD_PCH": str(header),
        "CLING_REBUILD_PCH": "0",
        "CPPYY_API_PATH": "none",  # headers for extending Python in C++: not needed
    }

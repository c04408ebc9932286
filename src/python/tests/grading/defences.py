"""The grader's defences, each with how to take it away: for tests, which do so one at a time.

The grader has no switch for any of them. One that is added gets an entry here, and an attack whose
expected.toml names it in `stopped_by`.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from course.grading.checks import (
    checks,
    cpp,
    cpp_assembly,
    cpp_source,
    cpp_text,
    java,
    reference_build,
    wire,
)
from course.grading.checks.java import JavaSubject
from course.grading.exercises import submission
from course.grading.verdicts import GraderError, Verdict
from course.sandbox import own_launcher, sandbox

from . import unlisted

Taken = Callable[[pytest.MonkeyPatch], None]


@dataclasses.dataclass(frozen=True)
class Defence:
    """What is defended, and how to do without."""

    keeps: str
    take_away: Taken
    in_reference: bool = False
    """Whether a driver is built, or our solution counted, in another way without it."""


def _instead(owner: Any, name: str, other: Any) -> Taken:
    return lambda patch: patch.setattr(owner, name, other)


def _with_change(name: str, find: bytes, put: bytes) -> Taken:
    """The drivers' library with something else in one of its files."""

    def changed(files: dict[str, bytes]) -> dict[str, bytes]:
        if name in files:
            assert files[name].count(find) == 1
            files[name] = files[name].replace(find, put)
        return files

    return _sources(changed)


def _without_filter(patch: pytest.MonkeyPatch) -> None:
    """Our launcher, compiled without what it is for."""
    folder = Path(tempfile.mkdtemp())
    for file in own_launcher.SOURCE.iterdir():
        text = file.read_text(encoding="utf-8")
        if file.name == "launcher.cpp":
            asked = "::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &loaded, 0UL, 0UL) != 0"
            assert text.count(asked) == 1
            text = text.replace(asked, "loaded.len == 0")
        (folder / file.name).write_text(text, encoding="utf-8")
    patch.setattr(own_launcher, "SOURCE", folder)


def _sources(change: Callable[[dict[str, bytes]], dict[str, bytes]]) -> Taken:
    read = reference_build._sources
    return _instead(reference_build, "_sources", lambda folder: change(read(folder)))


def _any_size(patch: pytest.MonkeyPatch) -> None:
    for compiler in (cpp, java):
        patch.setattr(compiler, "MOST_MB", 64)


WITH_NETWORK = ("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts")


def _believe(tool: str, *arguments: Any) -> Any:
    played = arguments[0].played(tool, arguments[1].operations)
    if checks._broken(tool, played):
        raise GraderError(f"{tool} does not work")
    return played


DEFENCES: Mapping[str, Defence] = {
    "files-asked-for": Defence(
        "Other sources beside those that are asked for are refused.",
        _instead(submission, "_sources", lambda folder: ()),
    ),
    "files-have-a-size": Defence(
        "A file has a most size, and is read as text.",
        _instead(submission, "_read", lambda file, max_kb: file.read_bytes()),
    ),
    "own-classes": Defence(
        "A Java submission has classes of its own names only.",
        _instead(JavaSubject, "_require_own_classes", lambda subject: None),
    ),
    "text-is-read": Defence(
        "A submission's own lines have listed words and attributes only, and no assembly.",
        _instead(cpp_text, "refused", lambda *arguments: None),
    ),
    "markers-are-counted": Defence(
        "Only the preprocessor says where a line is from.",
        _instead(cpp_text, "_visible", lambda text: 0),
    ),
    "no-thread-of-the-librarys": Defence(
        "Java's parallel streams start no threads.",
        _instead(java, "JVM", tuple(flag for flag in java.JVM if "parallelism" not in flag)),
    ),
    "source-is-read": Defence(
        "No line passes for a header's, and no macro of a submission's changes a header.",
        _instead(cpp_source, "refused", lambda source: None),
    ),
    "products-have-a-size": Defence(
        "Of what a compiler makes no more is read than any honest text becomes.",
        _any_size,
    ),
    "accesses-are-told": Defence(
        "Code has no access to memory that a compiler tells no sanitizer of, as far as it shows.",
        _instead(cpp_assembly, "untold", lambda *arguments: None),
    ),
    "what-is-touched-is-listed": Defence(
        "Code refers to what is listed, and has a compiler's form.", unlisted.take_away
    ),
    "calls-are-listed": Defence(
        "The kernel refuses it a child, another program in its place, and what no tool needs.",
        _without_filter,
    ),
    "no-network": Defence(
        "It sees no network.",
        _instead(
            sandbox,
            "_NAMESPACES",
            (*WITH_NETWORK, *(one for one in sandbox._NAMESPACES if one != "--unshare-all")),
        ),
    ),
    "questions-taken-away": Defence(
        "Behind no descriptor are questions once code of the submission runs.",
        _with_change(
            "main.cpp",
            b"::dup2(nothing, STDIN_FILENO) < 0",
            b"::lseek(STDIN_FILENO, 0, SEEK_SET) < 0",
        ),
        in_reference=True,
    ),
    "answers-under-a-key": Defence(
        "What is written without the key is no answer.",
        _instead(wire, "new_key", lambda: bytes(wire.KEY_BYTES)),
    ),
    "log-out-of-reach": Defence(
        "A tool's log has a descriptor that Valgrind lets no program write to.",
        _instead(sandbox, "LOG_NUMBER", 40),
    ),
    "log-of-one-program": Defence(
        "A tool's log is of the submission, and of no program in its place.",
        _instead(cpp, "_require_one_program", lambda log: None),
    ),
    "counts-told-once": Defence(
        "A count that stands twice in a tool's log is none.",
        _instead(cpp, "_only", lambda found: min(int(one.replace(",", "")) for one in found)),
    ),
    "counts-have-a-floor": Defence(
        "A count that no honest program has is none.",
        _instead(checks, "_at_least", lambda *arguments: None),
    ),
    "growth-is-apart": Defence(
        "What the set-up may take is not left for later.",
        _instead(wire, "MARKED_AT", 1),
        in_reference=True,
    ),
    "computing-is-waiting": Defence(
        "While a call is stopped, the other one may compute for so long only.",
        _with_change("accesses.cpp", b"> enough_ns", b"< 0"),
        in_reference=True,
    ),
    "pages-are-counted": Defence(
        "Memory that no allocator has given counts, and so does what is kept to the end.",
        _instead(checks, "_growth", lambda *arguments: checks.PASSED),
    ),
    "ours-runs-too": Defence(
        "That a tool does not work is believed when our solution's run says so, too.",
        _instead(checks, "_run", _believe),
    ),
}


def succeeds(verdict: Verdict | None, stopped: frozenset[Verdict]) -> bool:
    """Whether an attack has got what it wants: full points, or the grader's fault (None). One that
    passes, and does no harm, where it is stopped: anything else."""
    return verdict not in stopped if Verdict.PASS in stopped else verdict in (Verdict.PASS, None)


def references(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Keep reference builds elsewhere: what is built without a defence is for nobody else."""
    patch.setattr(reference_build, "KEPT", folder)

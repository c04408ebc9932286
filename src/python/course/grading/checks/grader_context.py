"""A worker's means: a scratch folder, its own sandbox, the tools, and reference builds."""

import contextlib
import dataclasses
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import psutil

from course import paths
from course.errors import os_errors
from course.grading.checks.tools import Tools
from course.grading.verdicts import GraderError
from course.sandbox import sandbox
from course.sandbox.sandbox import Sandbox

PREFIX = f"course-grade-{platform.node()}-"
"""Of this machine: others, or containers, may share the folder, and our numbers of processes say
nothing of theirs."""

CODE = tuple(paths.PYTHON_SOURCES / "course" / part for part in ("grading", "sandbox"))
"""The grader's code: a change of any file may change a verdict."""


@dataclasses.dataclass(eq=False)
class GraderContext:
    """Owned by one thread; its :meth:`threads` may use its contents."""

    folder: Path
    box: Sandbox
    tools: Tools
    at_once: int = 1
    """Limit of a submission's runs at the same time."""
    references: dict[str, object] = dataclasses.field(default_factory=dict)
    """This process's; see :func:`course.grading.checks.reference_build.reference_of`."""

    @contextlib.contextmanager
    def workspace(self) -> Iterator[Path]:
        """A folder for one submission: ``source`` to read, ``out`` for what compilers write."""
        folder = Path(tempfile.mkdtemp(prefix="work-", dir=self.folder))
        for place in (folder, folder / "source", folder / "out"):
            make_folder(place)
        self.box.own(folder / "out")
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @contextlib.contextmanager
    def threads(self) -> Iterator[Executor]:
        """Threads for a submission's runs. On exit, each task has ended or will not begin: until
        then, tasks use the workspace."""
        executor = ThreadPoolExecutor(max_workers=self.at_once, thread_name_prefix="grade")
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)


@contextlib.contextmanager
def opened(*, shut_in: bool = True, at_once: int = 1) -> Iterator[GraderContext]:
    """Open a context with this machine's tools; without `shut_in` nothing keeps a submission from
    the rest of the machine. Raises CourseError."""
    tools = Tools.find()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(scratch())
        box: Sandbox = Sandbox()
        if shut_in:
            box = stack.enter_context(sandbox.opened(tools.places(), folder, at_once))
        yield GraderContext(folder, box, tools, at_once)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """Make a temporary folder for one owner. Those of owners who were killed are removed. Raises
    CourseError."""
    _clear_abandoned()
    with os_errors("no scratch folder", GraderError):
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_folder(folder: Path) -> None:
    """Make a folder that a worker's uid can read, whatever the umask is."""
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)


def share(folder: Path) -> None:
    """Let a worker's uid read all that is in the folder."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if runs else 0o644)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write files that a worker's uid can read."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o644)


def _clear_abandoned() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        with contextlib.suppress(OSError):
            is_gone = owner.isdecimal() and not psutil.pid_exists(int(owner))
            if is_gone and folder.lstat().st_uid == os.geteuid():
                shutil.rmtree(folder, ignore_errors=True)

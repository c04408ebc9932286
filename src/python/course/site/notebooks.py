"""Execute notebooks; results are kept until one of their dependencies changes."""

import contextlib
import dataclasses
import itertools
import json
import logging
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert.filters import strip_ansi

from course.process.files import write_atomically
from course.stats.errors import PublishError
from course.toolchain.fingerprint import Fingerprints

DEPENDENCIES = ("build/java/lib/*.jar", "build/cpp/bin/*", "build/cpp/lib/*", "native/*.hpp",
                "src/cpp/**/*.hpp", "src/python/course/xcpp17/**/*")  # fmt: skip
"""Files that notebooks run and include, from the root; kernels and profile count too."""

TIMEOUT_S = 300

START_TIMEOUT_S = 90
"""Seconds that a kernel may take to start: the C++ one compiles its headers at first."""

END_TIMEOUT_S = 1.0  # seconds that a kernel may take to end; it is terminated after half of them

_SILENT = logging.Logger("notebooks", level=logging.CRITICAL + 1)


@dataclasses.dataclass(frozen=True)
class Outcome:
    name: str
    status: str  # ``ok``, ``failed`` or ``not executed`` (its kernel is not installed)
    reason: str | None
    key: str
    profile: str
    executed_cells: int
    executed_at: str  # ISO 8601, UTC
    seconds: float


def read_outcome(out: Path, name: str) -> Outcome | None:
    """Return the outcome of the last execution, if any."""
    try:
        return Outcome(**json.loads((out / f"{name}.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_notebook(path: Path) -> nbformat.NotebookNode:
    """Read a notebook. Raises PublishError if it is not one."""
    try:
        return nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.ValidationError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else repr(error)
        raise PublishError(f"{path}: not a notebook: {first}") from error


def last_execution(path: Path, out: Path) -> tuple[Outcome | None, nbformat.NotebookNode]:
    """Return the outcome of the last execution, if any, and the notebook with its outputs, without
    them if it has changed since. Raises PublishError if it is not one."""
    notebook, outcome = read_notebook(path), read_outcome(out, path.stem)
    file = out / path.name
    if outcome is None or not file.is_file():
        return outcome, notebook
    executed = read_notebook(file)
    if [cell.source for cell in executed.cells] == [cell.source for cell in notebook.cells]:
        return outcome, executed
    reason = "it has changed since it was executed here; run `./course notebooks`"
    return dataclasses.replace(outcome, status="not executed", reason=reason), notebook


def execute(
    path: Path,
    out: Path,
    root: Path,
    profile: str,
    *,
    force: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    timeout_s: int = TIMEOUT_S,
) -> tuple[Outcome, bool]:
    """Execute a notebook unless `out` holds a result that is still valid; return the outcome, and
    whether it was kept. The executed notebook goes to `out` even if incomplete. `progress` gets the
    number of cells done and of all after each cell."""
    name = path.stem
    key = dependency_key(path, root, profile)
    before = read_outcome(out, name)
    holds = before is not None and before.key == key and before.status == "ok"
    if holds and not force and (out / path.name).is_file():
        return before, True
    notebook = read_notebook(path)
    started = time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    log = out / f"{name}.log"
    status, reason = _run(notebook, path.parent, log, profile, progress, timeout_s)
    executed = sum(cell.get("execution_count") is not None for cell in _code_cells(notebook))
    if status == "ok" and executed == 0:
        status, reason = "failed", "no code cell was executed"
    ended, seconds = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", time.monotonic() - started
    outcome = Outcome(name, status, reason, key, profile, executed, ended, round(seconds, 1))
    write_atomically(out / path.name, nbformat.writes(notebook))
    write_atomically(out / f"{name}.json", json.dumps(dataclasses.asdict(outcome), indent=1))
    return outcome, False


def _run(  # noqa: PLR0917
    notebook: nbformat.NotebookNode,
    folder: Path,
    log: Path,
    profile: str,
    progress: Callable[[int, int], None],
    timeout_s: int,
) -> tuple[str, str | None]:
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "")
    cells = _code_cells(notebook)
    for cell in cells:
        cell.outputs, cell.execution_count = [], None
    try:
        KernelSpecManager().get_kernel_spec(kernel)
    except NoSuchKernel:
        return "not executed", f"the kernel '{kernel}' is not installed; ./course setup installs it"
    where, done = "before the first cell", itertools.count(1)

    def before_cell(cell_index: int, **_: Any) -> None:
        nonlocal where
        where = f"cell {cell_index + 1}"

    client = NotebookClient(
        notebook,
        timeout=timeout_s,
        startup_timeout=START_TIMEOUT_S,
        kernel_name=kernel,
        on_cell_execute=before_cell,
        on_cell_executed=lambda **_: progress(next(done), len(cells)),
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.create_kernel_manager().shutdown_wait_time = END_TIMEOUT_S
    client.log = _SILENT  # the reason that we return has what it would log
    try:
        # A kernel's stderr is about itself, not an output of the notebook.
        with log.open("w", encoding="utf-8") as stderr:
            client.execute(env={**os.environ, "COURSE_PROFILE": profile}, stderr=stderr)
    except CellExecutionError as error:
        return "failed", f"{where}: {_error_of(error)}"
    except CellTimeoutError:
        return "failed", f"{where}: took longer than {timeout_s} s"
    except DeadKernelError:
        return "failed", f"{where}: the kernel died{_last_words(log)}"
    except RuntimeError as error:
        why = _one_line(str(error)) + _last_words(log)
        return "failed", f"the kernel '{kernel}' did not start: {why}"
    return "ok", None


def _code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _error_of(error: CellExecutionError) -> str:
    lines = strip_ansi(error.traceback or "").strip().splitlines()
    tail = " | ".join(line.strip() for line in lines[-3:] if line.strip("- \t"))
    head = _one_line(f"{error.ename}: {error.evalue}")
    return head if not tail or error.evalue in tail else f"{head} | {tail}"[:500]


def _one_line(text: str) -> str:
    return " | ".join(line.strip() for line in strip_ansi(text).splitlines() if line.strip())


def _last_words(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return f" ({_one_line(' | '.join(lines[-3:]))[:300]})" if lines else ""


def dependency_key(path: Path, root: Path, profile: str) -> str:
    """Hash the notebook, its kernel, the programs that it runs, and the profile."""
    facts = [profile]
    kernel = read_notebook(path).metadata.get("kernelspec", {}).get("name", "")
    with contextlib.suppress(NoSuchKernel):
        spec = KernelSpecManager().get_kernel_spec(kernel)
        facts.append(json.dumps(spec.to_dict(), sort_keys=True))
    found = (file for pattern in DEPENDENCIES for file in sorted(root.glob(pattern)))
    files = [file for file in found if file.is_file() and "__pycache__" not in file.parts]
    return Fingerprints().of([path, *files], *facts)

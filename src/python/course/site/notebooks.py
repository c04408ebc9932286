"""Execute notebooks; results are kept until one of their dependencies changes."""

import atexit
import contextlib
import dataclasses
import functools
import itertools
import json
import logging
import os
import random
import signal
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.connect import LocalPortCache
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert.filters import strip_ansi

from course.process.files import write_atomically
from course.site.turns import Turn, Turns
from course.stats.errors import PublishError
from course.toolchain.fingerprint import Fingerprints

DEPENDENCIES = ("build/java/lib/*.jar", "build/cpp/bin/*", "build/cpp/lib/*", "native/*.hpp",
                "src/cpp/**/*.hpp", "src/python/course/xcpp17/**/*")  # fmt: skip
"""Files that notebooks run and include, from the root; kernels and profile count too."""

TIMED = "timed"
"""Tag of cells whose figures depend on time: nothing else may run beside them."""

TIMEOUT_S = 300

START_TIMEOUT_S = 90
"""Seconds that a kernel may take to start: the C++ one compiles its headers at first."""

END_TIMEOUT_S = 1.0  # seconds that a kernel may take to end; it is terminated after half of them

PORTS = range(20_000, 32_768)
"""Kernels' ports: below those that Linux and macOS give to outgoing connections, one of which might
take a port in the seconds that a kernel needs to bind it."""

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
    """Without the time for which it waited for other notebooks."""


def read_outcome(out: Path, name: str) -> Outcome | None:
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
    turns: Turns | None = None,
) -> tuple[Outcome, bool]:
    """Execute a notebook unless `out` holds a result that is still valid; return the outcome, and
    whether it was kept. The executed notebook goes to `out` even if incomplete. `progress` gets the
    number of cells done and of all after each cell. `turns` are those of all notebooks executed at
    a time; raises Stopped, and leaves `out` as it is, if they are stopped."""
    name = path.stem
    key = dependency_key(path, root, profile)
    before = read_outcome(out, name)
    holds = before is not None and before.key == key and before.status == "ok"
    if holds and not force and (out / path.name).is_file():
        return before, True
    notebook = read_notebook(path)
    out.mkdir(parents=True, exist_ok=True)
    log = out / f"{name}.log"
    client = _client(notebook, path.parent, timeout_s)
    with Turn(turns or Turns(), stop=functools.partial(_kill, client)) as turn:
        status, reason = _run(client, log, profile, progress, turn)
        turn.go_on()  # a kernel that was killed has not failed
        # Still in its turn: what follows takes a moment, too.
        executed = sum(cell.get("execution_count") is not None for cell in _code_cells(notebook))
        if status == "ok" and executed == 0:
            status, reason = "failed", "no code cell was executed"
        ended, seconds = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", round(turn.seconds, 1)
        outcome = Outcome(name, status, reason, key, profile, executed, ended, seconds)
        write_atomically(out / path.name, nbformat.writes(notebook))
        write_atomically(out / f"{name}.json", json.dumps(dataclasses.asdict(outcome), indent=1))
    return outcome, False


class KernelPorts(LocalPortCache):
    """Chooses the ports of this process's kernels. Its `instance` becomes Jupyter's, too."""

    def find_available_port(self, ip: str) -> int:
        while True:
            port = random.choice(PORTS)
            if port not in self.currently_used_ports and _is_free(ip, port):
                self.currently_used_ports.add(port)
                return port


def _is_free(ip: str, port: int) -> bool:
    with socket.socket() as one:
        try:
            one.bind((ip, port))
        except OSError:
            return False
    return True


def _client(notebook: nbformat.NotebookNode, folder: Path, timeout_s: int) -> NotebookClient:
    KernelPorts.instance()
    client = NotebookClient(
        notebook,
        timeout=timeout_s,
        startup_timeout=START_TIMEOUT_S,
        kernel_name=notebook.metadata.get("kernelspec", {}).get("name", ""),
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.log = _SILENT  # the reason that we return has what it would log
    return client


def _kill(client: NotebookClient) -> None:
    """Kill the kernel, if there is one, and the programs that it runs."""
    group = getattr(getattr(client.km, "provisioner", None), "pgid", None)
    if group:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)


def _run(
    client: NotebookClient,
    log: Path,
    profile: str,
    progress: Callable[[int, int], None],
    turn: Turn,
) -> tuple[str, str | None]:
    kernel, cells = client.kernel_name, _code_cells(client.nb)
    for cell in cells:
        cell.outputs, cell.execution_count = [], None
    try:
        KernelSpecManager().get_kernel_spec(kernel)
    except NoSuchKernel:
        return "not executed", f"the kernel '{kernel}' is not installed; ./course setup installs it"
    where, done = "before the first cell", itertools.count(1)

    def before_cell(cell: nbformat.NotebookNode, cell_index: int) -> None:
        nonlocal where
        where = f"cell {cell_index + 1}"
        timed = TIMED in cell.metadata.get("tags", ()) and profile != "smoke"
        turn.become(timed=timed)

    def after_cell(**_: Any) -> None:
        turn.become(timed=False)
        progress(next(done), len(cells))

    client.on_cell_execute, client.on_cell_executed = before_cell, after_cell
    client.create_kernel_manager().shutdown_wait_time = END_TIMEOUT_S
    try:
        # A kernel's stderr is about itself, not an output of the notebook.
        with log.open("w", encoding="utf-8") as stderr:
            client.execute(env={**os.environ, "COURSE_PROFILE": profile}, stderr=stderr)
    except CellExecutionError as error:
        return "failed", f"{where}: {_error_of(error)}"
    except CellTimeoutError:
        return "failed", f"{where}: took longer than {client.timeout} s"
    except DeadKernelError:
        return "failed", f"{where}: the kernel died{_last_words(log)}"
    except RuntimeError as error:
        why = _one_line(str(error)) + _last_words(log)
        return "failed", f"the kernel '{kernel}' did not start: {why}"
    finally:  # where a kernel died while starting, nbclient forgets this, and complains at the end
        atexit.unregister(client._cleanup_kernel)
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

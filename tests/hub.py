"""A real hub on the loopback interface: JupyterHub, its proxy and its servers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import ModuleType

import psutil
import requests

from course import paths
from course.toolchain import environment, kernels

from .learner import http_session
from .programs import ROOT, loaded, wait_until

ENVIRONMENT = paths.TOOLCHAIN / "hub"
WORKSHOP = ROOT / "workshop"
CONFIGURATION = WORKSHOP / "loopback/jupyterhub_config.py"
LOCKS = (environment.LOCK, WORKSHOP / "proxy/package-lock.json")

START_S = 120
END_S = 90
"""Long enough for servers, to each of which the hub gives half a minute before it kills them."""


def tool(name: str) -> ModuleType:
    """Load a script of the workshop."""
    return loaded(WORKSHOP / f"{name}.py")


def why_not() -> str | None:
    """Return in one line why a hub cannot run here, or None if it can."""
    for name in ("node", "git"):
        if shutil.which(name) is None:
            return f"{name} is not on PATH"
    made_from = ENVIRONMENT / "made-from"
    if not made_from.is_file():
        return "the hub's environment is not here; workshop/install makes it"
    if made_from.read_bytes() != b"".join(lock.read_bytes() for lock in LOCKS):
        return "the hub's environment is of other locks; workshop/install makes it anew"
    for kernel, state in kernels.states().items():
        if state != "ok":
            return f"kernel {kernel}: {state}"
    return None


class Hub:
    """A running hub."""

    def __init__(self, address: str, process: psutil.Process, homes: Path) -> None:
        """`address`: the proxy's, without a trailing slash. `homes`: folder of the learners'."""
        self.address = address
        self.homes = homes
        self._process = process

    def version(self) -> str:
        """Return JupyterHub's version, as reported by itself."""
        answer = http_session().get(f"{self.address}/hub/api", timeout=10)
        answer.raise_for_status()
        return answer.json()["version"]

    def family(self) -> list[psutil.Process]:
        """Return the hub, the proxy, servers, kernels, and their child processes."""
        return [self._process, *self._process.children(recursive=True)]

    def memory_mb(self, learner: str) -> float:
        """Return the memory of a learner's server and its children; shared pages count by share.

        Linux only.
        """
        (server,) = (
            child
            for child in self._process.children()
            if child.environ().get("JUPYTERHUB_USER") == learner
        )
        held = 0
        for process in (server, *server.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                held += process.memory_full_info().pss
        return held / 2**20


@contextmanager
def running(folder: Path) -> Iterator[Hub]:
    """Run a hub that keeps its state in the folder. None of its processes may outlive the block."""
    address, hub, proxy = (f"http://127.0.0.1:{port}" for port in _free_ports(3))
    command = [
        str(ENVIRONMENT / "bin/jupyterhub"),
        f"--config={CONFIGURATION}",
        f"--JupyterHub.bind_url={address}",
        f"--JupyterHub.hub_bind_url={hub}",
        f"--ConfigurableHTTPProxy.api_url={proxy}",
    ]
    xeus = kernels.xeus()  # may be in a home, and learners have others
    beside = {} if xeus is None else {"JUPYTER_PATH": str(xeus.parents[2])}
    log = folder / "hub.log"
    with ExitStack() as stack:
        output = stack.enter_context(log.open("wb"))
        process = stack.enter_context(
            subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **beside},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        )
        made = Hub(address, psutil.Process(process.pid), folder / "homes")
        stack.callback(_end, made)
        wait_until(f"the hub answers; see {log}", lambda: _answers(process, made), START_S)
        yield made


def _answers(process: subprocess.Popen[bytes], hub: Hub) -> bool:
    assert process.poll() is None, f"the hub ended with code {process.returncode}"
    with suppress(requests.RequestException):
        return bool(hub.version())
    return False


def _end(hub: Hub) -> None:
    """End the hub like its service manager would; fail if a process outlives it."""
    try:
        family = hub.family()
    except psutil.NoSuchProcess:
        return  # it has ended by itself, and the test has failed by that
    with suppress(psutil.NoSuchProcess):
        family[0].terminate()
    end = time.monotonic() + END_S
    while (left := [one for one in family if _lives(one)]) and time.monotonic() < end:
        time.sleep(0.1)
    names = [_name(process) for process in left]
    for process in left:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    assert not names, f"the hub left running: {', '.join(names)}"


def _lives(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _name(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())[:120]
    return str(process.pid)


def _free_ports(count: int) -> list[int]:
    """Return free ports; all are held until the last one is found, so none repeats."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def published(folder: Path) -> str:
    """Return the address of a repository with this tree's notebooks, as on a course's server."""
    place = folder / "allocpool"
    ignored = shutil.ignore_patterns(".ipynb_checkpoints")
    shutil.copytree(ROOT / "notebooks", place / "notebooks", ignore=ignored)
    git = ["git", "-C", str(place), "-c", "user.name=course", "-c", "user.email=course@localhost"]
    for words in (
        ("init", "--quiet", "--initial-branch=main"),
        ("add", "."),
        ("commit", "--quiet", "--no-gpg-sign", "--message=Notebooks"),
    ):
        subprocess.run([*git, *words], check=True)
    return place.as_uri()

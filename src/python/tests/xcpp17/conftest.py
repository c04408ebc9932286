"""A kernel started from a freshly written kernelspec, and a client that runs cells in it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

from course.xcpp17 import install


@dataclass
class Outcome:
    """What one cell gave."""

    status: str
    stdout: str = ""
    stderr: str = ""
    displays: list[dict[str, str]] = field(default_factory=list)
    error: dict[str, Any] | None = None
    kinds: list[str] = field(default_factory=list)


class Session:
    """A running kernel."""

    def __init__(self, kernel_dirs: list[str]) -> None:
        specs = KernelSpecManager(kernel_dirs=kernel_dirs, ensure_native_kernel=False)
        self.manager = KernelManager(kernel_name="xcpp17", kernel_spec_manager=specs)
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    def send(self, code: str) -> str:
        return self.client.execute(code)

    def outcome(self, request: str, timeout: float = 60) -> Outcome:
        outcome = Outcome("")
        deadline = time.monotonic() + timeout
        while True:
            message = self.client.get_iopub_msg(timeout=max(0.01, deadline - time.monotonic()))
            if message["parent_header"].get("msg_id") != request:
                continue
            kind, content = message["msg_type"], message["content"]
            outcome.kinds.append(kind)
            if kind == "stream":
                name = content["name"]
                setattr(outcome, name, getattr(outcome, name) + content["text"])
            elif kind == "display_data":
                outcome.displays.append(content["data"])
            elif kind == "error":
                outcome.error = content
            elif kind == "status" and content["execution_state"] == "idle":
                break
        while True:
            reply = self.client.get_shell_msg(timeout=timeout)
            if reply["parent_header"].get("msg_id") == request:
                outcome.status = reply["content"]["status"]
                return outcome

    def run(self, code: str) -> Outcome:
        return self.outcome(self.send(code))

    def dies_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not self.manager.is_alive():
                return True
            time.sleep(0.02)
        return False

    def close(self) -> None:
        self.client.stop_channels()
        if self.manager.is_alive():
            self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="session")
def kernel_dirs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    pytest.importorskip("cppyy_backend", reason="the C++ kernel's interpreter is not installed")
    prefix: Path = tmp_path_factory.mktemp("prefix")
    install.install(prefix)
    return [str(prefix / "share" / "jupyter" / "kernels")]


@pytest.fixture(scope="module")
def session(kernel_dirs: list[str]) -> Iterator[Session]:
    running = Session(kernel_dirs)
    yield running
    running.close()


@pytest.fixture
def fresh(kernel_dirs: list[str]) -> Iterator[Session]:
    """A kernel that the test may kill."""
    running = Session(kernel_dirs)
    yield running
    running.close()

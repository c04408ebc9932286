"""`./course lab` with the real JupyterLab: the page it names, its kernels, what it saves."""

from __future__ import annotations

import json
import re
import socket
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from course.toolchain import kernels

from .programs import ROOT, course_in_background, require_built, wait_until

ADDRESS = re.compile(r"http://\S+:\d+/\S*\?token=(\w+)")
"""JupyterLab's announcement of its address."""

SAVED = "build/saved-by-lab.ipynb"
"""Below the repository's root; git ignores the folder."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(address: re.Match[str]) -> bool:
    parts = urlsplit(address[0])
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", parts.port or 0)) == 0


def ask(address: re.Match[str], path: str, model: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the answer of Jupyter's interface to a question, or to a model to be saved."""
    parts = urlsplit(address[0])
    request = urllib.request.Request(
        f"{parts.scheme}://{parts.netloc}/api/{path}",
        data=None if model is None else json.dumps(model).encode(),
        headers={"Authorization": f"token {address[1]}", "Content-Type": "application/json"},
        method="GET" if model is None else "PUT",
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@pytest.mark.slow
@pytest.mark.timeout(600)  # the first time, JupyterLab is downloaded
def test_it_shows_the_notebook_with_our_kernels_and_saves_it_without_outputs(
    tmp_path: Path,
) -> None:
    require_built()
    log = tmp_path / "lab.log"
    with course_in_background("lab", "3", "--no-open", "--port", free_port(), log=log) as process:

        def said() -> re.Match[str] | None:
            return ADDRESS.search(log.read_text())

        wait_until(
            "JupyterLab says where it is",
            lambda: process.poll() is not None or said() is not None,
            seconds=500,
        )
        address = said()
        assert address is not None, log.read_text()
        assert urlsplit(address[0]).path == "/lab/tree/notebooks/03-gc-theory.ipynb"
        # It says so before it listens, which on a busy machine makes a difference.
        wait_until("JupyterLab listens", lambda: listens(address), seconds=60)

        offered = ask(address, "kernelspecs")["kernelspecs"]
        ours = [spec for spec in (kernels.JAVA_SPEC, kernels.CPP_SPEC) if spec.is_file()]
        assert ours
        for spec in ours:
            assert offered[spec.parent.name]["spec"]["argv"] == json.loads(spec.read_text())["argv"]

        notebook = json.loads((ROOT / "notebooks/03-gc-theory.ipynb").read_text())
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for cell in cells:
            cell["execution_count"] = 1
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["seen\n"]}]
        try:
            model = {"type": "notebook", "format": "json", "content": notebook}
            ask(address, f"contents/{SAVED}", model)
            saved = json.loads((ROOT / SAVED).read_text())
        finally:
            (ROOT / SAVED).unlink(missing_ok=True)
        kept = [cell for cell in saved["cells"] if cell["cell_type"] == "code"]
        assert len(kept) == len(cells)
        assert all(cell["outputs"] == [] for cell in kept)
        assert all(cell["execution_count"] is None for cell in kept)

"""Write the kernelspec `xcpp17`, by which Jupyter finds the kernel."""

import json
import sys
from pathlib import Path

from .cling import DEFAULT_FLAGS, ensure_precompiled_header
from .kernel import CppKernel

_SOURCES = Path(__file__).resolve().parents[2]  # src/python
_CPP = _SOURCES.parent / "cpp"
_HEADERS = (_CPP / "steps" / "include", _CPP / "workload")  # included by notebooks


def options() -> tuple[str, ...]:
    """Return the compiler options for our notebooks, the same for every kernel of this name."""
    return (*DEFAULT_FLAGS, *(f"-I{folder}" for folder in _HEADERS))


def install(prefix: Path) -> None:
    """Install into `prefix`/share/jupyter/kernels; `prefix` is an environment's, such as `.venv`.

    The kernel uses the Python that calls this. Its precompiled header is built now, so that no
    notebook waits for it. Raises RuntimeError if Cling does not work here.
    """
    ensure_precompiled_header(DEFAULT_FLAGS)
    command = [sys.executable, "-m", "course.xcpp17", "-f", "{connection_file}"]
    spec = {
        "argv": [*command, *options()],
        "display_name": CppKernel.banner,
        "language": "c++",
        "interrupt_mode": "message",
        "env": {"PYTHONPATH": str(_SOURCES)},
    }
    folder = Path(prefix, "share", "jupyter", "kernels", "xcpp17")
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "kernel.json.new"
    written.write_text(json.dumps(spec, indent=1) + "\n", encoding="utf-8")
    written.replace(folder / "kernel.json")

"""`./course lab`: JupyterLab, on a notebook or an exercise, with the course's kernels."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote

from course import paths
from course.errors import UsageError
from course.grading.exercises import exercise as exercises
from course.grading.learner import explore, progress
from course.toolchain import setup

NOTEBOOKS = paths.ROOT / "notebooks"


def lab(args: argparse.Namespace) -> NoReturn:
    """Set up and become JupyterLab (`notebook`: number, name, exercise or None; `port`, `no_open`).

    JupyterLab is installed at first use. It replaces this process, so it handles Ctrl-C itself: it
    asks before it ends the kernels.
    """
    chosen = _chosen(args.notebook)  # a wrong name is reported before anything is built
    setup.ensure()
    setup.ensure_lab()
    command = _command(chosen, args.port, may_open=not args.no_open)
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(setup.JUPYTER_LAB, command)


def _chosen(wanted: str | None) -> Path:
    """Return the notebook of a chapter's number, a name or an exercise; or else their folder."""
    if wanted is None:
        return NOTEBOOKS
    files = sorted(NOTEBOOKS.glob("*.ipynb"))
    for path in files:
        number = path.stem.partition("-")[0]
        if wanted in (path.stem, path.name) or wanted.zfill(2) == number:
            return path
    known = exercises.names()
    if wanted in known:
        return _explored(wanted)
    notebooks = ", ".join(path.stem for path in files)
    raise UsageError(f"no notebook or exercise '{wanted}'; valid: {notebooks}; {', '.join(known)}")


def _explored(exercise: str) -> Path:
    """Return the notebook in an exercise's starter, which loads the learner's code in a kernel."""
    folder = progress.folder(exercises.find(exercise))
    notebook = folder / explore.NOTEBOOK
    if not notebook.is_file():
        raise UsageError(
            f"{paths.shown(notebook)} is missing; ./course start {exercise} DIR creates one in DIR"
            if folder.is_dir()
            else f"folder {paths.shown(folder)} is missing; ./course start {exercise} creates it"
        )
    return notebook


def _command(shown: Path, port: int, *, may_open: bool) -> list[str]:
    """JupyterLab's command line.

    Its root is the repository, whose sources the notebooks name. A learner's folder elsewhere
    becomes the root itself, since JupyterLab shows nothing above that.
    """
    root, page = paths.ROOT, shown.resolve()
    if not page.is_relative_to(root):
        root = page.parent
    page = page.relative_to(root)
    return [
        str(setup.JUPYTER_LAB),
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(page.as_posix())}",
        "--ContentsManager.pre_save_hook=course.cli.lab.without_outputs",
        f"--port={port}",
        *([] if may_open else ["--no-browser"]),
        # Root is mostly a container's user, and JupyterLab listens on this machine only.
        *(["--allow-root"] if os.geteuid() == 0 else []),
    ]


def without_outputs(model: dict[str, Any], **_: object) -> None:
    """Remove the outputs from a notebook that JupyterLab is about to save.

    The repository's notebooks have no outputs, and trying them should not change that. Outputs on
    the screen stay there.
    """
    if model["type"] != "notebook":
        return
    for cell in model["content"]["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None

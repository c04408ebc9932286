"""A small tree of its own for each test that makes or breaks things."""

import shutil
from pathlib import Path

import pytest

from course import paths


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that a test may change."""
    return make_tree(tmp_path / "tree")


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree for tests that only ask; Python keeps what it compiled for the first of them."""
    return make_tree(tmp_path_factory.mktemp("untouched") / "tree")


def make_tree(root: Path) -> Path:
    """A copy of the launcher and the Python sources that needs no package but uv."""
    shutil.copytree(
        paths.PYTHON_SOURCES / "course",
        root / "src" / "python" / "course",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copy(paths.ROOT / "course", root / "course")
    (root / "pyproject.toml").write_text('[project]\nname = "empty"\nversion = "1"\n')
    (root / "locks").mkdir()
    (root / "locks" / "python.txt").write_text("# nothing\n")
    shutil.copy(paths.LOCKS / "uv.txt", root / "locks" / "uv.txt")
    return root


@pytest.fixture
def program(tmp_path: Path):
    """Writes an executable shell script and returns its path."""

    def write(path: str, body: str) -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{body}\n")
        file.chmod(0o755)
        return file

    return write


@pytest.fixture
def probes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keeps what the tests learn about tools out of the real tree."""
    folder = tmp_path / "toolchain"
    monkeypatch.setattr(paths, "TOOLCHAIN", folder)
    return folder

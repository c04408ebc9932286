"""`./course lab`: which notebook, which command line, installed once. Jupyter is a script here."""

import argparse
import os
from pathlib import Path

import pytest

from course import paths
from course.cli import lab, main
from course.errors import CourseError, UsageError
from course.grading.exercises import exercise as exercises
from course.grading.learner import progress
from course.process.logged import StepFailed
from course.toolchain import environment, setup


@pytest.fixture
def notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two notebooks of the course, and one that somebody made beside them."""
    for name in ("03-gc-theory", "11-flat-cpp", "Untitled"):
        (tmp_path / f"{name}.ipynb").touch()
    monkeypatch.setattr(lab, "NOTEBOOKS", tmp_path)
    return tmp_path


@pytest.mark.parametrize("wanted", ["3", "03", "03-gc-theory", "03-gc-theory.ipynb"])
def test_a_notebook_is_found_by_its_chapter_or_its_name(notebooks, wanted) -> None:
    assert lab._chosen(wanted) == notebooks / "03-gc-theory.ipynb"


def test_without_a_name_it_is_the_folder(notebooks) -> None:
    assert lab._chosen(None) == notebooks


@pytest.mark.usefixtures("notebooks")
@pytest.mark.parametrize("wanted", ["1", "gc-theory", "99", ""])
def test_a_notebook_that_is_not_there_is_told_with_those_that_are(wanted) -> None:
    with pytest.raises(UsageError) as refused:
        lab._chosen(wanted)
    message = str(refused.value)
    assert message.startswith(f"no notebook or exercise '{wanted}'; valid: 03-gc-theory, 11-")
    assert message.endswith(", ".join(exercises.names()))


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's own folder."""
    monkeypatch.setattr(paths, "MINE", tmp_path / "mine")
    return tmp_path / "mine"


def shown_by(command: list[str]) -> tuple[str, str]:
    """JupyterLab's root, and the page that it begins on."""
    options = dict(word.split("=", 1) for word in command if "=" in word)
    return options["--ServerApp.root_dir"], options["--LabApp.default_url"]


def test_an_exercise_opens_where_it_was_begun(mine, tmp_path) -> None:
    elsewhere = tmp_path / "else where"
    progress.begun(exercises.find("flat-packet"), elsewhere / ".." / elsewhere.name)
    elsewhere.mkdir()
    (elsewhere / "explore.ipynb").touch()
    chosen = lab._chosen("flat-packet")
    assert chosen.samefile(elsewhere / "explore.ipynb")
    command = lab._command(chosen, 8888, may_open=True)
    assert shown_by(command) == (str(elsewhere.resolve()), "/lab/tree/explore.ipynb")


def test_an_exercise_in_the_course_s_folder_is_shown_with_the_course(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    begun = tmp_path / "my-exercises/flat packet/explore.ipynb"
    command = lab._command(begun, 8888, may_open=True)
    assert shown_by(command) == (
        str(tmp_path),
        "/lab/tree/my-exercises/flat%20packet/explore.ipynb",
    )


def test_an_exercise_that_was_not_begun_is_told_with_the_command_that_begins_it(mine) -> None:
    with pytest.raises(
        UsageError, match=r"folder .* is missing; \./course start flat-packet creates it$"
    ):
        lab._chosen("flat-packet")
    (mine / "flat-packet").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"ipynb is missing; \./course start flat-packet DIR "):
        lab._chosen("flat-packet")


@pytest.mark.parametrize(
    ("no_open", "user", "more"),
    [
        (True, 1000, ["--no-browser"]),
        (False, 1000, []),
        (True, 0, ["--no-browser", "--allow-root"]),
    ],
)
def test_jupyterlab_begins_on_the_page_of_the_notebook(monkeypatch, no_open, user, more) -> None:
    started: list[tuple[Path, list[str]]] = []
    for name in ("ensure", "ensure_lab"):
        monkeypatch.setattr(setup, name, lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(os, "execv", lambda *given: started.append(given))
    lab.lab(argparse.Namespace(notebook="3", port=8901, no_open=no_open))
    words = [
        str(setup.JUPYTER_LAB),
        f"--ServerApp.root_dir={paths.ROOT}",
        "--LabApp.default_url=/lab/tree/notebooks/03-gc-theory.ipynb",
        "--ContentsManager.pre_save_hook=course.cli.lab.without_outputs",
        "--port=8901",
    ]
    assert started == [(setup.JUPYTER_LAB, [*words, *more])]


def test_it_is_installed_once_for_each_lock(tmp_path, monkeypatch) -> None:
    installed: list[str] = []

    def install(group: str, _log: str, *, lock: int) -> None:
        assert lock > 2
        installed.append(f"{group} {environment.LOCK.read_text()}")
        setup.JUPYTER_LAB.touch()

    for name in ("VENV", "TOOLCHAIN", "STAMPS"):
        monkeypatch.setattr(paths, name, tmp_path / name)
        (tmp_path / name).mkdir()
    monkeypatch.setattr(setup, "JUPYTER_LAB", tmp_path / "VENV/jupyter-lab")
    monkeypatch.setattr(environment, "LOCK", tmp_path / "python.txt")
    monkeypatch.setattr(environment, "install", install)
    environment.LOCK.write_text("one")
    setup.ensure_lab()
    setup.ensure_lab()
    assert installed == ["lab one"]
    environment.LOCK.write_text("another")
    setup.ensure_lab()
    assert installed == ["lab one", "lab another"]


def test_setup_installs_it_on_wish(monkeypatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(setup, "ensure", lambda **_: made.append("setup"))
    monkeypatch.setattr(setup, "ensure_lab", lambda: made.append("JupyterLab"))
    assert setup.setup(main.parse(["setup"])) == 0
    assert made == ["setup"]
    assert setup.setup(main.parse(["setup", "--lab"])) == 0
    assert made == ["setup", "setup", "JupyterLab"]


def test_an_installation_that_fails_is_told_and_tried_again(tmp_path, monkeypatch) -> None:
    attempts: list[str] = []

    def fail(group: str, _log: str, **_: int) -> None:
        attempts.append(group)
        raise StepFailed("lab failed: no such package", "")

    for name in ("VENV", "TOOLCHAIN", "STAMPS"):
        monkeypatch.setattr(paths, name, tmp_path / name)
    monkeypatch.setattr(environment, "install", fail)
    for _ in range(2):
        with pytest.raises(CourseError, match="no such package"):
            setup.ensure_lab()
    assert len(attempts) == 2


def test_outputs_are_not_saved() -> None:
    text = {"cell_type": "markdown", "source": "Text."}
    code = {"cell_type": "code", "source": "1", "outputs": [{"text": "1"}], "execution_count": 4}
    model = {"type": "notebook", "content": {"cells": [text.copy(), code.copy()]}}
    lab.without_outputs(model=model, path="notebooks/a.ipynb", contents_manager=None)
    assert model["content"] == {"cells": [text, code | {"outputs": [], "execution_count": None}]}


def test_other_files_are_saved_as_they_are() -> None:
    model = {"type": "file", "content": "outputs"}
    lab.without_outputs(model=model, path="a.txt", contents_manager=None)
    assert model == {"type": "file", "content": "outputs"}

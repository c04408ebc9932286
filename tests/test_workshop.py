"""A hub's configurations, locks and memory calculation: everything testable without a hub."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
import yaml
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from course import paths
from course.grading.checks import cpp, java, subject
from course.grading.exercises.exercise import Exercise, everything
from course.toolchain import kernels, tools

from .hub import CONFIGURATION, LOCKS, WORKSHOP, tool
from .programs import ROOT, one_clear_line

TLJH = WORKSHOP / "tljh/allocpool.py"
VALUES = WORKSHOP / "kubernetes/values.yaml"
DOCKERFILE = WORKSHOP / "kubernetes/Dockerfile"
PLACE = "/srv/course"
"""The course's folder on a hub."""

memory = tool("memory")
link = tool("link")


def configuration(file: Path) -> Config:
    """Return the settings of a JupyterHub configuration file, read like JupyterHub does."""
    return PyFileConfigLoader(file.name, path=str(file.parent)).load_config()


def values() -> dict[str, Any]:
    """Return the chart's values."""
    return yaml.safe_load(VALUES.read_text())


# ---- memory ------------------------------------------------------------------------------------


def test_the_arithmetic() -> None:
    """Everybody needs the memory at rest; only as many programs run as there are cores."""
    rest, program = memory.AT_REST_MB, memory.PROGRAM_MB
    assert memory.machine_mb(30, 16) == memory.SYSTEM_MB + 30 * rest + 16 * program
    assert memory.machine_mb(4, 16) == memory.SYSTEM_MB + 4 * (rest + program)
    assert rest + program == memory.AT_WORK_MB


def test_it_is_shown_with_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """The output shows each number, so that a teacher can follow it."""
    assert memory.main(["--learners", "30", "--cores", "16"]) == 0
    said = capsys.readouterr().out
    assert f"= {memory.machine_mb(30, 16):,} MB" in said
    assert f"= {memory.AT_WORK_MB:,} MB" in said


HEAP = re.compile(r'"(?:-Xm[sx])?(\d+)([gm])"')
"""A heap's size in a notebook's code, with the flag or by itself."""


def test_no_notebook_gives_a_program_a_larger_heap() -> None:
    """The sum for a learner at work is based on this."""
    found = [
        (int(number) * (1024 if unit == "g" else 1), path.name)
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
        for number, unit in HEAP.findall(cell.source)
    ]
    assert found
    assert max(found)[0] <= memory.HEAP_MB, max(found)


RUNS_AT_ONCE = 2
"""Runs of one submission at the same time, when one learner checks it."""


def most_mb(exercise: Exercise) -> int:
    """Return the most memory that a run of a submission may use, under any tool."""
    if exercise.language == "java":
        return exercise.limits.memory_mb + java.BESIDE_HEAP_MB
    return cpp.tool_mb(exercise.limits.memory_mb)


def test_a_check_takes_no_more_than_a_notebook_s_program() -> None:
    """A learner does one or the other, so the limit must allow for the larger of them."""
    most = max(subject.COMPILE_MB, *map(most_mb, everything()))
    assert RUNS_AT_ONCE * most <= memory.PROGRAM_MB


# ---- configurations ----------------------------------------------------------------------------


def test_the_hub_without_isolation_is_open_to_this_machine_only() -> None:
    """Everybody gets in, and everybody is the same user."""
    c = configuration(CONFIGURATION)
    assert (c.JupyterHub.authenticator_class, c.JupyterHub.spawner_class) == ("dummy", "simple")
    assert urlsplit(c.JupyterHub.bind_url).hostname == "127.0.0.1"


def test_no_other_configuration_has_its_authenticator_or_its_spawner() -> None:
    """Settings for a test must not be used in a real room."""
    chosen = configuration(TLJH).JupyterHub
    assert not {"authenticator_class", "spawner_class"} & chosen.keys()
    assert "dummy" not in values()["hub"]["config"]["JupyterHub"]["authenticator_class"].lower()


def test_learners_get_the_memory_of_the_arithmetic() -> None:
    """On one machine and on many."""
    assert configuration(TLJH).SystemdSpawner.mem_limit == f"{memory.AT_WORK_MB}M"
    given = values()["singleuser"]["memory"]
    assert given == {"guarantee": f"{memory.AT_REST_MB}M", "limit": f"{memory.AT_WORK_MB}M"}


def test_servers_find_the_kernels_and_the_programs() -> None:
    """The paths are those used by `./course setup`."""
    expected = {
        "JUPYTER_PATH": f"{PLACE}/{kernels.FOLDER.parent.relative_to(paths.ROOT)}",
        "COURSE_BIN": f"{PLACE}/{paths.CPP_PROGRAMS.relative_to(paths.ROOT)}",
        "COURSE_MINE": "~/my-exercises",
    }
    one_machine = {**expected, "COURSE_HAND_IN": "/srv/handed-in"}
    assert configuration(TLJH).Spawner.environment.get_value({}) == one_machine
    image = DOCKERFILE.read_text().split()
    assert {f"{name}={value}" for name, value in expected.items()} <= set(image)


def test_idle_kernels_end_alike_everywhere() -> None:
    """The memory at rest is that of two idle kernels."""
    culling = values()["singleuser"]["extraFiles"]["kernels"]["data"]["MappingKernelManager"]
    assert culling["cull_idle_timeout"] > 0
    given = [f"--MappingKernelManager.{name}={value}" for name, value in culling.items()]
    assert configuration(TLJH).Spawner.args == given


def test_the_image_has_what_the_course_cannot_do_without() -> None:
    """It installs the packages that `./course setup` would ask for."""
    asked = {
        re.sub(r"^python3\.\d+", "python3", name) for one in tools.TOOLS for name in one.apt.split()
    }
    assert asked - set(DOCKERFILE.read_text().split()) == set()


# ---- the link ----------------------------------------------------------------------------------


def test_a_link_brings_a_notebook() -> None:
    """This does not depend on slashes or suffixes at the ends of the two addresses."""
    made = link.link(
        "https://hub.example.org/", "https://git.example.org/team/pool.git", "main", "03-gc-theory"
    )
    parts = urlsplit(made)
    assert (parts.netloc, parts.path) == ("hub.example.org", "/hub/user-redirect/git-pull")
    assert parse_qs(parts.query) == {
        "repo": ["https://git.example.org/team/pool"],
        "branch": ["main"],
        "urlpath": ["lab/tree/pool/notebooks/03-gc-theory.ipynb"],
    }


REPOSITORY = ("--repository", "https://git.example.org/team/pool")


def test_a_link_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the link is printed, for use in a mail or a page."""
    assert link.main(["https://hub.example.org", "03-gc-theory", *REPOSITORY]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("https://hub.example.org/hub/user-redirect/git-pull?repo=https%3A%2F%2F")


@pytest.mark.parametrize(
    ("script", "arguments", "says"),
    [
        (link, ["hub.example.org", "03-gc-theory", *REPOSITORY], "https://"),
        (link, ["https://hub.example.org", "99-nothing", *REPOSITORY], "03-gc-theory"),
        (memory, ["--learners", "0", "--cores", "16"], "above 0"),
        (memory, ["--learners", "30"], "--cores"),
    ],
)
def test_bad_input_gets_one_line(
    script: Any, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what would be valid, and the exit code is 2."""
    with pytest.raises(SystemExit) as ended:
        script.main(arguments)
    assert ended.value.code == 2
    assert says in one_clear_line(capsys.readouterr().err)


# ---- the hub's environment ---------------------------------------------------------------------


def test_the_lock_is_of_jupyterhub_6() -> None:
    text = LOCKS[0].read_text()
    assert re.search(r"^jupyterhub==6\.", text, re.MULTILINE)


def test_the_proxy_s_lock_has_hashes_and_names_no_registry() -> None:
    """The hash identifies the package, from whichever source it comes."""
    wanted = json.loads((WORKSHOP / "proxy/package.json").read_text())["dependencies"]
    packages = json.loads(LOCKS[1].read_text())["packages"]
    assert packages.pop("")["dependencies"] == wanted
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_without_the_course_s_environment_nothing_is_installed(tmp_path: Path) -> None:
    """One line says what to do first."""
    (tmp_path / "workshop").mkdir()
    script = shutil.copy(WORKSHOP / "install", tmp_path / "workshop")
    done = subprocess.run([script], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "./course setup" in one_clear_line(done.stderr)
    assert not (tmp_path / ".toolchain").exists()

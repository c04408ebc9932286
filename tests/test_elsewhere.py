"""Ways to run notebooks without `./course setup`: conda, a container, Binder.

These checks need none of them; .github/workflows/notebooks-elsewhere.yml uses them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from course.toolchain import kernels, tools
from course.toolchain.runtimes import RELEASES

from .programs import ROOT

ENVIRONMENTS = {"environment.yml": "xeus-cling", "environment-xeus-cpp.yml": "xeus-cpp"}
"""Each file, and its C++ kernel, which is its only difference from the other."""

PACKAGES = {
    "C++20 compiler": "cxx-compiler",
    "JDK >= 17": "openjdk",
    "Maven >= 3.8": "maven",
    "CMake >= 3.25": "cmake",
    "Ninja or make": "ninja",
    "GoogleTest": "gtest",
    "Python's venv": "python",
    "Python's headers": "python",
    "git": "git",
}
"""The course's requirements, and their packages on conda-forge."""

DEV_CONTAINER = ROOT / ".devcontainer"
BINDER = ROOT / ".binder"
WORKFLOWS = ROOT / ".github/workflows"


def dependencies(name: str) -> dict[str, str]:
    """Return package -> its version as specified ("=3.12", ">=3.25" or nothing)."""
    specs = yaml.safe_load((ROOT / name).read_text())["dependencies"]
    return {match[1]: match[2] for spec in specs if (match := re.match(r"([\w.-]+)(.*)", spec))}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_environment_has_all_that_the_course_needs(name: str) -> None:
    content = yaml.safe_load((ROOT / name).read_text())
    assert content["name"] == "allocpool"
    assert content["channels"] == ["conda-forge"]
    assert set(PACKAGES) == {tool.name for tool in tools.TOOLS}
    assert set(PACKAGES.values()) | {ENVIRONMENTS[name]} <= dependencies(name).keys()


def test_environments_differ_in_the_kernel_only() -> None:
    first, second = (
        {package: version for package, version in dependencies(name).items() if package != kernel}
        for name, kernel in ENVIRONMENTS.items()
    )
    assert first == second


def test_their_versions_are_those_of_the_course() -> None:
    wanted = dependencies("environment.yml")
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    python = numbers(wanted["python"])
    assert python >= numbers(oldest)
    hosted = (WORKFLOWS / "test.yml").read_text()
    assert python == numbers(re.findall(r'python-version: "(.+)"', hosted)[0])
    for tool in ("Maven", "CMake"):
        (needed,) = (name for name in PACKAGES if name.startswith(tool))
        assert wanted[PACKAGES[needed]] == f">={needed.split()[-1]}"
    # The newest JDK that is measured also compiles: without it, some modules are left out.
    assert numbers(wanted["openjdk"]) == (max(RELEASES),)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def test_the_kernels_are_pinned() -> None:
    for name, kernel in ENVIRONMENTS.items():
        assert re.fullmatch(r"=\d+\.\d+\.\d+", dependencies(name)[kernel]), name


def test_the_container_is_made_of_files_that_are_here() -> None:
    config = json.loads((DEV_CONTAINER / "devcontainer.json").read_text())
    dockerfile = DEV_CONTAINER / config["build"]["dockerfile"]
    context = DEV_CONTAINER / config["build"]["context"]
    copied = re.findall(r"^COPY (?:--\S+ )*(.+) \S+$", dockerfile.read_text(), re.MULTILINE)
    assert [sources.split() for sources in copied] == [list(ENVIRONMENTS)]
    assert all((context / name).is_file() for name in ENVIRONMENTS)


def test_the_container_s_image_is_one_version_of_no_particular_host() -> None:
    """A name without a host is looked up on the default host of the reader's client."""
    (image,) = re.findall(r"^FROM (\S+)$", (DEV_CONTAINER / "Dockerfile").read_text(), re.MULTILINE)
    name, _, tag = image.partition(":")
    assert re.fullmatch(r"[\w-]+/[\w-]+", name)
    assert re.match(r"\d+\.\d+\.\d+", tag)


def test_the_container_shows_editors_our_kernels() -> None:
    config = json.loads((DEV_CONTAINER / "devcontainer.json").read_text())
    place = config["remoteEnv"]["JUPYTER_PATH"].replace("${containerWorkspaceFolder}", str(ROOT))
    assert Path(place) == kernels.FOLDER.parent


def test_binder_has_the_environment_itself() -> None:
    assert (BINDER / "environment.yml").resolve() == ROOT / "environment.yml"


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_binder_s_scripts_are_executable_bash(name: str) -> None:
    script = BINDER / name
    assert os.access(script, os.X_OK)
    assert script.read_text().startswith("#!/bin/bash")
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_binder_starts_with_our_kernels_and_small_sizes() -> None:
    tell = 'echo "$JUPYTER_PATH $COURSE_PROFILE $1"; exit 3'
    done = subprocess.run(
        ["bash", BINDER / "start", "bash", "-c", tell, "jupyter", "lab"],
        env={"PATH": os.environ["PATH"], "REPO_DIR": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"{kernels.FOLDER.parent} smoke lab\n"
    assert done.returncode == 3


def test_the_nightly_tools_are_pinned() -> None:
    workflow = (WORKFLOWS / "notebooks-elsewhere.yml").read_text()
    assert re.search(r'DEVCONTAINER: "@devcontainers/cli@\d+\.\d+\.\d+"', workflow)
    assert "--require-hashes -c locks/python.txt --group repo2docker" in workflow
    (mac,) = re.findall(r"--file (\S+)", workflow)
    assert mac in ENVIRONMENTS

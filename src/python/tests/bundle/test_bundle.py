"""The pack of a workshop: whole, checked, resumed, and set up from without a network."""

import argparse
import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from course_tests import programs

from course import paths
from course.bundle import command, parts
from course.errors import CourseError, UsageError
from course.process.logged import StepFailed

WHEELS = ("main", "uv", "lab", "jdk-11", "jdk-25", "cppyy")


class Fetched:
    """Stands for pip, Maven, Go and MkDocs: notes what was asked for, and can fail at it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails: set[str] = set()

    def _note(self, name: str, place: Path, file: str) -> None:
        self.asked.append(name)
        (place / f"begun-{file}").write_text("half")
        if name in self.fails:
            raise StepFailed(f"{name} failed", "no network")
        (place / file).write_text(name)

    def pip(
        self, locked: str, folder: Path, log: str, *, lock: int, sources_too: bool = False
    ) -> None:
        assert sources_too == (locked == "cppyy==1\n"), "only that one is compiled"
        self._note(locked.partition("==")[0], folder, "package.whl")

    def maven(self, log: str, goals: list[str], *, lock: int) -> str:
        place = Path(goals[-1].removeprefix("-Dmaven.repo.local="))
        self._note("jars", place, "library.jar")
        (place / "_remote.repositories").write_text("library.jar>mirror=\n")
        return ""

    def go(self, folder: Path, log: str, *, lock: int) -> None:
        self._note("modules", folder, "module.zip")

    def site(self, root: Path, out: Path) -> None:
        self._note("site", out, "index.html")


@pytest.fixture
def fetched(tmp_path, monkeypatch) -> Fetched:
    fake = Fetched()
    locks = tmp_path / "locks"
    locks.mkdir()
    for name in ("python", "uv", "jdk-11", "jdk-25"):
        (locks / f"{name}.txt").write_text(f"{name}==1\n")
    monkeypatch.setattr(paths, "LOCKS", locks)
    monkeypatch.setattr(parts.environment, "LOCK", locks / "python.txt")
    monkeypatch.setattr(parts.environment, "needed", lambda group: f"{group or 'main'}==1\n")
    monkeypatch.setattr(parts.cppyy, "locked", lambda: ["cppyy==1\n"])
    monkeypatch.setattr(paths, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(paths, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(paths, "BUILD", tmp_path / "build")
    monkeypatch.setattr(command.setup, "ensure", lambda: True)
    monkeypatch.setattr(command.setup.steps, "exclusive", lambda: contextlib.nullcontext(0))
    monkeypatch.setattr(parts.environment, "download", fake.pip)
    monkeypatch.setattr(parts.build, "maven", fake.maven)
    monkeypatch.setattr(parts.vegeta, "download", fake.go)
    monkeypatch.setattr(parts.vegeta, "why_no_go", lambda: None)
    monkeypatch.setattr(parts, "build_site", fake.site)
    monkeypatch.setattr(parts, "SHOWN", ("mkdocs.yml",))  # the rest may be being edited
    monkeypatch.setattr(parts, "course_files", lambda: [paths.ROOT / "course"])
    one = parts.exercises.find("zero-alloc-pool")
    monkeypatch.setattr(parts.exercises, "everything", lambda: [one])
    monkeypatch.setattr(parts.cppyy, "unsupported", lambda: None)
    return fake


@pytest.fixture
def make(fetched, tmp_path) -> Callable[..., Path]:
    """Makes the bundle, and gives its folder."""

    def run(small: bool = False) -> Path:
        out = tmp_path / "pack"
        assert command.bundle(argparse.Namespace(out=out, small=small)) == 0
        return out

    return run


@pytest.mark.slow
def test_a_bundle_has_all_that_a_set_up_would_fetch(make, fetched, capsys) -> None:
    pack = make()
    assert set(fetched.asked) == {*WHEELS, "jars", "modules", "site"}
    assert (pack / "site" / "index.html").is_file()
    assert (pack / "starters" / "zero-alloc-pool" / "LifoPool.java").is_file()
    assert os.access(pack / "course" / "course", os.X_OK)
    assert {place.name for place in (pack / "wheels").iterdir()} == set(WHEELS)
    assert not list(pack.rglob("_remote.repositories")), "they would send Maven to a mirror"
    said = capsys.readouterr().out
    assert f"MB  in {paths.shown(pack)}" in said


def test_every_file_has_its_checksum(make) -> None:
    pack = make()
    lines = (pack / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    there = {
        file.relative_to(pack).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in pack.rglob("*")
        if file.is_file() and file.relative_to(pack).parts[0] != parts.MADE
    }
    del there["SHA256SUMS"]
    assert sums == there


@pytest.mark.slow
def test_a_small_bundle_has_nothing_to_measure_with(make, fetched) -> None:
    pack = make(small=True)
    assert set(fetched.asked) == {"main", "uv", "site"}
    assert "|| set -- exercises\n" in (pack / "set-up").read_text()


@pytest.mark.slow
def test_modules_are_for_who_has_go(make, fetched, monkeypatch) -> None:
    monkeypatch.setattr(parts.vegeta, "why_no_go", lambda: "go is not on PATH")
    assert not (make() / "modules").exists()


@pytest.mark.slow
def test_what_is_there_is_not_fetched_again(make, fetched) -> None:
    make()
    fetched.asked.clear()
    make()
    assert fetched.asked == []


@pytest.mark.slow
def test_a_bench_that_was_run_since_makes_another_site(make, fetched) -> None:
    make()
    fetched.asked.clear()
    record = paths.BUILD / "bench/queue/native.json"
    record.parent.mkdir(parents=True)
    record.write_text("{}")
    make()
    assert fetched.asked == ["site"]


@pytest.mark.slow
def test_an_interrupted_bundle_goes_on(make, fetched, tmp_path) -> None:
    fetched.fails = {"jars"}
    with pytest.raises(CourseError, match="jars failed"):
        make()
    assert (tmp_path / "pack" / "jars" / "begun-library.jar").is_file()
    assert not (tmp_path / "pack" / "SHA256SUMS").exists(), "what is not whole has no checksums"
    fetched.fails.clear()
    fetched.asked.clear()
    pack = make()
    assert fetched.asked == ["jars"]
    assert (pack / "jars" / "library.jar").is_file()


@pytest.mark.slow
def test_another_lock_is_fetched_afresh(make, fetched) -> None:
    pack = make()
    (paths.LOCKS / "python.txt").write_text("python==2\n")
    (pack / "wheels" / "main" / "old.whl").write_text("old")
    fetched.asked.clear()
    make()
    assert set(fetched.asked) == {"main", "lab", "cppyy"}
    assert not (pack / "wheels" / "main" / "old.whl").exists()


@pytest.mark.slow
def test_what_is_optional_may_fail(make, fetched, capsys) -> None:
    fetched.fails = {"jdk-11", "cppyy"}
    make()
    said = capsys.readouterr().err
    assert "bundle wheels-jdk-11 is not available; continuing without it: jdk-11 failed" in said


def test_a_folder_that_holds_something_else(make, tmp_path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="exists and is not a bundle; name another folder"):
        make()
    assert [file.name for file in (tmp_path / "pack").iterdir()] == ["thesis.txt"]


def test_a_file_is_no_folder(make, tmp_path) -> None:
    (tmp_path / "pack").write_text("mine")
    with pytest.raises(UsageError, match="is a file; name a folder"):
        make()


@pytest.mark.slow
def test_a_full_disk_is_told(make, fetched, monkeypatch) -> None:
    def full(file: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parts.shutil, "copy2", full)
    with pytest.raises(CourseError, match=r"course: .*No space left on device"):
        make()


@pytest.mark.slow
def test_the_course_s_files_are_known_without_git(monkeypatch) -> None:
    with_git = set(parts.course_files())
    monkeypatch.setattr(parts, "_git_files", list)
    without = set(parts.course_files())
    essential = {paths.ROOT / name for name in ("course", "mkdocs.yml", "locks/python.txt")}
    assert essential <= with_git & without
    assert not [file for file in without if paths.BUILD in file.parents]


# ---- setting up from it ------------------------------------------------------------------------


@pytest.fixture
def pack(make) -> Path:
    """A bundle whose course says what it was started with."""
    made = make()
    program = made / "course" / "course"
    program.write_text('#!/bin/sh\necho "$@"\nenv\n')
    program.chmod(0o755)
    command.finish(made, small=False)
    return made


def set_up(pack, *arguments, path=os.environ["PATH"]):
    env = {"PATH": path, "MAVEN_OPTS": "-Xmx1g"}
    return programs.run("/bin/sh", pack / "set-up", *arguments, env=env)


@pytest.mark.slow
def test_set_up_needs_no_network(pack) -> None:
    done = set_up(pack)
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "setup --lab"
    values = dict(line.split("=", 1) for line in lines)
    places = {str(pack / "wheels" / name) for name in WHEELS}
    assert {place.rstrip("/") for place in values["UV_FIND_LINKS"].split(",")} == places
    assert {place.rstrip("/") for place in values["PIP_FIND_LINKS"].split()} == places
    assert {values[name] for name in ("PIP_NO_INDEX", "UV_NO_INDEX", "UV_OFFLINE")} == {"1"}
    assert values["MAVEN_OPTS"] == f"-Xmx1g -Dmaven.repo.local={pack}/jars"
    assert values["GOPROXY"] == f"file://{pack}/modules/cache/download"


@pytest.mark.slow
def test_set_up_passes_a_command_on(pack) -> None:
    assert set_up(pack, "doctor", "--json").stdout.startswith("doctor --json\n")


def path_with(folder: Path, *more: str) -> str:
    """A PATH with what set-up starts, and these programs; skips the test without them."""
    folder.mkdir()
    for name in ("dirname", "env", "perl", "tr", *more):
        program = shutil.which(name)
        if program is None and name in more:
            pytest.skip(f"{name} is not on PATH")
        if program is not None:
            (folder / name).symlink_to(program)
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize("program", ["sha256sum", "shasum"])
def test_set_up_finds_what_was_damaged(pack, tmp_path, program) -> None:
    """Linux has the one program, and macOS the other."""
    path = path_with(tmp_path / "bin", program)
    whole = set_up(pack, path=path)
    assert (whole.returncode, whole.stderr) == (0, "")
    (pack / "wheels" / "main" / "package.whl").write_text("damaged")
    done = set_up(pack, path=path)
    assert done.returncode == 1
    assert "some of the bundle is not as it was made; copy it again" in done.stderr
    assert "setup --lab" not in done.stdout.splitlines()
    (pack / "wheels" / "main" / "package.whl").unlink()
    assert set_up(pack, path=path).returncode == 1


@pytest.mark.slow
def test_set_up_says_that_it_cannot_compare(pack, tmp_path) -> None:
    done = set_up(pack, path=path_with(tmp_path / "bin"))
    assert done.returncode == 0
    assert "not compared with its checksums: no sha256sum, no shasum" in done.stderr
    assert done.stdout.splitlines()[0] == "setup --lab"


@pytest.mark.slow
def test_set_up_wants_a_plain_path(pack, tmp_path) -> None:
    moved = pack.rename(tmp_path / "a pack")
    done = set_up(moved)
    assert done.returncode == 2
    assert "without spaces and commas in its path" in done.stderr

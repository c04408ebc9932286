"""vegeta: built where there is a Go that can, and from nothing but what is locked."""

import re
from pathlib import Path

import pytest

from course import paths
from course.errors import CourseError
from course.toolchain import vegeta
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import exclusive


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program, probes: Path):
    """Puts a Go of some version on PATH that builds what a test says; returns its calls."""
    monkeypatch.setattr(paths, "LOGS", tmp_path / "log")
    monkeypatch.setattr(paths, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(vegeta, "PROGRAM", probes / "vegeta" / "vegeta")

    def make(version: str, body: str = ""):
        answer = f'if [ "$1" = version ]; then echo "go version go{version} linux/amd64"; exit; fi'
        program("bin/go", f'{answer}\necho "$PWD $@" >> {tmp_path}/calls\n{body}')
        monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
        return lambda: (tmp_path / "calls").read_text().splitlines()

    return make


def test_it_is_built_from_the_lock(go) -> None:
    calls = go("1.26.8", f"mkdir -p {vegeta.PROGRAM.parent}; : > {vegeta.PROGRAM}")
    (step,) = vegeta.steps(Fingerprints())
    with exclusive() as lock:
        step.run(lock)
    assert vegeta.why_not(vegeta.PROGRAM) is None
    (call,) = calls()
    assert call == (
        f"{paths.LOCKS}/vegeta build -mod=readonly -trimpath -o {vegeta.PROGRAM} {vegeta.PACKAGE}"
    )


def test_what_cannot_be_built_is_told(go) -> None:
    go("1.26.8", "echo 'missing go.sum entry' >&2; exit 1")
    (step,) = vegeta.steps(Fingerprints())
    with exclusive() as lock, pytest.raises(CourseError, match=r"missing go\.sum entry"):
        step.run(lock)
    assert "was not built: run ./course setup" in str(vegeta.why_not(vegeta.PROGRAM))


def test_what_it_is_built_from_is_fetched_for_others(go, tmp_path) -> None:
    calls = go("1.26.8", 'mkdir -p "$GOMODCACHE/cache/download" "$GOMODCACHE/example.org/unpacked"')
    with exclusive() as lock:
        vegeta.download(tmp_path / "modules", "modules", lock=lock)
    assert calls() == [f"{paths.LOCKS}/vegeta list -mod=readonly -deps {vegeta.PACKAGE}"]
    assert [place.name for place in (tmp_path / "modules").iterdir()] == ["cache"]


def test_an_old_go_is_left_alone(go) -> None:
    go("1.19.8")
    assert vegeta.steps(Fingerprints()) == []
    assert "is 1.19, but 1.22 is needed" in str(vegeta.why_not(vegeta.PROGRAM))


def test_without_go_there_is_nothing_to_do(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert vegeta.steps(Fingerprints()) == []
    reason = vegeta.why_not(tmp_path / "vegeta")
    assert reason == "vegeta, the open-loop load generator, was not built: go is not on PATH"


def test_the_lock_is_of_the_version_that_is_asked_for() -> None:
    module = (vegeta.MODULE / "go.mod").read_text(encoding="utf-8")
    (oldest,) = re.findall(r"^go (\d+)\.(\d+)", module, re.MULTILINE)
    assert tuple(map(int, oldest)) == vegeta.OLDEST_GO
    (version,) = re.findall(rf"{re.escape(vegeta.PACKAGE)} (v\S+)", module)
    sums = (vegeta.MODULE / "go.sum").read_text(encoding="utf-8")
    assert f"{vegeta.PACKAGE} {version} h1:" in sums

"""vegeta, which puts the server of `./course bench service` under load.

If Go is installed, it is built from modules whose contents are locked by hashes.
"""

import shutil
from pathlib import Path

from course import paths
from course.process.logged import run_logged
from course.toolchain.cache import too_old, version
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

MODULE = paths.LOCKS / "vegeta"
PACKAGE = "github.com/tsenart/vegeta/v12"
PROGRAM = paths.TOOLCHAIN / "vegeta" / "vegeta"

OLDEST_GO = (1, 22)  # the version in the module's go.mod

_LOCAL = {"GOTOOLCHAIN": "local"}  # keeps Go from downloading another Go


def why_no_go() -> str | None:
    """Return the problem of this machine's Go, in a few words; None if it can build vegeta."""
    return too_old("go", OLDEST_GO, "version", _LOCAL)


def why_not(program: Path) -> str | None:
    """Return why vegeta is not in that place; None if it is."""
    if program.is_file():
        return None
    reason = why_no_go() or "run ./course setup"
    return f"vegeta, the open-loop load generator, was not built: {reason}"


def steps(prints: Fingerprints) -> list[Step]:
    """Return the step that builds it; none without a suitable Go."""
    go = shutil.which("go")
    if go is None or why_no_go() is not None:
        return []
    step = Step(
        name="vegeta",
        stamp=PROGRAM.parent / "course.stamp",
        fingerprint=lambda: prints.of([MODULE], str(version(Path(go), "version", _LOCAL))),
        products=[PROGRAM],
        make=_make,
        optional=True,
    )
    return [step]


_LOCKED = {"CGO_ENABLED": "0", "GOWORK": "off", **_LOCAL}
"""Refuses everything that the lock does not list."""


def _make(lock: int) -> None:
    command = ["go", "build", "-mod=readonly", "-trimpath", "-o", PROGRAM, PACKAGE]
    run_logged("vegeta", command, cwd=MODULE, env=_LOCKED, lock=lock)


def download(folder: Path, log: str, *, lock: int) -> None:
    """Download the modules that it is built from, in Go's layout, so that cache/download in the
    folder can serve as a proxy. Raises StepFailed, and OSError."""
    settings = {**_LOCKED, "GOMODCACHE": str(folder), "GOFLAGS": "-modcacherw"}
    command = ["go", "list", "-mod=readonly", "-deps", PACKAGE]
    run_logged(log, command, cwd=MODULE, env=settings, lock=lock)
    for unpacked in folder.iterdir():
        if unpacked.name != "cache":
            shutil.rmtree(unpacked)

"""vegeta, which puts the server of `./course bench service` under load.

It is built from Go modules whose contents are locked by their hashes, where Go is installed.
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

OLDEST_GO = (1, 22)
"""As the module's go.mod says."""

_LOCAL = {"GOTOOLCHAIN": "local"}
"""No Go that would fetch another Go."""


def why_no_go() -> str | None:
    """What is wrong with this machine's Go, in a few words; None if it can build vegeta."""
    return too_old("go", OLDEST_GO, "version", _LOCAL)


def why_not(program: Path) -> str | None:
    """Why there is no vegeta at that place; None if there is one."""
    if program.is_file():
        return None
    reason = why_no_go() or "run ./course setup"
    return f"vegeta, the open-loop load generator, was not built: {reason}"


def steps(prints: Fingerprints) -> list[Step]:
    """The step that builds it; none where there is no Go for it."""
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
"""What the lock does not list is refused."""


def _make(lock: int) -> None:
    command = ["go", "build", "-mod=readonly", "-trimpath", "-o", PROGRAM, PACKAGE]
    run_logged("vegeta", command, cwd=MODULE, env=_LOCKED, lock=lock)


def download(folder: Path, log: str, *, lock: int) -> None:
    """Fetches the modules that it is built from, as Go lays them out: cache/download in the folder
    can then be a proxy for others. Raises StepFailed, and OSError."""
    settings = {**_LOCKED, "GOMODCACHE": str(folder), "GOFLAGS": "-modcacherw"}
    command = ["go", "list", "-mod=readonly", "-deps", PACKAGE]
    run_logged(log, command, cwd=MODULE, env=settings, lock=lock)
    for unpacked in folder.iterdir():
        if unpacked.name != "cache":
            shutil.rmtree(unpacked)

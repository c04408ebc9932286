"""vegeta, which puts the server of `./course bench service` under load.

It is built from Go modules whose contents are locked by their hashes, where Go is installed.
"""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from course import paths
from course.process.logged import answer_of, run_logged
from course.toolchain.cache import cached
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

MODULE = paths.LOCKS / "vegeta"
PACKAGE = "github.com/tsenart/vegeta/v12"
PROGRAM = paths.TOOLCHAIN / "vegeta" / "vegeta"

OLDEST_GO = (1, 22)
"""As the module's go.mod says."""


def why_no_go() -> str | None:
    """What is wrong with this machine's Go, in a few words; None if it can build vegeta."""
    found = shutil.which("go")
    if found is None:
        return "go is not on PATH"
    version = _version(Path(found))
    if version is None:
        return f"`{found} version` does not work"
    if version < OLDEST_GO:
        here, needed = (".".join(map(str, one)) for one in (version, OLDEST_GO))
        return f"{found} is {here}, but {needed} is needed"
    return None


def why_not(program: Path) -> str | None:
    """Why there is no vegeta at that place; None if there is one."""
    if program.is_file():
        return None
    reason = why_no_go() or "run ./course setup"
    return f"vegeta, the loader of the open model, was not built: {reason}"


def steps(prints: Fingerprints) -> list[Step]:
    """The step that builds it; none where there is no Go for it."""
    go = shutil.which("go")
    if go is None or why_no_go() is not None:
        return []
    step = Step(
        name="vegeta",
        stamp=PROGRAM.parent / "course.stamp",
        fingerprint=lambda: prints.of([MODULE], str(_version(Path(go)))),
        products=[PROGRAM],
        make=_make,
        optional=True,
    )
    return [step]


_LOCKED: Mapping[str, str] = {"CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOWORK": "off"}
"""What the lock does not list is refused, and so is a Go that would fetch another Go."""


def _make(lock: int) -> None:
    command = ["go", "build", "-mod=readonly", "-trimpath", "-o", PROGRAM, PACKAGE]
    run_logged("vegeta", command, cwd=MODULE, env=_LOCKED, keep_open=[lock])


def download(folder: Path, log: str, *, lock: int) -> None:
    """Fetches the modules that it is built from, as Go lays them out: cache/download in the folder
    can then be a proxy for others. Raises StepFailed, and OSError."""
    settings = {**_LOCKED, "GOMODCACHE": str(folder), "GOFLAGS": "-modcacherw"}
    command = ["go", "list", "-mod=readonly", "-deps", PACKAGE]
    run_logged(log, command, cwd=MODULE, env=settings, keep_open=[lock])
    for unpacked in folder.iterdir():
        if unpacked.name != "cache":
            shutil.rmtree(unpacked)


def _version(go: Path) -> tuple[int, int] | None:
    def ask() -> list[int] | None:
        code, text = answer_of([go, "version"], env={"GOTOOLCHAIN": "local"})
        numbers = re.search(r"\bgo(\d+)\.(\d+)", text) if code == 0 else None
        return [int(numbers[1]), int(numbers[2])] if numbers else None

    version = cached(go, "version", ask)
    return None if version is None else (version[0], version[1])

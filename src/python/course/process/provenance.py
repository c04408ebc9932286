"""Where figures come from: commit, sources, machine."""

import dataclasses
import datetime
import functools
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from course import paths
from course.model import machine as machine_model


@dataclasses.dataclass(frozen=True)
class Provenance:
    """The common origin of all cells of a sweep, found once at its start."""

    commit: str | None
    dirty: bool | None
    machine: dict[str, Any]
    source_hash: Callable[[str], str]

    @staticmethod
    def find(
        root: Path, machine: dict[str, Any], source_hash: Callable[[str], str]
    ) -> "Provenance":
        """Find that of the repository at root, on the machine described."""
        commit = git(root, "rev-parse", "HEAD")
        status = git(root, "status", "--porcelain")
        return Provenance(
            commit=commit or None,
            dirty=None if not commit or status is None else bool(status),
            machine={key: machine[key] for key in machine_model.KEYS},
            source_hash=functools.cache(source_hash),
        )

    def of(self, *measured: str) -> "Provenance":
        """A copy that can be pickled, with only these hashes, computed now."""
        hashes = {name: self.source_hash(name) for name in measured}
        return dataclasses.replace(self, source_hash=hashes.__getitem__)


def now() -> str:
    """This moment as records write it: ISO 8601, UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def moment(told: Mapping[str, Any]) -> datetime.datetime:
    """When it began, UTC, by what a record tells of its origin."""
    return datetime.datetime.fromisoformat(told["started"]).astimezone(datetime.UTC)


def portable(value: Any) -> Any:
    """The value with paths relative to this process's repository, where the command was run.

    So a published record does not reveal its author's folders.
    """
    match value:
        case str():
            return value.replace(f"{paths.ROOT}/", "")
        case list():
            return [portable(one) for one in value]
        case dict():
            return {key: portable(one) for key, one in value.items()}
    return value


def git(root: Path, *arguments: str) -> str | None:
    """git's output about the repository; None: no git, no repository, or an error."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()

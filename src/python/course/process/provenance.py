"""Where figures come from: commit, sources, machine."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

MACHINE_KEYS = ("cpu", "cores", "memory_mb", "kernel", "os", "virtual", "thp", "governor")
SAME_MACHINE = ("cpu", "cores", "os", "virtual", "thp", "governor")
"""Keys that decide whether old figures may stand beside new ones. (The memory that a machine
reports varies by a few MB, and a kernel gets its fixes.)"""


@dataclasses.dataclass(frozen=True)
class Provenance:
    """What all cells of a sweep have in common, found once at its start."""

    commit: str | None
    dirty: bool | None
    machine: dict[str, Any]
    source_hash: Callable[[str], str]

    @staticmethod
    def find(root: Path, machine: dict[str, Any], source_hash: Callable[[str], str]) -> Provenance:
        """Of the repository at root, on the machine described."""
        commit = _git(root, "rev-parse", "HEAD")
        status = _git(root, "status", "--porcelain")
        return Provenance(
            commit=commit or None,
            dirty=None if not commit or status is None else bool(status),
            machine={key: machine[key] for key in MACHINE_KEYS},
            source_hash=functools.cache(source_hash),
        )

    @property
    def machine_key(self) -> dict[str, Any]:
        """What tells this machine from another (see SAME_MACHINE)."""
        return {key: self.machine[key] for key in SAME_MACHINE}

    def is_same_machine(self, other: dict[str, Any]) -> bool:
        """Whether figures of the other machine may stand beside those of this one."""
        return self.machine_key == {key: other[key] for key in SAME_MACHINE}


def machine_name(machine: dict[str, Any]) -> str:
    """Name of a kind of machine that is fit for a folder: ``amd-epyc-9b14-2-cores-1a2b3c``.

    Machines of one name are those whose figures may stand beside each other.
    """
    key = sorted((name, machine[name]) for name in SAME_MACHINE)
    words = re.sub(r"[^a-z0-9]+", "-", f"{machine['cpu']} {machine['cores']} cores".lower())
    digest = hashlib.sha256(repr(key).encode()).hexdigest()
    return f"{words.strip('-')[:48].strip('-')}-{digest[:6]}"


def _git(root: Path, *arguments: str) -> str | None:
    # None: no git, no repository, or no commit yet.
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()

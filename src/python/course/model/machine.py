"""A machine as records describe it, and which figures may stand beside each other."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

KEYS = ("cpu", "cores", "memory_mb", "kernel", "os", "virtual", "thp", "governor")
"""What a record says of its machine."""

IDENTITY = ("cpu", "cores", "os", "virtual", "thp", "governor")
"""Keys that tell a machine from another one. (The memory that a machine reports varies by a few MB,
and a kernel gets its fixes.)"""


def identity(machine: Mapping[str, Any]) -> dict[str, Any]:
    """What tells the machine from another one."""
    return {key: machine[key] for key in IDENTITY}


def is_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether figures of the one may stand beside figures of the other."""
    return identity(one) == identity(other)


def described(machine: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in identity(machine).items())


def folder_name(machine: Mapping[str, Any]) -> str:
    """Name of a kind of machine that is fit for a folder: ``amd-epyc-9b14-2-cores-1a2b3c``."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{machine['cpu']} {machine['cores']} cores".lower())
    digest = hashlib.sha256(repr(sorted(identity(machine).items())).encode()).hexdigest()
    return f"{words.strip('-')[:48].strip('-')}-{digest[:6]}"

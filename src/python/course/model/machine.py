"""A machine as records describe it, and whether figures of two may be compared."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

KEYS = ("cpu", "cores", "memory_mb", "kernel", "os", "virtual", "thp", "governor")
"""A record's facts about its machine."""

IDENTITY = ("cpu", "cores", "os", "virtual", "thp", "governor")
"""Keys that identify a machine. (The memory that it reports varies by a few MB, and its kernel is
updated.)"""


def identity(machine: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that identify the machine."""
    return {key: machine[key] for key in IDENTITY}


def is_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """True if figures of both may be compared."""
    return identity(one) == identity(other)


def described(machine: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in identity(machine).items())


def folder_name(machine: Mapping[str, Any]) -> str:
    """Folder name for a kind of machine: ``amd-epyc-9b14-2-cores-1a2b3c``."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{machine['cpu']} {machine['cores']} cores".lower())
    digest = hashlib.sha256(repr(sorted(identity(machine).items())).encode()).hexdigest()
    return f"{words.strip('-')[:48].strip('-')}-{digest[:6]}"

"""Programs that tests start."""

import subprocess
from typing import Any


def run(*words: object, check: bool = False, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and keep what it says."""
    command = [str(word) for word in words]
    return subprocess.run(command, capture_output=True, text=True, check=check, **more)

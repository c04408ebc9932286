"""File systems of a test's own: made by root in a mount namespace, which ends with the script."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from course_tests import programs

_APART = ("unshare", "--mount", "--propagation", "private")


def required(place: Path) -> None:
    """Skips the test, with the reason, where this user may not mount anything on the folder."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount")
    tried = programs.run(*_APART, "mount", "-t", "tmpfs", "none", place)
    if tried.returncode:
        pytest.skip(f"this root may not mount: {tried.stderr.strip()}")


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the shell's in which it can mount what it likes; it ends at a failure."""
    return programs.run(*_APART, "sh", "-ec", script)

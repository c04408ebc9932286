"""A name for the folder of all tests, below which its modules import each other.

`tests` alone may be the end-to-end tests', too.
"""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from course.model.calibration import NONE

ALL_TESTS = ModuleType("course_tests")
ALL_TESTS.__path__ = [str(Path(__file__).parent)]
sys.modules[ALL_TESTS.__name__] = ALL_TESTS


@pytest.fixture(autouse=True)
def uncalibrated(monkeypatch):
    """Verdicts do not depend on what calibration this clone has."""
    monkeypatch.setattr("course.process.calibrations._newest", lambda machine: NONE)

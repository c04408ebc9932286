"""Fixtures of the measuring half's tests."""

import pytest

from course.model.calibration import NONE

from .fakes import Root


@pytest.fixture
def root(tmp_path):
    """A root with fake programs that behave."""
    return Root(tmp_path / "root")


@pytest.fixture(autouse=True)
def uncalibrated(monkeypatch):
    """Verdicts do not depend on what calibration this clone has."""
    monkeypatch.setattr("course.process.calibrations._newest", lambda machine: NONE)

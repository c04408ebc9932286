"""Fixtures of the measuring half's tests."""

import pytest

from .fakes import Root


@pytest.fixture
def root(tmp_path):
    """A root with fake programs that behave."""
    return Root(tmp_path / "root")

"""Numbers without exponents."""

from __future__ import annotations

import pytest

from course.model.advice_text import digits, milliseconds, percent


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.0, "0 ms"),
        (0.00001, "0.00001 ms"),
        (0.0123, "0.0123 ms"),
        (2.569, "2.57 ms"),
        (99.96, "100 ms"),
        (812.4, "812 ms"),
        (1354.0, "1,354 ms"),
        (9999.9, "10,000 ms"),
        (14_300.0, "14.3 s"),
        (7_200_000.0, "7,200.0 s"),
    ],
)
def test_milliseconds(value, told):
    assert milliseconds(value) == told


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.0, "0 %"),
        (1e-9, "less than 0.0001 %"),
        (0.00001234, "0.0012 %"),
        (0.0036, "0.36 %"),
        (0.9999, "100 %"),
        (1.0, "100 %"),
        (1.5, "more than all"),
    ],
)
def test_percent(share, told):
    assert percent(share) == told


@pytest.mark.parametrize("value", [10.0**power * 1.2345 for power in range(-9, 12)])
def test_no_exponent(value):
    assert "e" not in digits(value, 2)
    assert float(digits(value, 2).replace(",", "")) == pytest.approx(value, rel=0.05)

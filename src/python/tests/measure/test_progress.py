"""What a sweep shows while it runs."""

import io

import pytest
from rich.console import Console

from course.measure.progress import Reporter

from . import samples


@pytest.mark.parametrize("is_terminal", [True, False])
def test_brackets_are_shown_as_they_are(is_terminal) -> None:
    """As they stand in reasons, which quote what a program said."""
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=is_terminal, width=160)
    with Reporter(console) as reporter:
        reporter.begin("[/x]")
        reporter.say("failed: [/y]")
    assert "failed: [/y]" in shown.getvalue()
    assert ("[/x]" in shown.getvalue()) is is_terminal


def test_the_last_line_tells_what_is_decided() -> None:
    shown = io.StringIO()
    with Reporter(Console(file=shown, width=160)) as reporter:
        for left_s in (120.0, 0.0):
            reporter.begin("cpp A")
            reporter.end("cpp A", ["decided 3 of 4: pooling faster in 3"], left_s)
    assert shown.getvalue() == "decided 3 of 4: pooling faster in 3\n"


def test_a_complaint_is_told_once() -> None:
    shown = io.StringIO()
    record = samples.record() | {"status": "failed", "reason": "exit code 3"}
    with Reporter(Console(file=shown, width=160)) as reporter:
        reporter.result(record)
        reporter.result(record)
    assert shown.getvalue() == "heap-parallel-11-pool-A-batch-counter: failed: exit code 3\n"

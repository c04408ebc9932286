"""What a sweep shows while it runs."""

import io

import pytest
from rich.console import Console

from course.measure import profiles
from course.measure.progress import Reporter


@pytest.mark.parametrize("is_terminal", [True, False])
def test_brackets_are_shown_as_they_are(is_terminal) -> None:
    """As they stand in reasons, which quote what a program said."""
    task = profiles.load("smoke").tasks[0]
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=is_terminal, width=160)
    with Reporter(console, [(task, 1)]) as reporter:
        reporter._running.append("[/x]")
        reporter.begin(task.cell)
        reporter.say("failed: [/y]")
    assert "failed: [/y]" in shown.getvalue()
    assert (f"[/x], {task.cell.id}" in shown.getvalue()) is is_terminal

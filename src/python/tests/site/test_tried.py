"""What was tried: the records behind the page "Decide"."""

import json
import re

import pytest

from course import paths
from course.advice.transcripts import COMMANDS
from course.site import tried


def test_the_table_says_which_logs_were_read_and_what_is_missing(tmp_path):
    (tmp_path / "results").mkdir()
    rows = [
        {"decorations": "tags", "example": "[gc] x", "read": ["g1-11", "g1-25"], "lacking": []},
        {"decorations": "none", "example": "x", "read": ["g1-25"], "lacking": ["no times; do y"]},
    ]
    (tmp_path / tried.LOGS).write_text(json.dumps(rows))
    said = tried.logs_table(tmp_path)
    assert "| tags | `[gc] x` | 11,\u00a025 | \u2013 |" in said
    assert "| none | `x` | 25 | no times |" in said
    assert "JDK 9, 10, 12, " in said
    assert " 11" not in said.rpartition("Not tried")[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_transcript_is_of_today_s_command_and_on_the_page(name):
    said = tried.transcript(paths.ROOT, name)
    assert said.startswith(f"```text\n$ {COMMANDS[name]}\n")
    assert str(paths.ROOT) not in said
    page = (paths.ROOT / "chapters/decide.md").read_text(encoding="utf-8")
    assert re.findall(r'transcript\("(\w+)"\)', page) == [*COMMANDS]

"""Text of others, as terminals and spreadsheets get it."""

import pytest

from course.grading import result
from course.grading.classroom import names
from course.grading.text import harmless, on_one_line, visible
from course.grading.verdicts import Verdict

from . import samples

HOSTILE = "a\x1b[2Jb\x07\x9b\u202ec\u2066\u200b\udce9\r"
SHOWN = r"a\x1b[2Jb\x07\x9b\u202ec\u2066\u200b\udce9\r"


def test_what_a_terminal_would_obey_is_seen() -> None:
    assert visible(HOSTILE + "\n\tZürich, 東京") == SHOWN + "\n\tZürich, 東京"
    assert on_one_line(" two\nlines\x1b[2J ") == r"two lines\x1b[2J"


@pytest.mark.parametrize(
    "blank", ["\u034f", "\u115f", "\u17b4", "\u180b", "\u2800", "\u3164", "\ufe0f", "\U000e0100"]
)
def test_letters_that_show_nothing_are_seen(blank) -> None:
    assert visible(f"ada{blank}") == "ada" + blank.encode("unicode_escape").decode()
    assert names.clean(f"(ada{blank}") == "ada"


def test_what_was_escaped_stays_as_it_is() -> None:
    assert visible(SHOWN) == SHOWN


def test_a_result_has_no_such_text(exercise, tmp_path) -> None:
    """Printers and exporters need not clean it, not even if somebody has forged it."""
    made = samples.graded(exercise, samples.report(exercise, Verdict.PASS, Verdict.OVER_BUDGET))
    made = made.model_copy(update={"message": "a\x1b[2J\u202e"})
    (tmp_path / "result.json").write_text(made.text())
    assert result.read(tmp_path / "result.json").message == r"a\x1b[2J\u202e"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("Anna-Maria + 1", "Anna-Maria + 1"),
        ("=1+1", "'=1+1"),
        ("  @x", "  '@x"),
        ("\uff1d1", "'\uff1d1"),
        ("a;-1", "a;'-1"),
        ('a", \uff0b1', "a\", '\uff0b1"),
        ("\t=1", r"\t=1"),
        ("a\r\n=1", r"a\r\n=1"),
    ],
)
def test_no_part_of_a_cell_is_a_formula(name, shown) -> None:
    assert harmless(name) == shown

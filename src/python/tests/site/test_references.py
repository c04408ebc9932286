"""Footnotes are found whole, joined, and put in order."""

from __future__ import annotations

from course.site.chapters import footnotes, references

ONE = """# 1. One

A fact.[^b] Another.[^a]

```
[^no]: in code
```

[^b]: B. Writer, *A book*,
    second line.
[^a]: *An* article.

Not of a footnote.
"""
TWO = "# 2. Two\n\nThe same.[^x]\n\n[^x]: *An* article.\n"


def test_a_footnote_ends_where_its_indentation_ends():
    assert list(footnotes(ONE)) == ["B. Writer, *A book*, second line.", "*An* article."]


def test_the_same_work_is_listed_once_with_its_chapters(tmp_path):
    (tmp_path / "01-one.md").write_text(ONE)
    (tmp_path / "02-two.md").write_text(TWO)
    (tmp_path / "index.md").write_text("[^z]: no chapter\n")
    assert references(tmp_path).split("\n") == [
        "",
        "- *An* article. ([1](01-one.md), [2](02-two.md))",
        "- B. Writer, *A book*, second line. ([1](01-one.md))",
        "",
    ]

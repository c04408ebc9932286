"""The glossary has every term that a chapter introduces in bold."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from .programs import ROOT

CHAPTERS = sorted((ROOT / "chapters").glob("[0-9][0-9]-*.md"))

# A term is introduced in bold and in small letters, outside tables, headings and code. Bold text
# that ends like a sentence, or is a figure, is emphasis.
BOLD = re.compile(r"\*\*([a-z][^*{}`|]*[a-z])\*\*")
CODE = re.compile(r"(?ms)^[ ]*```.*?^[ ]*```|\{\{.*?\}\}|`[^`\n]*`")

NOT_TERMS = {
    "lines": "cache line",
    "packet": "what it is to a bound; the word is the course's first",
    "jemalloc": "a product",
    "tcmalloc": "a product",
    "mimalloc": "a product",
    "glibc's malloc": "a product",
    "std::pmr": "a product",
    "jcstress": "a tool",
    "vegeta": "a tool",
    "wrk": "a tool",
    "turn": "of one benchmark: what its figures are of",
}
"""Words in bold that are not separate terms: the reason, or the term they belong to."""


def glossary() -> set[str]:
    text = (ROOT / "chapters/glossary.md").read_text(encoding="utf-8")
    lines = text.splitlines()
    heads = [line for line, below in itertools.pairwise(lines) if below.startswith(":   ")]
    return {name for head in heads for name in head.split(", ")}


def introduced(text: str) -> Iterator[str]:
    prose = "\n".join(
        line for line in CODE.sub("", text).splitlines() if not line.lstrip().startswith(("|", "#"))
    )
    for found in BOLD.finditer(prose):
        yield " ".join(found[1].split())


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_term_is_in_the_glossary(chapter) -> None:
    known = glossary() | NOT_TERMS.keys()
    missing = sorted(set(introduced(chapter.read_text(encoding="utf-8"))) - known)
    assert not missing, f"bold in {chapter.name}, and not in chapters/glossary.md: {missing}"


def test_the_glossary_is_in_order() -> None:
    text = (ROOT / "chapters/glossary.md").read_text(encoding="utf-8")
    lines = text.splitlines()
    heads = [line for line, below in itertools.pairwise(lines) if below.startswith(":   ")]
    assert heads == sorted(heads, key=str.casefold)


def test_terms_are_found() -> None:
    text = (
        "A **cache line** is.\n\n| **no** |\n\n"
        "```\n**nor this**\n```\n**It ends.** **good\ninterval**"
    )
    assert list(introduced(text)) == ["cache line", "good interval"]

"""Notes that explain a glossary term where a page first uses it.

A note is a link to the glossary's entry with the entry as its title. Readers with a pointer see
it without scripts; tapping it, or following it by keyboard, leads to the entry. Markdown's
abbreviations with the theme's tooltips cannot do that: they link nowhere, mark every use of a term,
in headings and tables, too, and match neither plurals nor first words of sentences.
"""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup
from mkdocs.utils import get_relative_url

from course.stats.errors import PublishError

SOURCE = "glossary.md"  # the glossary's page, in the folder of the chapters

_ADDRESS = "glossary.html"

_ENTRY = re.compile(r"^(?P<head>\S.*)\n:   (?P<text>.+(?:\n {4}.+)*)", re.MULTILINE)
_PLACES = re.compile(r",?\s*\[[Cc]hapter [^\]]*\]\([^)]*\)")  # the links at an entry's end
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[*`]")
_HEAD = re.compile(r"<dt>(.*?)</dt>")

_TAG = re.compile(
    r"""<!--.*?-->|<(?P<end>/?)(?P<name>[a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*>""", re.DOTALL
)
_INTRODUCED = re.compile(r"<strong>(.*?)</strong>", re.DOTALL)
_LINKS = {"a", "button", "label", "summary"}
_NO_PROSE = {"code", "pre", "script", "style", "svg", "table"}
_HEADS = {"h1", "h2", "h3", "h4", "h5", "h6", "strong"}
_LEFT_ALONE = _LINKS | _NO_PROSE | _HEADS  # elements that get no notes inside


@dataclasses.dataclass(frozen=True)
class Entry:
    note: str
    anchor: str


class Terms:
    """The glossary's terms that cannot be confused with everyday words."""

    def __init__(self, chapters: Path) -> None:
        """Raises PublishError if an entry of the glossary in `chapters` has no text."""
        file = chapters / SOURCE
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        self._entries = dict(_entries(text))
        names = sorted(self._entries, key=len, reverse=True)
        anything = "|".join(map(_pattern, names)) or "(?!)"
        self._any = re.compile(rf"(?<![\w-])(?:{anything})(?:e?s)?(?![\w-])")
        self._by_words = {name.casefold(): name for name in names}

    def note(self, html: str, source: str, url: str) -> str:
        """Return the page with its notes, or the glossary with an anchor for each entry. A term
        that the page introduces, in bold, gets no note there. `source`: its file; `url`: its
        address; both relative."""
        if source == SOURCE:
            return _HEAD.sub(_anchored, html)
        known = {self._named(Markup(words).striptags()) for words in _INTRODUCED.findall(html)}
        address = get_relative_url(_ADDRESS, url)

        def noted(words: re.Match[str]) -> str:
            name = self._named(words[0])
            if name is None or name in known:
                return words[0]
            known.add(name)
            entry = self._entries[name]
            link = Markup('<a class="course-term" href="{}#{}" title="{}">').format(
                address, entry.anchor, entry.note
            )
            return f"{link}{words[0]}</a>"

        parts, at, alone = [], 0, 0
        for tag in _TAG.finditer(html):
            text = html[at : tag.start()]
            parts += [text if alone else self._any.sub(noted, text), tag[0]]
            at = tag.end()
            if (tag["name"] or "").lower() in _LEFT_ALONE:
                alone += -1 if tag["end"] else 1
        return "".join([*parts, html[at:]])

    def _named(self, words: str) -> str | None:
        """Return the term that these words name, in the singular or plural."""
        words = " ".join(words.split()).casefold()
        found = (self._by_words.get(words.removesuffix(end)) for end in ("", "s", "es"))
        return next(filter(None, found), None)


def _entries(text: str) -> Iterator[tuple[str, Entry]]:
    for entry in _ENTRY.finditer(text):
        note = _LINK.sub(r"\1", _PLACES.sub("", " ".join(entry["text"].split())))
        note = _MARKS.sub("", note).strip()
        if not note:
            raise PublishError(f"chapters/{SOURCE}: no definition of “{entry['head']}”")
        for name in entry["head"].split(", "):
            # A case, cell or clock may mean anything; a cache line, TLAB or hand-back may not.
            if re.search(r"[A-Z]|\w[ -]\w", name):
                yield name, Entry(note, _anchor(entry["head"]))


def _pattern(name: str) -> str:
    """Match the term in a text, also across lines and at the start of a sentence."""
    first, rest = name[0], r"\s+".join(map(re.escape, name[1:].split(" ")))
    return (f"[{first}{first.upper()}]" if first.islower() else re.escape(first)) + rest


def _anchored(head: re.Match[str]) -> str:
    return f'<dt id="{_anchor(Markup(head[1]).striptags())}">{head[1]}</dt>'


def _anchor(head: str) -> str:
    return "term-" + re.sub(r"\W+", "-", head.casefold()).strip("-")

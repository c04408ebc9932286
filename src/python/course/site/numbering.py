"""Numbers for tables and figures, ``Table 5.2`` and ``Figure 5.1``, and an index of them."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from pathlib import PurePosixPath

from markupsafe import Markup

KINDS = {"table": "Table", "chart": "Figure", "play": "Figure", "drawn": "Figure"}
"""Class of the block, without ``course-`` -> what it is called."""

PLACE = '<div id="course-index-of-figures"></div>'
"""Where the page of the index wants it."""

_BLOCK = re.compile(
    # What stands in for scripts is there only where the numbered blocks are not.
    r"(?P<apart><noscript>.*?</noscript>)|"
    rf'<figure class="course-(?P<kind>{"|".join(KINDS)})(?P<more>[^"]*)"(?P<rest>.*?</figure>)',
    re.DOTALL,
)
_ON_DEMAND = re.compile(r"[^>]* data-on-demand")
"""Said of a block that is hidden until the reader asks for it: it has a number, but the index would
lead to nothing."""

_TITLE = re.compile(r'aria-label="([^"]*)"')
_CAPTION = re.compile(
    r'(<p class="course-caption"(?: aria-hidden="true")?>|<caption>|<figcaption>\s*<p>)'
)
_CHAPTER = re.compile(r"(\d\d)-[\w-]+")
_HEADING = re.compile(r'<h\d id="([^"]+)"')
_ID = re.compile(r'\bid="([^"]+)"')
_ASIDE = re.compile(r"\([^)]*\)")


@dataclasses.dataclass(frozen=True)
class Entry:
    """A numbered block: on which page, under which anchor, its number and its title in HTML."""

    page: str
    url: str
    anchor: str
    label: str
    title: str


class Numbering:
    """Numbers the blocks of a site, page by page."""

    def __init__(self) -> None:
        self._pages: dict[str, list[Entry]] = {}

    def number(self, html: str, source: str, title: str, url: str) -> str:
        """The page with numbered captions and an anchor at each table and chart.

        The anchor is made of the title, and where several have the same, of the section's, too: a
        link leads to the same block when there are others before it. The number is an anchor
        besides, for who reads of "Figure 5.2".

        Blocks of a chapter are numbered with it, those of other pages by themselves. source: the
        page's file; url: where it will be, from the site's root.
        """
        chapter = _CHAPTER.fullmatch(PurePosixPath(source).stem)
        prefix = f"{int(chapter[1])}." if chapter else ""
        counts: Counter[str] = Counter()
        entries: list[Entry] = []
        taken = set(_ID.findall(html))
        blocks = (block for block in _BLOCK.finditer(html) if not block["apart"])
        often = Counter(map(_plain_anchor, blocks))

        def numbered(block: re.Match[str]) -> str:
            if block["apart"]:
                return block[0]
            kind, name = block["kind"], KINDS[block["kind"]]
            counts[name] += 1
            label = f"{name} {prefix}{counts[name]}"
            anchor = _plain_anchor(block)
            if often[anchor] > 1:
                anchor = "-".join([anchor, *_HEADING.findall(html[: block.start()])[-1:]])
            anchor = _free(anchor, taken)
            if not _ON_DEMAND.match(block["rest"]):
                entries.append(Entry(title, url, anchor, label, _title(block)))
            number = f'<span class="course-number">{label}.</span> '
            # What stands below the table, or chart, has captions of its own.
            rest = _CAPTION.sub(
                lambda found: found[0] + number, block["rest"], count=2 if kind == "table" else 1
            )
            attributes, _, inside = rest.partition(">")
            return (
                f'<figure id="{anchor}" class="course-{kind}{block["more"]}"{attributes}>'
                f'<span id="{_slug(label)}"></span>{inside}'
            )

        html = _BLOCK.sub(numbered, html)
        self._pages[source] = entries
        return html

    def index(self, sources: list[str]) -> str:
        """HTML: all blocks of these pages, page by page in that order."""
        parts = []
        for source in sources:
            entries = self._pages.get(source)
            if entries:
                items = Markup("\n").join(
                    Markup('<li><a href="{}#{}">{}</a>. {}</li>').format(
                        one.url, one.anchor, one.label, Markup(one.title)
                    )
                    for one in entries
                )
                head = Markup('<h2><a href="{}">{}</a></h2>').format(
                    entries[0].url, entries[0].page
                )
                parts.append(head + Markup("\n<ul>\n") + items + Markup("\n</ul>"))
        return "\n".join(parts)


def _title(block: re.Match[str]) -> str:
    """The title of a block, in HTML."""
    about = _TITLE.search(block["rest"])
    return about[1] if about else ""


def _plain_anchor(block: re.Match[str]) -> str:
    """Of its kind and title. What stands in parentheses tells of what was found: left out."""
    title = str(Markup(_title(block)).unescape())
    return _slug(f"{KINDS[block['kind']]} {_ASIDE.sub('', title)}")


def _free(name: str, taken: set[str]) -> str:
    """The name, or the first with a number that is not taken; it is from now on."""
    names = itertools.chain([name], (f"{name}-{count}" for count in itertools.count(2)))
    free = next(one for one in names if one not in taken)
    taken.add(free)
    return free


def _slug(text: str) -> str:
    """The letters and digits of a text, with hyphens between its words."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")

"""Numbers for tables and figures, ``Table 5.2`` and ``Figure 5.1``, and an index of them."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from markupsafe import Markup

from course.site.blocks import Blocks, Head, Place, slug

INDEX = '<div id="course-index-of-figures"></div>'  # placeholder for the index, in its page

_CHAPTER = re.compile(r"(\d\d)-[\w-]+")
_HEADING = re.compile(r'<h\d id="([^"]+)"')
_ID = re.compile(r'\bid="([^"]+)"')
_ASIDE = re.compile(r"\([^)]*\)")


@dataclasses.dataclass(frozen=True)
class Entry:
    """A numbered block in the index: its page's title and address, its place and its title."""

    page: str
    url: str
    place: Place
    title: str


class Numbering:
    def __init__(self) -> None:
        self._pages: dict[str, list[Entry]] = {}

    def fill_in(self, html: str, blocks: Blocks, source: str, title: str, url: str) -> str:
        """Return the page with its blocks, numbered by chapter, or else by page, and with anchors:
        one from the title, and from the section if titles are equal, which stays valid when blocks
        are added, and one from the number. `source`: the page's file; `url`: its address from the
        site's root."""
        chapter = _CHAPTER.fullmatch(PurePosixPath(source).stem)
        prefix = f"{int(chapter[1])}." if chapter else ""
        entries = self._pages[source] = []
        taken, counts = set(_ID.findall(html)), Counter[str]()
        found = blocks.found(html)
        often = Counter(_plain_anchor(head) for _, block in found for head in block.heads)
        places = []
        for at, block in found:
            for head in block.heads:
                counts[head.kind] += 1
                anchor = _plain_anchor(head)
                if often[anchor] > 1:
                    anchor = "-".join([anchor, *_HEADING.findall(html[:at])[-1:]])
                label = f"{head.kind} {prefix}{counts[head.kind]}"
                free, times = anchor, 1
                while free in taken:
                    times += 1
                    free = f"{anchor}-{times}"
                taken.add(free)
                places.append(Place(label, free))
                if not head.on_demand:
                    entries.append(Entry(title, url, places[-1], head.title))
        return blocks.restore(html, places)

    def index(self, sources: Iterable[str]) -> str:
        """HTML: all blocks of these pages, in that order."""
        parts = []
        for entries in filter(None, map(self._pages.get, sources)):
            head = Markup('<h2><a href="{0.url}">{0.page}</a></h2>').format(entries[0])
            item = Markup(
                '<li><a href="{0.url}#{0.place.anchor}">{0.place.label}</a>. {0.title}</li>'
            )
            items = Markup("\n").join(item.format(one) for one in entries)
            parts.append(head + Markup("\n<ul>\n") + items + Markup("\n</ul>"))
        return "\n".join(parts)


def _plain_anchor(head: Head) -> str:
    """Anchor from kind and title, without parentheses, whose content depends on the results."""
    return slug(f"{head.kind} {_ASIDE.sub('', head.title)}")

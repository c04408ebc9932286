"""Numbers for tables and figures, ``Table 5.2`` and ``Figure 5.1``, and an index of them."""

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


class Numbering:
    def __init__(self) -> None:
        self._pages: dict[str, list[Markup]] = {}
        """A page's file -> the index's items for it, after their heading."""

    def fill_in(self, html: str, blocks: Blocks, source: str, title: str, url: str) -> str:
        """Return the page with its blocks, numbered by chapter, or else by page, and with anchors:
        one from the title, and from the section if titles are equal, which stays valid when blocks
        are added, and one from the number. `source`: the page's file; `url`: its address from the
        site's root."""
        chapter = _CHAPTER.fullmatch(PurePosixPath(source).stem)
        prefix = f"{int(chapter[1])}." if chapter else ""
        heading = Markup('<h2><a href="{}">{}</a></h2>\n<ul>').format(url, title)
        items = self._pages[source] = [heading]
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
                    item = Markup('<li><a href="{}#{}">{}</a>. {}</li>')
                    items.append(item.format(url, free, label, head.title))
        return blocks.restore(html, places)

    def index(self, sources: Iterable[str]) -> str:
        """HTML: all blocks of these pages, in that order."""
        pages = filter(None, map(self._pages.get, sources))
        return "\n".join("\n".join([*items, "</ul>"]) for items in pages if len(items) > 1)


def _plain_anchor(head: Head) -> str:
    """Anchor from kind and title, without parentheses, whose content depends on the results."""
    return slug(f"{head.kind} {_ASIDE.sub('', head.title)}")

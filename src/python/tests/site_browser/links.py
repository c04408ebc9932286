"""What the pages of a built site load, and where their links lead."""

import re
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urldefrag

AT_ANY_DEPTH = "404.html"
"""Is served instead of any missing page, so its addresses are absolute."""

_LOADING = ("script", "img", "iframe", "source", "video")
_ELSEWHERE = re.compile(r"(https?|data|mailto):")
_BY_STYLE = re.compile(r"(url\(|@import)\s*[\"']?(https?:)?//")


class Page(HTMLParser):
    """Collects what a page loads, what it links to, and its ids."""

    def __init__(self, html):
        super().__init__()
        self.loads, self.links, self.ids = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if attributes.get("id"):
            self.ids.append(attributes["id"])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag == "link":
            self.loads.append(attributes.get("href"))
        elif tag in _LOADING and attributes.get("src"):
            self.loads.append(attributes["src"])


def wrong_links(site):
    """What is wrong with the site of this folder, a line each.

    An id that a page has twice; what is loaded from another host; a link to what is not there.
    """
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    pages = {
        name: Page((site / name).read_text()) for name in sorted(files) if name.endswith(".html")
    }
    ids = {name: set(page.ids) for name, page in pages.items()}
    found = [
        f"{name}: loads by an address of another host"
        for name in sorted(files)
        if name.endswith(".css") and _BY_STYLE.search((site / name).read_text())
    ]
    for name, page in pages.items():
        if name == AT_ANY_DEPTH:
            continue
        if len(page.ids) > len(ids[name]):
            found.append(f"{name}: ids collide")
        found += [f"{name}: loads {one}" for one in page.loads if re.match(r"(https?:)?//", one)]
        for address in dict.fromkeys([*page.loads, *page.links]):
            if not _ELSEWHERE.match(address) and not leads(name, address, files, ids):
                found.append(f"{name}: {address} leads nowhere")
    return found


def leads(name, address, files, ids):
    """Whether a page's link within the site has something at its other end."""
    path, anchor = urldefrag(address)
    target = normpath(join(dirname(name), unquote(path))) if path else name
    if target not in files:
        return False
    if not anchor or target not in ids:
        return True
    return unquote(anchor) in ids[target] or anchor == "__skip"

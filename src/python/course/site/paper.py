"""The whole course as one PDF: a built site's pages in one document, printed by Chromium."""

import dataclasses
import posixpath
import re
from collections.abc import Collection
from pathlib import Path
from urllib.parse import urldefrag

from bs4 import BeautifulSoup, Tag
from markupsafe import Markup

from course.site.blocks import render, with_prefix
from course.site.exercises import SPOILER
from course.stats.errors import PublishError
from course.toolchain.tools import CHROMIUM, chromium

NAME = "to-allocate-or-to-pool.pdf"

PATIENCE_MS = 300_000

HOME = "index"
CHAPTERS = "[0-9][0-9]-*.html"
NOTEBOOKS = "notebooks"
"""Folder of the notebooks' pages; each follows the chapter whose name it has."""
NOTEBOOK = "Notebook: "
"""Prefix of a notebook's title here: contents and bookmarks show no other sign of it."""
EXERCISES = "exercises"
"""The page that lists the exercises, whose own pages are in the folder of that name."""
AFTER = ("claims", "glossary", "references")

_ONLY_ON_SCREEN = (
    "script, noscript, link, button, .headerlink, .md-content__button, .md-source-file, "
    # Paper has room for the wide drawings.
    ".course-narrow, "
    # The chart itself is printed; its description is for readers who cannot see it.
    ".course-chart details, "
    # Help and solutions would be open below the task.
    f".{SPOILER}"
)

_ELSEWHERE = re.compile(r"[a-z]+:", re.IGNORECASE)


def why_not() -> str | None:
    """Return why this machine cannot print, or None if it can."""
    if chromium():
        return None
    return f"no Chromium: none of {', '.join(CHROMIUM)} is on PATH (./course setup --yes adds one)"


def link() -> str:
    what = "Chapters, notebooks, exercises, claims and references"
    return f'{what} are also <a href="{NAME}">one PDF</a>, for paper.'


def print_course(site: Path) -> Path:
    """Put the PDF into the site's folder and return its path. Raises PublishError."""
    from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415  few builds print

    # Beside the pages, whose style sheets it uses.
    document, printed = site / "whole.html", site / NAME
    document.write_text(whole(site), encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium())
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.goto(document.as_uri())
            page.pdf(
                path=printed,
                format="A4",
                prefer_css_page_size=True,
                print_background=True,
                outline=True,
                tagged=True,
            )
            browser.close()
    except Error as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise PublishError(f"{NAME}: Chromium can't print it: {why}") from error
    finally:
        document.unlink()
    return printed


@dataclasses.dataclass(frozen=True)
class Part:
    """A page in the document: name, title, sections (anchor and title of each) and HTML."""

    name: str
    title: str
    sections: list[tuple[str, str]]
    html: Markup


def whole(site: Path) -> str:
    """Return the document, for a file in the site's folder."""
    names, styles, parts = _names(site), {}, []
    for name in names:
        page = _read(site, name)
        for sheet in page.select('link[rel="stylesheet"]'):
            styles[_path(sheet["href"], name)] = True
        parts.append(_part(page, name, names))
    front = _read(site, HOME)
    sources = front.select(".md-copyright .course-source")
    return render(
        "whole.html",
        title=_words(_only_printed(front.select_one("h1"))),
        description=front.select_one('meta[name="description"]')["content"],
        sources=[Markup(str(source)) for source in sources],
        styles=list(styles),
        parts=parts,
    )


def _names(site: Path) -> list[str]:
    """Return the pages in printed order, as paths in the site without the suffix."""
    chapters = sorted(file.stem for file in site.glob(CHAPTERS))
    in_turn = [page for name in chapters for page in (name, f"{NOTEBOOKS}/{name}")]
    there = [page for page in in_turn if (site / f"{page}.html").is_file()]
    listed = _read(site, EXERCISES).select(f'article a[href^="{EXERCISES}/"]')
    exercises = dict.fromkeys(urldefrag(link["href"])[0].removesuffix(".html") for link in listed)
    return [HOME, *there, EXERCISES, *exercises, *AFTER]


def _read(site: Path, name: str) -> BeautifulSoup:
    """Read a page, with ids that no other page has."""
    html = (site / f"{name}.html").read_text(encoding="utf-8")
    return BeautifulSoup(with_prefix(html, f"{_id(name)}--"), "html.parser")


def _part(page: BeautifulSoup, name: str, names: Collection[str]) -> Part:
    article = _only_printed(page.select_one("article"))
    _unfold(article)
    head = article.select_one("h1")
    if name.startswith(f"{NOTEBOOKS}/"):
        head.insert(0, NOTEBOOK)
    for picture in article.select("[src]"):
        if not _ELSEWHERE.match(picture["src"]):
            picture["src"] = _path(picture["src"], name)
    for link in article.select("[href]"):
        target = _target(link["href"], name, names)
        if target is None:
            link.unwrap()  # its page is not printed
        else:
            link["href"] = target
    sections = [(one["id"], _words(one)) for one in article.select("h2[id]")]
    return Part(_id(name), _words(head), sections, Markup(article.decode_contents()))


def _only_printed(part: Tag) -> Tag:
    for element in part.select(_ONLY_ON_SCREEN):
        element.decompose()
    return part


def _unfold(article: Tag) -> None:
    """Open folded parts; print only the summary of a claim's cells, which are thousands."""
    for details in article.select(".course-claim-verdicts details"):
        summary = details.find("summary")
        summary.name = "p"
        details.replace_with(summary.extract())
    for details in article.find_all("details"):
        details["open"] = ""


def _target(address: str, name: str, names: Collection[str]) -> str | None:
    """Return a link's target in the document; None if its page is not printed."""
    path, anchor = urldefrag(address)
    if not path or _ELSEWHERE.match(address):
        return address
    page = _path(path, name).removesuffix(".html")
    return f"#{_id(page, anchor)}" if page in names else None


def _path(address: str, name: str) -> str:
    """Turn an address relative to the page `name` into one relative to the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _id(page: str, anchor: str = "") -> str:
    part = page.replace("/", "-")
    return f"{part}--{anchor}" if anchor else part


def _words(element: Tag) -> str:
    return " ".join(element.get_text().split())

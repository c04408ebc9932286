"""The whole course as one PDF: one document of a built site's pages, printed by Chromium."""

import dataclasses
import posixpath
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from urllib.parse import urldefrag

from bs4 import BeautifulSoup, Tag
from markupsafe import Markup

from course.site.blocks import render
from course.site.exercises import SPOILER
from course.stats.errors import PublishError
from course.toolchain.tools import CHROMIUM, chromium

NAME = "to-allocate-or-to-pool.pdf"
"""Where it is in the site."""

PATIENCE_MS = 300_000
"""How long a step of the printing may take."""

HOME = "index"
CHAPTERS = "[0-9][0-9]-*.html"
NOTEBOOKS = "notebooks"
"""The folder of the notebooks' pages; each has the name of its chapter, and follows it."""
NOTEBOOK = "Notebook: "
"""What a notebook's title begins with here: contents and bookmarks have no other sign of it."""
EXERCISES = "exercises"
"""The page that lists the exercises; each has a page of its own in the folder of that name."""
AFTER = ("claims", "glossary", "references")
"""Pages that follow the chapters, the notebooks and the exercises."""

_ONLY_ON_SCREEN = (
    "script, noscript, link, button, .headerlink, .md-content__button, .md-source-file, "
    # Paper has room for the wide drawings.
    ".course-narrow, "
    # What is drawn is printed; the same in words is for who cannot see it.
    ".course-chart details, "
    # Help and solutions would stand open under the task.
    f".{SPOILER}"
)
_SPEAKING = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "for"})
"""Attributes that list ids."""

_URL = re.compile(r"url\(#([^)]+)\)")
_ELSEWHERE = re.compile(r"[a-z]+:", re.IGNORECASE)


def why_not() -> str | None:
    """Why nothing can be printed on this machine; None: it can."""
    if chromium():
        return None
    return f"no Chromium: none of {', '.join(CHROMIUM)} is on PATH (./course setup --yes adds one)"


def link() -> str:
    """Markdown: a sentence that leads to it."""
    what = "Chapters, notebooks, exercises, claims and references"
    return f'{what} are also <a href="{NAME}">one PDF</a>, for paper.'


def print_course(site: Path) -> Path:
    """Put the PDF into the folder of a built site; returns its path.

    Raises PublishError when Chromium does not print.
    """
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
    """A page of the document: its name, title and sections (anchor and title of each), its HTML."""

    name: str
    title: str
    sections: list[tuple[str, str]]
    html: Markup


def whole(site: Path) -> str:
    """The document, as it lies in the site's folder."""
    front = _read(site / f"{HOME}.html")
    names = _names(site)
    styles, parts = dict.fromkeys(_styles(front, HOME)), []
    for name in names:
        page = _read(site / f"{name}.html")
        styles |= dict.fromkeys(_styles(page, name))
        parts.append(_part(page, name, names))
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
    """The pages of the document in its order, each by its path in the site without the ending."""
    chapters = sorted(file.stem for file in site.glob(CHAPTERS))
    in_turn = [page for name in chapters for page in (name, f"{NOTEBOOKS}/{name}")]
    there = [page for page in in_turn if (site / f"{page}.html").is_file()]
    listed = _read(site / f"{EXERCISES}.html").select(f'article a[href^="{EXERCISES}/"]')
    exercises = dict.fromkeys(urldefrag(link["href"])[0].removesuffix(".html") for link in listed)
    return [HOME, *there, EXERCISES, *exercises, *AFTER]


def _read(file: Path) -> BeautifulSoup:
    return BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")


def _styles(page: BeautifulSoup, name: str) -> Iterator[str]:
    """Addresses of the page's style sheets, wherever in it they are asked for."""
    for sheet in page.select('link[rel="stylesheet"]'):
        yield _path(sheet["href"], name)


def _part(page: BeautifulSoup, name: str, names: Collection[str]) -> Part:
    article = _only_printed(page.select_one("article"))
    _unfold(article)
    head = article.select_one("h1")
    if name.startswith(f"{NOTEBOOKS}/"):
        head.insert(0, NOTEBOOK)
    for element in article.find_all(True):
        _move(element, name, names)
    heads = article.select("h2[id]")
    return Part(
        name=_id(name),
        title=_words(head),
        sections=[(head["id"], _words(head)) for head in heads],
        html=Markup(article.decode_contents()),
    )


def _only_printed(part: Tag) -> Tag:
    for element in part.select(_ONLY_ON_SCREEN):
        element.decompose()
    return part


def _unfold(article: Tag) -> None:
    """Open what is folded; of a claim's cells only the sum is printed, as they are thousands."""
    for details in article.select(".course-claim-verdicts details"):
        summary = details.find("summary")
        summary.name = "p"
        details.replace_with(summary.extract())
    for details in article.find_all("details"):
        details["open"] = ""


def _move(element: Tag, name: str, names: Collection[str]) -> None:
    """From the page `name` into the document: ids become unique, links lead to them.

    What leads to a page that is not printed becomes plain text.
    """
    for attribute, value in list(element.attrs.items()):
        if not isinstance(value, str):
            continue  # classes
        if attribute == "id":
            element[attribute] = _id(name, value)
        elif attribute in _SPEAKING:
            element[attribute] = " ".join(_id(name, one) for one in value.split())
        elif attribute in ("href", "xlink:href"):
            target = _target(value, name, names)
            if target is None:
                element.unwrap()
                return
            element[attribute] = target
        elif attribute == "src" and not _ELSEWHERE.match(value):
            element[attribute] = _path(value, name)
        elif "url(#" in value:
            element[attribute] = _URL.sub(lambda found: f"url(#{_id(name, found[1])})", value)


def _target(address: str, name: str, names: Collection[str]) -> str | None:
    """Where a link of a page leads in the document; None: to nothing that is in it."""
    if _ELSEWHERE.match(address):
        return address
    path, anchor = urldefrag(address)
    page = _path(path, name).removesuffix(".html") if path else name
    return f"#{_id(page, anchor)}" if page in names else None


def _path(address: str, name: str) -> str:
    """From the folder of the page `name` to that of the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _id(page: str, anchor: str = "") -> str:
    """The id of a page in the document, or of what has that anchor in it."""
    part = page.replace("/", "-")
    return f"{part}--{anchor}" if anchor else part


def _words(element: Tag) -> str:
    return " ".join(element.get_text().split())

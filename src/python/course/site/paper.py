"""The whole course as one PDF, printed by the system's Chromium."""

from pathlib import Path

from course.site.whole import whole
from course.stats.errors import PublishError
from course.toolchain.tools import CHROMIUM, chromium

NAME = "to-allocate-or-to-pool.pdf"
"""Where it is in the site."""

PATIENCE_MS = 300_000
"""How long a step of the printing may take."""


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
        raise PublishError(f"{NAME}: Chromium can't print it: {_first_line(error)}") from error
    finally:
        document.unlink()
    return printed


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)

"""Addresses that were pages once, or that readers guess: each forwards to a page of today.

They stand in mkdocs.yml, below `extra: redirects`. An address that was published is never given up:
tests compare the site with a list of them.
"""

from collections.abc import Iterator, Mapping

from mkdocs.structure.files import Files
from mkdocs.utils import get_relative_url

from course.site.blocks import render
from course.stats.errors import PublishError


def pages(redirects: Mapping[str, str], files: Files) -> Iterator[tuple[str, str]]:
    """Address in the site and HTML of each page that forwards.

    `redirects`: address -> the page's source in the docs' folder. Raises PublishError where that is
    no page, or where the address is a page itself.
    """
    taken = {file.dest_uri for file in files}
    for address, source in redirects.items():
        where = f"mkdocs.yml: extra.redirects: {address}"
        target = files.get_file_from_path(source)
        if target is None or not target.is_documentation_page():
            raise PublishError(f"{where}: leads to {source}, which is not a page")
        if address in taken:
            raise PublishError(f"{where}: is a page itself")
        yield address, render("redirect.html", to=get_relative_url(target.url, address))

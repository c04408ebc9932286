"""Writes what lies beside the editions of the workflow's site: its first page, and ways to others.

    front_page.py MERGED SITE

MERGED holds a folder of records for each machine, as `./course merge` writes them; the edition of
a machine lies in a folder of the same name in SITE. The first page has a link to each of them;
where there is only one, it leads on to it at once.

The hosted machines change, and with them the editions' names. So that links to a page stay good,
its address without an edition leads to the first one, and so does its address in an edition that
is gone.
"""

import html
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src/python"))

from course.errors import CourseError
from course.site.blocks import render
from course.stats.dataset import Dataset

NOT_FOUND = "404.html"
"""What hosts send, in the place of a page that is not there, under its address."""

LINKED = {".html", ".ipynb", ".pdf"}
"""Endings of what others may have linked to."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>To allocate or to pool?</title>{refresh}
<body style="max-width: 40em; margin: 4em auto; padding: 0 1em; font-family: sans-serif">
<h1>To allocate or to pool?</h1>
<p>The course, measured on hosted machines. Figures of different machines are not comparable, so
each has an edition of its own:</p>
<ul>
{items}
</ul>
"""
REFRESH = '\n<meta http-equiv="refresh" content="0; url={target}/index.html">'


def first_page(editions: dict[str, Dataset]) -> str:
    """The page with a link to each edition."""
    items = []
    for name, data in editions.items():
        ok = sum(record.status == "ok" for record in data.records.values())
        text = f"{data.machine['cpu']}, {data.machine['cores']} cores: {ok} cells"
        items.append(f'<li><a href="{name}/index.html">{html.escape(text)}</a></li>')
    refresh = REFRESH.format(target=next(iter(editions))) if len(editions) == 1 else ""
    return PAGE.format(refresh=refresh, items="\n".join(items))


def not_found(editions: list[str], addresses: list[str]) -> str:
    """The page that leads from an edition that is gone to the first one of today."""
    page = Path(__file__).with_name("not_found.html").read_text(encoding="utf-8")
    return page.replace("EDITIONS", json.dumps(editions)).replace("PAGES", json.dumps(addresses))


def write(merged: Path, site: Path) -> None:
    """Write all of it. Raises CourseError for what is no data set or has no edition."""
    editions = {folder.name: Dataset.load(folder) for folder in sorted(merged.iterdir())}
    if not editions:
        raise CourseError(f"{merged}: no records; ./course merge joins some")
    missing = [name for name in editions if not (site / name / "index.html").is_file()]
    if missing:
        raise CourseError(f"{site}: no edition {missing[0]}; ./course site makes it")
    first = next(iter(editions))
    files = sorted(path for path in (site / first).rglob("*") if path.suffix in LINKED)
    addresses = [path.relative_to(site / first).as_posix() for path in files]
    for address in addresses:
        if address.endswith(".html"):
            forward = site / address
            forward.parent.mkdir(parents=True, exist_ok=True)
            to = f"{'../' * address.count('/')}{first}/{address}"
            forward.write_text(render("redirect.html", to=to), encoding="utf-8")
    # Of these two each edition has one, too, to which nothing leads on.
    (site / "index.html").write_text(first_page(editions), encoding="utf-8")
    (site / NOT_FOUND).write_text(not_found(list(editions), addresses), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Writes the pages; 2 for wrong arguments, 1 for records or editions that cannot be used."""
    if len(arguments) != 2 or not all(Path(one).is_dir() for one in arguments):
        print("usage: front_page.py MERGED SITE, two folders", file=sys.stderr)
        return 2
    try:
        write(*map(Path, arguments))
    except CourseError as error:
        print(f"front_page.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

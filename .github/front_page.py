"""Prints the first page of the workflow's site: a link to the edition of each machine.

    front_page.py MERGED

MERGED holds a folder of records for each machine, as `./course merge` writes them; the edition of
a machine lies in a folder of the same name beside the page. Where there is only one, the page leads
on to it at once.
"""

import html
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src/python"))

from course.errors import CourseError
from course.publish.dataset import Dataset

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
</ul>"""
REFRESH = '\n<meta http-equiv="refresh" content="0; url={target}/index.html">'


def page(merged: Path) -> str:
    """The page as HTML. Raises CourseError for what is no data set."""
    editions = {folder.name: Dataset.load(folder) for folder in sorted(merged.iterdir())}
    items = []
    for name, data in editions.items():
        ok = sum(record.status == "ok" for record in data.records.values())
        text = f"{data.machine['cpu']}, {data.machine['cores']} cores: {ok} cells"
        items.append(f'<li><a href="{name}/index.html">{html.escape(text)}</a></li>')
    refresh = REFRESH.format(target=next(iter(editions))) if len(editions) == 1 else ""
    return PAGE.format(refresh=refresh, items="\n".join(items))


def main(arguments: list[str]) -> int:
    """Prints the page; 2 for wrong arguments, 1 for records that cannot be used."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: front_page.py MERGED, a folder", file=sys.stderr)
        return 2
    try:
        print(page(Path(arguments[0])))
    except CourseError as error:
        print(f"front_page.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

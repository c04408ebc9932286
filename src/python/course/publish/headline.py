"""The picture in the README: the summary chart of the newest published data set, by itself.

    python -m course.publish.headline

writes results/headline.svg. The chart is the home page's; its colours, which a page takes from its
style sheet, are put into the file, light and dark.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from course import paths
from course.errors import CourseError, UsageError
from course.publish.article import Article
from course.publish.charts import Charts
from course.publish.dataset import Dataset, published
from course.publish.figures import Figures
from course.publish.svg import draw

PICTURE = Path("results/headline.svg")
_STYLE_SHEET = Path("chapters/assets/course.css")
_VARIABLE = re.compile(r"--course-[\w-]+: #[0-9a-f]{3,6};")


def headline(root: Path) -> str:
    """The picture of the newest data set in results/ as an SVG file.

    Raises UsageError when there is no data set.
    """
    sets = published(root)
    if not sets:
        raise UsageError("results: no data set here; ./course sweep --profile full measures one")
    newest = Dataset.load(sets[-1])
    chart = Charts(Figures(newest, Article(root / "results/article-2019"))).summary()
    title = f"{chart.title}; data set {sets[-1].name}"
    svg = draw(chart.spec, title, chart.description)
    # A page numbers its charts; this one stands alone.
    svg = re.sub(r"\bchart-\d+-", "headline-", svg)
    light, dark = _colours((root / _STYLE_SHEET).read_text(encoding="utf-8"))
    style = (
        f"<style>svg {{ {light} color: #1f2328; font-family: sans-serif; }} "
        f"@media (prefers-color-scheme: dark) {{ svg {{ {dark} color: #e6edf3; }} }}</style>"
    )
    return svg.replace(">", f">{style}", 1) + "\n"


def _colours(style_sheet: str) -> tuple[str, str]:
    """The charts' variables in the light and in the dark scheme."""
    found = _VARIABLE.findall(style_sheet)
    half = len(found) // 2
    return " ".join(found[:half]), " ".join(found[half:])


def main() -> int:
    """Draw and write the picture; 2 if there is nothing to draw."""
    try:
        picture = headline(paths.ROOT)
    except CourseError as error:
        print(f"headline: {error}", file=sys.stderr)
        return error.exit_code
    (paths.ROOT / PICTURE).write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The README's picture: the summary chart of the newest data set on its own.

    python -m course.site.headline

writes results/headline.svg. The chart is that of chapter 17; its colours, which a page takes
from its style sheet, are embedded in the file, light and dark.
"""

import re
import sys
from pathlib import Path

from course import paths
from course.errors import CourseError, UsageError
from course.site.charts import Charts
from course.site.svg import draw, style_sheet
from course.stats.article import Article
from course.stats.dataset import Dataset, current_folder
from course.stats.figures import Figures

PICTURE = Path("results/headline.svg")
_STYLE_SHEET = Path("chapters/assets/course.css")
_VARIABLE = re.compile(r"(--course-[\w-]+): (#[0-9a-f]{3,6});")


def headline(root: Path) -> str:
    """Return the picture of the published data set that the site shows, as an SVG file.

    Raises UsageError if there is no data set.
    """
    folder = current_folder(root)
    if folder is None:
        raise UsageError("results: no data set here; ./course sweep --profile full measures one")
    dataset = Dataset.load(folder)
    chart = Charts(Figures(dataset, Article(root / "results/article-2019"))).summary()
    title = f"{chart.title}; data set {dataset.name}"
    svg = draw(chart.spec, title, chart.description)
    # Charts are numbered on a page; this one is not on a page.
    svg = re.sub(r"\bchart-\d+-", "headline-", svg)
    sheet = (root / _STYLE_SHEET).read_text(encoding="utf-8") + style_sheet()
    schemes = [variables(sheet, scheme) for scheme in ("default", "slate")]
    used = [name for name in schemes[0] if f"var({name})" in svg]
    light, dark = (" ".join(f"{name}: {of[name]};" for name in used) for of in schemes)
    style = (
        f"<style>svg {{ {light} color: #1f2328; font-family: sans-serif; }} "
        f"@media (prefers-color-scheme: dark) {{ svg {{ {dark} color: #e6edf3; }} }}</style>"
    )
    return svg.replace(">", f">{style}", 1) + "\n"


def variables(style_sheet: str, scheme: str) -> dict[str, str]:
    """Name -> colour, from all rules of a scheme."""
    rules = re.findall(rf'\[data-md-color-scheme="{scheme}"\] {{([^}}]*)}}', style_sheet)
    return dict(pair for rule in rules for pair in _VARIABLE.findall(rule))


if __name__ == "__main__":
    try:
        (paths.ROOT / PICTURE).write_text(headline(paths.ROOT), encoding="utf-8")
    except CourseError as error:
        sys.exit(f"headline: {error}")

"""The page "Decide": the rules of chapter 17 with fields for their numbers."""

import json

from markupsafe import Markup

from course.model.decision import FILE, NATIVE_FILE, rules
from course.site.blocks import embedded, render
from course.site.origins import bench_source_line
from course.stats.benches import Benches
from course.stats.prices import METRICS, prices

SCRIPTS = ("rules", "picture", "page", "native")
"""Scripts of chapters/assets/decide, in the order in which they run."""


def page(benches: Benches) -> str:
    measured = prices(benches.primary)
    data = {"rules": json.loads(FILE.read_text(encoding="utf-8")), "prices": measured}
    names = dict.fromkeys(bench for bench, _, _ in METRICS.values())
    sources = [bench_source_line(benches.primary(name)) for name in names]
    if None in measured.values():
        sources.append("<p>Costs that weren't measured are round numbers.</p>")
    return render(
        "decide.html",
        inputs=rules().inputs,
        prices=rules().prices,
        collectors=rules().collectors,
        data=embedded(data),
        source=Markup("").join(map(Markup, sources)),
        scripts=SCRIPTS,
    )


def native_page() -> str:
    given = json.loads(NATIVE_FILE.read_text(encoding="utf-8"))
    return render("decide_native.html", inputs=given["inputs"], data=embedded(given))

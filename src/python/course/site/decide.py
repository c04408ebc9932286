"""The page "Decide": the rules of chapter 17 with fields for their numbers."""

import json
from typing import Any

from markupsafe import Markup

from course.model.decision import FILE, native_rules, rules
from course.site.blocks import embedded, render
from course.site.context import Context
from course.site.origins import bench_source_line
from course.stats.prices import prices

SCRIPTS = ("rules", "picture", "page")
"""In chapters/assets/decide, in the order in which they are run."""


def page(context: Context) -> str:
    """As HTML: fields, and what the scripts need."""
    measured = prices(context.benches.primary)
    data = {"rules": json.loads(FILE.read_text(encoding="utf-8")), "prices": measured}
    record = context.benches.primary("buffers")
    known = measured["zero_new_ns"] is not None
    return render(
        "decide.html",
        inputs=rules().inputs,
        prices=rules().prices,
        collectors=rules().collectors,
        data=embedded(data),
        source=Markup(bench_source_line(record) if known else "The costs are round numbers."),
        scripts=SCRIPTS,
    )


def macros(context: Context) -> dict[str, Any]:
    return {
        "decide": lambda: context.blocks.keep(page(context)),
        "native_limits": native_rules().limits,
    }

"""The explorer's page: controls, places that its scripts fill, and the files they need."""

import functools
from collections.abc import Iterator
from typing import Any

import vl_convert
from markupsafe import Markup

from course.model.solutions import FAMILIES, IMPLEMENTATIONS
from course.site.blocks import NOWHERE, Block, Head, Place, render
from course.site.charts import Charts
from course.site.explore_data import DIMENSIONS, export, script, timeline_scripts, token
from course.site.explore_measures import MEASURES
from course.site.origins import sources_of
from course.site.remarks import REMARKS
from course.site.signs import sign
from course.site.svg import VEGA_LITE
from course.site.tables import Tables
from course.site.timelines import OVERFLOW
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.other_machines import OtherMachines

FOLDER = "assets/explore"  # the page's folder of files; those not made by a build are in chapters/

_NAMES = """
    data vega numbers records choice dom describe download chart timeline panel reader table
    controls page
"""
SCRIPTS = _NAMES.split()  # in the order in which they are run: each uses what stands before it

_START = "batch"


class Explorer(Block):
    heads = (
        Head("Figure", "Chart of the chosen records"),
        Head("Figure", "Timeline of a record", on_demand=True),
        Head("Table", "Table of the chosen records"),
    )

    def __init__(
        self,
        dataset_columns: DatasetColumns,
        benches: Benches,
        other_machines: OtherMachines | None = None,
    ) -> None:
        """`other_machines`: more data sets to choose from, which the static table leaves out."""
        self._dataset_columns = dataset_columns
        others = other_machines.beside(dataset_columns) if other_machines else []
        self._shown = [*dataset_columns, *others]
        self._data = export(dataset_columns, benches, other_machines)

    def html(self, *places: Place) -> str:
        """Return the page's block. Without scripts: a chart, a table, and links to more."""
        return render(
            "explorer.html",
            places=places or [NOWHERE] * len(self.heads),
            heads=self.heads,
            folder=FOLDER,
            scripts=SCRIPTS,
            facets=[*self._facets()],
            measures=[one for one in MEASURES if _START in one.modes],
            start=_START,
            chart=Markup(Charts(self._dataset_columns.primary.figures).summary().html()),
            table=Markup(Tables(self._dataset_columns).summary().html()),
            bars=REMARKS["bars"],
            overflow=OVERFLOW,
            sources=sources_of(self._shown, titled=len(self._shown) > 1),
        )

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield address and text of every file that the build makes for the page."""
        yield f"{FOLDER}/data.js", script(self._data)
        yield f"{FOLDER}/vega.js", _vega()
        for address, text in timeline_scripts(self._shown):
            yield f"{FOLDER}/timelines/{address}.js", text

    def _facets(self) -> Iterator[dict[str, Any]]:
        """Yield each dimension with its options, if records have several; the mode always, because
        the measures depend on it."""
        sets = {one["key"]: f"{one['title']} ({one['profile']})" for one in self._data["sets"]}
        for key, (title, names) in DIMENSIONS.items():
            column, options = self._data["columns"]["coded"][key], []
            present = {column["values"][code] for code in set(column["codes"])}
            for value, name in (names or sets).items():
                if value in present:
                    colour = f"var(--course-{value})" if value in FAMILIES else "inherit"
                    looks = {"sign": _SIGN_OF.get(value), "colour": colour}
                    options.append({"token": token(value), "name": name, **looks})
            if len(options) > 1 or key == "mode":
                yield {"key": key, "title": title, "options": options}


@functools.lru_cache(maxsize=1)
def _vega() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script, which defines `vegaEmbed`. Static charts
    are drawn by the same versions."""
    vega, embed = vl_convert.get_vega_version(), vl_convert.get_vega_embed_version()
    notice = render("vega_notice.txt", vega=vega, lite=VEGA_LITE, embed=embed)
    text = vl_convert.javascript_bundle(vl_version=VEGA_LITE)
    # Its many short names stay local, since a page's scripts share one global scope.
    return f"{notice}\n(() => {{\n{text}\n}})();\n"


_SIGN_OF = {
    **{program: sign("parallel", program) for program in IMPLEMENTATIONS},
    **{family: sign(family) for family in FAMILIES},
}
"""Collector or program -> its sign; a Java program's is a circle cut like its points."""

"""The explorer's page: its controls, the places that its scripts fill, and the files they need."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from course.model.solutions import FAMILIES, IMPLEMENTATIONS
from course.site.blocks import render, source_line
from course.site.charts import Charts
from course.site.explore_data import DIMENSIONS, export, script, timeline_scripts
from course.site.explore_measures import MEASURES
from course.site.signs import sign
from course.site.tables import Tables
from course.site.timelines import BARS, OVERFLOW
from course.site.vega import bundle
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.other_machines import OtherMachines

FOLDER = "assets/explore"
"""Where the page finds its files; those that no build makes lie there in chapters/."""

SCRIPTS = (
    "data",
    "vega",
    "numbers",
    "records",
    "choice",
    "dom",
    "describe",
    "download",
    "chart",
    "timeline",
    "panel",
    "reader",
    "table",
    "controls",
    "page",
)
"""In the order in which they are run: each uses what stands before it."""

_START = "batch"
"""The mode that is shown at first."""


class Explorer:
    """One page that shows any choice of records."""

    def __init__(
        self,
        dataset_columns: DatasetColumns,
        benches: Benches,
        other_machines: OtherMachines | None = None,
    ) -> None:
        """`other_machines`: what may be chosen beside these; the still table has them not."""
        self._dataset_columns = dataset_columns
        self._benches = benches
        self._other_machines = other_machines
        self._shown = [*dataset_columns, *(other_machines.others if other_machines else [])]

    @functools.cached_property
    def _data(self) -> dict[str, Any]:
        return export(self._dataset_columns, self._benches, self._other_machines)

    def html(self) -> str:
        """The page's block. Without scripts it is a chart, a table, and where there are more."""
        primary = self._dataset_columns.primary
        return render(
            "explorer.html",
            folder=FOLDER,
            scripts=SCRIPTS,
            facets=[*self._facets()],
            measures=[one for one in MEASURES if _START in one.modes],
            start=_START,
            chart=Markup(Charts(primary.figures).summary().html(primary.dataset)),
            table=Markup(Tables(self._dataset_columns).summary().html(self._dataset_columns)),
            bars=BARS,
            overflow=OVERFLOW,
            sources=[Markup(line) for line in self._sources()],
        )

    def files(self) -> Iterator[tuple[str, str]]:
        """Address and text of every file that the build makes for the page."""
        yield f"{FOLDER}/data.js", script(self._data)
        yield f"{FOLDER}/vega.js", bundle()
        for address, text in timeline_scripts(self._shown):
            yield f"{FOLDER}/timelines/{address}.js", text

    def _facets(self) -> Iterator[dict[str, Any]]:
        """Each kind of choice with the options that some record has; where there is one, no choice.

        The mode is always told: measures depend on it.
        """
        sets = {one["key"]: f"{one['title']} ({one['profile']})" for one in self._data["sets"]}
        for key, (title, names) in DIMENSIONS.items():
            column = self._data["columns"]["coded"][key]
            present = {column["values"][code] for code in set(column["codes"])}
            options = [
                {
                    "token": token(value),
                    "name": name,
                    "sign": _SIGN_OF.get(value),
                    "colour": f"var(--course-{value})" if value in FAMILIES else "inherit",
                }
                for value, name in (names or sets).items()
                if value in present
            ]
            if len(options) > 1 or key == "mode":
                yield {"key": key, "title": title, "options": options}

    def _sources(self) -> Iterator[str]:
        several = len(self._shown) > 1
        for dataset_column in self._shown:
            records = list(dataset_column.dataset.records.values())
            yield source_line(
                dataset_column.dataset, records, dataset_column.title if several else ""
            )


def token(value: object) -> str:
    """A value as links and controls name it."""
    return "none" if value is None else str(value)


_SIGN_OF = {
    **{program: sign("parallel", program) for program in IMPLEMENTATIONS},
    **{family: sign(family) for family in FAMILIES},
}
"""Collector or program -> its sign: of a program of Java a circle that is cut as its points are."""

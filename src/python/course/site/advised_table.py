"""Chapter 17's tables: the advice from runs that allocate, and what pooling then did."""

import functools
import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from course.model.advice_text import FORMATS
from course.model.names import exact_label, solution_of
from course.model.solutions import CASES, COLLECTORS, IMPLEMENTATIONS, VARIANTS
from course.site.remarks import REMARKS
from course.site.sentences import methods
from course.site.table import Table, TableCell, left, row_header
from course.stats import advised_service
from course.stats.advised import PROGRAMS, TRACES, Advised, Score, advised, traced
from course.stats.advised_service import Service, services
from course.stats.benches import Benches, BenchRecord, unmeasured
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.numbers import DASH, number, quantity
from course.stats.other_machines import OtherMachines
from course.stats.prices import prices

VERDICTS: dict[str, str] = REMARKS["verdicts"]


class AdvisedTables:
    def __init__(
        self,
        dataset_columns: DatasetColumns,
        benches: Benches,
        traces: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self._dataset_columns = dataset_columns
        self._benches = benches
        self._traces = traces
        self._measured = functools.cache(self._measure)

    def advice_table(self) -> Table:
        columns = self._dataset_columns
        seen = [(one, record) for one in columns for record in one.dataset.records.values()]
        table = Table("How good the advice is", columns, seen=seen)
        table.of_each([left("Program"), *map(TableCell, REMARKS["advice_heads"])], self._rows)
        table.remarks.append(REMARKS["advice_table"])
        return table

    def advice_misses(self) -> Table:
        """Tabulate the pairs for which the advice or its range was wrong, with the reason."""
        table = Table("Where the advice fails", self._dataset_columns)
        heads = map(TableCell, ("Range", "Measured", "Missed by"))
        table.of_each([*map(left, ("Pair", "Likely reason", "Advice")), *heads], self._missed)
        table.remarks.append(REMARKS["advice_misses"])
        return table

    def advice_score(self, what: str, other_machines: bool = False, **of: str) -> str:
        """``33 of 35``; what: a key of Score.counts; of: parts of cells, such as a case."""
        good, all_of_them = Score(self._chosen(other_machines, of)).counts[what]
        return f"{good} of {all_of_them}"

    def advice_elsewhere(self) -> bool:
        """Whether the advice can be compared with another data set, too."""
        return bool(self._chosen(other_machines=True))

    def advice_width(self) -> str:
        """Return the median ratio of a range's upper end to its lower end: ``4.8``."""
        return number(Score(self._chosen()).width)

    def server_advice(
        self,
        collector: str,
        what: str,
        shape: str = "",
        *,
        bench: str = "service",
        elsewhere: bool = False,
    ) -> str:
        """Fact on a bench's server under a collector: ``advice``; ``measured``, its time with a
        pool divided by that without, as ``72 % (60 to 87)``; or a value, in one of the rules'
        formats.

        From the first data set with both, or elsewhere from the last; ``not measured`` if there is
        none.
        """
        columns = [*self._dataset_columns][:: -1 if elsewhere else 1]
        every = (one for column in columns for one in self._measured(column)[1])
        of = {"implementation": bench, "collector": collector}
        one = next((one for one in every if of.items() <= one.advised.of.items()), None)
        if one is None:
            return "not measured"
        advised, measured = one.advised, one.advised.measured
        match what:
            case "advice":
                return one.advice
            case "measured" if measured:
                low, high = (f"{100 * end:.0f}" for end in (measured.low, measured.high))
                return f"{FORMATS['times_as_long'](measured.ratio)} ({low} to {high})"
        value = advised.values[what]
        return "unknown" if value is None else FORMATS[shape](value)

    def _chosen(self, other_machines: bool = False, of: Mapping[str, str] = {}) -> list[Advised]:
        # Where prices were not measured, as on a reader's own run, nothing can be advised.
        advised_ones = [one for one in self._dataset_columns if self._pairs(one)]
        shown, *others = advised_ones or self._dataset_columns
        columns = others if other_machines else [shown]
        pairs = [pair for one in columns for pair in self._pairs(one)]
        return [pair for pair in pairs if not of or of.items() <= pair.of.items()]

    def _pairs(self, column: DatasetColumn) -> list[Advised]:
        pairs, servers = self._measured(column)
        return [*pairs, *(server.advised for server in servers)]

    def _measure(self, column: DatasetColumn) -> tuple[list[Advised], list[Service]]:
        def bench(name: str) -> BenchRecord:
            of_it = (one for one in self._benches.all(name) if one.key == column.key)
            return next(of_it, unmeasured(name))

        measured = prices(bench)
        servers = (services(bench(name), measured) for name in advised_service.NAMES)
        return [*advised(column.dataset, measured)], [*itertools.chain.from_iterable(servers)]

    def _rows(self, column: DatasetColumn) -> Iterator[list[TableCell]]:
        pairs = self._pairs(column)
        kinds = [
            *((IMPLEMENTATIONS[key].label, key, case) for key in PROGRAMS for case in CASES),
            *((label, name, "") for name, label in advised_service.NAMES.items()),
        ]
        for label, implementation, case in kinds:
            here = {"implementation": implementation, "case": case}
            found = [pair for pair in pairs if here.items() <= pair.of.items()]
            if found:
                yield _scored(label, case, found)
        if pairs:
            yield _scored("All", "", pairs)
        natives: dict[tuple[str, str], list[Advised]] = {}
        for one in traced(column.dataset, self._traces):
            natives.setdefault((one.of["implementation"], one.of["case"]), []).append(one)
        for (key, case), found in natives.items():
            yield _scored(IMPLEMENTATIONS[key].label, case, found)

    def _missed(self, column: DatasetColumn) -> Iterator[list[TableCell]]:
        for one in (*self._pairs(column), *traced(column.dataset, self._traces)):
            if one.reason:
                low, high, ratio = (f"{100 * end:.0f}" for end in (one.low, one.high, one.ratio))
                away = abs(one.missed) * (one.values.get("unit_ns") or 0.0)
                yield [
                    row_header(_name(one.of)),
                    left(one.reason),
                    left(VERDICTS.get(one.advice, one.advice)),
                    TableCell(DASH if math.isnan(one.low) else f"{low} to {high} %"),
                    TableCell(f"{ratio} %"),
                    TableCell(quantity(away, "ns") if away else DASH),
                ]


def _scored(label: str, case: str, pairs: list[Advised]) -> list[TableCell]:
    score = Score(pairs)
    shown = (score.counts[what] for what in ("committed", "leaning", "pooling", "inside"))
    cells = [TableCell(f"{good} of {many}" if many else DASH) for good, many in shown]
    width = TableCell(DASH if math.isnan(score.width) else number(score.width))
    return [row_header(label), TableCell(case), *cells, width]


def _name(of: Mapping[str, Any]) -> str:
    """Name of a pair: ``Java, G1 25, case B``."""
    if of["implementation"] in advised_service.NAMES:
        collector = COLLECTORS[of["collector"]].label
        return f"{advised_service.NAMES[of['implementation']]}, {collector}"
    solution = solution_of(of)
    name = exact_label(solution) if solution else of["implementation"]
    parts = [f"{name}, case {of['case']}"]
    if of.get("variant") and not (solution and solution.variant):
        parts.append(VARIANTS[of["variant"]].label)
    return ", ".join([*parts, *["random"] * (of["generator"] == "random")])


def macros(
    columns: DatasetColumns, other_machines: OtherMachines, root: Path
) -> dict[str, Callable[..., Any]]:
    # The reference stands in for a primary column without prices; other machines' come last.
    all_of_them = {one.key: one for one in (columns.primary, *columns, *other_machines.others)}
    each = DatasetColumns(all_of_them.values())
    file = root / TRACES
    traces = json.loads(file.read_text(encoding="utf-8")) if file.exists() else ()
    return methods(AdvisedTables(each, Benches.of_each(each, root), traces))

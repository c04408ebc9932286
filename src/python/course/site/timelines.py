"""Pauses, the heap and lost packets on one time axis."""

import copy
import dataclasses
import operator
from collections import Counter
from collections.abc import Sequence
from typing import Any

from course.model.names import labels
from course.model.probes import QUEUE_MS
from course.model.solutions import MODES, STRATEGIES, Solution
from course.site.captions import plural
from course.site.drawing import Rows, drawn
from course.site.explore_data import CHARTS
from course.site.origins import source_line
from course.site.remarks import REMARKS
from course.site.svg import Chart, shade
from course.site.table import Table, TableCell, left
from course.site.widths import WIDTH
from course.stats.errors import FigureError, choose
from course.stats.figures import Figures
from course.stats.lookup import solutions
from course.stats.numbers import interval as interval_text
from course.stats.numbers import number, quantity
from course.stats.records import Record

BINS = 130  # number of equal parts of the window for which losses are summed, a bar for each

SHORTEST_MS = 0.01  # shorter pauses are drawn this long: the scale is logarithmic

OVERFLOW = REMARKS["overflow"].format(queue_ms=QUEUE_MS)

SPOKEN_EVENTS, OF_EACH = 60, 20
"""Rows of the table beside one timeline, or beside each of several; for the largest events."""

Panel = dict[str, Any]  # as in explorer_charts.yaml


@dataclasses.dataclass(frozen=True)
class Timeline:
    """Events of a window; times in ms from its start."""

    solution: Solution
    label: str
    record: Record
    what: str
    length_ms: float
    pauses: list[tuple[float, float, str]]
    heap: list[tuple[float, float]]
    losses: list[tuple[float, float]]
    truncated: bool

    @property
    def end_ms(self) -> float:
        """The last pause's end, if the length, which leaves out waits for a turn, is less."""
        return max([self.length_ms, *(at + ms for at, ms, _ in self.pauses if self.waits)])

    @property
    def waits(self) -> bool:
        """Whether the log goes on much longer than the program's own time, not just to its exit."""
        return any(at > 1.05 * self.length_ms for at, _, _ in self.pauses)


class Timelines:
    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def chart(
        self, name: str, strategy: str, case: str, mode: str = "realtime", interval: float = 0
    ) -> Chart:
        """Draw one window of a cell: pauses, the heap after each collection, packets lost.

        `name`: a solution, such as ``heap-cms``. In real time: the probe at `interval`, 0 for that
        at 1,000 ns, or else the one that lost most. In batch mode: the measured rounds.
        """
        chosen = solutions(name)
        if len(chosen) != 1:
            raise FigureError(
                f"a timeline shows one solution, but {name!r} stands for {len(chosen)}"
            )
        found = self._find(chosen, strategy, case, mode, interval)
        title = f"{labels(chosen)[chosen[0].key]}, {STRATEGIES[strategy].lower()}, case {case}"
        if not found:
            return self._chart(title, "", [], [], nothing="No timeline of this cell.")
        line = found[0]
        remark = REMARKS["bars"]
        panels = [_pauses(line, line.end_ms)]
        panels += [_heap(line)] if line.heap else []
        if mode == "realtime":
            panels.append(_losses(line, line.length_ms, axis=True))
            remark += f" {OVERFLOW}"
        if line.truncated:
            remark += " Some pauses or collections aren't shown."
        extra = _as_table(line, "The same", SPOKEN_EVENTS)
        return self._chart(f"{title}: {line.what}", remark, panels, found, extra)

    def gallery(self, *names: str, strategy: str, case: str, mode: str = "realtime") -> Chart:
        """Draw the pauses of several solutions below each other, on the same time axis."""
        asked = [one for one in solutions(*names) if one.collector]
        found = self._find(asked, strategy, case, mode)
        title = f"Pauses over time, {STRATEGIES[strategy].lower()}, case {case}, " + (
            "real time" if mode == "realtime" else "batch mode"
        )
        if not found:
            return self._chart(title, "", [], [], nothing="No timeline of these cells.")
        length = max(line.end_ms for line in found)
        panels = []
        for line in found:
            panels.append(_pauses(line, length, title=f"{line.label}: {line.what}"))
            if mode == "realtime":
                panels.append(_losses(line, length, axis=False))
        remark = "Each bar is a pause; its height is its length, on the same scale everywhere. "
        remark += "The dark marks below the bars are lost packets. " * (mode == "realtime")
        absent = [one for one in asked if one.key not in {line.solution.key for line in found}]
        if absent:
            remark += f"No timeline: {', '.join(labels(absent).values())}."
        extra = "".join(_as_table(line, line.label, OF_EACH) for line in found)
        return self._chart(title, remark.strip(), panels, found, extra)

    def _find(
        self, chosen: Sequence[Solution], strategy: str, case: str, mode: str, interval: float = 0
    ) -> list[Timeline]:
        choose(mode, MODES, "mode")
        known, result = labels(chosen), []
        for one in chosen:
            record = self._figures.record(one, strategy, case, mode=mode)
            if record is None or record.status != "ok":
                continue
            if mode == "batch":
                raw, what = (record.raw["gc"] or {}).get("timeline"), "batch mode"
            elif probe := _probe(record.raw["realtime"]["probes"], interval):
                raw, lost = probe["timeline"], "none"
                if probe["lost"]:
                    lost = quantity(probe["loss_pct"], "%")
                what = f"a packet every {interval_text(probe['interval_ns'])}, {lost} lost"
            else:
                continue
            if raw:
                result.append(Timeline(one, known[one.key], record, what, **raw))
        return result

    def _chart(  # noqa: PLR0917
        self,
        title: str,
        remark: str,
        panels: Sequence[Panel],
        found: Sequence[Timeline],
        extra: str = "",
        nothing: str = "",
    ) -> Chart:
        source = source_line(self._figures.dataset, [line.record for line in found])
        spoken = [_spoken(line) for line in found]
        if not panels:
            return drawn(title, remark, spoken, [], source, extra, nothing)
        length = max(line.end_ms for line in found)
        for panel in panels:
            x = panel["layer"][-1]["encoding"]["x"]
            x["scale"]["domain"] = [0, length / 1000]
            # All panels have the same time axis: only the last one's has numbers and a title.
            is_last = panel is panels[-1]
            x["axis"]["labels"], x["title"] = is_last, "seconds" if is_last else None
        remark += f" {REMARKS['waits']}" * any(line.waits for line in found)
        spec = {"spacing": CHARTS["timeline"]["spacing"], "vconcat": panels}
        return Chart(title, remark, " ".join(spoken), spec, source, extra)


def _probe(probes: list[dict[str, Any]], interval: float) -> dict[str, Any] | None:
    """Choose the probe to show; one that ended at its first loss only if there is no other."""
    known = [probe for probe in probes if probe.get("timeline")]
    if interval:
        known = [probe for probe in known if round(probe["interval_ns"]) == interval]
    whole = [probe for probe in known if not probe.get("stopped_early")] or known
    at_1000 = [probe for probe in whole if round(probe["interval_ns"]) == 1000]
    return max(at_1000 or whole, key=lambda probe: probe["lost"], default=None)


def _panel(number: int, rows: Rows, title: str) -> Panel:
    """Fill in one of the explorer's panels: pauses, heap, losses."""
    panel = copy.deepcopy(CHARTS["timeline"]["vconcat"][number])
    holder = panel if "data" in panel else panel["layer"][-1]
    holder["data"] = {"values": rows}
    return panel | {"title": title}


def _pauses(line: Timeline, length_ms: float, title: str = "") -> Panel:
    """Draw a bar for each pause, from its start to its end, as high as it is long; low bars if
    they have a title, as several solutions' are below each other."""
    least = length_ms / 1000 / WIDTH * 1.5  # a bar must be visible
    last = length_ms / 1000  # a pause may outlast the window
    rows = [
        {
            "at": min(at / 1000, last - least),
            "end": min(at / 1000 + max(ms / 1000, least), last),
            "ms": max(ms, SHORTEST_MS),
            "floor": SHORTEST_MS,
            "colour": shade(line.solution),
        }
        for at, ms, _ in line.pauses
    ]
    panel = _panel(0, rows, title or ("" if rows else "No pause in this time"))
    if title:
        y = panel["layer"][0]["encoding"]["y"]
        panel["height"], y["title"], y["axis"]["values"] = 46, None, [0.1, 10, 1000]
    return panel


def _heap(line: Timeline) -> Panel:
    colour, end = shade(line.solution), line.end_ms
    steps = [*line.heap, (end, line.heap[-1][1])]
    rows = [{"at": min(at, end) / 1000, "mb": mb, "colour": colour} for at, mb in steps]
    panel = _panel(1, rows, "After each collection")
    panel["layer"][0]["encoding"]["y"]["scale"] = {"domainMin": 0}
    panel["layer"][1]["data"] = {"values": rows[:-1]}  # a point is a collection
    return panel


def _losses(line: Timeline, length_ms: float, *, axis: bool) -> Panel:
    """Draw the packets lost, summed over equal parts of the window."""
    part, sums = length_ms / BINS, Counter[int]()
    for at, lost in line.losses:
        sums[min(int(at / part), BINS - 1)] += lost
    rows = [
        {"at": here * part / 1000, "end": (here + 1) * part / 1000, "lost": lost, "floor": 0}
        for here, lost in sums.items()
    ]
    panel = _panel(2, rows, ("Packets lost" if rows else "No packet lost") if axis else "")
    y = panel["layer"][0]["encoding"]["y"]
    y["scale"] = {"domain": [0, max(sums.values(), default=1) if axis else 1], "clamp": True}
    if not axis:  # a strip that shows only whether packets were lost
        panel["height"], y["title"], y["axis"] = 12, None, None
    return panel


def _spoken(line: Timeline) -> str:
    told = "no pauses"
    if line.pauses:
        count, longest = len(line.pauses), max(ms for _, ms, _ in line.pauses)
        told = f"{count} {plural('pause', count)}, the longest {quantity(longest, 'ms')}"
    if line.losses:
        lost, first = sum(lost for _, lost in line.losses), line.losses[0][0] / 1000
        told += f"; {number(lost)} {plural('packet', lost)} lost, the first at {number(first)} s"
    return f"{line.label}, {line.what}, {number(line.end_ms / 1000)} s: {told}."


def _as_table(line: Timeline, name: str, most_rows: int) -> str:
    """Return the longest pauses and largest losses as a folded table, in order of time."""
    events = [(ms, at, kind, quantity(ms, "ms")) for at, ms, kind in line.pauses]
    worst = max((event[0] for event in events), default=1.0)
    most = max((lost for _, lost in line.losses), default=1.0)
    events += [(lost / most * worst, at, "packets lost", number(lost)) for at, lost in line.losses]
    shown = sorted(events, reverse=True)[:most_rows]
    table = Table(f"Events: {name}")
    table.head = [[TableCell("second"), left("what"), TableCell("how much")]]
    body = [
        [TableCell(number(at / 1000)), TableCell(kind, "course-text"), TableCell(much)]
        for _, at, kind, much in sorted(shown, key=operator.itemgetter(1))
    ]
    table.bodies = [body or [[TableCell("no pauses, no lost packets", "course-left", colspan=3)]]]
    if left_out := len(events) - len(shown):
        table.remarks.append(f"And {left_out} smaller {plural('one', left_out)}.")
    return table.folded(name)

"""Markdown tables of how often the verdicts are wrong."""

from pathlib import Path

from course.measure.cells import profiles
from course.model.calibration import Bias, Calibration, Origin
from course.model.pairs import ERROR
from course.model.solutions import COLLECTORS
from course.paths import shown
from course.process import calibrations
from course.stats.calibration import (
    SLOWDOWNS,
    Detection,
    agreement,
    bias,
    detections,
    within_most_bias,
)
from course.stats.numbers import number

MISSING = "*Not measured here; run `./course calibrate`.*\n"


class CalibrationTables:
    """Tables of the newest calibration: this machine's own, else the newest published one."""

    def __init__(self, root: Path) -> None:
        self._file = calibrations.newest_file(root)

    def errors(self) -> str:
        """Tabulate verdicts on programs compared with themselves and with slowed-down twins."""
        made = self._made()
        most = profiles.load("trimmed").most_rounds  # calibrated programs have as many rounds
        halves = detections(made, most) if made else {}
        if made is None or not halves:
            return MISSING
        heads = (f"slower by {100 * by:g}\u00a0%" if by else "against itself" for by in SLOWDOWNS)
        rows = [f"| | {' | '.join(heads)} |", "|---" * (1 + len(SLOWDOWNS)) + "|"]
        for loaded, found in halves.items():
            place = "beside a busy core" if loaded else "quiet machine"
            cells = " | ".join(map(_told, found))
            rows.append(f"| {place}, {found[0].comparisons} comparisons | {cells} |")
        return "\n".join([*rows, "", f"{_length(made, most)} {self._source(made)}", ""])

    def bias(self) -> str:
        """Tabulate by collector how much taking turns changes a time."""
        made = self._made()
        kinds: dict[str, list[Bias]] = {}
        for one in made.bias if made else ():
            kinds.setdefault(_kind(one.program), []).append(one)
        head = "| programs | time taking turns / time without a wait | within 3\u00a0% |"
        rows = [head, "|---|---:|---|"]
        for kind, ones in kinds.items():
            if ratio := bias(*ones):
                cells = f"{ratio.ratio:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"
                rows.append(f"| {len(ones)}: {kind} | {cells} | {within_most_bias(ratio)} |")
        if made is None or len(rows) == 2:
            return MISSING
        return "\n".join([*rows, "", self._source(made, made.rest), ""])

    def runs(self) -> str:
        """Tabulate how well the verdicts of two whole runs agree."""
        made = self._made()
        if made is None or not made.runs:
            return MISSING
        found = agreement(made, profiles.load("trimmed").most_rounds)
        rows = ["| pairs | decided in both | in one of them | contradictory |", "|---:" * 4 + "|"]
        rows.append(f"| {found.pairs} | {found.both} | {found.one} | {found.contradictory} |")
        return "\n".join([*rows, "", self._source(made, made.rest), ""])

    def _made(self) -> Calibration | None:
        return calibrations.read(self._file) if self._file else None

    def _source(self, made: Calibration, rest: Origin | None = None) -> str:
        assert self._file is not None
        origin = rest or made
        machine = f"{origin.machine['cpu']}, {origin.machine['cores']} cores"
        return f"*{machine}, {origin.started[:10]}: `{shown(self._file)}`.*"


def _kind(program: str) -> str:
    """Its collector, which decides how it takes turns: see :mod:`course.measure.cells.bout`."""
    return next((one.label for name, one in COLLECTORS.items() if f"-{name}-" in program), "C++")


def _length(made: Calibration, most_rounds: int) -> str:
    """Describe the comparisons' length next to a sweep's, and the confidence it allows."""
    played = max((len(one.log_ratios[:most_rounds]) for one in made.twins), default=0)
    text = f"Each comparison has {played} rounds. "
    if played < most_rounds:
        text += f"A sweep plays up to {most_rounds}, so it finds more, and errs more often. "
    sure = f"{100 * (1 - ERROR):.0f}\u00a0%"
    return f"*{text}At most: the share that may be wrong, with a confidence of {sure}.*"


def _told(one: Detection) -> str:
    if one.slowdown:
        took = "" if one.seconds is None else f" in {number(one.seconds)}\u00a0s"
        return f"{one.found} found{took}, {one.wrong} wrong"
    wrong = f"**{one.wrong} wrong** (at most {100 * one.most_wrong:.0f}\u00a0%)"
    return f"{one.found} the same, {wrong}, {one.undecided} open"

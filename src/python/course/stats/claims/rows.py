"""Judge a claim by many figures: whether they rise or fall."""

import itertools
from collections.abc import Iterator

from course.model.pairs import Verdict
from course.model.verdicts import FAILS, HOLDS, INCONCLUSIVE
from course.stats.claims.cells import Subject, places
from course.stats.claims.model import Trend
from course.stats.claims.outcome import Outcome, Tried, figure_text, without_figure
from course.stats.claims.quantities import QUANTITIES, Readings
from course.stats.values import compare


def trends(test: Trend, source: Readings) -> Iterator[Tried]:
    steps, what = test.over[test.along], QUANTITIES[test.quantity][0]
    rest = {name: values for name, values in test.over.items() if name != test.along}
    for place in places(rest, source.runtimes()):
        cells = [Subject.of({**place, test.along: step}) for step in steps]
        key = (test.relation, test.quantity, *map(source.key, cells))
        figures = [source.figure(test.quantity, cell) for cell in cells]
        missing = [figure for figure in figures if figure.value is None]
        name = str(cells[0]).replace(f", {steps[0]}", f", {steps[0]} to {steps[-1]}")
        shown = " → ".join(figure_text(figure) for figure in figures)
        if missing:
            absent = [figure for figure in missing if figure.status == "absent"]
            yield without_figure(key, what, name, (absent or missing)[0], shown)
            continue
        wrong = Verdict.FASTER if test.relation == "rises" else Verdict.SLOWER
        turns = any(
            compare(after, before) == wrong for before, after in itertools.pairwise(figures)
        )
        whole = compare(figures[-1], figures[0])
        verdict = FAILS if turns or whole in (Verdict.SAME, wrong) else HOLDS
        if not turns and whole == Verdict.OPEN:
            verdict = INCONCLUSIVE
        yield key, Outcome(what, name, shown, "", verdict)

"""Figures in the sentences of pages: the functions for them, and their formatting.

Pages are Markdown, so the output is HTML without characters that Markdown would interpret.
"""

import functools
import math
from collections.abc import Callable
from html import escape
from typing import Any

from course.model.pairs import ERROR, SAME, Verdict
from course.stats.cellwise import Cellwise, Told
from course.stats.dataset import Dataset
from course.stats.figures import Figure, Figures
from course.stats.numbers import UNITS, number, quantity, span
from course.stats.rounds import Rounds
from course.stats.values import (
    UNKNOWN,
    Answer,
    Contrast,
    Values,
    compare,
    of_one_set,
    paired,
    ratio,
)

VAGUE = 4.0
"""Upper / lower end from which on a ratio alone would look too exact."""


def functions(figures: Figures, reference: Figures | None = None) -> dict[str, Any]:
    """Return name in a page -> function. Results of type Figure can be passed to the others.

    reference: used where the data set has no figure.
    """
    return {
        **methods(Values(figures, reference)),
        **methods(Cellwise(figures, reference)),
        "article": figures.from_article,
        "ratio": ratio,
        "faster": faster,
        "is_faster": functools.partial(faster, verbs=("is ", "takes ")),
        "are_faster": functools.partial(faster, verbs=("are ", "take ")),
        "ranged": ranged,
        "compare": compare,
        "data": facts(figures.dataset),
    }


def methods(of: object, form: str = "{}") -> dict[str, Callable[..., Any]]:
    """Return the public methods by their names in pages, which have this form."""
    public = [name for name in vars(type(of)) if not name.startswith("_")]
    return {form.format(name): getattr(of, name) for name in public}


def written(value: Any) -> Any:
    match value:
        case Figure():
            return _figure(value)
        case Answer():
            return _answer(value)
        case Told():
            return value.text + _mark(value)
    return value


def faster(a: Figure, b: Figure, verbs: tuple[str, str] = ("", "")) -> str:
    """Compare `a` with `b` in words: ``1.3 times as fast``, ``0.9 times as fast (inconclusive)``,
    ``the same within 5 %``.

    verbs: make it a predicate, ``is 1.3 times as fast`` or ``takes 1.1 times as long``. If the
    ratio differs from the quotient of the means, which a table shows, it says how many rounds it
    is from, and of a single one its interval, as of any that is vague: ``(3.6 to 9, from 1 common
    round)``.
    """
    verdict = compare(a, b)
    a, b = of_one_set(a, b)
    if verdict == UNKNOWN:
        return verbs[0] + _figure(a if a.value is None else b)
    estimate, of_means = paired(a, b), _quotient(a, b)
    about, notes = f"{a.about} / {b.about}", ["inconclusive"] * (verdict == Verdict.OPEN)
    if estimate is not None:
        about += f"; ratio {number(estimate.low)} to {number(estimate.high)}"
        about += f" in {estimate.in_rounds}"
        differs = abs(math.log(estimate.ratio / of_means)) > math.log1p(SAME)
        vague = estimate.high > VAGUE * estimate.low or (differs and estimate.rounds == 1)
        if vague and verdict != Verdict.OPEN:
            ends = estimate.low, estimate.high
            if not (verbs[1] and estimate.ratio > 1):
                ends = 1 / estimate.high, 1 / estimate.low
            notes.append(" to ".join(map(number, ends)))
        if differs:
            notes.append(f"from {estimate.in_rounds.replace(' ', ' common ')}")
    if verdict == Verdict.SAME:
        words, notes = f"{verbs[0]}the same within {100 * SAME:.0f}\u00a0%", []
    else:
        words = _times(estimate.ratio if estimate else of_means, *verbs)
    words += f" ({', '.join(notes)})" if notes else ""
    return _told(words, md(about)) + _mark(a)


def _quotient(a: Figure, b: Figure) -> float:
    if a.value == b.value:
        return 1.0
    return float(a.value or 0) / b.value if b.value else math.inf


def _times(quotient: float, is_: str, takes: str) -> str:
    """``1.3 times as fast``, where less is; ``as fast on average`` if it would be rounded to 1."""
    is_long = takes and quotient > 1
    times = quotient if is_long else 1 / quotient if quotient else math.inf
    many = "infinitely many" if math.isinf(times) else number(times)
    if many == "1":
        return f"{is_}as fast on average"
    return f"{takes}{many} times as long" if is_long else f"{is_}{many} times as fast"


def ranged(figure: Figure) -> str:
    """A figure with the range of its rounds: ``136 ns (20 to 640)``; as µs from 10,000 ns on."""
    one = figure.shown
    if one.value is None or one.low is None or one.high is None:
        return _figure(figure)
    per, unit = (1e3, "µs") if one.unit == "ns" and one.value >= 1e4 else (1, one.unit)
    low, high = number(one.low / per), number(one.high / per)
    return _told(md(f"{quantity(one.value / per, unit)} ({low} to {high})"), md(one.about)) + _mark(
        one
    )


def facts(dataset: Dataset) -> dict[str, Any]:
    """Return facts of a data set, such as its machine's: ``data.cpu``, ``data.cores``.

    ``data.same``: tolerance within which ratios count as the same. ``data.error``: error rate of
    the verdicts. ``data.process_noise``: typical distance of another process from a single one.
    ``data.mood``: factor by which a figure typically differs hours later.
    """
    return {
        **{key: md(str(value)) for key, value in dataset.machine.items()},
        "same": f"{100 * SAME:.0f}\u00a0%",
        "error": f"{100 * ERROR:.0f}\u00a0%",
        "process_noise": f"{100 * dataset.one_process:.0f}\u00a0%",
        "mood": f"{math.exp(dataset.another_sitting):.1f}",
    }


_MARKS = {ord(mark): f"&#{ord(mark)};" for mark in "|*_`[]\\"}


def md(text: str) -> str:
    """Escape for HTML that passes through Markdown, inside tables too."""
    return escape(text).translate(_MARKS)


def _told(html: str, title: str) -> str:
    return f'<span class="figure" title="{title}">{html}</span>'


def _mark(figure: Figure | Told) -> str:
    """Mark a figure from the reference, which the data set of these sentences lacks."""
    title = "measured in the reference run only"
    return f'<sup class="figure" title="{title}">ref</sup>' if figure.of_reference else ""


def _figure(figure: Figure) -> str:
    figure = figure.shown
    if figure.value is None:
        reason = md(figure.reason or "no reason given")
        return f'<span class="figure figure-missing">not measured: {reason}</span>'
    detail = figure.about
    if figure.low is not None and figure.high is not None and figure.low < figure.high < math.inf:
        ends_of = "windows" if isinstance(figure.rounds, Rounds) else "rounds"
        whose = "interval" if figure.is_interval else ends_of
        ends = f"{span(figure.low, figure.high)} {UNITS.get(figure.unit, figure.unit)}"
        detail += f"; {whose} from {ends.rstrip()}"
    text = "at most " * figure.at_most + quantity(figure.value, figure.unit)
    return _told(md(text), md(detail)) + _mark(figure)


def _answer(found: Answer) -> str:
    """Say where pooling gains and loses most surely, and what the reference adds."""
    if not found.tally.known:
        return "Nothing was measured."
    told = [
        f"Pooling's surest {kind}: {_contrast(pair)}."
        for kind, pair in (("gain", found.best), ("loss", found.worst))
        if pair is not None
    ]
    if found.of_the_open_ones:
        told.append("Where this run is inconclusive, the longer reference run has pooling "
                    f"{found.of_the_open_ones}.")  # fmt: skip
    return " ".join(told)


def _contrast(pair: Contrast) -> str:
    """``Java heap, ZGC, case C, 7.1 times as fast (confidence interval 5.2 to 9.8)``."""
    low, high = pair.estimate.low, pair.estimate.high
    ratio, words = pair.estimate.ratio, "taking {} times as long"
    if ratio < 1:
        ratio, low, high, words = 1 / ratio, 1 / high, 1 / low, "{} times as fast"
    times = words.format(number(ratio))
    return f"{md(pair.where)}, {times} (confidence interval {number(low)} to {number(high)})"

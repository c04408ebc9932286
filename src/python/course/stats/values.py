"""Queries on a data set: figures by name, ratios, comparisons, tallies."""

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from course.model.names import full_label
from course.model.pairs import SAME, Estimate, Verdict, is_unsettled
from course.model.solutions import CASES, IMPLEMENTATIONS, SOLUTIONS, STRATEGIES, Solution
from course.stats.errors import FigureError, choose
from course.stats.figures import Figure, Figures
from course.stats.lookup import solution, solutions
from course.stats.noise import are_sittings_apart
from course.stats.rounds import Rounds

UNKNOWN = "unknown"  # result of a comparison if one of the two has no value


class Values:
    """Figures by the names that pages use. All methods raise FigureError for unknown names.

    A cell that failed, was skipped or is not in the data set is no error: its figure has a reason
    instead of a value, and so has everything computed from it.
    """

    def __init__(self, figures: Figures, reference: Figures | None = None) -> None:
        """reference: supplies figures that the data set lacks."""
        self._figures = figures
        self._reference = reference

    def ns(self, implementation: str, *, strategy: str, case: str, **which: Any) -> Figure:
        """ns per packet in batch mode: ``ns("heap", collector="g1", strategy="pool", case="A")``.

        Optional: generator ("counter", "random"), jdk, variant.
        """
        one, which = _split(implementation, which)
        return self._look(lambda figures: figures.batch(one, strategy, case, **which))

    def _look(self, find: Callable[[Figures], Figure]) -> Figure:
        """The data set's figure, with the reference's attached."""
        own = find(self._figures)
        if self._reference is None:
            return own
        there = dataclasses.replace(find(self._reference), of_reference=True)
        return dataclasses.replace(own, reference=there if there.known else None)

    def unsettled(self) -> str:
        """Batch cells whose windows were still getting faster or slower: ``3 of 200``."""
        measured = [
            record.model.batch.ns_per_packet.windows
            for record in self._figures.dataset.records.values()
            if record.status == "ok"
            and record.model.batch
            and record.model.batch.ns_per_packet.rounds > 1
        ]
        return f"{sum(map(is_unsettled, measured))} of {len(measured)}"

    def gc(
        self,
        column: str,
        *,
        collector: str,
        strategy: str,
        case: str,
        implementation: str = "heap",
        **which: Any,
    ) -> Figure:
        """A GC figure of a Java program in batch mode: ``gc("max_pause_ms", collector=...)``."""
        one, which = _split(implementation, {"collector": collector, **which})
        return self._look(lambda figures: figures.gc(one, strategy, case, column, **which))

    def loss(
        self, implementation: str, *, interval: int, strategy: str, case: str, **which: Any
    ) -> Figure:
        """Share of packets lost in real time at an interval in ns, %."""
        one, which = _split(implementation, which)

        def find(figures: Figures) -> Figure:
            found = figures.realtime(one, strategy, case, **which)
            about = f"{found.missing.about}, {interval} ns"
            if not found.probes:
                return dataclasses.replace(found.missing, unit="%", about=about)
            if interval not in found.probes:
                reason = f"{interval} ns was not probed in the {figures.dataset.profile} run"
                return Figure.absent("%", reason, about)
            probe = found.probes[interval]
            if probe.get("stopped_early"):
                return Figure.absent("%", "the probe stopped at its first loss", about)
            return Figure(probe["loss_pct"], "%", about=about)

        return self._look(find)

    def min_interval(
        self, implementation: str, *, strategy: str, case: str, **which: Any
    ) -> Figure:
        """Shortest probed interval at which nothing was lost, ns."""
        one, which = _split(implementation, which)
        return self._look(lambda figures: figures.realtime(one, strategy, case, **which).shortest)

    def tally(
        self,
        a: str = "pool",
        b: str = "alloc",
        *,
        implementation: str = "heap",
        case: str = "",
        every: bool = False,
    ) -> "Tally":
        """How often strategy `a` is faster than `b`, over the usual collectors and the cases.

        Solutions without cells in the data set do not count. For all implementations:
        implementation="". For one case only: case="A". every: with all JDKs and options.
        """
        choose(a, STRATEGIES, "strategy")
        choose(b, STRATEGIES, "strategy")
        choose(case, ["", *CASES], "case")
        choose(implementation, ["", *IMPLEMENTATIONS], "implementation")
        pairs = self._pairs(a, b, implementation, case, every=every)
        return Tally.of(compare(left, right) for _, left, right in pairs)

    def _pairs(
        self, a: str, b: str, implementation: str = "", case: str = "", *, every: bool = False
    ) -> Iterator[tuple[str, Figure, Figure]]:
        """Place and both strategies' figures, for all usual solutions of the data set, or all."""
        for one in SOLUTIONS.values() if every else solutions():
            if implementation in ("", one.implementation) and self._figures.dataset.has(one):
                for each in case or CASES:
                    left, right = (self._figures.batch(one, name, each) for name in (a, b))
                    yield f"{full_label(one)}, case {each}", left, right

    def answer(self) -> "Answer":
        """Compare pooling with allocating over all usual solutions and cases."""
        contrasts = [
            Contrast(where, estimate)
            for where, pool, alloc in self._pairs("pool", "alloc")
            if (estimate := paired(pool, alloc))
            and estimate.verdict in (Verdict.FASTER, Verdict.SLOWER)
        ]
        return Answer(
            self.tally(implementation=""),
            _surest([one for one in contrasts if one.estimate.ratio < 1]),
            _surest([one for one in contrasts if one.estimate.ratio > 1]),
            self._of_the_open_ones(),
        )

    def _of_the_open_ones(self) -> "Tally | None":
        """The reference's verdicts on the pairs that are open here; None without both."""
        if self._reference is None:
            return None
        here, there = self._pairs("pool", "alloc"), Values(self._reference)._pairs("pool", "alloc")
        is_open = {where for where, *both in here if compare(*both) == Verdict.OPEN}
        found = Tally.of(compare(*both) for where, *both in there if where in is_open)
        return found if found.known else None

    def fastest(self, *, strategy: str = "", case: str, implementation: str = "") -> str:
        """Name of the fastest solution in a case, with its strategy unless that is given.

        Dummy is left out. Without any figure: ``none (nothing was measured)``.
        """
        found = self._fastest(strategy, case, implementation)
        return found[0] if found else "none (nothing was measured)"

    def fastest_ns(self, *, strategy: str = "", case: str, implementation: str = "") -> Figure:
        found = self._fastest(strategy, case, implementation)
        return found[1] if found else Figure.absent("ns", "nothing was measured")

    def _fastest(self, strategy: str, case: str, implementation: str) -> tuple[str, Figure] | None:
        choose(case, CASES, "case")
        choose(strategy, ["", *STRATEGIES], "strategy")
        choose(implementation, ["", *IMPLEMENTATIONS], "implementation")
        found: list[tuple[float, str, Figure]] = []
        for one in SOLUTIONS.values():
            if implementation in ("", one.implementation):
                for each in [strategy] if strategy else [s for s in STRATEGIES if s != "dummy"]:
                    figure = self._figures.batch(one, each, case)
                    if figure.value is not None:
                        name = full_label(one)
                        name += "" if strategy else f", {STRATEGIES[each].lower()}"
                        found.append((figure.value, name, figure))
        return min(found)[1:] if found else None


@dataclasses.dataclass(frozen=True)
class Tally:
    faster: int
    slower: int
    same: int
    undecided: int
    unknown: int

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> "Tally":
        counts = Counter(verdicts)
        order = (Verdict.FASTER, Verdict.SLOWER, Verdict.SAME, Verdict.OPEN, UNKNOWN)
        return cls(*(counts[verdict] for verdict in order))

    @property
    def known(self) -> int:
        """Comparisons with a figure on both sides."""
        return self.decided + self.undecided

    @property
    def decided(self) -> int:
        """Comparisons with a verdict."""
        return self.faster + self.slower + self.same

    def __str__(self) -> str:
        """``faster in 9 of 12, slower in 1, the same in 1 (1 inconclusive)``."""
        if not self.known:
            return "not measured"
        parts = [f"faster in {self.faster} of {self.known}"]
        parts += [f"slower in {self.slower}"] if self.slower else []
        parts += [f"the same in {self.same}"] if self.same else []
        others = [f"{self.undecided} inconclusive"] if self.undecided else []
        others += [f"{self.unknown} not measured"] if self.unknown else []
        return ", ".join(parts) + (f" ({', '.join(others)})" if others else "")


@dataclasses.dataclass(frozen=True)
class Answer:
    """Pooling against allocating in all pairs of a data set: the question of the course."""

    tally: Tally
    best: "Contrast | None"
    """Pair with a verdict where pooling gains most, by the interval's near end; None: nowhere."""
    worst: "Contrast | None"
    of_the_open_ones: Tally | None = None
    """What the reference says of the pairs that are open here; None if it has nothing to add."""


@dataclasses.dataclass(frozen=True)
class Contrast:
    """A pair whose verdict is a difference."""

    where: str
    estimate: Estimate


def _surest(contrasts: list[Contrast]) -> Contrast | None:
    """By the interval's near end: a ratio from few rounds may be extreme by chance."""
    return max(
        contrasts,
        key=lambda one: abs(one.estimate.log_ratio) - one.estimate.log_half_width,
        default=None,
    )


def ratio(a: Figure, b: Figure) -> Figure:
    """The ratio of `a` to `b`; from their rounds, with its interval, if they share some.

    Raises FigureError if their units differ.
    """
    if a.unit != b.unit:
        raise FigureError(f"ratio of {a.unit} to {b.unit}: the units differ")
    a, b = of_one_set(a, b)
    about, estimate = f"{a.about} / {b.about}", paired(a, b)
    if estimate is not None:
        about += f"; from {estimate.in_rounds}"
    if are_sittings_apart(a.started, b.started):
        about += "; measured hours apart"
    for side in (a, b):
        if side.value is None:
            return Figure(None, "", status=side.status, reason=side.reason, about=about)
    if not b.value or b.at_most:
        return Figure.absent("", "only a bound is known" if b.value else "division by zero", about)
    same = {"about": about, "of_reference": a.of_reference, "at_most": a.at_most}
    if estimate is None:
        return Figure(a.value / b.value, "", **same)
    return Figure(estimate.ratio, "", estimate.low, estimate.high, is_interval=True, **same)


def of_one_set(a: Figure, b: Figure) -> tuple[Figure, Figure]:
    """Both figures, or the reference's if only that has both: never one of each."""
    if (a.known and b.known) or not a.reference or not b.reference:
        return a, b
    return a.reference, b.reference


def paired(a: Figure, b: Figure) -> Estimate | None:
    """Estimate from rounds, of 0 rounds if the sides share none; None if that tells nothing."""
    return a.rounds.against(b.rounds) if a.rounds and b.rounds else None


def compare(a: Figure, b: Figure, same: float = SAME) -> str:
    """Compare `a` with `b`: a :class:`course.model.pairs.Verdict`, or UNKNOWN.

    same: largest relative difference that counts as the same; 0 against a limit.

    Shared rounds decide; for cells that share none, the ratio must exceed what changes between
    sittings. Other figures differ if their difference exceeds two standard errors, and are the same
    if it cannot exceed `same`, given these errors; in sittings hours apart they must differ by more
    than the machine may have changed meanwhile.
    """
    if a.unit != b.unit:
        raise FigureError(f"comparison of {a.unit} with {b.unit}: the units differ")
    a, b = of_one_set(a, b)
    if a.value is None or b.value is None:
        return UNKNOWN
    estimate = paired(a, b)
    if estimate is not None:
        return estimate.verdict_within(same)
    if isinstance(a.rounds, Rounds) and isinstance(b.rounds, Rounds):
        return Verdict.OPEN
    if not a.value and not b.value:
        return Verdict.OPEN  # both are zero
    distance, noise = abs(a.value - b.value), math.hypot(a.noise, b.noise)
    if same and distance + noise <= same * max(abs(a.value), abs(b.value)):
        return Verdict.SAME
    if distance <= noise or (are_sittings_apart(a.started, b.started) and _may_be_mood(a, b)):
        return Verdict.OPEN
    return Verdict.FASTER if a.value < b.value else Verdict.SLOWER


def _may_be_mood(a: Figure, b: Figure) -> bool:
    """True if the hours between the figures may account for their ratio.

    Ratios, as a change of the machine's state slows everything by the same factor.
    """
    low, high = sorted((float(a.value or 0), float(b.value or 0)))
    ratio_of_both = math.log(high / low) if low else math.inf
    return ratio_of_both <= math.hypot(a.drift, b.drift)


def _split(implementation: str, which: dict[str, Any]) -> tuple[Solution, dict[str, Any]]:
    """Take the collector out of the keywords and refuse unknown ones."""
    for key in which:
        choose(key, ("collector", "generator", "jdk", "variant"), "parameter")
    rest = {key: value for key, value in which.items() if key != "collector"}
    return solution(implementation, which.get("collector")), rest

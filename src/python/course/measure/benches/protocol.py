"""Programs' output: events of bench programs, and results computed from an analyser's rounds.

A result is a dict with ``metric``, ``unit`` and either ``value`` or ``percentiles``, as the
program printed it; other fields are kept.
"""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from course.measure.events import Event, Output, OutputError, check_digest, kept_runtime
from course.model.bench_record import MEDIAN
from course.model.record import OwnRuntime
from course.model.strict import Figure, Line, Nonnegative, Number, Open

Result = dict[str, Any]


class _Start(Open):
    bench: Line
    contestant: Line
    parameters: dict[str, Any] | None = None
    build: OwnRuntime


class _Result(Open):
    metric: Line
    unit: str
    value: Figure | None = None
    count: Number | None = None
    samples: list[Figure] | None = None
    error: Nonnegative | None = None
    percentiles: dict[Annotated[str, Field(pattern=r"^\d+(\.\d+)?$")], Figure] | None = None
    parameters: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.value is None) == (self.percentiles is None):
            raise ValueError("should have either a value or percentiles")
        if self.percentiles is not None and MEDIAN not in self.percentiles:
            raise ValueError("the percentiles should have a median")
        return self


class _Skipped(Open):
    metric: Line = "all"
    reason: Line


_EVENTS = {"start": _Start, "result": _Result, "skipped": _Skipped, "end": Open}


class Reader(Output):
    """Reads one process's output.

    Its ``results`` are a list, once it has ended well. Raises OutputError if some are missing.
    """

    told = "build"
    """Key of the start event's compiler or JVM."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped: dict[str, str] = {}
        """Metric as the program calls it -> why it could not be measured here."""
        self.reason: str | None = None  # why nothing at all could be measured here

    def runtime(self) -> dict[str, Any] | None:
        """Compiler or JVM as the program reported it, if it got that far."""
        return self.start and kept_runtime(self.start[self.told])


class BenchReader(Reader):
    events = _EVENTS

    def __init__(self, name: str = "") -> None:
        """name: contestant that the program must report; empty: any."""
        super().__init__()
        self._name = name
        self._results: list[Result] = []

    def results(self) -> list[Result]:
        start, _ = self.check({})
        called = start["contestant"]
        if self._name not in ("", called):
            raise OutputError(f"ran contestant {called}, asked for {self._name}")
        if not (self._results or self.skipped or self.reason):
            raise OutputError("ended normally, but printed neither a result nor a reason")
        return self._results

    def add(self, kind: str, event: Event) -> None:
        if kind == "result":
            self._results.append({key: one for key, one in event.items() if key != "event"})
        elif "metric" in event:
            self.skipped[event["metric"]] = event["reason"]
        else:
            self.reason = event["reason"]


class AnalyserReader(Reader):
    """Reads the events of an analyser in batch mode; its rounds become one result."""

    told = "runtime"

    def __init__(self, asked: dict[str, Any], digests: Path) -> None:
        """asked: settings that the program must report back; digests: cache of expected ones."""
        super().__init__()
        self._asked = asked
        self._digests = digests

    def results(self) -> list[Result]:
        start, end = self.check(self._asked)
        if not self.rounds:
            raise OutputError("ended normally, but printed no round event")
        check_digest(start, end, self._digests)
        packets = sum(one["packets"] for one in self.rounds)
        value = sum(one["elapsed_ns"] for one in self.rounds) / packets
        samples = [one["ns_per_packet"] for one in self.rounds]
        result = {"metric": "ns_per_packet", "unit": "ns", "value": value}
        return [result | {"count": packets, "samples": samples}]

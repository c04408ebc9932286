"""Programs' output: events of bench programs, and results computed from an analyser's rounds.

A result is a dict with ``metric``, ``unit`` and either ``value`` or ``percentiles``, as the
program printed it; other fields are kept.
"""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from course.measure.events import Output, OutputError, check_digest, kept_runtime, parse, shortened
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


class Reader:
    """Reads one process's output, and returns the results at the end, if it ended well.

    ``understands`` adds a line of output; False if the program should not have printed it.
    ``results`` raises OutputError if some are missing.
    """

    build: dict[str, Any] | None = None
    """Compiler or JVM as the program reported it, if it got that far."""

    def __init__(self) -> None:
        self.skipped: dict[str, str] = {}
        """Metric as the program calls it -> why it could not be measured here."""
        self.reason: str | None = None  # why nothing at all could be measured here

    def runtime(self) -> dict[str, Any] | None:
        return self.build and kept_runtime(self.build)


class BenchReader(Reader):
    def __init__(self, name: str = "") -> None:
        """name: contestant that the program must report; empty: any."""
        super().__init__()
        self._name = name
        self._start: dict[str, Any] | None = None
        self._results: list[Result] = []
        self._ended = False
        self._error: OutputError | None = None

    def understands(self, line: str) -> bool:
        try:
            self._take(line)
        except OutputError as error:
            self._error = self._error or error
            return False
        return True

    def results(self) -> list[Result]:
        if self._error is not None:
            raise self._error
        if self._start is None or not self._ended:
            missing = "start" if self._start is None else "end"
            raise OutputError(f"ended normally, but printed no {missing} event")
        called = self._start["contestant"]
        if self._name not in ("", called):
            raise OutputError(f"ran contestant {called}, asked for {self._name}")
        if not (self._results or self.skipped or self.reason):
            raise OutputError("ended normally, but printed neither a result nor a reason")
        return self._results

    def _take(self, line: str) -> None:
        event = parse(line, _EVENTS)
        kind = event.pop("event")
        if (self._start is None) != (kind == "start") or self._ended:
            raise OutputError(f"printed out of order: {shortened(line)}")
        match kind:
            case "start":
                self._start, self.build = event, event["build"]
            case "result":
                self._results.append(event)
            case "skipped" if "metric" in event:
                self.skipped[event["metric"]] = event["reason"]
            case "skipped":
                self.reason = event["reason"]
            case "end":
                self._ended = True


class AnalyserReader(Reader):
    """Reads the events of an analyser in batch mode; its rounds become one result."""

    def __init__(self, asked: dict[str, Any], digests: Path) -> None:
        """asked: settings that the program must report back; digests: cache of expected ones."""
        super().__init__()
        self._asked = asked
        self._digests = digests
        self._output = Output()

    def understands(self, line: str) -> bool:
        return self._output.hear(line) is not None

    @property
    def build(self) -> dict[str, Any] | None:
        return self._output.start and self._output.start["runtime"]

    def results(self) -> list[Result]:
        start, end = self._output.check(self._asked)
        rounds = self._output.rounds
        if not rounds:
            raise OutputError("ended normally, but printed no round event")
        check_digest(start, end, self._digests)
        packets = sum(one["packets"] for one in rounds)
        value = sum(one["elapsed_ns"] for one in rounds) / packets
        samples = [one["ns_per_packet"] for one in rounds]
        result = {"metric": "ns_per_packet", "unit": "ns", "value": value}
        return [result | {"count": packets, "samples": samples}]

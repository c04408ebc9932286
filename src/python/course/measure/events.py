"""Check and collect the JSON lines that a measured program prints."""

import contextlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from course.model import oracle
from course.model.record import Clock, OwnRuntime
from course.model.strict import Count, Digest, Nonnegative, Number, Open, Positive, Truth, problem
from course.process.files import read_object, write_object

Event = dict[str, Any]

LONGEST_REASON = 500

Uptime = Annotated[list[Nonnegative], Field(min_length=2, max_length=2)]
"""JVM uptime at the start and the end, ms."""


class _Sizes(Open):
    queue: Number
    stored: Count


class _Start(Open):
    implementation: str
    strategy: str
    case: str
    mode: str
    generator: str
    scale: Number
    sizes: _Sizes
    runtime: OwnRuntime
    workload: Count
    clock: Clock | None = None


class _Round(Open):
    warmup: Truth
    packets: Count
    elapsed_ns: Count
    ns_per_packet: Positive
    uptime_ms: Uptime | None = None


class _Service(Open):
    slices: list[Any]  # too many to validate here: their users do it


class _Probe(Open):
    interval_ns: Positive
    capacity: Count
    seconds: Positive
    sent: Number
    received: Number
    lost: Number
    longest_stall_ns: Nonnegative
    stopped_early: Truth
    uptime_ms: Uptime | None = None
    losses: list[tuple[Nonnegative, Number]] | None = Field(default=None, max_length=2000)


class _LiveObjects(Open):
    instances: Number


class _End(Open):
    packets: Number
    digest: Digest | None
    live_objects: _LiveObjects | None = None


_EVENTS: dict[str, type[Open]] = {
    "start": _Start,
    "round": _Round,
    "progress": Open,
    "service": _Service,
    "probe": _Probe,
    "end": _End,
}


class OutputError(Exception):
    """The program's output violates the contract; one line."""


class Output:
    """The output of a program's run so far."""

    events = _EVENTS
    """Kind of an event -> its model."""

    def __init__(self) -> None:
        self.start: Event | None = None
        self.service: Event | None = None
        self.rounds: list[Event] = []
        self.probes: list[Event] = []
        self.end: Event | None = None
        self.error: OutputError | None = None  # the first

    def understands(
        self,
        line: str,
        react: Callable[[Event], None] = lambda _event: None,
        stop: Callable[[], None] = lambda: None,
    ) -> bool:
        """Add one line of output; False if the program should not have printed it.

        react: answers its event, unless something was wrong before; may raise OutputError. stop:
        called if anything is wrong. The first error is kept.
        """
        event = None
        try:
            event = self.take(line)
            if self.error is None:
                react(event)
        except OutputError as error:
            self.error = self.error or error
        if self.error is not None:
            stop()
        return event is not None

    def check(self, asked: Mapping[str, object]) -> tuple[Event, Event]:
        """Its start and its end, if it is complete and of the program that was asked for.

        asked: settings that the start has to tell back. Raises OutputError otherwise; for the first
        line that was not understood, if there is one.
        """
        if self.error is not None:
            raise self.error
        if self.start is None or self.end is None:
            missing = "start" if self.start is None else "end"
            raise OutputError(f"ended normally, but printed no {missing} event")
        for key, value in asked.items():
            if str(told := self.start.get(key)) != str(value):
                raise OutputError(f"ran with {key} {told}, asked for {value}")
        return self.start, self.end

    def take(self, line: str) -> Event:
        """Add one line of output; return its event. Raises OutputError."""
        event = parse(line, self.events)
        kind = event["event"]
        is_late = kind == "service" and (self.service or self.probes)
        if (self.start is None) != (kind == "start") or self.end is not None or is_late:
            raise OutputError(f"printed out of order: {shortened(line)}")
        match kind:
            case "start":
                self.start = event
            case "service":
                self.service = event
            case "end":
                self.end = event
            case _:
                self.add(kind, event)
        return event

    def add(self, kind: str, event: Event) -> None:
        """Add an event of a kind that may come again."""
        if kind == "probe":
            self.probes.append(event)
        elif kind == "round" and not event["warmup"]:
            self.rounds.append(event)


def check_digest(start: Event, end: Event, digests: Path) -> str | None:
    """Return the program's digest if it is correct; None for a strategy without one.

    digests: cache folder for digests that are slow to compute. Raises OutputError for a wrong
    digest, or another workload than that of :mod:`course.model.oracle`.
    """
    if start["workload"] != oracle.WORKLOAD:
        version = start["workload"]
        raise OutputError(f"does version {version} of the workload, not {oracle.WORKLOAD}")
    packets, found, expected = end["packets"], end["digest"], None
    if start["strategy"] != "dummy":  # its one packet is overwritten: nothing to compare
        asked = (start["case"], start["scale"], start["generator"], packets)
        expected = expected_digest(*asked, digests)
    if found != expected:
        raise OutputError(f"wrong digest after {packets} packets: {found}, expected {expected}")
    return expected


def expected_digest(case: str, scale: int, generator: str, packets: int, folder: Path) -> str:
    """Return the oracle's digest; slow ones are cached in the folder, one file per query.

    A cache that cannot be read or written is ignored; several threads may call this.
    """
    if generator == "counter":
        return oracle.expected(case, scale, generator, packets)
    file = folder / f"{generator}-{case}-{scale}-{packets}.json"
    digest = read_object(file).get("digest")
    if not isinstance(digest, str) or len(digest) != 16:
        digest = oracle.expected(case, scale, generator, packets)
        with contextlib.suppress(OSError):  # the cache only saves time
            write_object(file, {"digest": digest})
    return digest


def parse(line: str, events: Mapping[str, type[Open]]) -> Event:
    """Parse a line that a program printed as one of the events. Raises OutputError."""
    try:
        event = json.loads(line, parse_constant=_refuse)
        model = events[event["event"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise OutputError(f"printed an unknown event: {shortened(line)}") from None
    wrong = problem(model, event)
    if wrong is not None:
        raise OutputError(f"printed a wrong {event['event']} event: {shortened(wrong)}")
    return event


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a JSON number")


def kept_runtime(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a record keeps of the runtime, or build, that a program reported."""
    return {key: told[key] for key in ("name", "version", "vendor", "flags")}


def shortened(text: str) -> str:
    """The text as one line of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."

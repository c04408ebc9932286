"""The JSON lines that a measured program prints: checked, and gathered."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from course.process.schemas import Schema

Event = dict[str, Any]

_COUNT = {"type": "integer", "minimum": 0}
_POSITIVE = {"type": "number", "exclusiveMinimum": 0}
_NONNEGATIVE = {"type": "number", "minimum": 0}
_UPTIME = {"type": "array", "items": _NONNEGATIVE, "minItems": 2, "maxItems": 2}
_LOSSES = {
    "type": "array",
    "maxItems": 2000,
    "items": {"type": "array", "prefixItems": [_NONNEGATIVE, _COUNT], "minItems": 2, "maxItems": 2},
}


def _event(required: dict[str, Any], optional: dict[str, Any] | None = None) -> Schema:
    schema = {
        "type": "object",
        "required": sorted(required),
        "properties": required | (optional or {}),
    }
    return Schema(schema)


_RUNTIME = {
    "type": "object",
    "required": ["name", "version", "vendor", "flags"],
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "vendor": {"type": "string"},
        "flags": {"type": "array", "items": {"type": "string"}},
    },
}
_VALIDATORS = {
    "start": _event(
        {
            "implementation": {"type": "string"},
            "strategy": {"type": "string"},
            "case": {"type": "string"},
            "mode": {"type": "string"},
            "generator": {"type": "string"},
            "scale": _COUNT,
            "sizes": {
                "type": "object",
                "required": ["queue", "stored"],
                "properties": {"queue": _COUNT, "stored": {"type": "integer", "minimum": 1}},
            },
            "runtime": _RUNTIME,
            "workload": {"type": "integer", "minimum": 1},
        },
        {"clock": {"enum": ["thread", "counter"]}},
    ),
    "round": _event(
        {
            "warmup": {"type": "boolean"},
            "packets": {"type": "integer", "minimum": 1},
            "elapsed_ns": {"type": "integer", "minimum": 1},
            "ns_per_packet": _POSITIVE,
        },
        {"uptime_ms": _UPTIME},
    ),
    "progress": _event({}),
    # Its slices are many: who uses them looks at their form.
    "service": _event({"slices": {"type": "array"}}),
    "probe": _event(
        {
            "interval_ns": _POSITIVE,
            "capacity": {"type": "integer", "minimum": 1},
            "seconds": _POSITIVE,
            "sent": _COUNT,
            "received": _COUNT,
            "lost": _COUNT,
            "longest_stall_ns": _NONNEGATIVE,
            "stopped_early": {"type": "boolean"},
        },
        {"uptime_ms": _UPTIME, "losses": _LOSSES},
    ),
    "end": _event(
        {
            "packets": _COUNT,
            "digest": {"type": ["string", "null"], "pattern": "^[0-9a-f]{16}$"},
        },
        {
            "live_objects": {
                "type": "object",
                "required": ["instances"],
                "properties": {"instances": _COUNT},
            }
        },
    ),
}


class OutputError(Exception):
    """The program printed what the contract does not know; one line."""


@dataclasses.dataclass
class Output:
    """What one run of a program has printed so far."""

    start: Event | None = None
    service: Event | None = None
    rounds: list[Event] = dataclasses.field(default_factory=list)
    probes: list[Event] = dataclasses.field(default_factory=list)
    end: Event | None = None
    error: OutputError | None = None  # the first

    def understands(self, line: str) -> bool:
        """Add one line of output; False if it is not one of ours, which is remembered."""
        return self.hear(line) is not None

    def hear(self, line: str) -> Event | None:
        """As :meth:`understands`; gives the event."""
        try:
            return self.take(line)
        except OutputError as error:
            self.error = self.error or error
            return None

    def check_understood(self) -> None:
        """Raises OutputError for the first line that was not understood, if there is one."""
        if self.error is not None:
            raise self.error

    def take(self, line: str) -> Event:
        """Add one line of output; what it says. Raises OutputError."""
        event = _parse(line)
        match event["event"]:
            case "start" if self.start is None:
                self.start = event
            case _ if self.start is None or self.end is not None:
                raise OutputError(f"printed out of turn: {_shortened(line)}")
            case "round" if not event["warmup"]:
                self.rounds.append(event)
            case "service" if self.service is None and not self.probes:
                self.service = event
            case "probe":
                self.probes.append(event)
            case "end":
                self.end = event
            case "round" | "progress":
                pass
            case _:
                raise OutputError(f"printed out of turn: {_shortened(line)}")
        return event


def _parse(line: str) -> Event:
    try:
        event = json.loads(line, parse_constant=_refuse)
        kind = event["event"]
        validator = _VALIDATORS[kind]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise OutputError(f"printed what is no event: {_shortened(line)}") from None
    error = validator.problem(event)
    if error is not None:
        where = "".join(f" {name}" for name in error.absolute_path)
        raise OutputError(f"printed a wrong {kind} event:{where}: {_shortened(error.message)}")
    return event


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON number")


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:200] + "..."

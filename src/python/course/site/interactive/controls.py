"""What a reader can change in a figure."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

Value = float | str | bool


@dataclasses.dataclass(frozen=True)
class Stop:
    """A value that a control can take, and how it is written."""

    value: Value
    text: str


@dataclasses.dataclass(frozen=True)
class Control:
    """A setting: `kind` is ``slider``, ``choice`` or ``switch``; a switch has False, then True.

    Sliders have stops, too, and no values between: a key moves one by one, and each has its words.
    """

    name: str
    label: str
    stops: tuple[Stop, ...]
    start: int
    """Where it stands at first: a stop's index."""
    kind: str = "slider"

    @property
    def value(self) -> Value:
        """What it is set to at first."""
        return self.stops[self.start].value


def numbers(values: Iterable[float], unit: str = "") -> tuple[Stop, ...]:
    """Stops at these numbers, written with their unit, if they have one."""
    after = f"\u00a0{unit}" if unit else ""
    return tuple(Stop(value, f"{value:,g}{after}") for value in values)


def switch(name: str, label: str) -> Control:
    """Off at first."""
    return Control(name, label, (Stop(False, "no"), Stop(True, "yes")), 0, "switch")


def at_first(controls: Iterable[Control]) -> dict[str, Any]:
    """Name -> what a control is set to at first."""
    return {control.name: control.value for control in controls}

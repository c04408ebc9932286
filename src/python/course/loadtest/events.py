"""The program's output: the events of bench programs."""

import json
from typing import Any, TextIO


class Events:
    """Prints one JSON object per line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def start(self, contestant: str, parameters: dict[str, Any], build: dict[str, Any]) -> None:
        """Print the contestant, its parameters and its build."""
        self._print(
            "start", bench="service", contestant=contestant, parameters=parameters, build=build
        )

    def value(self, metric: str, unit: str, value: float, **more: Any) -> None:
        """Print a figure, with any further facts."""
        self._print("result", metric=metric, unit=unit, value=value, **more)

    def percentiles(
        self, metric: str, unit: str, percentiles: dict[str, float], **more: Any
    ) -> None:
        """Print the percentiles of one distribution."""
        self._print("result", metric=metric, unit=unit, percentiles=percentiles, **more)

    def skipped(self, metric: str, reason: str) -> None:
        """Print why a metric cannot be measured here."""
        self._print("skipped", metric=metric, reason=reason)

    def end(self) -> None:
        """Print that the run succeeded."""
        self._print("end")

    def _print(self, event: str, **values: Any) -> None:
        print(json.dumps({"event": event, **values}, allow_nan=False), file=self._out, flush=True)

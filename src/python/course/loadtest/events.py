"""What the program prints: the events of bench programs."""

import json
from typing import Any, TextIO


class Events:
    """Prints one JSON object a line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def start(self, contestant: str, parameters: dict[str, Any], build: dict[str, Any]) -> None:
        """Who is measured, how, and on what."""
        self._print(
            "start", bench="service", contestant=contestant, parameters=parameters, build=build
        )

    def value(self, metric: str, unit: str, value: float, **more: Any) -> None:
        """A figure, and what else is known of it."""
        self._print("result", metric=metric, unit=unit, value=value, **more)

    def percentiles(
        self, metric: str, unit: str, percentiles: dict[str, float], **more: Any
    ) -> None:
        """Figures of one distribution."""
        self._print("result", metric=metric, unit=unit, percentiles=percentiles, **more)

    def skipped(self, metric: str, reason: str) -> None:
        """Why a metric cannot be measured here."""
        self._print("skipped", metric=metric, reason=reason)

    def end(self) -> None:
        """All went well."""
        self._print("end")

    def _print(self, event: str, **values: Any) -> None:
        print(json.dumps({"event": event, **values}, allow_nan=False), file=self._out, flush=True)

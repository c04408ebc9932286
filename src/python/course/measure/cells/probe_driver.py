"""Request the search's probes from a running program, one by one."""

import time
from collections.abc import Callable
from typing import Any

from course.measure.cells import figures, search
from course.measure.cells.prediction import Service
from course.measure.cells.profiles import Realtime
from course.measure.events import Event, Output, OutputError
from course.model.probes import Probe, verdict
from course.process import child


class ProbeDriver:
    """Reads one real-time program's output and requests the next probe on its stdin when one ends.
    Pass :meth:`understands` and :attr:`stdin` to :func:`course.process.child.run`.
    """

    def __init__(
        self, load: Realtime, output: Output, now: Callable[[], float] = time.monotonic
    ) -> None:
        """output: receives all lines; now: returns the time in seconds."""
        self.stdin = child.Input()
        self._load = load
        self._output = output
        self._now = now
        self._service: Service | None = None
        self._prediction: dict[str, Any] | None = None
        self._probes: list[Probe] = []
        self._asking: search.Asking | None = None
        self._asked: search.Request | None = None
        self._began = self._ended = 0.0
        self._is_over = False

    def understands(self, line: str) -> bool:
        """Take one line of output, and answer it; False if it is invalid."""
        # After an error, continuing is useless.
        return self._output.understands(line, self._react, self.stdin.close)

    def realtime(self, clock: str) -> dict[str, Any]:
        """The record's ``realtime`` without a verdict. Raises OutputError if probes are missing.

        clock: which clock set the ticks.
        """
        if not self._is_over:
            raise OutputError(f"ended after {len(self._probes)} probes, asked for another")
        settings = self._load.search
        took = None
        if settings is not None:
            found = verdict(self._probes)["min_interval_ns"]
            plain = search.plain(settings, found)
            bisection = search.bisection(settings, found)
            same = ("shortest_ns", "longest_ns", "resolution", "longest_seconds")
            took = {name: getattr(settings, name) for name in same} | {
                "seconds": self._ended - self._began,
                "plain_probes": plain.probes,
                "plain_seconds": self._seconds(plain),
                "bisection_probes": bisection.probes,
                "bisection_seconds": self._seconds(bisection),
            }
        return {
            "clock": clock,
            "probes": self._probes,
            "service": self._service and self._service.to_dict(),
            "prediction": self._prediction,
            "search": took,
        }

    def _seconds(self, effort: search.Effort) -> float:
        load = self._load
        return effort.probes * load.warmup_seconds + effort.whole * load.seconds_per_interval

    def _react(self, event: Event) -> None:
        match event["event"]:
            case "start" if self._load.search is None:
                self._asking = search.given(self._load)
                self._ask(next(self._asking))
            case "service":
                self._begin_search(event)
            case "probe":
                self._take(event)
            case "end":
                self.stdin.close()

    def _begin_search(self, event: Event) -> None:
        settings = self._load.search
        if settings is None:
            raise OutputError("printed service times without being asked")
        try:
            self._service = Service(event["slices"])
        except ValueError as error:
            raise OutputError(f"printed wrong service times: {error}") from error
        # The service run started that long ago, after its warm-up.
        self._began = self._now() - self._service.seconds - settings.warmup_seconds
        self._prediction = self._service.prediction(settings.shortest_ns, settings.longest_ns)
        predicted = self._prediction["interval_ns"]
        mean_ns, packets = self._service.ns_per_packet, self._service.packets
        self._asking = search.find(self._load, predicted, mean_ns, packets)
        self._ask(next(self._asking))

    def _take(self, event: Event) -> None:
        asked, interval_ns = self._asked, event["interval_ns"]
        if self._asking is None or asked is None or interval_ns != asked.interval_ns:
            wanted = "nothing" if asked is None else f"{asked.interval_ns} ns"
            raise OutputError(f"probed {interval_ns} ns, asked for {wanted}")
        probe = figures.probe(event, asked.purpose)
        self._probes.append(probe)
        self._ended = self._now()
        try:
            self._ask(self._asking.send(probe))
        except StopIteration:
            self._asked = None
            self._is_over = True
            self.stdin.close()

    def _ask(self, request: search.Request) -> None:
        self._asked = request
        warmup_seconds = request.warmups * self._load.warmup_seconds
        words = [request.interval_ns, request.seconds, warmup_seconds]
        until_loss = ["until-loss"] if request.until_loss else []
        self.stdin.send(" ".join(str(word) for word in [*words, *until_loss]))

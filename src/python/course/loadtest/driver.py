"""The load test, from the command line to the events of a server and a loader."""

import argparse
import contextlib
import dataclasses
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from course import paths
from course.arguments import Parser, positive
from course.loadtest import echo, waits, wrk
from course.loadtest.errors import BusyError, LoaderError, ServiceError
from course.loadtest.events import Events
from course.loadtest.server import Server, Totals
from course.loadtest.vegeta import Vegeta
from course.loadtest.waits import Answers
from course.measure.cells import commands
from course.measure.cells.programs import ANALYSER_FLAGS
from course.process.gclog import Analyser, GcLogError
from course.toolchain import vegeta

SERVER = "allocpool.service.ServiceMain"
BUFFERS = ("heap-new", "direct-new", "heap-pool", "direct-pool")
COLLECTORS = ("G1", "Parallel", "Z")

QUIET = ("-Xlog:disable", "-Xlog:all=warning:stderr", "-XX:-CreateCoredumpOnCrash")
"""Flags that keep the JVM's own messages out of the server's output."""

UNSENT, UNSENT_S = 0.01, 0.02
"""Most that a loader may leave unsent at the end: this share, or the requests of that many seconds.
With more the model is not open."""

ATTEMPTS = 3
"""Tries of a load that the loader cannot keep up with, as a machine may be busy for a moment."""

SPENT = {
    "heap_bytes": "B",
    "cpu": waits.MICROSECONDS,
    "longest_pause": "ms",
    "paused": "%",
    "stalled": "ms",
    "collections": "",
}
"""Resource that the server uses under load -> unit."""

FEW = "few_"
"""Prefix of the metrics of the open model's second load, which uses few connections."""

METRICS = {
    "open": (
        "latency",
        "p99",
        "p99.9",
        "from_send",
        "few_latency",
        "few_from_send",
        *SPENT,
        *(f"{FEW}{metric}" for metric in SPENT),
    ),
    "closed": ("rate", "wrk_latency", *SPENT),
}
"""Model -> its metrics."""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line; exit with one line and code 2 if it is invalid."""
    parser = Parser(
        prog="course.loadtest",
        description="Load-test the echo server, printing a bench program's events.",
        allow_abbrev=False,
    )
    parser.add_argument("--java", required=True, metavar="FILE", help="the JVM to measure on")
    parser.add_argument("--buffers", choices=BUFFERS, required=True)
    parser.add_argument("--collector", choices=COLLECTORS, required=True)
    parser.add_argument(
        "--model",
        choices=tuple(METRICS),
        required=True,
        help="open: vegeta sends requests at a constant rate, first over as many connections as "
        "needed, then over a few; closed: wrk sends each request after the previous answer",
    )
    parser.add_argument(
        "--seconds", type=positive(float), default=4.0, metavar="S", help="duration of each load"
    )
    parser.add_argument(
        "--rate", type=positive(int), default=4000, metavar="N", help="requests per second (open)"
    )
    parser.add_argument(
        "--connections", type=positive(int), default=16, metavar="N", help="when closed, or few"
    )
    parser.add_argument(
        "--content-bytes", type=positive(int), default=16_384, metavar="N", help="per request"
    )
    parser.add_argument("--live-mb", type=int, default=0, metavar="MB", help="live data")
    parser.add_argument(
        "--digests", type=int, default=0, metavar="N", help="the work for a request, in digests"
    )
    parser.add_argument("--vegeta", type=Path, default=vegeta.PROGRAM, metavar="FILE")
    parser.add_argument("--wrk", default="wrk", metavar="FILE")
    parser.add_argument("flags", nargs="*", metavar="FLAG", help="JVM flags, after --")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Measure; return the exit code: 0, or 1 after a line on stderr."""
    options = parse(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="course-service-") as scratch:
            Driver(options, Path(scratch), Events(sys.stdout)).run()
    except ServiceError as error:
        print(f"course.loadtest: {error}", file=sys.stderr)
        return 1
    return 0


@dataclasses.dataclass(frozen=True)
class Load:
    """A finished load, with the server's totals before and after it."""

    before: Totals
    after: Totals

    @property
    def requests(self) -> int:
        return self.after["count"] - self.before["count"]

    def per_request(self, what: str) -> float:
        """Return one of the totals per request."""
        return (self.after[what] - self.before[what]) / self.requests


class Driver:
    """One run. Not reusable."""

    def __init__(self, options: argparse.Namespace, scratch: Path, events: Events) -> None:
        """scratch: a folder for this run only."""
        self._options = options
        self._events = events
        self._scratch = scratch
        self._log = scratch / "gc.log"
        self._content = scratch / "content"
        self._content.write_bytes(random.Random(1).randbytes(options.content_bytes))

    def run(self) -> None:
        """Measure, and print all events. Raises ServiceError."""
        with Server(self._command(), self._scratch) as server:
            self._start(server.start["build"])
            reason = self._why_no_loader()
            if reason is not None:
                self._skip(reason)
                return
            content = self._content.read_bytes()
            echo.check(server.port, content)
            try:
                loads = self._loads(server)
            except BusyError as error:
                self._skip(str(error))
                return
            echo.check(server.port, content)
            self._require_clean(server.end())
        classes = ("-cp", commands.CLASS_PATH, commands.GC_LOG_CLASS)
        command = [self._options.java, *ANALYSER_FLAGS, *classes]
        with contextlib.closing(Analyser(command, paths.ROOT)) as analyser:
            for begin, load in loads.items():
                self._spent(begin, load, analyser)
        self._events.end()

    def _skip(self, reason: str) -> None:
        for metric in METRICS[self._options.model]:
            self._events.skipped(metric, reason)
        self._events.end()

    def _start(self, build: dict[str, Any]) -> None:
        options = self._options
        flags = [flag for flag in build["flags"] if not flag.startswith(commands.PLACES)]
        parameters = {
            "model": options.model,
            "rate": options.rate,
            "connections": options.connections,
            "content_bytes": options.content_bytes,
            "seconds": options.seconds,
            "live_mb": options.live_mb,
            "digests": options.digests,
        }
        name = f"{options.buffers}/{options.collector}"
        self._events.start(name, parameters, {**build, "flags": flags})

    def _loads(self, server: Server) -> dict[str, Load]:
        """Return prefix of the metrics -> load."""
        try:
            return self._open(server) if self._options.model == "open" else self._closed(server)
        except LoaderError as error:  # possibly because the server has died
            raise ServiceError(f"{error}{server.last_words()}") from error

    def _command(self) -> list[str]:
        options = self._options
        return [
            options.java,
            *QUIET,
            *options.flags,
            f"-XX:+Use{options.collector}GC",
            f'-Xlog:gc*,safepoint:file="{self._log}":uptime,level,tags:filecount=0',
            "-cp",
            commands.CLASS_PATH,
            SERVER,
            f"--buffers={options.buffers}",
            f"--live-mb={options.live_mb}",
            f"--digests={options.digests}",
        ]

    def _why_no_loader(self) -> str | None:
        if self._options.model == "open":
            return vegeta.why_not(self._options.vegeta)
        if shutil.which(self._options.wrk) is None:
            return "wrk, the closed-loop load generator, is not on PATH; run ./course setup --yes"
        return None

    def _warm_up_s(self) -> float:
        """Return seconds of load before measuring, enough for the server to be compiled."""
        return min(2.0, max(0.3, self._options.seconds / 2))

    def _open(self, server: Server) -> dict[str, Load]:
        options = self._options
        loader = Vegeta(options.vegeta, server.port, self._content, self._scratch)
        loader.attack(options.rate, self._warm_up_s())

        def put_under_load(connections: int | None = None) -> tuple[Load, Answers]:
            before = server.totals()
            answers = loader.attack(options.rate, options.seconds, connections)
            load = Load(before, server.totals())
            if load.requests != len(answers.sent):
                raise ServiceError(
                    f"the server served {load.requests} requests, vegeta sent {len(answers.sent)}"
                )
            return load, answers

        for left in reversed(range(ATTEMPTS)):
            load, answers = put_under_load()
            lack = self._lack(answers)
            if lack is None:
                break
            if left == 0:
                raise BusyError(lack)
        whole = answers.from_schedule()
        latency = waits.percentiles(whole)
        sent = {"count": len(whole), "asked_per_s": options.rate, "per_s": answers.rate()}
        self._events.percentiles("latency", waits.MICROSECONDS, latency, **sent)
        self._events.value("p99", waits.MICROSECONDS, latency["99"], count=len(whole))
        self._events.value("p99.9", waits.MICROSECONDS, latency["99.9"], count=len(whole))
        self._waits("from_send", answers.from_send())
        # Any number of these requests may be left unsent, because they waited for a connection.
        few, answers = put_under_load(options.connections)
        self._waits("few_latency", answers.from_schedule())
        self._waits("few_from_send", answers.from_send())
        return {"": load, FEW: few}

    def _lack(self, answers: Answers) -> str | None:
        """Return the loader's shortfall; None if it kept its schedule."""
        options = self._options
        sent, asked = len(answers.sent), round(options.rate * options.seconds)
        if asked - sent <= max(UNSENT * asked, UNSENT_S * options.rate):
            return None
        return (
            f"vegeta sent {sent} of {asked} requests: the machine is too slow; use a lower --rate"
        )

    def _waits(self, metric: str, times: waits.Times) -> None:
        found = waits.percentiles(times)
        self._events.percentiles(metric, waits.MICROSECONDS, found, count=len(times))

    def _closed(self, server: Server) -> dict[str, Load]:
        options = self._options

        def put_under_load(seconds: float) -> wrk.Counted:
            whole = max(1, round(seconds))  # wrk needs whole seconds
            return wrk.load(options.wrk, server.port, self._content, options.connections, whole)

        put_under_load(self._warm_up_s())
        before = server.totals_at_rest()
        counted = put_under_load(options.seconds)
        load = Load(before, server.totals_at_rest())
        if not counted.requests <= load.requests <= counted.requests + options.connections:
            raise ServiceError(
                f"the server served {load.requests} requests, wrk had {counted.requests} answers"
            )
        rate = counted.requests / counted.seconds
        self._events.value("rate", "/s", rate, count=counted.requests)
        self._events.percentiles(
            "wrk_latency",
            waits.MICROSECONDS,
            counted.percentiles,
            count=counted.requests,
        )
        return {"": load}

    def _require_clean(self, last: Totals) -> None:
        """Reject a server that loses buffers or refuses our requests: it is wrong, however fast."""
        if last["buffers_in_use"] or last["refused"]:
            raise ServiceError(
                f"at its end the server has {last['buffers_in_use']} buffers in use, and has "
                f"refused {last['refused']} requests"
            )

    def _spent(self, begin: str, load: Load, analyser: Analyser) -> None:
        """Report the load's cost to the server, after its end, when its log is complete.

        begin: prefix of the metrics' names.
        """
        try:
            gc = analyser.figures(self._log, load.before["uptime_ms"], load.after["uptime_ms"])
        except GcLogError as error:
            raise ServiceError(str(error)) from error
        found = {
            "heap_bytes": load.per_request("allocated_bytes"),
            "cpu": load.per_request("cpu_ns") / waits.NS_PER_US,
            "longest_pause": gc["max_pause_ms"],
            "paused": gc["fraction_pct"],
            "stalled": gc["stalled_ms"],
            "collections": gc["pauses"],
        }
        for metric, unit in SPENT.items():
            self._events.value(f"{begin}{metric}", unit, found[metric], count=load.requests)

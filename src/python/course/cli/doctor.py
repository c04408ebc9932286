"""`./course doctor`: what this machine has, and which measurements can be trusted on it.

It works before set-up, so only the standard library is imported here, and it reports missing parts
instead of failing.
"""

import argparse
import dataclasses
import json
import shutil
from collections.abc import Iterator
from typing import Any

from course import paths
from course.process import machine
from course.sandbox.sandbox import why_none
from course.toolchain import build, compiler, environment, fitness, jdks, kernels, tools


def doctor(args: argparse.Namespace) -> int:
    """Print the report as text or JSON, and return 0."""
    reason = why_none()  # if not None, the grader cannot isolate submissions here
    sandbox = "bubblewrap works" if reason is None else f"none: {reason}"
    report = examine(args.seconds) | {"sandbox": sandbox}
    if args.json:
        print(json.dumps(report, indent=2))
    else:
        print("\n".join(render(report)))
    return 0


def examine(seconds: float) -> dict[str, Any]:
    """Return the toolchain's knowledge of the machine, as for JSON."""
    host = machine.describe()
    working, broken = jdks.survey()
    found = compiler.find()
    reading = fitness.read(seconds)
    judged = None if "error" in reading else fitness.judge(reading, host["cores"])
    return {
        "machine": host | {"caches": machine.caches(), "firmware": machine.dmi()},
        "jdks": [
            {
                "version": jdk.version,
                "build": jdk.build,
                "vendor": jdk.vendor,
                "home": str(jdk.home),
                "compiler": jdk.has_compiler,
                "collectors": [name for name in jdks.COLLECTOR_FLAGS if name in jdk.collectors],
            }
            for jdk in working
        ],
        "broken_jdks": [{"home": str(home), "reason": reason} for home, reason in broken],
        "compiler": {"path": str(found.path), "version": found.version} if found else None,
        "tools": {name: shutil.which(name) for name in ("mvn", "cmake", "ninja", "make", "git")},
        "missing": {one.name: problem for one, problem in tools.missing(tools.TOOLS).items()},
        "absent": {one.name: problem for one, problem in tools.missing(tools.OPTIONAL).items()},
        "environment": "ready" if environment.ready() else "not ready: run ./course setup",
        "programs": {"Java programs": any(paths.JARS.glob("allocpool-*.jar"))}
        | {path.name: path.exists() for path in (*build.PROGRAMS, *build.LIBRARIES)},
        "kernels": kernels.states(),
        "fitness": reading,
        "verdict": judged and dataclasses.asdict(judged),
    }


# ---- as text -----------------------------------------------------------------------------------


def render(report: dict[str, Any]) -> Iterator[str]:
    for title, items in (
        ("Machine", _machine(report["machine"])),
        ("Java", _java(report)),
        ("Tools", _tools(report)),
        ("Course", _course(report)),
        ("Fitness", _fitness(report["fitness"])),
        ("Verdict", _verdict(report["verdict"])),
    ):
        yield title
        for name, text in items:
            yield f"  {name:22} {text}"


def _machine(host: dict[str, Any]) -> Iterator[tuple[str, str]]:
    virtual = host["virtual"]
    kinds = {None: "unknown", False: "no"}
    yield "CPU", host["cpu"]
    yield "cores", str(host["cores"])
    yield "memory", f"{host['memory_mb']} MB"
    for cache in host["caches"]:
        sharing = f", shared by {cache['shared_by']}" if (cache["shared_by"] or 0) > 1 else ""
        yield f"L{cache['level']} cache", f"{cache['kb']} KB{sharing}"
    if not host["caches"]:
        yield "caches", "unknown"
    yield "system", f"{host['os']}, {host['kernel']}"
    firmware = f" ({host['firmware']})" if virtual and host["firmware"] else ""
    yield "virtual", kinds.get(virtual, f"yes: {virtual}{firmware}")
    yield "huge pages (THP)", host["thp"] or "not supported here"
    yield "governor", host["governor"] or "not exposed here"


def _java(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for jdk in report["jdks"]:
        kind = "JDK" if jdk["compiler"] else "runtime"
        yield f"{kind} {jdk['version']}", f"{jdk['build']}, {jdk['vendor']}, {jdk['home']}"
        yield "", f"starts with: {', '.join(jdk['collectors']) or 'no collector'}"
    for jdk in report["broken_jdks"]:
        yield "broken", f"{jdk['home']}: {jdk['reason']}"
    if not report["jdks"]:
        yield "none", "no working Java was found"


def _tools(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    found = report["compiler"]
    yield "C++ compiler", f"{found['version']} ({found['path']})" if found else "none with C++20"
    for name, path in report["tools"].items():
        yield name, path or "not found"
    for name, problem in report["missing"].items():
        yield "missing", f"{name}: {problem} (./course setup installs it)"
    for name, problem in report["absent"].items():
        yield "absent", f"{name}: {problem} (./course setup --yes installs it)"


def _course(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "environment", report["environment"]
    for name, built in report["programs"].items():
        yield name, "built" if built else "not built: run ./course setup"
    for name, state in report["kernels"].items():
        yield f"kernel {name}", state
    yield "sandbox", report["sandbox"]


def _fitness(reading: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "error" in reading:
        yield "no reading", reading["error"]
        return
    for thread in reading["threads"]:
        where = f"CPU {thread['cpu']}" if thread["cpu"] >= 0 else "an unpinned thread"
        yield (
            where,
            f"largest gap {thread['largest_gap_ns'] / 1e6:.3f} ms, "
            f"{thread['lost_share']:.3%} of {reading['seconds']:g} s lost in "
            f"{thread['gaps']} gaps over 10 us; clock read in {thread['turn_ns']:.0f} ns",
        )


def _verdict(verdict: dict[str, str] | None) -> Iterator[tuple[str, str]]:
    if verdict is None:
        yield "none", "there's no reading to judge by"
        return
    yield "batch", verdict["absolute"]
    yield "ratios", verdict["ratios"]
    yield "real time", verdict["realtime"]

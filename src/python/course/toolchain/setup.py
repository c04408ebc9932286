"""`./course setup`: make everything that the course needs and lacks."""

import argparse
import sys
from collections.abc import Callable

from course import paths
from course.errors import CourseError
from course.toolchain import build, environment, kernels, runtimes, steps, tools, vegeta
from course.toolchain.fingerprint import Fingerprints

JUPYTER_LAB = paths.VENV / "bin" / "jupyter-lab"


def setup(args: argparse.Namespace) -> int:
    """Make the missing parts and report unavailable ones. Returns the exit code."""
    if args.yes:
        tools.install_absent()  # before the build, which uses some of them
    made = ensure(retry=True, install_without_asking=args.yes)
    print("set-up is complete" if made else "set-up is complete; nothing has changed")
    if args.lab:
        ensure_lab()
    return 0


def ensure(*, retry: bool = False, install_without_asking: bool = False) -> bool:
    """Bring everything up to date; return whether there was anything to do.

    Quick and silent if nothing changed. Optional parts that failed before are only retried with
    `retry`. Raises CourseError if an indispensable part fails.
    """
    environment.ensure()
    prints = Fingerprints()
    # The last stage needs the runtimes which the first one may fetch.
    stages = (lambda: _lanes(prints), lambda: [[kernels.java_step(prints)]])
    if not steps.pending([lane for lanes in stages for lane in lanes()], retry=retry):
        prints.save()
        return False
    tools.require(install_without_asking=install_without_asking)
    make(prints, *stages, retry=retry)
    return True


def ensure_lab() -> None:
    """Install JupyterLab into the environment, from its lock, unless it is there."""
    prints = Fingerprints()
    step = steps.Step(
        name="JupyterLab",
        stamp=paths.VENV / "lab.stamp",
        fingerprint=lambda: prints.of([environment.LOCK]),
        products=[JUPYTER_LAB],
        make=lambda lock: environment.install("lab", "lab", lock=lock),
    )
    if not step.done():
        make(prints, lambda: [[step]])


def _lanes(prints: Fingerprints) -> list[steps.Lane]:
    return [
        [build.java_step(prints)],
        [build.cpp_step(prints)],
        kernels.cpp_lane(prints),
        *([step] for step in runtimes.steps(prints)),
        *([step] for step in vegeta.steps(prints)),
    ]


def make(prints: Fingerprints, *stages: Callable[[], list[steps.Lane]], retry: bool = True) -> None:
    """Make the missing parts of each stage's lanes; report unavailable ones.

    A stage's lanes are computed when it starts. Raises CourseError if an indispensable part fails.
    """
    failures: list[tuple[steps.Step, CourseError]] = []
    with steps.exclusive() as lock:
        for lanes in stages:
            # Another set-up may have done all of it while this one waited for the lock.
            failures += steps.run(steps.pending(lanes(), retry=retry), lock)
    prints.save()
    for step, error in failures:
        if step.optional:
            print(f"{step.name} is not available; continuing without it: {error}", file=sys.stderr)
    fatal = [str(error) for step, error in failures if not step.optional]
    if fatal:
        raise CourseError("\n".join(fatal))

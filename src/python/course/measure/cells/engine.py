"""Run a sweep's jobs: on threads of this machine, or on the workers of a Dask cluster."""

import argparse
import contextlib
import dataclasses
import functools
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course import paths
from course.measure.cells import commands
from course.measure.cells.plan import Site
from course.measure.cells.profiles import Profile, Task
from course.measure.cells.programs import Programs
from course.measure.cells.runner import Runner
from course.measure.here import Here
from course.measure.play import Play
from course.measure.progress import Reporter
from course.model.cells import Cell
from course.process.stop import Stop
from course.process.store import SCRATCH, Store


@dataclasses.dataclass(frozen=True)
class Engine:
    sites: list[Site]
    play: Play
    require: Callable[[list[Cell]], None]  # raises CourseError if a program was not built


@contextlib.contextmanager
def this_machine(
    args: argparse.Namespace, profile: Profile, tasks: list[Task], machine: Here, reporter: Reporter
) -> Iterator[Engine]:
    """An engine that runs jobs here, as the command's arguments say; records go to a folder.

    Raises CourseError.
    """
    programs, provenance = Programs(machine), machine.provenance()
    store = Store((args.out or paths.RECORDS / profile.name).absolute())
    scratch = store.folder / SCRATCH
    runner = Runner(programs, [task.cell for task in tasks])
    arguments = functools.partial(runner.command, scratch=scratch)
    measure = functools.partial(runner.measure, provenance=provenance, scratch=scratch)

    def why_unfit() -> str | None:
        if args.dry_run or not needs_fitness(profile, tasks):
            return None
        reporter.say("checking for a few seconds whether this machine can measure real time")
        return machine.why_unfit()

    executor = ThreadPoolExecutor(args.jobs, "round")
    try:
        yield Engine(
            sites=[Site(profile.name, store, provenance, programs.why_not, arguments, why_unfit)],
            play=Play(reporter, executor, measure, Stop(runner.cancel), args.jobs),
            require=programs.require,
        )
    finally:
        runner.close()


@contextlib.contextmanager
def dask_cluster(
    args: argparse.Namespace, profile: Profile, tasks: list[Task], machine: Here, reporter: Reporter
) -> Iterator[Engine]:
    """An engine that runs one job at a time on each machine of the cluster that the arguments name.

    Each kind of machine has its own subfolder for records, named after it. Raises CourseError.
    """
    from course.measure.cells import worker  # noqa: PLC0415
    from course.measure.cells.cluster import Cluster  # noqa: PLC0415
    from course.process.workers import connect  # noqa: PLC0415

    out = (args.out or paths.RECORDS / f"dask-{profile.name}").absolute()
    cells = tuple(task.cell for task in tasks)
    terms = worker.Terms(
        run=uuid.uuid4().hex,
        machine=machine,
        provenance=machine.provenance().of(*{cell.implementation for cell in cells}),
        cells=cells,
        for_realtime=not args.dry_run and needs_fitness(profile, tasks),
    )
    cluster = Cluster(connect(args.dask), terms, reporter)
    measure = functools.partial(worker.measure, terms)
    # The path of a worker's Java is not compared.
    arguments = functools.partial(commands.build, java=Path("java"), scratch=out / SCRATCH)
    try:
        cluster.find()
        sites = []
        for kind in cluster.kinds.values():
            number = len(kind.reports)
            reporter.say(f"{number} worker{'s' if number > 1 else ''} of kind {kind.name}")
            sites.append(
                Site(
                    profile.name,
                    Store(out / kind.name),
                    kind.provenance,
                    kind.why_not,
                    arguments,
                    kind.why_unfit,
                    kind.name,
                    one_machine=number == 1,
                )
            )
        yield Engine(
            sites,
            play=Play(reporter, cluster, measure, Stop(cluster.cancel), at_once=None),
            require=lambda cells: None,  # each worker was asked
        )
    finally:
        cluster.cancel.set()
        cluster.shutdown()


def needs_fitness(profile: Profile, tasks: list[Task]) -> bool:
    """True if the machine must be fit for real time. Smoke's figures mean nothing anyway."""
    return profile.name != "smoke" and any(task.cell.mode == "realtime" for task in tasks)

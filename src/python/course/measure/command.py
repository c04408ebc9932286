"""The measuring commands: check the arguments, build, then measure here."""

import argparse

from course.measure.benches import command as benches
from course.measure.cells import calibrate as calibration
from course.measure.cells import command as cells
from course.measure.here import Here
from course.toolchain.setup import ensure


def sweep(args: argparse.Namespace) -> int:
    cells.check(args)  # report a bad selection before building anything
    if not args.dry_run and args.dask is None:  # with Dask, workers run the programs
        ensure()
    return cells.run(args, Here())


def bench(args: argparse.Namespace) -> int:
    benches.check(args)
    ensure()
    return benches.bench(args, Here())


def calibrate(args: argparse.Namespace) -> int:
    return calibration.run(args, Here())

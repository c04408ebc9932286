"""`./course setup` and `./course lab`, each of which needs the other."""

import argparse

from course.cli import lab as laboratory
from course.toolchain import setup as toolchain


def setup(args: argparse.Namespace) -> int:
    code = toolchain.setup(args)
    if args.lab:
        laboratory.ensure_installed()
    return code


def lab(args: argparse.Namespace) -> int:
    """Sets up and becomes JupyterLab."""
    laboratory.check(args)  # a notebook that is not there is told of before anything is built
    toolchain.ensure()
    return laboratory.lab(args)

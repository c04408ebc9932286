"""`./course doctor`: the machine, its tools, and whether the grader can shut a submission in.

It needs no environment: only the standard library is imported here.
"""

import argparse

from course.sandbox.sandbox import why_none
from course.toolchain import doctor as tools


def doctor(args: argparse.Namespace) -> int:
    return tools.doctor(args, why_none())

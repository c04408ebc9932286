"""How much memory a room of learners needs.

``.venv/bin/python workshop/memory.py --learners 30 --cores 16``
"""

import sys

from course.arguments import Parser, positive

# --8<-- [start:budgets]
SERVER_MB = 256  # of a learner: JupyterLab and its server
JAVA_KERNEL_MB = 512  # JShell with its compiler
CPP_KERNEL_MB = 512  # Cling with its precompiled header
HEAP_MB = 3072  # the largest heap that a notebook gives to a program
BESIDE_HEAP_MB = 512  # of such a JVM: code, metadata, the collector's own tables
SYSTEM_MB = 1536  # of the machine: its system, the hub and the proxy
# --8<-- [end:budgets]

# --8<-- [start:arithmetic]
AT_REST_MB = SERVER_MB + JAVA_KERNEL_MB + CPP_KERNEL_MB
"""What a learner keeps for as long as the workshop lasts: the guarantee."""

PROGRAM_MB = HEAP_MB + BESIDE_HEAP_MB
"""What comes on top for the seconds in which a cell's program, or a check, runs."""

AT_WORK_MB = AT_REST_MB + PROGRAM_MB
"""The most that a learner has at any time: the limit."""


def machine_mb(learners: int, at_work: int) -> int:
    """The memory of a machine on which `at_work` learners run a program at a time."""
    return SYSTEM_MB + learners * AT_REST_MB + min(learners, at_work) * PROGRAM_MB


# --8<-- [end:arithmetic]


def report(learners: int, cores: int) -> str:
    """The arithmetic with its numbers, a line for each result."""
    turns, all_at_once = machine_mb(learners, cores), machine_mb(learners, learners)
    return "\n".join(
        [
            f"a learner at rest: {SERVER_MB} + {JAVA_KERNEL_MB} + {CPP_KERNEL_MB} "
            f"= {AT_REST_MB:,} MB (server, Java kernel, C++ kernel)",
            f"a learner at work: {AT_REST_MB:,} + {HEAP_MB:,} + {BESIDE_HEAP_MB} "
            f"= {AT_WORK_MB:,} MB (and a program: its heap, and what is beside it)",
            f"a machine for {learners}, with a program on each of {cores} cores: {SYSTEM_MB:,} + "
            f"{learners} x {AT_REST_MB:,} + {min(learners, cores)} x {PROGRAM_MB:,} "
            f"= {turns:,} MB",
            f"when all of them run one at once: {all_at_once:,} MB",
        ]
    )


def main(arguments: list[str]) -> int:
    """Print the report for a room."""
    parser = Parser(prog="memory.py", description="How much memory a room of learners needs.")
    parser.add_argument("--learners", type=positive(int), required=True, metavar="N")
    parser.add_argument(
        "--cores", type=positive(int), required=True, metavar="N", help="of the machine"
    )
    args = parser.parse_args(arguments)
    print(report(args.learners, args.cores))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Runs `./course bench` of fake contestants as a process of its own.

fake_bench.py FOLDER BEHAVIOUR...    contestants a, b, ... with these behaviours
"""

import sys
from pathlib import Path

from course.bench import command
from course.errors import CourseError

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import fakes

folder = Path(sys.argv[1])
contestants = [fakes.contestant(*pair) for pair in zip("abcdef", sys.argv[2:], strict=False)]
args = fakes.arguments(json=folder / "record.json")
try:
    sys.exit(command.run(fakes.comparison(*contestants), args, fakes.machine(folder)))
except CourseError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)

"""Runs `./course bench` of fake contestants as a process of its own.

fake_bench.py FOLDER BEHAVIOUR...    contestants a, b, ... with these behaviours
fake_bench.py FOLDER --again GROUPS BEHAVIOUR...    each in a group of its own: of-a, of-b, ...
"""

import sys
from pathlib import Path

from course.bench import command
from course.errors import CourseError

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import fakes

folder, behaviours = Path(sys.argv[1]), sys.argv[2:]
if behaviours[0] == "--again":
    again, some = behaviours[1], fakes.apart(*behaviours[2:])
else:
    contestants = [fakes.contestant(*pair) for pair in zip("abcdef", behaviours, strict=False)]
    again, some = None, fakes.comparison(*contestants)
args = fakes.arguments(json=folder / "record.json", again=again)
try:
    sys.exit(command.run(some, args, fakes.machine(folder)))
except CourseError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)

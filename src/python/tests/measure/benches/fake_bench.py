"""Runs `./course bench` of fake contestants as a process of its own.

fake_bench.py FOLDER BEHAVIOUR...    contestants a, b, ... with these behaviours
"""

import sys
from pathlib import Path

from course.errors import CourseError

sys.path.insert(0, str(Path(__file__).parents[2]))

from measure.benches import fakes

folder, behaviours = Path(sys.argv[1]), sys.argv[2:]
contestants = [fakes.contestant(*pair) for pair in zip("abcdef", behaviours, strict=False)]
try:
    sys.exit(fakes.run(folder, fakes.comparison(*contestants)))
except CourseError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)

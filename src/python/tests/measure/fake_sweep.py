"""A sweep over fake programs as a process that can be killed: fake_sweep.py ROOT ONLY PROFILE."""

import sys
from pathlib import Path

from course.errors import CourseError

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure.fakes import Root

try:
    sys.exit(Root(Path(sys.argv[1])).sweep(sys.argv[2], profile=sys.argv[3]))
except CourseError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)

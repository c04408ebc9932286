"""A sweep over fake programs as a process that can be killed.

fake_sweep.py ROOT ONLY PROFILE [DASK_ADDRESS]
"""

import sys
from pathlib import Path

from course.errors import CourseError

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure.fakes import Root

try:
    root, only, profile, *dask = sys.argv[1:]
    sys.exit(Root(Path(root)).sweep(only, profile=profile, dask=dask[0] if dask else None))
except CourseError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)

"""`python -m course`: the same commands as `./course`, in the environment that is running."""

import sys

from course.cli.main import main

sys.exit(main(sys.argv[1:]))

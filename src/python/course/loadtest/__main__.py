"""``python -m course.loadtest``."""

import sys

from course.loadtest.driver import main

sys.exit(main(sys.argv[1:]))

"""``python -m course.bench.service``."""

import sys

from course.bench.service.driver import main

sys.exit(main(sys.argv[1:]))

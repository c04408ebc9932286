"""A name for the folder of all tests, below which its modules import each other.

`tests` alone may be the end-to-end tests', too.
"""

import sys
from pathlib import Path
from types import ModuleType

ALL_TESTS = ModuleType("course_tests")
ALL_TESTS.__path__ = [str(Path(__file__).parent)]
sys.modules[ALL_TESTS.__name__] = ALL_TESTS

"""The data sets that tests of the site have, too."""

from course_tests.site.conftest import *  # noqa: F403

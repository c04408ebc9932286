"""The scripts of the site's pages, run without a browser."""

import json
import shutil

import pytest
from course_tests import programs


def runner(template, files):
    """Runs a function's body in a template, after these scripts; returns what it returns.

    The template has a place for the scripts and one for the body, which has `given`. Skips the test
    where there is nothing to run it.
    """
    program = shutil.which("node")
    if program is None:
        pytest.skip("Node.js is not installed, which runs scripts without a browser")

    def run(body, given=None):
        script = template % (json.dumps([str(file) for file in files]), body)
        done = programs.run(program, "-e", script, input=json.dumps(given), timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout else None

    return run

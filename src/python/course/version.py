"""The course's version. pyproject.toml says it; a test holds to that whatever else says it."""

import functools
import tomllib

from course import paths


@functools.cache
def version() -> str:
    """Such as ``1.0.0``."""
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])

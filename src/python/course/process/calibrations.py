"""Where calibrations lie, and what the newest one says of the spread of rounds."""

import functools
from pathlib import Path

from pydantic import ValidationError

from course import paths
from course.errors import CourseError
from course.model.calibration import Calibration
from course.model.spreads import NONE, Spreads
from course.model.strict import complaint

OWN = "build/records/calibration.json"
PUBLISHED = "results/calibration-*.json"

SCALED_DOWN = "smoke"
"""A profile whose programs do a hundredth of the work: nothing of it was calibrated."""


def newest_file(root: Path) -> Path | None:
    """This machine's own calibration, else the newest that is published."""
    files = [root / OWN, *sorted(root.glob(PUBLISHED), reverse=True)]
    return next((file for file in files if file.is_file()), None)


def read(file: Path) -> Calibration:
    """Raises CourseError for what is no calibration."""
    try:
        return Calibration.model_validate_json(file.read_bytes())
    except OSError as error:
        raise CourseError(f"{paths.shown(file)}: {error.strerror}") from error
    except ValidationError as error:
        reason = complaint(error)
        raise CourseError(f"{paths.shown(file)}: no calibration ({reason})") from error


def spreads(profile: str) -> Spreads:
    """Those of a profile's pairs. Raises CourseError for a damaged calibration."""
    return NONE if profile == SCALED_DOWN else _newest()


@functools.cache
def _newest() -> Spreads:
    file = newest_file(paths.ROOT)
    return Spreads.of(read(file).twins) if file else NONE

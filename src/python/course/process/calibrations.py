"""Find calibrations, and the spread of rounds that they show."""

import dataclasses
import functools
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from course import paths
from course.errors import CourseError
from course.model.calibration import NONE, Calibration, Spreads
from course.model.machine import identity
from course.model.strict import complaint

OWN = "build/records/calibration.json"
PUBLISHED = "results/calibration-*.json"

SCALED_DOWN = "smoke"  # a profile with a hundredth of the work, which is not calibrated


def newest_file(root: Path) -> Path | None:
    """This machine's own calibration, else the newest published one."""
    return next(iter(_files(root)), None)


def _files(root: Path) -> list[Path]:
    """This machine's own calibration, then the published ones, the newest first."""
    files = [root / OWN, *sorted(root.glob(PUBLISHED), reverse=True)]
    return [file for file in files if file.is_file()]


def read(file: Path) -> Calibration:
    """Read a calibration. Raises CourseError if it is none."""
    try:
        return Calibration.model_validate_json(file.read_bytes())
    except OSError as error:
        raise CourseError(f"{paths.shown(file)}: {error.strerror}") from error
    except ValidationError as error:
        reason = complaint(error)
        renew = "`./course calibrate --fresh` makes a new one"
        raise CourseError(f"{paths.shown(file)}: no calibration ({reason}); {renew}") from error


def spreads(profile: str, machine: Mapping[str, Any]) -> Spreads:
    """Spreads of a profile's pairs on that machine. Raises CourseError for a damaged calibration.

    From a calibration of the same machine, if there is one, so that a published data set has the
    same verdicts wherever it is shown; else from the newest.
    """
    return NONE if profile == SCALED_DOWN else _newest(tuple(identity(machine).values()))


@functools.cache
def _newest(machine: Hashable) -> Spreads:
    """machine: values of its identity."""
    known = [read(file) for file in _files(paths.ROOT)]
    of_it = [one for one in known if tuple(identity(one.machine).values()) == machine]
    found = [*of_it, *known]
    if not found:
        return NONE
    return dataclasses.replace(Spreads.of(found[0].twins), own=bool(of_it))

"""Durations of the course's own commands, kept to reveal the next slow step."""

import datetime
from collections.abc import Mapping
from typing import Any

from course import paths
from course.process import machine
from course.process.files import read_object, write_object
from course.process.provenance import Provenance

FILE = paths.BUILD / "times.json"  # the last duration of each step

PUBLISHED = "results/times.json"
"""A copy of that, relative to the repository's root: the site shows it."""


def before() -> dict[str, float]:
    """Step -> its duration in seconds: when it last ran here, or else as published."""
    return {
        name.removesuffix(", s"): one["measured"]
        for file in (paths.ROOT / PUBLISHED, FILE)
        for name, one in read_object(file).get("budgets", {}).items()
    }


def keep(found: Mapping[str, float], most: Mapping[str, float]) -> None:
    """Store steps' durations in seconds, by name, with upper limits for some."""
    here = machine.describe()
    origin = Provenance.find(paths.ROOT, here, lambda _: "")
    known: dict[str, Any] = read_object(FILE).get("budgets", {})
    made = {
        f"{name}, s": {"measured": round(seconds)} | ({"most": most[name]} if name in most else {})
        for name, seconds in found.items()
    }
    write_object(
        FILE,
        {
            "commit": origin.commit,
            "dirty": origin.dirty,
            "machine": f"{here['cpu']}, {here['cores']} cores",
            "ended": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "budgets": known | made,
        },
    )

"""What the course's own commands took, kept so that the next slow step is seen."""

import datetime
from collections.abc import Mapping
from typing import Any

from course import paths
from course.process import machine
from course.process.files import read_object, write_object
from course.process.provenance import Provenance

FILE = paths.BUILD / "times.json"
"""Of each step the last time that it ran."""

PUBLISHED = "results/times.json"
"""A copy of that, from the repository's root: the site shows it."""


def before() -> dict[str, float]:
    """The seconds that steps took by name: when each last ran here, or else as published."""
    return {
        name.removesuffix(", s"): one["measured"]
        for file in (paths.ROOT / PUBLISHED, FILE)
        for name, one in read_object(file).get("budgets", {}).items()
    }


def keep(found: Mapping[str, float], most: Mapping[str, float]) -> None:
    """Notes what took how many seconds, by name, beside the most that some may take."""
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

"""Flight Recorder's recordings, as read by the JDK's own parser."""

import dataclasses
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from course import paths
from course.advice.figures import Figures, NothingToTell, figures
from course.errors import CourseError
from course.measure.cells.commands import CLASS_PATH
from course.toolchain import jdks

READER_CLASS = "allocpool.recording.RecordingMain"
MAGIC = b"FLR\0"
OLDEST_JDK = 11
LONGEST_S = 3600.0

SETTINGS = Path(__file__).with_name("advise.jfc")
"""The events that a recording needs; works with JDK 11 to 25."""

HOW_TO_RECORD = f"jcmd PID JFR.start settings={SETTINGS} duration=60s filename=/tmp/app.jfr"


@dataclasses.dataclass(frozen=True)
class Site:
    """Objects of one class that one method allocates."""

    type: str
    place: str
    mb_s: float
    share: float
    """Share of all bytes, 0 to 1."""
    size: float | None
    """Mean bytes of an object; None: not in this kind of recording."""
    sizes: tuple[int, int] | None
    """The smallest and largest object size, without the tenth of the bytes in smaller objects."""
    direct: bool
    """True for memory outside the heap."""
    alive_mb: float | None
    """MB that a collection copied, so they were live; None: not in this recording."""
    old_share: float | None
    """Share of a sample of the objects alive at the end; None: there is no such sample."""


@dataclasses.dataclass(frozen=True)
class Recording:
    name: str
    jvm: str
    figures: Figures
    raw: Mapping[str, Any]
    sites: tuple[Site, ...]
    allocated_mb_s: float
    """Estimated from the allocation events."""

    @property
    def busy_cores(self) -> float:
        """At least one: dividing by it gives shares of a working program's time."""
        return max(1.0, self.raw.get("busy_cores", 1.0))


def is_recording(path: Path) -> bool:
    """Check the first bytes; False for a file that cannot be opened."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read(path: Path, after_s: float = 0.0) -> Recording:
    """Read a recording. Raises CourseError, in one line, for one without data."""
    java = next((jdk.java for jdk in jdks.all() if jdk.version >= OLDEST_JDK), None)
    if java is None:
        raise CourseError("no Java runtime of version 11 or newer was found; run ./course setup")
    command = [str(java), "-Xmx512m", "-cp", CLASS_PATH, READER_CLASS, str(path.absolute())]
    try:
        done = subprocess.run(
            command, cwd=paths.ROOT, capture_output=True, check=False, timeout=LONGEST_S
        )
        answer = json.loads(done.stdout)
    except ValueError:
        words = done.stderr.decode(errors="replace").strip().splitlines() or ["no words"]
        raise CourseError(f"{path}: reading the recording failed: {words[0][:200]}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CourseError(f"{path}: reading the recording failed: {error}") from error
    if not answer["ok"]:
        raise CourseError(f"{path}: {answer['error']}")
    try:
        return understood(str(path), answer, after_s)
    except NothingToTell as error:
        raise CourseError(f"{path}: {error}") from error


def understood(name: str, answer: Mapping[str, Any], after_s: float = 0.0) -> Recording:
    found = figures(dict(answer), after_s)
    seconds, all_mb = answer["seconds"], answer["allocated_mb"]
    young = sum(one["kind"] != "Pause Full" for one in answer["events"])
    mb_of_class: dict[str, float] = {}
    for one in answer["sites"]:
        mb_of_class[one["class"]] = mb_of_class.get(one["class"], 0.0) + one["mb"]
    olds = {(one["class"], one["site"]): one["samples"] for one in answer["old"]}

    def alive(one: Mapping[str, Any]) -> float | None:
        """Assign the class's copied bytes in proportion to its allocation at this site."""
        if not answer["copied_mb"] or not young:
            return None
        of_class = answer["copied_mb"].get(one["class"], 0.0) / young
        return of_class * one["mb"] / mb_of_class[one["class"]]

    def site(one: Mapping[str, Any]) -> Site:
        objects = one.get("objects")
        return Site(
            one["class"],
            _short(one["site"]),
            one["mb"] / seconds,
            one["mb"] / all_mb,
            one["mb"] * 2**20 / objects if objects else None,
            (one["from_bytes"], one["to_bytes"]) if objects else None,
            one["direct"],
            alive(one),
            olds.get((one["class"], one["site"]), 0) / answer["old_samples"]
            if answer["old_samples"]
            else None,
        )

    sites = tuple(site(one) for one in answer["sites"] if all_mb and seconds)
    jvm = answer["jvm"].partition(" for ")[0]
    return Recording(name, jvm, found, answer, sites, all_mb / seconds if seconds else 0.0)


def _short(place: str) -> str:
    """``Class.method`` without its packages; a phrase with spaces is kept."""
    return ".".join(place.split(".")[-2:]) if " " not in place else place

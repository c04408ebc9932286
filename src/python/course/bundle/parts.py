"""The parts of a bundle: each is made once per state of its inputs, and resumed if interrupted."""

import dataclasses
import platform
import shutil
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path

from course import paths
from course.errors import CourseError
from course.grading.exercises import exercise as exercises
from course.grading.learner.learner import fill
from course.process.provenance import git
from course.site.site import build_site
from course.toolchain import build, cppyy, environment, jdks, vegeta
from course.toolchain.fingerprint import Fingerprints, files_in
from course.toolchain.runtimes import RELEASES
from course.toolchain.steps import Stamp, Step

MADE = ".made"  # folder of stamps for finished parts and for started ones

TRACKERS = ("_remote.repositories", "*.lastUpdated", "resolver-status.properties")
"""Maven's notes on a file's origin. A Maven with another mirror would ask that mirror before using
such a file, which fails without a network."""

SHOWN = ("chapters", "exercises", "mkdocs.yml", "native", "notebooks", "results", "src", "workshop")
"""What the site is made of, beside records."""


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    make: Callable[[Path, int], None]
    """Fills a folder, which may be partly filled; gets the set-up lock's file descriptor, too."""
    sources: Sequence[Path]
    facts: Sequence[str] = ()
    optional: bool = False

    def step(self, folder: Path, prints: Fingerprints) -> Step:
        """Return the step that makes it in the bundle's folder."""
        place, key = folder / self.name, self.name.replace("/", "-")

        def fingerprint() -> str:
            return prints.of(self.sources, *self.facts)

        def run(lock: int) -> None:
            begun, made_from = Stamp(folder / MADE / f"{key}.begun"), fingerprint()
            try:
                if not begun.fits(made_from):
                    shutil.rmtree(place, ignore_errors=True)
                    begun.write(made_from)
                place.mkdir(parents=True, exist_ok=True)
                self.make(place, lock)
            except OSError as error:
                raise CourseError(f"{self.name}: {error}") from error

        stamp = folder / MADE / key
        return Step(f"bundle {key}", stamp, fingerprint, [place], run, self.optional)


def parts(folder: Path, *, small: bool) -> list[Part]:
    """Return all parts; of a small bundle, those for reading and for the exercises."""
    files = [file for file in course_files() if not file.is_relative_to(folder)]
    measured = (paths.RECORDS, paths.BUILD / "bench", paths.BUILD / "notebooks")
    shown = [*(paths.ROOT / name for name in SHOWN), *measured]
    found = [
        Part("course", lambda place, _: _copy(files, place), files),
        Part("site", lambda place, _: build_site(paths.ROOT, place), shown),
        Part("starters", _fill, [exercises.EXERCISES]),
        _locked("uv"),
        _wheels("main", environment.LOCK, lambda: environment.needed(None)),
    ]
    if small:
        return found
    poms = sorted(paths.JAVA_SOURCES.rglob("pom.xml"))
    found += [
        Part("jars", _get_jars, poms, [str(jdks.compiling())]),
        _wheels("lab", environment.LOCK, lambda: environment.needed("lab")),
        *(_locked(f"jdk-{release}", optional=True) for release in RELEASES),
    ]
    if cppyy.unsupported() is None:
        mode = {"optional": True, "sources_too": True}
        found.append(_wheels("cppyy", environment.LOCK, lambda: "".join(cppyy.locked()), **mode))
    if vegeta.why_no_go() is None:
        found.append(Part("modules", _get_modules, [vegeta.MODULE], optional=True))
    return found


def _copy(files: Sequence[Path], place: Path) -> None:
    for file in files:
        target = place / file.relative_to(paths.ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)


def _fill(place: Path, _: int) -> None:
    for exercise in exercises.everything():
        fill(place / exercise.name, exercise)


def _locked(name: str, *, optional: bool = False) -> Part:
    file = paths.LOCKS / f"{name}.txt"
    return _wheels(name, file, lambda: file.read_text("utf-8"), optional=optional)


def _wheels(
    name: str, lock_file: Path, locked: Callable[[], str], *, optional: bool = False, **mode: bool
) -> Part:
    def get(place: Path, lock: int) -> None:
        environment.download(locked(), place, f"bundle-{name}", lock=lock, **mode)

    made_for = (sys.version, sysconfig.get_platform())
    return Part(f"wheels/{name}", get, [lock_file], made_for, optional)


def _get_jars(place: Path, lock: int) -> None:
    goals = ["package", "-Dmaven.test.skip=true", f"-Dmaven.repo.local={place}"]
    build.maven("bundle-java", goals, lock=lock)
    for pattern in TRACKERS:
        for note in place.rglob(pattern):
            note.unlink()


def _get_modules(place: Path, lock: int) -> None:
    vegeta.download(place, "bundle-modules", lock=lock)


def course_files() -> list[Path]:
    """Return the files of this copy of the repository, without generated ones."""
    files = [paths.ROOT / name for name in _git_files()]
    if not files:  # unpacked from an archive
        files = [
            file
            for file in files_in(paths.ROOT)
            if file.relative_to(paths.ROOT).parts[0] != "my-exercises"
        ]
    return sorted(file for file in files if file.is_file())


def _git_files() -> list[str]:
    """Return the files that git tracks or would add; none outside a repository."""
    listed = git(paths.ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [name for name in (listed or "").split("\0") if name]


def machine() -> str:
    """Return the kind of machine that the wheels are for."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{platform.system()} on {platform.machine()} with Python {version}"

"""The parts of a bundle: each is made once per state of its inputs, and resumed if interrupted."""

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
from course.toolchain.steps import Lane, Stamp, Step

MADE = ".made"  # folder of stamps for finished parts and for started ones

TRACKERS = ("_remote.repositories", "*.lastUpdated", "resolver-status.properties")
"""Maven's notes on a file's origin. A Maven with another mirror would ask that mirror before using
such a file, which fails without a network."""

SHOWN = ("chapters", "exercises", "mkdocs.yml", "native", "notebooks", "results", "src", "workshop")
"""What the site is made of, beside records."""

Make = Callable[[Path, int], None]
"""Fills a folder, which may be partly filled; gets the set-up lock's file descriptor, too."""


class Parts:
    """The parts of a bundle. A small one has only those for reading and for the exercises."""

    def __init__(self, folder: Path, prints: Fingerprints, *, small: bool) -> None:
        self._folder = folder
        self._prints = prints
        self._small = small

    def lanes(self) -> list[Lane]:
        """Return a step for each part; all are independent."""
        lanes: list[Lane] = [
            [self._course()],
            [self._site()],
            [self._starters()],
            [self._locked("uv"), self._group("main", None)],
        ]
        if not self._small:
            runtimes = [self._locked(f"jdk-{release}", optional=True) for release in RELEASES]
            lanes += [[self._jars()], [self._group("lab", "lab")], *([step] for step in runtimes)]
            if cppyy.unsupported() is None:
                lanes.append([self._cppyy()])
            if vegeta.why_no_go() is None:
                lanes.append([self._modules()])
        return lanes

    def _course(self) -> Step:
        files = [file for file in course_files() if not file.is_relative_to(self._folder)]

        def make(place: Path, _: int) -> None:
            for file in files:
                target = place / file.relative_to(paths.ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, target)

        return self._step("course", make, files)

    def _site(self) -> Step:
        measured = (paths.RECORDS, paths.BUILD / "bench", paths.BUILD / "notebooks")
        sources = [*(paths.ROOT / name for name in SHOWN), *measured]
        return self._step("site", lambda place, _: build_site(paths.ROOT, place), sources)

    def _starters(self) -> Step:
        def make(place: Path, _: int) -> None:
            for exercise in exercises.everything():
                fill(place / exercise.name, exercise)

        return self._step("starters", make, [exercises.EXERCISES])

    def _locked(self, name: str, *, optional: bool = False) -> Step:
        file = paths.LOCKS / f"{name}.txt"
        return self._wheels(name, file, lambda: file.read_text("utf-8"), optional=optional)

    def _group(self, name: str, group: str | None) -> Step:
        return self._wheels(name, environment.LOCK, lambda: environment.needed(group))

    def _cppyy(self) -> Step:
        mode = {"optional": True, "sources_too": True}
        return self._wheels("cppyy", environment.LOCK, lambda: "".join(cppyy.locked()), **mode)

    def _wheels(
        self, name: str, lock_file: Path, locked: Callable[[], str], *, optional=False, **mode: bool
    ) -> Step:
        def make(place: Path, lock: int) -> None:
            environment.download(locked(), place, f"bundle-{name}", lock=lock, **mode)

        made_for = (sys.version, sysconfig.get_platform())
        return self._step(f"wheels/{name}", make, [lock_file], *made_for, optional=optional)

    def _jars(self) -> Step:
        poms = sorted(paths.JAVA_SOURCES.rglob("pom.xml"))

        def make(place: Path, lock: int) -> None:
            goals = ["package", "-Dmaven.test.skip=true", f"-Dmaven.repo.local={place}"]
            build.maven("bundle-java", goals, lock=lock)
            for pattern in TRACKERS:
                for note in place.rglob(pattern):
                    note.unlink()

        return self._step("jars", make, poms, str(jdks.compiling()))

    def _modules(self) -> Step:
        def make(place: Path, lock: int) -> None:
            vegeta.download(place, "bundle-modules", lock=lock)

        return self._step("modules", make, [vegeta.MODULE], optional=True)

    def _step(
        self, name: str, make: Make, sources: Sequence[Path], *facts: str, optional: bool = False
    ) -> Step:
        """Return the step of a part made from these sources and facts."""
        place, key = self._folder / name, name.replace("/", "-")

        def fingerprint() -> str:
            return self._prints.of(sources, *facts)

        def run(lock: int) -> None:
            begun, made_from = Stamp(self._folder / MADE / f"{key}.begun"), fingerprint()
            try:
                if not begun.fits(made_from):
                    shutil.rmtree(place, ignore_errors=True)
                    begun.write(made_from)
                place.mkdir(parents=True, exist_ok=True)
                make(place, lock)
            except OSError as error:
                raise CourseError(f"{name}: {error}") from error

        return Step(
            name=f"bundle {key}",
            stamp=self._folder / MADE / key,
            fingerprint=fingerprint,
            products=[place],
            make=run,
            optional=optional,
        )


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
